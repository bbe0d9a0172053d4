"""The game as an environment for learners: its actions, and its points."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry
from bloodstones.games.bloodstones.engine.decisions import BY_SHIP, WITH_CUTIECORN, Kind
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import UNITS, GameState
from bloodstones.games.bloodstones.fields import FIELDS
from bloodstones.kit.environment.actions import Group, by_seat, upto
from bloodstones.kit.environment.spaces import Environment

ROUTES: Final = BY_SHIP + 1
UNDEAD_ROUTES: Final = BY_SHIP + WITH_CUTIECORN + 1


def groups(t: RuleTables) -> tuple[Group, ...]:
    """Return the kinds of decisions with the values of their arguments."""
    area, unit, seat = upto("area", t.areas), upto("unit", UNITS), by_seat("seat", t.players)
    route = upto("route", ROUTES)
    value = upto("combat tile", int(t.combat_tile.max()) + 1)
    return (
        Group(Kind.PASS),
        Group(Kind.CITADEL, area),
        Group(Kind.FOUND, unit, area),
        Group(Kind.RAID_TILE, unit),
        Group(Kind.RAID_VILLAGE, area, seat),
        Group(Kind.BUILD, unit, area),
        Group(Kind.DISCARD, unit),
        Group(Kind.COLUMN, area),
        Group(Kind.SELECT, unit),
        Group(Kind.MARCH, area, route),
        Group(Kind.END_MOVE),
        Group(Kind.PAY, unit),
        Group(Kind.ATTACK, area, seat),
        Group(Kind.WITHDRAW, area, route),
        Group(Kind.SWAP, value, unit),
        Group(Kind.CASUALTY, unit),
        Group(Kind.RETREAT, area, route),
        Group(Kind.SETTLE_TILE, unit),
        Group(Kind.SETTLE, area),
        Group(Kind.RESETTLE, area),
        Group(Kind.HOME, area),
        Group(Kind.UNDEAD, area),
        Group(Kind.UNDEAD_STEP, area, upto("route", UNDEAD_ROUTES)),
        Group(Kind.RAISE, upto("count", int(t.undead.max()) + 1)),
        Group(Kind.REENTER, unit, area),
        Group(Kind.KEEP_OUT, unit),
    )


@entry
def score(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the victory points of a seat."""
    points = 0
    for source in range(s.vp.shape[1]):
        points += int(s.vp[seat, source])
    return points


ENVIRONMENT: Final = Environment(
    4,
    "tyrants_lament",
    ("hill_folk", "horse_lords", "dragon_riders", "corsairs", "necromancers", "chaos_horde"),
    groups,
    FIELDS,
    "victory points",
)
