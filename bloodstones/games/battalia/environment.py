"""The game as an environment for learners: its actions, and its points."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry
from bloodstones.games.battalia.engine.decisions import TARGETS
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.ending import points_of
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    FIRST_ITEM,
    HEROES,
    ITEMS,
    ITSELF,
    TENTS,
    GameState,
)
from bloodstones.games.battalia.fields import FIELDS
from bloodstones.games.battalia.rules.boards import SQUARES
from bloodstones.games.battalia.rules.names import (
    BUILDS,
    CARDS,
    FACTIONS,
    GREATS,
    LEVELS,
)
from bloodstones.games.battalia.rules.names import Kind as Card
from bloodstones.kit.environment.actions import Group, Values, upto
from bloodstones.kit.environment.spaces import Environment

EXITS: Final = 16  # bits of four sides
PRICES: Final = 8  # of a retreat: supplies, or 4 + faction of a horse


def groups(t: RuleTables) -> tuple[Group, ...]:
    """Return the kinds of decisions with the values of their arguments."""
    numbers = (*range(CARDS), *range(FIRST_ITEM, FIRST_ITEM + ITEMS), ITSELF)
    source = Values("source", numbers)
    card, square, hero = upto("card", CARDS), upto("square", SQUARES), upto("hero", HEROES)
    build, tent, both = upto("map card", BUILDS), upto("tent", TENTS), upto("way", 2)
    target = upto("heroes + 4 target", TARGETS * (1 + int(t.players)) + HEROES + 1)
    kind, great = upto("kind", len(Card)), upto("great artifact", GREATS)
    return (
        Group(Move.GO_ON),
        Group(Move.FACTION, upto("faction", FACTIONS)),
        Group(Move.START, square),
        Group(Move.COHORT),
        Group(Move.MULLIGAN),
        Group(Move.USE, source, kind),
        Group(Move.TARGET, source, upto("faction or ranks", FACTIONS)),
        Group(Move.GAIN, kind, upto("faction + 1", FACTIONS + 1)),
        Group(Move.CITY, upto("level", LEVELS), build),
        Group(Move.ROAD, build),
        Group(Move.UPGRADE, square),
        Group(Move.HIRE, square),
        Group(Move.WALK, hero, square),
        Group(Move.RIDE, hero, square),
        Group(Move.GALLOP, hero, square),
        Group(Move.WINGS, hero, square),
        Group(Move.HORN),
        Group(Move.AMBUSH, card),
        Group(Move.TENT, source),
        Group(Move.FILL, tent, source),
        Group(Move.EMPTY, tent),
        Group(
            Move.FIGHT,
            square,
            target,
        ),
        Group(Move.PAY, source, both),
        Group(Move.PLACE, square, upto("exits", EXITS)),
        Group(Move.HOLD, card),
        Group(Move.LIMBO, card),
        Group(Move.ROOM, card),
        Group(Move.TAKE, card),
        Group(Move.STOP),
        Group(Move.PLAY, source, both),
        Group(Move.DONE),
        Group(Move.PASS),
        Group(Move.SURRENDER),
        Group(Move.RETREAT, upto("price", PRICES), square),
        Group(Move.DEFEND),
        Group(Move.JOIN, upto("heroes", HEROES + 1)),
        Group(Move.LIFT, both),
        Group(Move.SPOIL, great),
    )


@entry
def score(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the victory points of a seat."""
    return points_of(s, seat)


ENVIRONMENT: Final = Environment(4, "", (), groups, FIELDS, "victory points")
