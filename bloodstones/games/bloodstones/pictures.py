"""A position of Bloodstones as a picture (see `kit.pictures`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from bloodstones.games.bloodstones.board_looks import (
    BOARD,
    CITADEL,
    LOOKS,
    SIGNS,
    VILLAGE,
)
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.view import visible
from bloodstones.games.bloodstones.maps.area_tables import area_table
from bloodstones.games.bloodstones.record.position.editing import fields
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.ruleset import BoardMap
from bloodstones.kit.pictures.boards import Ground, ground_of
from bloodstones.kit.pictures.last_move import EventLine
from bloodstones.kit.pictures.scene import (
    Card,
    Mark,
    MarkKind,
    Piece,
    Row,
    Scene,
    Standing,
    spaced,
)
from bloodstones.kit.pictures.seats import names_of_seats
from bloodstones.kit.positions.editing import Editor, Put

# What the first or second argument of a decision is, by its kind.
AREA_FIRST: Final = frozenset(
    {
        *(Kind.CITADEL, Kind.HOME, Kind.RAID_VILLAGE, Kind.COLUMN, Kind.MARCH, Kind.ATTACK),
        *(Kind.WITHDRAW, Kind.RETREAT, Kind.SETTLE, Kind.RESETTLE),
        *(Kind.UNDEAD, Kind.UNDEAD_STEP),
    }
)
AREA_SECOND: Final = frozenset({Kind.FOUND, Kind.BUILD, Kind.REENTER})
TILE_FIRST: Final = frozenset({Kind.RAID_TILE, Kind.DISCARD, Kind.PAY, Kind.SETTLE_TILE})
UNIT_FIRST: Final = frozenset({Kind.SELECT, Kind.CASUALTY, Kind.KEEP_OUT})
BOARDS: Final = 8  # maps whose areas are kept
PIECE: Final = 0.0205  # half the width of a piece, in board widths
FIGHTS: Final = {"battle": "area"}
EDITOR: Final = Editor(
    puts=(
        Put(
            "units",
            r"\d+-(?P<seat>\d+)-(?!citadel|village)(?P<name>\w+)",
            sign=lambda name: SIGNS.get(Unit.parse(name, "unit"), ""),
        ),
        Put("villages", r"\d+-(?P<seat>\d+)-village", sign=lambda name: "", body=VILLAGE),
        Put("citadel", r"\d+-(?P<seat>\d+)-citadel", sign=lambda name: "", body=CITADEL),
    ),
    main=("turn", "point", "active", "first", "hand", "vp", "regroups", "discard", "captured"),
    fields=fields,
)


def scene(play: Playthrough, seat: int | None) -> Scene:
    """Return the map with what is on it, and the tiles of a seat; None: the map alone.

    Parameters
    ----------
    play
        The playthrough.
    seat
        From 0.

    Raises
    ------
    InputError
        Without the package that traces the areas of a map without outlines.
    """
    ground = _ground(play.board)
    pieces = tuple(_pieces(play))
    shown = {piece.body or piece.glyph: piece.note.split(": ")[1] for piece in pieces}
    return Scene(
        "bloodstones",
        f"The map of Bloodstones in turn {int(play.state.turn)}",
        LOOKS,
        ground.areas,
        ground.lines,
        pieces,
        () if seat is None else hand(play, seat),
        key=dict(sorted(shown.items(), key=lambda each: each[1])),
        glyphs=BOARD.glyphs,
        standings=tuple(_standings(play, seat)),
        height=ground.height,
        size=PIECE,
    )


@lru_cache(maxsize=BOARDS)
def _ground(board: BoardMap) -> Ground:
    """Return what the pictures of a map share."""
    return ground_of(area_table(board), BOARD)


def _pieces(play: Playthrough) -> Iterator[Piece]:
    """Yield units by kind, and villages, of all seats in all areas."""
    s, names = play.state, names_of_seats(play)
    for seat, area, unit in np.argwhere(s.units[: play.seats]).tolist():
        yield _piece(area, seat, names[seat], Unit(unit), int(s.units[seat, area, unit]))
    for seat, area in np.argwhere(s.villages[: play.seats]).tolist():
        count = int(s.villages[seat, area])
        text, note = f"{count}" if count > 1 else "", f"{names[seat]}: village"
        yield Piece(f"{area}-{seat}-village", area, text, seat, note, True, body=VILLAGE)


def _piece(area: int, seat: int, owner: str, unit: Unit, count: int) -> Piece:
    badge = f"{count}" if count > 1 else ""
    note = f"{owner}: {spaced(unit.id)}"
    named = f"{area}-{seat}-{unit.id}"
    if unit is Unit.CITADEL:
        return Piece(named, area, "", seat, note, place=True, badge=badge, body=CITADEL)
    return Piece(named, area, "", seat, note, badge=badge, glyph=SIGNS[unit])


def _standings(play: Playthrough, seat: int | None) -> Iterator[Standing]:
    """Yield what is counted of every seat, as a seat sees it."""
    s = play.state
    hands = s.hand_size if seat is None else visible(s, play.tables, seat).hand_sizes
    columns = {
        "Regroups": s.regroups,
        "Hand": hands,
        "Bag": s.bag_size,
        "Discards": s.discard_size,
        "Villages": s.village_count,
        "Units": s.units.sum(axis=(1, 2)),
    }
    for name, values in columns.items():
        yield Standing(name, tuple(int(values[each]) for each in range(play.seats)))


def hand(play: Playthrough, seat: int) -> tuple[Row, ...]:
    """Return the tiles in the hand of a seat with their pips."""
    seen, pips = visible(play.state, play.tables, seat), play.tables.pips[seat]
    return (Row("Your hand", tuple(_tiles(seen.hand.tolist(), pips)), seat),)


def _tiles(counts: Sequence[int], pips: Any) -> Iterator[Card]:
    for unit, count in enumerate(counts):
        if count:
            name, sign = Unit(unit).id, SIGNS[Unit(unit)]
            yield Card(
                spaced(name), (f"{int(pips[unit])} pips",), "tile", count, id=name, glyph=sign
            )


def targets(play: Playthrough, code: int) -> tuple[str, ...]:
    """Return what a legal decision names in the picture: areas, units, tiles."""
    decision, s, seat = Decision.unpack(code), play.state, play.decider
    kind, x, y = decision.kind, decision.x, decision.y
    if kind in AREA_FIRST:
        return (f"area-{x}",)
    if kind in AREA_SECOND:
        return (f"area-{y}", f"card-{Unit(x).id}")
    if kind in TILE_FIRST:
        return (f"card-{Unit(x).id}",)
    if kind is Kind.SWAP:
        return (f"card-{Unit(y).id}",)
    if kind in UNIT_FIRST:
        area = int(s.column_area if kind is Kind.SELECT else s.battle_area)
        return (f"piece-{area}-{seat}-{Unit(x).id}",)
    return ()


def moves(line: EventLine) -> Iterator[Mark]:
    """Yield the moves that a line of a record tells of, with the areas that they lead through."""
    keys = line.keys
    if line.event == "move":
        for step in keys["steps"]:
            yield _way((step["from"], *step.get("via", ()), step["to"]), keys["seat"])
    elif line.event == "undead_move":
        yield _way(keys["path"], keys["seat"])
    elif line.event in ("withdraw", "retreat") and keys["to"] is not None:
        yield _way((keys["from"], *keys.get("via", ()), keys["to"]), keys["seat"])


def _way(areas: Sequence[int], seat: int) -> Mark:
    return Mark(MarkKind.MOVE, tuple(map(int, areas)), int(seat))
