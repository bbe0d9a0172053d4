"""What is impossible about the action under way in a position."""

from __future__ import annotations

import numpy as np

from bloodstones.core.faults import Faults
from bloodstones.core.files.entry import Entry
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import NOWHERE, GameState, Point
from bloodstones.games.bloodstones.record.position.fields import force_sizes
from bloodstones.games.bloodstones.record.position.notation import NONE
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.register import OVERPAY_FREE, WIPED_OUT_TIMING_TURN_START

WHERE = "position"
NEW_START = frozenset({Point.SETTLE, Point.RESETTLE})


def check_action(game: Playthrough, point: Point, head: Entry, faults: Faults) -> None:
    """Note everything impossible about the action under way."""
    if point in (Point.SELECT, Point.MARCHED) and head.sound("column", "cost", "last"):
        check_column(game, faults)
    if point in (Point.UNDEAD, Point.UNDEAD_STEP) and head.sound("ready", "at", "steps"):
        check_undead(game, faults)
    paid = point is Point.PAY and game.tables.overpay == OVERPAY_FREE  # AMB-10: more may follow
    owing = point in (Point.BUILD_COST, Point.PAY) and not paid
    if owing and head.sound("due") and game.state.due < 1:
        faults.add(WHERE, f"at least 1 due at {point.name.lower()}", int(game.state.due))
    if point in (Point.SETTLE_AREA, Point.RESETTLE, Point.RAID_VILLAGE):
        check_villages(game, point, faults)
    check_new_start(game, point, faults)
    most = int(game.tables.founding_points)
    if point is Point.FOUND and game.state.points_left > most:
        faults.add(WHERE, f"at most {most} founding points", int(game.state.points_left))


def check_villages(game: Playthrough, point: Point, faults: Faults) -> None:
    """One tile pays for all villages of a phase (BS-RAID-02, BS-VILLAGE-01, BS-WIPED-01)."""
    s, t = game.state, game.tables
    seat = int(s.active)
    most, spent = int(t.pips[seat].max()), int(s.pips_left) + int(s.picked)
    if spent > most:
        faults.add(WHERE, f"at most {most} pips left and villages picked", spent)
    gone = has_no_base(s, seat)
    early = t.wiped_out_timing == WIPED_OUT_TIMING_TURN_START
    if point is Point.RESETTLE and not gone:
        faults.note(WHERE, "no village and no citadel at resettle (BS-WIPED-01)", "some")
    elif point is Point.SETTLE_AREA and gone and s.pool[seat] > 0 and not early:
        faults.note(WHERE, "a village or citadel at settle_area (BS-WIPED-01)", "none")


def check_new_start(game: Playthrough, point: Point, faults: Faults) -> None:
    """Only a wiped-out seat begins again, and before phase 1 only by the reading (AMB-32)."""
    s = game.state
    early = game.tables.wiped_out_timing == WIPED_OUT_TIMING_TURN_START
    if s.restarting and not (early and point in NEW_START and has_no_base(s, int(s.active))):
        expected = "again=1 for a new start with wiped_out_timing=turn_start (AMB-32) only"
        faults.add(WHERE, expected, point.name.lower())
    if early and point is Point.RESETTLE and not s.restarting:
        faults.note(WHERE, "again=1 at resettle with wiped_out_timing=turn_start", "again=0")


def has_no_base(s: GameState, seat: int) -> bool:
    """Whether a seat has neither village nor citadel on the map."""
    return bool(s.village_count[seat] == 0 and s.citadel[seat] == NOWHERE)


def check_column(game: Playthrough, faults: Faults) -> None:
    """A column is of units that walk and stand where it is (BS-MOVE-08, -11)."""
    s, t = game.state, game.tables
    area = int(s.column_area)
    present = s.units[s.active, area] * t.walks
    for unit in np.flatnonzero(s.column > present).tolist():
        expected = f"at most {int(present[unit])} {Unit(unit).id} in the column of area {area}"
        faults.add(WHERE, expected, int(s.column[unit]))
    if not t.cutie_moves_alone:
        check_company(game, faults)
    most = int(s.hand_pips[s.active])
    if s.move_cost > most:
        faults.add(WHERE, f"a cost of at most {most} pips, those in hand", int(s.move_cost))
    last = max(np.flatnonzero(s.column).tolist(), default=0)
    if s.point == Point.SELECT and s.last_unit != last:
        expected = f"last={Unit(last).id if last else NONE}, the last unit of the column"
        faults.add(WHERE, expected, Unit(int(s.last_unit)).id)
    contested = s.total[area] > force_sizes(s)[s.active, area]
    if s.point == Point.SELECT and force_sizes(s)[s.active, area] > 0 and contested:
        faults.add(WHERE, "a column from an area that is not contested (BS-MOVE-08)", area)


def check_company(game: Playthrough, faults: Faults) -> None:
    """A column has a unit that pays for its steps and stays with it (BS-CUTIE-05)."""
    s = game.state
    if s.column_size > 0 and s.column[Unit.CUTIECORN] == s.column_size:
        faults.note(WHERE, "another unit in the column with the Cutiecorn (BS-CUTIE-05)", "none")
    if s.point == Point.MARCHED and s.column_size == 0:
        faults.note(WHERE, "units in a column that has marched", "none")
    if s.point == Point.MARCHED and s.move_cost < 1:
        faults.add(WHERE, "a cost of at least 1 for a column that has marched", int(s.move_cost))


def check_undead(game: Playthrough, faults: Faults) -> None:
    """Undead that are ready stand where they are (BS-UNDEAD-01)."""
    s, t = game.state, game.tables
    present = s.units[s.active, :, Unit.UNDEAD]
    for area in np.flatnonzero(s.undead_ready > present).tolist():
        expected = f"at most {int(present[area])} undead ready in area {area}"
        faults.add(WHERE, expected, int(s.undead_ready[area]))
    if s.point == Point.UNDEAD_STEP:
        area = int(s.column_area)
        if s.undead_ready[area] >= present[area]:
            faults.add(WHERE, "an undead that moves, besides those ready", f"at={area}")
        if not 1 <= s.steps_left <= t.undead_steps:
            expected = f"1 to {int(t.undead_steps)} steps left"
            faults.add(WHERE, expected, int(s.steps_left))
