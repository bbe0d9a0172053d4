"""From the words of a position to the fields of a state: form first, then what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from bloodstones.core.files.entry import Entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.pieces import list_pieces
from bloodstones.games.bloodstones.engine.rule_tables import DEFAULT_TURN_LIMIT, RuleTables
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    LEFT,
    NOBODY,
    NOTHING,
    NOWHERE,
    RIDES,
    SIDES,
    Ending,
    GameState,
    Point,
    Source,
)
from bloodstones.games.bloodstones.engine.tally import tally_of
from bloodstones.games.bloodstones.record.position.action import ACTION
from bloodstones.games.bloodstones.record.position.notation import (
    ACTION_KEYS,
    BESIDE,
    GONE,
    MARCHING,
    ON_MAP,
    most_supply,
)
from bloodstones.games.bloodstones.record.position.pairs import Row, read_pairs
from bloodstones.games.bloodstones.record.position.values import (
    FINAL,
    MOST,
    note,
    read_area,
    read_areas,
    read_forces,
    read_form,
    read_number,
    read_row,
    read_tiles,
)
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.register import (
    UNDEAD_RECYCLE_DISCARD,
    UNDEAD_RECYCLE_SUPPLY,
)

APART: Final = [Unit.CITADEL, Unit.UNDEAD, Unit.CUTIECORN]  # units that are no faction tiles
LONGEST: Final = 999_999_999
MOST_TILES: Final = 127  # of a kind, in the records
ABSENT: Final = -1
POINTS: Final = {point.name.lower(): point for point in Point if point < Point.NEXT_SETUP}
CUTIECORN_PLACES: Final = {place: place for place in (BESIDE, ON_MAP, GONE)}
ENDINGS: Final = {ending.id: ending for ending in Ending if ending}


@dataclass(slots=True)
class SeatWords:
    """What a seat's words say beyond its fields: what follows from the rest or from the rules.

    Attributes
    ----------
    entry
        The seat's keys, with their faults.
    bag
        The bag as given: int64 array over unit types, None if left out.
    undead, pool
        Supplies as given, `ABSENT` if left out.
    vp
        VP by source as given, None if left out.
    gone
        Units that left an area this turn, as rows of a tally.
    """

    entry: Entry
    bag: Array | None
    undead: int
    pool: int
    vp: tuple[int, ...] | None
    gone: list[Row]


def read_head(head: Entry, s: GameState, areas: int, players: int) -> int:
    """Read what is not of one seat; return the turn limit."""
    s.turn = read_number(head, "turn", LONGEST)
    s.first_seat = read_number(head, "first", players - 1)
    s.active = read_number(head, "active", players - 1)
    s.decider = read_number(head, "decider", players - 1, default=int(s.active))
    s.raided = read_number(head, "raided", 1, default=0)
    s.restarting = read_number(head, "again", 1, default=0)
    if "cutiecorn" in head:
        s.cutiecorn = int(head.choice("cutiecorn", CUTIECORN_PLACES) == BESIDE)
    s.finisher = NOBODY
    if "final" in head:
        final = read_form(head, "final", FINAL, "SEAT:STEPS")
        s.finisher, s.final_steps = final or (0, 0)
        s.ending = int(Ending.REGROUPS)
    limit = read_number(head, "limit", LONGEST, default=DEFAULT_TURN_LIMIT)
    point = head.choice("point", POINTS)
    if not head.sound("point"):
        return limit
    s.point = int(point)
    if point is Point.OVER:
        s.ending = int(head.choice("ending", ENDINGS))
    s.battle_area = NOWHERE
    for key in ACTION_KEYS.get(point, ()):
        ACTION[key](head, s, areas)
    if point in MARCHING:
        s.rides[:] = _tally(head, "rides", read_pairs(head, "rides", areas), RIDES)
    head.finish()
    return limit


def _tally(entry: Entry, key: str, rows: list[Row], places: int) -> Array:
    """Return the tally of rows, which must find room there."""
    if len(rows) > places:
        note(entry, key, f"at most {places} kinds of units and places", len(rows))
    return tally_of(rows[:places], places)


def read_seat(entry: Entry, s: GameState, seat: int, areas: int) -> SeatWords:
    """Read the pieces, the tiles and the standing of a seat."""
    s.citadel[seat] = read_area(entry, "citadel", areas)
    s.home[seat] = read_area(entry, "home", areas)
    s.units[seat] = read_forces(entry, "units", areas)
    s.villages[seat] = read_areas(entry, "villages", areas)
    s.hand[seat] = read_tiles(entry, "hand")
    s.discard[seat] = read_tiles(entry, "discard")
    s.captured[seat] = read_number(entry, "captured", MOST, default=0)
    s.citadels_taken[seat] = read_number(entry, "citadels", MOST_TILES, default=0)
    s.regroups[seat] = read_number(entry, "regroups", MOST, default=0)
    s.eliminated[seat] = read_number(entry, "eliminated", 1, default=0)
    s.left_area[:] |= (read_areas(entry, "left", areas) > 0).astype(np.int16) << seat
    words = SeatWords(
        entry=entry,
        bag=read_tiles(entry, "bag") if "bag" in entry else None,
        undead=read_number(entry, "undead", MOST_TILES, default=ABSENT),
        pool=read_number(entry, "pool", MOST_TILES, default=ABSENT),
        vp=read_row(entry, "vp", len(Source)),
        gone=read_pairs(entry, "gone", areas, seat),
    )
    entry.finish()
    return words


def complete(s: GameState, t: RuleTables, seats: Sequence[SeatWords]) -> None:
    """Fill in what follows from the pieces and the rules.

    Tiles that a position has too many of leave none in the bag; the checks tell of them.
    """
    for seat, words in enumerate(seats):
        _complete_seat(s, t, seat, words)
    gone = [row for words in seats for row in words.gone]
    s.left_units[:] = _tally(seats[-1].entry, "gone", gone, LEFT)
    sizes = force_sizes(s)
    s.force_size = sizes.astype(np.int16)
    s.total[:] = sizes.sum(axis=0)
    list_pieces(s)
    s.village_total[:] = np.minimum(s.villages.sum(axis=0, dtype=np.int64), MOST_TILES)
    s.discard_size[:] = s.discard.sum(axis=1)
    count_tiles(s, t)
    s.placed = len(seats)
    if s.turn == 0:
        s.placed = int((s.home[: len(seats)] != NOWHERE).sum()) - (s.point == Point.FOUND)
    s.column_size = int(s.column.sum())
    side = ATTACKER if s.decider == s.side_seat[ATTACKER] else DEFENDER
    if s.point in (Point.CASUALTY, Point.RETREAT):
        s.loser_side = side
    elif s.point == Point.RAISE:
        s.loser_side = 1 - side


def count_tiles(s: GameState, t: RuleTables) -> None:
    """Count the tiles of hands and bags."""
    s.hand_size[:] = s.hand.sum(axis=1)
    s.bag_size[:] = s.bag.sum(axis=1)
    s.hand_pips[:] = (s.hand * t.pips).sum(axis=1)


def _complete_seat(s: GameState, t: RuleTables, seat: int, words: SeatWords) -> None:
    if s.citadel[seat] != NOWHERE:
        s.units[seat, s.citadel[seat], Unit.CITADEL] += 1
        if s.home[seat] == NOWHERE:
            s.home[seat] = s.citadel[seat]
    s.bag[seat] = np.clip(t.tiles[seat] - tiles_out(s, seat), 0, MOST_TILES)
    _complete_undead(s, t, seat, words.undead)
    on_map = int(s.villages[seat].sum())
    s.village_count[seat] = min(on_map, MOST_TILES)
    s.pool[seat] = max(0, int(t.pool[seat]) - on_map) if words.pool == ABSENT else words.pool
    s.villages_built[seat] = t.pool[seat] - s.pool[seat]
    s.villages_lost[seat] = s.villages_built[seat] - on_map
    s.vp[seat, Source.START] = t.starting_vp[seat]
    if words.vp is not None:
        s.vp[seat] = words.vp


def _complete_undead(s: GameState, t: RuleTables, seat: int, supply: int) -> None:
    """Fill in the supply; by AMB-27 undead may be missing there, and be in the bag instead."""
    most = most_supply(s, t, seat)
    missing = t.undead_recycle != UNDEAD_RECYCLE_SUPPLY and ABSENT < supply < most
    s.undead_supply[seat] = supply if missing else most
    if t.undead_recycle == UNDEAD_RECYCLE_DISCARD:
        s.bag[seat, Unit.UNDEAD] = most - s.undead_supply[seat]


def force_sizes(s: GameState) -> Array:
    """Return the units in every force: int64 array of shape (SEATS, AREAS)."""
    sizes: Array = s.units.sum(axis=2, dtype=np.int64)
    return sizes


def tiles_out(s: GameState, seat: int) -> Array:
    """Return the faction tiles that are not in the bag: int64 array over unit types.

    In hand, on the discard pile, on the map, swapped into a battle.
    """
    out: Array = s.hand[seat].astype(np.int64) + s.discard[seat] + s.units[seat].sum(axis=0)
    out[APART] -= s.units[seat][:, APART].sum(axis=0)
    for side in range(SIDES):
        if s.point == Point.SWAP and s.side_seat[side] == seat and s.swapped[side] != NOTHING:
            out[s.swapped[side]] += 1
    return out
