"""Units that are identified by two areas, in the notation: AREA>AREA:TILES, split by semicolons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bloodstones.core.faults import Faults
from bloodstones.core.files.entry import Entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.state import NOWHERE, UNITS
from bloodstones.games.bloodstones.engine.tally import tallied
from bloodstones.games.bloodstones.record.position.values import area_of, note, read_tiles, word
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.register import LEADER_CARRY_PER_ACTION, RETREAT_BAN_UNITS

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.engine.playthrough import Playthrough

WHERE: Final = "position"

Row = tuple[int, int, int, int, int]  # as in `tally.tallied`


def read_pairs(entry: Entry, key: str, areas: int, seat: int = 0) -> list[Row]:
    """Return the units of a key, none if it is left out, as rows of a tally."""
    rows: dict[tuple[int, int], list[Row]] = {}
    text = word(entry, key)
    for item in text.split(";") if text else ():
        places, colon, units = item.partition(":")
        names = places.split(">")
        if not colon or len(names) != len(("first", "second")):
            note(entry, key, "AREA>AREA:UNITS", item)
            continue
        first, second = (area_of(entry, key, name, areas) for name in names)
        counts = read_tiles(entry, key, units)
        if NOWHERE in (first, second):
            continue
        if (first, second) in rows:
            note(entry, key, f"{first}>{second} once", text)
        kinds = np.flatnonzero(counts).tolist()
        rows[first, second] = [(seat, first, second, unit, int(counts[unit])) for unit in kinds]
    return [row for group in rows.values() for row in group]


def pairs_by_area(tally: Array, seat: int = 0) -> dict[tuple[int, int], Array]:
    """Return what a seat has in a tally: first and second area -> counts over unit types."""
    by_area: dict[tuple[int, int], Array] = {}
    for owner, first, second, unit, count in tallied(tally).tolist():
        if owner == seat:
            by_area.setdefault((first, second), np.zeros(UNITS, np.int64))[unit] = count
    return by_area


def check_pairs(game: Playthrough, faults: Faults) -> None:
    """Note companions and units under a ban that the rules in force do not know or nobody has."""
    s, t = game.state, game.tables
    if s.rides.any() and t.leader_carry != LEADER_CARRY_PER_ACTION:
        faults.note(WHERE, "rides=- unless leader_carry is per_action (AMB-12)", "some")
    if s.left_units.any() and t.retreat_ban != RETREAT_BAN_UNITS:
        faults.note(WHERE, "gone=- unless retreat_ban is units (AMB-29)", "some")
    if s.left_area.any() and t.retreat_ban == RETREAT_BAN_UNITS:
        faults.note(WHERE, "left=- unless retreat_ban is player (AMB-29)", "some")
    _check_rides(game, faults)
    for seat, _, area, unit, count in tallied(s.left_units).tolist():
        _check_present(game, faults, (seat, area, unit, count), "gone")


def _check_rides(game: Playthrough, faults: Faults) -> None:
    """Every companion is a unit of its own, and so is its leader."""
    s, seat = game.state, int(game.state.active)
    companions: dict[tuple[int, int], int] = {}
    leaders: dict[int, int] = {}
    for _, first, second, unit, count in tallied(s.rides).tolist():
        companions[second, unit] = companions.get((second, unit), 0) + count
        leaders[first] = leaders.get(first, 0) + count
    for (area, unit), count in companions.items():
        _check_present(game, faults, (seat, area, unit, count), "rides")
    for area, count in leaders.items():
        present = int((s.units[seat, area] * game.tables.leads).sum())
        if count > present:
            faults.add(f"{WHERE}, rides", f"at most {present} leaders in area {area}", count)


def _check_present(
    game: Playthrough, faults: Faults, units: tuple[int, int, int, int], key: str
) -> None:
    seat, area, unit, count = units
    present = int(game.state.units[seat, area, unit])
    if count > present:
        where = f"{WHERE}, {key}"
        faults.add(where, f"at most {present} {Unit(unit).id} in area {area}", count)
