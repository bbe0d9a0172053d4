"""A position of Bloodstones as a picture (see `kit.pictures`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bloodstones.core.extras import require_extra
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.view import visible
from bloodstones.games.bloodstones.maps.area_tables import area_table
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import BoardMap
from bloodstones.kit.pictures.scene import (
    Area,
    Card,
    Line,
    Look,
    Piece,
    Row,
    Scene,
    letters_of,
    spaced,
)

if TYPE_CHECKING:
    from bloodstones.plots.boards.labels import Layout

LOOKS: Final = {
    "sea": Look("#9ccbe3", "#1d3b4a", "sea"),
    "plains": Look("#e7d67f", "#57501f", "plains"),
    "forest": Look("#6fa576", "#244a2c", "forest"),
    "hills": Look("#d08e4b", "#6b4418", "hills"),
    "mountains": Look("#8d8a91", "#4b4950", "mountains"),
    "desert": Look("#f8efdc", "#6a6147", "desert"),
    "coast": Look("#37617a", "#8fb9cf", "", 0.0025),
    "tile": Look("#efe4cb", "#453c2b"),
}
COAST: Final = "coast"
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
PIECE: Final = 0.017  # half the width of a piece, in board widths


class Ground(NamedTuple):
    """A map without what is on it: its areas, its coasts, its height in board widths."""

    areas: tuple[Area, ...]
    coasts: tuple[Line, ...]
    height: float


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
        Without the packages that trace the areas of a map.
    """
    ground = _ground(play.board)
    letters = letters_of([unit.id for unit in Unit])
    pieces = tuple(_pieces(play, letters))
    used = {piece.text.strip("0123456789"): piece.note for piece in pieces}
    return Scene(
        "bloodstones",
        f"The map of Bloodstones in turn {int(play.state.turn)}",
        LOOKS,
        ground.areas,
        ground.coasts,
        pieces,
        () if seat is None else (_hand(play, seat),),
        key={sign: note.partition(" of ")[0] for sign, note in sorted(used.items())},
        height=ground.height,
        size=PIECE,
    )


@lru_cache(maxsize=BOARDS)
def _ground(board: BoardMap) -> Ground:
    """Return what the pictures of a map share."""
    require_extra("report")
    from bloodstones.plots.boards.labels import lay_out

    layout = lay_out(area_table(board))
    areas, coasts = tuple(_areas(board, layout)), tuple(_coasts(layout))
    return Ground(areas, coasts, layout.outlines.height)


def _areas(board: BoardMap, layout: Layout) -> Iterator[Area]:
    for area in board.areas:
        rings = tuple(_spots(ring) for ring in layout.outlines.rings[area.id])
        x, y = layout.spots[area.id]
        terrain = area.terrain.id
        note = f"area {area.id}, {terrain}"
        yield Area(area.id, rings, (float(x), float(y)), terrain, f"{area.id}", note)


def _coasts(layout: Layout) -> Iterator[Line]:
    for pair, lines in layout.outlines.borders.items():
        if [layout.terrain[area] for area in pair].count(Terrain.SEA.id) == 1:
            yield from (Line(_spots(line), COAST) for line in lines)


def _spots(points: Any) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in points)


def _pieces(play: Playthrough, letters: Mapping[str, str]) -> Iterator[Piece]:
    """Yield units by kind, and villages, of all seats in all areas."""
    s = play.state
    for seat in range(len(play.line_up)):
        for area in play.board.areas:
            for unit in Unit:
                count = int(s.units[seat, area.id, unit])
                if count:
                    yield _piece(area.id, seat, unit.id, letters[unit.id], count)
            villages = int(s.villages[seat, area.id])
            if villages:
                yield _piece(area.id, seat, "village", "v", villages)


def _piece(area: int, seat: int, kind: str, sign: str, count: int) -> Piece:
    text = f"{sign}{count if count > 1 else ''}"
    built = kind in ("village", Unit.CITADEL.id)
    return Piece(f"{area}-{seat}-{kind}", area, text, seat, f"{spaced(kind)} of seat {seat}", built)


def _hand(play: Playthrough, seat: int) -> Row:
    """Return the tiles in the hand of a seat with their pips."""
    seen, pips = visible(play.state, play.tables, seat), play.tables.pips[seat]
    return Row("Your hand", tuple(_tiles(seen.hand.tolist(), pips)), seat)


def _tiles(counts: Sequence[int], pips: Any) -> Iterator[Card]:
    for unit, count in enumerate(counts):
        if count:
            name = Unit(unit).id
            yield Card(spaced(name), (f"{int(pips[unit])} pips",), "tile", count, id=name)


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
