"""The game as an environment for learners: its actions, and its points."""

from __future__ import annotations

from typing import Final

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.kernel import entry
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    QUOTAS,
    SCENARIOS,
    SEATS,
    TYPES,
    GameState,
)
from bloodstones.games.battlelore.engine.upkeep import OPTIONS
from bloodstones.games.battlelore.fields import FIELDS
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.checks import COMMAND_CARDS, LORE_CARDS, SLOTS
from bloodstones.games.battlelore.rules.dice import FACES
from bloodstones.kit.environment.actions import Group, by_seat, of_decider, upto
from bloodstones.kit.environment.spaces import Environment

TOKENS: Final = 2  # poison, stun
FIRSTS: Final = 2  # building, cards
MOST_CARDS: Final = 17  # of one kind that an army takes
MOST_FACES: Final = 16  # heroic faces of one roll


def groups(t: RuleTables) -> tuple[Group, ...]:
    """Return the kinds of decisions with the values of their arguments."""
    hexes, mine = upto("hex", HEXES), of_decider("unit", SLOTS)
    unit, token = by_seat("unit", SEATS, SLOTS), upto("token", TOKENS)
    command, lore = upto("command card", COMMAND_CARDS), upto("lore card", LORE_CARDS)
    kind = upto("kind of card", TYPES)
    return (
        Group(Kind.PASS),
        Group(Kind.CHOOSE, upto("scenario", SCENARIOS)),
        Group(Kind.FORD, hexes),
        Group(Kind.TAKE, kind, upto("count", MOST_CARDS + 1)),
        Group(Kind.LAY, kind, hexes),
        Group(Kind.PUT, command),
        Group(Kind.PUT_LORE, lore),
        Group(Kind.CAPTURE),
        Group(Kind.COMMAND, command),
        Group(Kind.DISCARD, command),
        Group(Kind.ORDER, mine, upto("quota", QUOTAS)),
        Group(Kind.CURE, mine, token),
        Group(Kind.PLAY, lore),
        Group(Kind.TARGET, upto("unit or hex", HEXES), token),
        Group(Kind.GO, unit, upto("direction", DIRECTIONS + 1)),
        Group(Kind.STOP),
        Group(Kind.ATTACK, unit, unit),
        Group(Kind.KEEP, upto("face", FACES)),
        Group(Kind.REROLL),
        Group(Kind.USE, upto("faces", MOST_FACES + 1)),
        Group(Kind.WAY, upto("direction", DIRECTIONS)),
        Group(Kind.IGNORE),
        Group(Kind.COUNTER),
        Group(Kind.ADVANCE),
        Group(Kind.GAIN, upto("option", OPTIONS)),
        Group(Kind.DISCARD_LORE, lore),
        Group(Kind.PREVENT, upto("first", FIRSTS)),
    )


@entry
def score(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the points of a seat in all battles."""
    return int(s.noted_vp[seat] + s.vp[seat])


ENVIRONMENT: Final = Environment(
    SEATS,
    "drawn",
    ("daqan", "uthuk"),
    groups,
    FIELDS,
    "victory points",
)
