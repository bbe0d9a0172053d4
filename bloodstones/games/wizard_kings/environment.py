"""The game as an environment for learners: its actions, and its points."""

from __future__ import annotations

from typing import Final

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.kernel import entry
from bloodstones.games.wizard_kings.engine.decisions import ANY_SIDE, Kind
from bloodstones.games.wizard_kings.engine.rule_tables import KINDS, SPELLS, RuleTables
from bloodstones.games.wizard_kings.engine.state import BLOCKS, GameState
from bloodstones.games.wizard_kings.fields import FIELDS
from bloodstones.kit.environment.actions import Group, by_seat, of_decider, upto
from bloodstones.kit.environment.spaces import Environment

SIDES: Final = 3  # neither, attacking, defending


def groups(t: RuleTables) -> tuple[Group, ...]:
    """Return the kinds of decisions with the values of their arguments."""
    mine, block = of_decider("block", BLOCKS), by_seat("block", t.players, BLOCKS)
    city, kind = upto("city", t.cities), upto("kind of unit", KINDS)
    return (
        Group(Kind.PASS),
        Group(Kind.BUY, kind, upto("strength", int(t.most.max()) + 1)),
        Group(Kind.PLACE, mine, city),
        Group(Kind.PIN, block),
        Group(Kind.PICK, mine),
        Group(Kind.GO, upto("direction", DIRECTIONS)),
        Group(Kind.STOP),
        Group(Kind.SHIP, city, upto("direction", ANY_SIDE + 1)),
        Group(Kind.DECLARE, upto("side", SIDES)),
        Group(Kind.CAST, mine, upto("spell", SPELLS)),
        Group(Kind.TARGET, block),
        Group(Kind.DISPEL, mine),
        Group(Kind.FIGHT, upto("place", BLOCKS)),
        Group(Kind.FIRE, mine),
        Group(Kind.RETREAT, mine),
        Group(Kind.REST, mine),
        Group(Kind.HIT, block),
        Group(Kind.LEAVE, mine),
        Group(Kind.COME, mine),
        Group(Kind.REMOVE, mine),
        Group(Kind.GAIN, mine),
        Group(Kind.NEW, kind, city),
        Group(Kind.FORT, mine),
        Group(Kind.SHIFT, mine, mine),
        Group(Kind.DISBAND, mine),
        Group(Kind.BREAK, by_seat("seat", t.players)),
        Group(Kind.SWITCH),
    )


@entry
def score(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the GP of a seat's cities at the last check."""
    return int(s.income[seat])


ENVIRONMENT: Final = Environment(
    2,
    "westmarch+eastfen",
    ("eldryn", "jurak"),
    groups,
    FIELDS,
    "GP of the cities at the last check",
)
