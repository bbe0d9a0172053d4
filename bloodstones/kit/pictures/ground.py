"""The board as parts of an SVG: areas with the marks of their terrain, lines, names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Final

import numpy as np

from bloodstones.core.seat_style import SHAPES
from bloodstones.kit.pictures.elements import (
    BASELINE,
    BOLD,
    DRAWN,
    ITALIC,
    LETTER,
    TOKEN,
    UNIT,
    line_path,
    name_text,
    num,
    ring_path,
    tooltip,
)
from bloodstones.kit.pictures.layout import strewn
from bloodstones.kit.pictures.scene import NOBODY, Area, Line, Piece, Point, Scene
from bloodstones.kit.pictures.tokens import (
    BELOW_NAME,
    FULL_ROWS,
    ROW_STEP,
    fitted,
    letters_on,
    piece_parts,
)

NAME_SHARE: Final = 0.98  # the font of names, of a piece's radius
SMALLEST: Final = 12.0  # a name's font
COORDINATE_SHARE: Final = 0.8  # the font of coordinates, of a name's
LEAST_COORDINATE: Final = 10.8
COORDINATE_PLACE: Final = 0.1  # of an area's height, above its lower end
SIGN_SHARE: Final = 0.42  # what is built on the ground, of half an area's width
FLAG_SHARE: Final = 0.22
LIFT: Final = 1.25  # the name above the middle, in radii
SECOND: Final = 0.8  # the font of what stands below a name, of the name's
LANDMARK: Final = (4.5, 17.5, 13.0, 12.5)  # half a side, below the middle, text below it, font
STREWN: Final = 1024
NAME, NUMBER = "name", "name number"  # classes of what is written in an area
Box = tuple[Point, Point]


def is_lifted(scene: Scene) -> bool:
    """Whether names make room for pieces: on a board that is played on."""
    return bool(scene.pieces or scene.seats)


def ground_parts(scene: Scene) -> Iterator[str]:
    """Yield the board without what is on it: water first, its coasts, the land, other lines."""
    pale = scene.heat is not None
    for below in (True, False):
        areas = [area for area in scene.areas if scene.looks[area.look].below == below]
        lines = [line for line in scene.lines if scene.looks[line.look].below == below]
        for area in areas:
            path = "".join(ring_path(ring, UNIT) for ring in area.outline)
            yield (
                f'<path class="area is-{area.look}" '
                f'data-area="{area.id}" d="{path}">{tooltip(area.note)}</path>'
            )
        if not pale:
            for area in areas:
                yield from _strewn_over(scene, area)
                yield from _tile(scene, area)
        for number, (look, group) in enumerate(groupby(lines, lambda line: line.look)):
            path = "".join(map(_line, group))
            dashed = " dashed" if scene.looks[look].dashes else ""
            if not scene.looks[look].rim:
                yield f'<path class="line is-{look}{dashed}" d="{path}"/>'
                continue
            named = f"{scene.name}-{look}-{number}"
            yield (
                f'<defs><path id="{named}" d="{path}"/></defs><use href="#{named}" '
                f'class="line rim-{look}"/><use href="#{named}" class="line is-{look}{dashed}"/>'
            )
    if not pale:
        yield from _coordinates(scene)


def _tile(scene: Scene, area: Area) -> Iterator[str]:
    """Yield the drawing of an area's terrain, every other one the other way round."""
    tile = scene.looks[area.look].tile
    if tile:
        scale = round(_half_width(area) / TOKEN, 3)
        x, y = (num(part * UNIT) for part in area.middle)
        turned = f"{-scale:g} {scale:g}" if area.id % 2 else f"{scale:g}"
        yield f'<use href="#{scene.name}-{tile}" transform="translate({x} {y})scale({turned})"/>'


def _half_width(area: Area) -> float:
    """Return half the width of an area, in thousandths of a board's width."""
    across = [x for ring in area.outline for x, _ in ring]
    return (max(across) - min(across)) / 2 * UNIT


def _coordinates(scene: Scene) -> Iterator[str]:
    """Yield what lines of records call the areas, unless it is written as their names."""
    pieces = _by_area(scene)
    names = [_name_box(scene, area, pieces.get(area.id, [])) for area in scene.areas if area.name]
    size = coordinate_size(scene) / UNIT
    texts = "".join(
        f'<text x="{num(x * UNIT)}" y="{num(y * UNIT)}">{escape(area.called)}</text>'
        for area in scene.areas
        if area.called and area.called != area.name
        for x, y in [_clear(area.corner or _lower_end(area), len(area.called), size, names)]
    )
    if texts:
        yield f'<g class="coordinates">{texts}</g>'


def _clear(spot: Point, letters: int, size: float, boxes: Sequence[Box]) -> Point:
    """Return where a text of some letters begins its line: above the names that it would touch."""
    x, y = spot
    half = letters * LETTER * size / 2
    for (across, down), (wide, high) in boxes:
        if abs(x - across) < half + wide and down - high < y and y - size < down + high:
            y = down - high
    return x, y


def _lower_end(area: Area) -> Point:
    down = [y for ring in area.outline for _, y in ring]
    return area.middle[0], max(down) - COORDINATE_PLACE * (max(down) - min(down))


def coordinate_size(scene: Scene) -> float:
    """Return the size of the letters of coordinates."""
    return max(LEAST_COORDINATE, COORDINATE_SHARE * name_size(scene))


def smallest_letters(scene: Scene) -> float:
    """Return the size of the smallest letters on a board, in thousandths of its width; 0: none."""
    sizes = []
    if any(area.name for area in scene.areas):
        sizes.append(name_size(scene))
    if any(area.called and area.called != area.name for area in scene.areas):
        sizes.append(coordinate_size(scene))
    if scene.heat is None:
        for pieces in _by_area(scene).values():
            radius = fitted(scene, len(pieces))[2]
            sizes += [size for piece in pieces for size in letters_on(piece, radius)]
    return min(sizes, default=0.0)


def _by_area(scene: Scene) -> dict[int, list[Piece]]:
    found: dict[int, list[Piece]] = {}
    for piece in scene.pieces:
        found.setdefault(piece.area, []).append(piece)
    return found


def _strewn_over(scene: Scene, area: Area) -> Iterator[str]:
    """Yield the marks of an area's terrain, clear of what is written and put there."""
    look = scene.looks[area.look]
    if not look.strewn or not area.outline:
        return
    boxes = _lifted_boxes(scene, area) if is_lifted(scene) else _boxes(scene, area)
    spots = _spots_in(area.outline[0], area.id, look.spacing, 2 * look.grain, boxes)
    mark = f"{scene.name}-mark-{area.look}"
    for x, y in spots:
        yield f'<use href="#{mark}" x="{num(x * UNIT)}" y="{num(y * UNIT)}"/>'


def _lifted_boxes(scene: Scene, area: Area) -> tuple[Box, ...]:
    x, y, r = *area.middle, scene.size
    size = name_size(scene) / UNIT
    half = max(size, len(area.name) * LETTER * size / 2)
    return ((x, y - LIFT * r), (half, 0.6 * size)), ((x, y + BELOW_NAME * r), (r, r))


def _name_box(scene: Scene, area: Area, pieces: Sequence[Piece]) -> Box:
    """Return the box of an area's name, where `_name` writes it."""
    size = name_size(scene) / UNIT
    half = max(size, len(area.name) * LETTER * size / 2)
    return (area.middle[0], _name_middle(scene, area, pieces) / UNIT), (half, 0.6 * size)


def _boxes(scene: Scene, area: Area) -> tuple[Box, ...]:
    x, y = area.middle
    size = name_size(scene) / UNIT
    half = max(size, len(area.name) * LETTER * size / 2) / 2
    room = half + size / 4, 0.6 * size
    second = _second_of(scene, area)
    if not second:
        return (((x, y), room),)
    wide = len(second[0]) * LETTER * second[1] / UNIT / 2
    return ((x, y - 0.4 * size), room), ((x, y + 0.8 * size), (wide, 0.6 * size))


@lru_cache(maxsize=STREWN)
def _spots_in(
    ring: tuple[Point, ...], area: int, spacing: float, size: float, boxes: tuple[Box, ...]
) -> tuple[Point, ...]:
    return tuple(map(tuple, strewn(np.array(ring), area, spacing, size, boxes).tolist()))


@lru_cache(maxsize=DRAWN)
def _line(line: Line) -> str:
    return line_path(line.points, UNIT)


def area_parts(scene: Scene) -> dict[int, str]:
    """Return what is on each area by its number: its pieces and its name; none are left out."""
    by_area = _by_area(scene)
    found = {}
    for area in scene.areas:
        pieces = by_area.get(area.id, [])
        parts = [*landmark_parts(area), *_built(scene, area), *piece_parts(scene, area, pieces)]
        found[area.id] = "".join([*parts, *_name(scene, area, pieces)])
    return found


def _built(scene: Scene, area: Area) -> Iterator[str]:
    """Yield what is built on the ground of an area, with the flag of its owner."""
    if not area.sign:
        return
    half = _half_width(area)
    x, y = (part * UNIT for part in area.middle)
    scale = round(SIGN_SHARE * half / TOKEN, 3)
    yield (
        f'<use href="#{scene.name}-{area.sign}" class="built" '
        f'transform="translate({num(x)} {num(y)})scale({scale:g})"/>'
    )
    if area.seat != NOBODY:
        flag = ring_path(SHAPES[area.seat], FLAG_SHARE * half)
        place = f"translate({num(x + 0.58 * half)} {num(y + 0.3 * half)})"
        yield f'<path class="seat{area.seat}" transform="{place}" d="{flag}"/>'


def name_size(scene: Scene) -> float:
    """Return the size of the letters of names."""
    if scene.lettering:
        return scene.lettering * UNIT
    return max(SMALLEST, NAME_SHARE * scene.size * UNIT)


def _name(scene: Scene, area: Area, pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield the name of an area, above its pieces; without any, what stands below the name."""
    if not area.name:
        return
    size, kind = name_size(scene), NUMBER if area.name == str(area.id) else NAME
    x, y = area.middle[0] * UNIT, _name_middle(scene, area, pieces) + BASELINE * size
    yield name_text(area.name, x, y, size, BOLD, kind)
    if not is_lifted(scene) and (second := _second_of(scene, area)):
        words, small = second
        yield name_text(words, x, y + 1.05 * size, small, ITALIC)


def _name_middle(scene: Scene, area: Area, pieces: Sequence[Piece]) -> float:
    """Return how far down the middle of a name is: above what is on the area."""
    y = area.middle[1] * UNIT
    if not is_lifted(scene):
        return y - (0.4 * name_size(scene) if _second_of(scene, area) else 0.0)
    if not (pieces or area.sign or area.name == str(area.id)):
        return y
    rows = min(FULL_ROWS, fitted(scene, len(pieces))[1]) if not scene.room else 1
    return y - (LIFT + max(0, rows - 1) * ROW_STEP / 2) * scene.size * UNIT


def _second_of(scene: Scene, area: Area) -> tuple[str, float] | None:
    """Return what is written below an area's name and its size, None without room."""
    if not area.below or not area.outline:
        return None
    size = SECOND * name_size(scene)
    x, y = area.middle[0], area.middle[1] + 0.045 * scene.size / 0.05
    heights = (y - size / UNIT / 2, y + size / UNIT / 2)
    room = min(_room_at(area.outline[0], (x, height)) for height in heights) * UNIT
    wide = len(area.below) * LETTER
    size = min(size, 0.94 * room / wide)
    return (area.below, size) if size >= SMALLEST * 0.85 else None


@lru_cache(maxsize=DRAWN)
def _room_at(ring: tuple[Point, ...], spot: Point) -> float:
    """Return how wide a text about a spot may be before it crosses the ring; 0 outside."""
    x, y = spot
    cuts = [
        ax + (y - ay) / (by - ay) * (bx - ax)
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True)
        if (ay > y) != (by > y)
    ]
    if sum(cut < x for cut in cuts) % 2 == 0:
        return 0.0
    return 2 * min(abs(cut - x) for cut in cuts)


def landmark_parts(area: Area, *, named: bool = True) -> Iterator[str]:
    """Yield the square of a landmark, and what is written at it unless letters would be small."""
    if not area.landmark:
        return
    half, below, text, size = LANDMARK
    x, y = area.middle[0] * UNIT, area.middle[1] * UNIT + below
    yield (
        f'<rect class="landmark" x="{num(x - half)}" y="{num(y - half)}" '
        f'width="{num(2 * half)}" height="{num(2 * half)}"/>'
    )
    if named:
        yield name_text(area.landmark, x, y + text + BASELINE * size, size, ITALIC)
