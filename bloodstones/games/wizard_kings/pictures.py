"""A position of Wizard Kings as a picture (see `kit.pictures`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from bloodstones.games.wizard_kings.board_looks import GLYPHS, LOOKS, SIGNS
from bloodstones.games.wizard_kings.engine.decisions import Decision, Kind
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import BLOCKS, NOBODY
from bloodstones.games.wizard_kings.engine.view import Seen, View, view
from bloodstones.games.wizard_kings.record.header import hex_name
from bloodstones.games.wizard_kings.rules.boards import Board, board_table
from bloodstones.games.wizard_kings.rules.names import LETTERS as BY_LETTER
from bloodstones.games.wizard_kings.rules.names import Side, Terrain
from bloodstones.kit.pictures.scene import (
    NOBODY as NO_FLAG,
)
from bloodstones.kit.pictures.scene import (
    Area,
    Line,
    Piece,
    Scene,
    areas_of,
    border,
    counted,
    letters_of,
    spaced,
)
from bloodstones.kit.pictures.seats import names_of_seats
from bloodstones.kit.positions.editing import Editor, Put

LETTERS: Final = {letter: text for text, letter in BY_LETTER.items()}
ROAD: Final = "road"
CITY: Final = "town"
WATER: Final = ("coast", "water_border")  # by how many hexes of sea are beside it
# What the arguments of a decision are, by its kind.
CITY_SECOND: Final = frozenset({Kind.PLACE, Kind.NEW})
BLOCK_FIRST: Final = frozenset(
    {
        *(Kind.PIN, Kind.PICK, Kind.CAST, Kind.TARGET, Kind.DISPEL, Kind.FIRE, Kind.RETREAT),
        *(Kind.REST, Kind.HIT, Kind.LEAVE, Kind.COME, Kind.REMOVE, Kind.GAIN, Kind.FORT),
        Kind.DISBAND,
    }
)
FIGHTS: Final = {"battle": "hex", "round": "hex"}
UNKNOWN, HIDDEN, FACE_DOWN = "?", "unknown", "a block face down"  # letters, glyph, words
WIDE: Final = 0.56  # of a hex's width that a piece takes if it is alone there
ROOM: Final = 0.46  # of a hex's width, to each side of its middle, that pieces have together
LETTERING: Final = 0.013
BOARDS: Final = 8  # that are kept


def scene(play: Playthrough, seat: int | None) -> Scene:
    """Return what a seat sees on the map; None: all that is there.

    Parameters
    ----------
    play
        The playthrough.
    seat
        From 0.
    """
    board, units = play.game_setup.board, play.game_setup.rules.units
    areas = tuple(_areas(play))
    letters = letters_of([unit.unit for unit in units])
    seen = _all(play) if seat is None else view(play, seat)
    pieces = tuple(_pieces(play, seen, letters))
    used = {units[each.kind].unit for each in seen.blocks.values()}
    hidden = {piece.glyph: piece.note for piece in pieces if piece.glyph == HIDDEN}
    return Scene(
        "wizard_kings",
        f"The map of Wizard Kings in turn {int(play.state.turn)}",
        LOOKS,
        areas,
        _all_lines(board),
        pieces,
        standings=(
            counted("Blocks", play.seats, (piece.seat for piece in pieces)),
            counted("Cities", play.seats, (int(play.state.control[c.hex]) for c in board.cities)),
        ),
        key={**{_sign(letters, name): spaced(name) for name in sorted(used)}, **hidden},
        height=max(y for area in areas for ring in area.outline for _, y in ring),
        size=WIDE / board.width / 2,
        room=ROOM / board.width,
        lettering=LETTERING,
        glyphs=GLYPHS,
    )


def targets(play: Playthrough, code: int) -> tuple[str, ...]:
    """Return what a legal decision names in the picture: blocks, hexes."""
    decision, s, t = Decision.unpack(code), play.state, play.tables
    kind, x, y = decision.kind, decision.x, decision.y
    if kind in CITY_SECOND:
        return (f"area-{int(t.city_hex[y])}",)
    if kind is Kind.SHIP:
        return (f"area-{int(t.city_hex[x])}",)
    if kind is Kind.GO:
        board, here = play.game_setup.board, int(s.hex[int(s.mover)])
        return (f"area-{board.neighbours[here][x]}",)
    if kind is Kind.SHIFT:
        return (f"piece-{x}", f"piece-{y}")
    return (f"piece-{x}",) if kind in BLOCK_FIRST else ()


def _all(play: Playthrough) -> View:
    """Return everything on the map, whoever may see it."""
    s, t = play.state, play.tables
    blocks = {
        block: Seen(block // BLOCKS, int(t.kind[block]), int(s.hex[block]), int(s.strength[block]))
        for block in range(play.seats * BLOCKS)
        if s.hex[block] >= 0
    }
    counts = Counter((each.hex, each.seat) for each in blocks.values())
    return View(blocks, counts, (), 0)


def _areas(play: Playthrough) -> Iterator[Area]:
    """Yield the hexes, with their cities and who holds them as notes."""
    board, names = play.game_setup.board, names_of_seats(play)
    cities = {city.hex: city for city in board.cities}
    for area in _hexes(board):
        city = cities.get(area.id)
        if city is None:
            yield area
            continue
        holder = int(play.state.control[area.id])
        whose = "nobody" if holder == NOBODY else names[holder]
        note = f"{area.note}; {city.name}, {city.value} GP, held by {whose}"
        yield replace(area, note=note, sign=CITY, seat=NO_FLAG if holder == NOBODY else holder)


@lru_cache(maxsize=BOARDS)
def _hexes(board: Board) -> tuple[Area, ...]:
    """Return the hexes of a board, as records call them."""
    named = ((area, hex_name(area.id, board.width)) for area in areas_of(board_table(board)))
    return tuple(
        replace(area, note=f"{called}, {area.note}", called=called) for area, called in named
    )


@lru_cache(maxsize=BOARDS)
def _all_lines(board: Board) -> tuple[Line, ...]:
    return tuple(_lines(board, _hexes(board)))


def _lines(board: Board, areas: Sequence[Area]) -> Iterator[Line]:
    """Yield the roads, then the sides of hexes that matter."""
    sides = [
        (area, areas[other], direction)
        for area in areas
        for direction, other in enumerate(board.neighbours[area.id])
        if other > area.id
    ]
    for area, other, direction in sides:
        if board.roads[area.id][direction]:
            yield Line((area.middle, other.middle), ROAD)
    for area, other, direction in sides:
        side = board.sides[area.id][direction]
        wet = [area.look, other.look].count(Terrain.SEA.id)
        if wet:
            yield border(area, other, WATER[wet - 1])
        if side.id in LOOKS and side is not Side.SEA:
            yield border(area, other, side.id)


def _pieces(play: Playthrough, seen: View, letters: Mapping[str, str]) -> Iterator[Piece]:
    """Yield the blocks that are known by letters and strength, others by a question mark."""
    units = play.game_setup.rules.units
    known: Counter[tuple[int, int]] = Counter()
    for block, each in seen.blocks.items():
        known[each.hex, each.seat] += 1
        kind = units[each.kind]
        rating = f"{LETTERS[kind.letter]}{kind.hits or ''}"
        note = f"{spaced(kind.unit)} at {each.strength} of {kind.most}, {rating}"
        yield Piece(
            f"{block}",
            each.hex,
            letters[kind.unit],
            each.seat,
            note,
            glyph=_glyph(kind.unit),
            steps=each.strength,
            most=kind.most,
            rating=rating,
        )
    for (h, owner), number in seen.counts.items():
        for hidden in range(number - known[h, owner]):
            yield Piece(f"{owner}-{h}-{hidden}", h, UNKNOWN, owner, FACE_DOWN, glyph=HIDDEN)


def _glyph(unit: str) -> str:
    return SIGNS.get(unit, unit)


def _sign(letters: Mapping[str, str], unit: str) -> str:
    """Return what stands for a unit in the key: its glyph, or its letters if it has none."""
    return _glyph(unit) if _glyph(unit) in GLYPHS else letters[unit]


def _strength(play: Playthrough, seat: int, block: str) -> Mapping[str, int]:
    """Return the full strength of a block."""
    unit = block.rpartition("_")[0]
    units = play.game_setup.rules.units
    return {"strength": next(each.most for each in units if each.unit == unit)}


EDITOR: Final = Editor(
    puts=(
        Put(
            "hex",
            r"(?P<index>\d+)",
            sign=lambda block: _glyph(block.rpartition("_")[0]),
            beside=_strength,
        ),
    ),
    marks=("control", "attacker"),
    main=("turn", "point", "active", "decider", "place", "gold"),
    area_name=lambda play, area: hex_name(area, play.game_setup.board.width),
)
