"""The game as an environment for learners: its actions, and its points."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry
from bloodstones.games.bellum_magica.engine.decisions import Kind, Price
from bloodstones.games.bellum_magica.engine.ending import standing
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import (
    KINDS,
    VALUES,
    GameState,
)
from bloodstones.games.bellum_magica.fields import FIELDS
from bloodstones.games.bellum_magica.rules.names import Side
from bloodstones.kit.environment.actions import Group, by_seat, upto
from bloodstones.kit.environment.spaces import Environment

SIDES: Final = len(Side)


def groups(t: RuleTables) -> tuple[Group, ...]:
    """Return the kinds of decisions with the values of their arguments."""
    card, side = upto("card", t.creatures), upto("side", SIDES)
    chest = upto("chest", KINDS)
    return (
        Group(Kind.PASS),
        Group(Kind.CASTLE, upto("castle", t.castles)),
        Group(Kind.GOBLIN, card, side),
        Group(Kind.SPELL),
        Group(Kind.BARREL),
        Group(Kind.LOCATION, upto("location", t.locations)),
        Group(Kind.TAVERN),
        Group(Kind.RAID, by_seat("seat", t.players)),
        Group(Kind.STEAL, chest),
        Group(Kind.GIVE, chest, upto("value", VALUES)),
        Group(Kind.RECRUIT, card, upto("price", len(Price))),
        Group(Kind.PLACE, card, side),
    )


@entry
def score(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the value of a seat's chests."""
    return standing(s, seat)


ENVIRONMENT: Final = Environment(2, "", (), groups, FIELDS, "value of the own chests")
