"""The scene of a board from its table: areas with terrain and labels, coasts, borders, rivers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from bloodstones.kit.pictures.layout import Layout, lay_out
from bloodstones.kit.pictures.scene import Area, Glyph, Line, Look, Scene, spaced

COAST, SHALLOWS, BORDER, WATER_BORDER = "coast", "shallows", "border", "water_border"
RIVER, WATERFALL, SHOAL, FRAME = "river", "waterfall", "shoal", "frame"
BOARDS: Final = 8  # that are kept
# For terrains without looks of their own; light and dark alternate.
PLAIN: Final = (
    ("#e7d67f", "#57501f"), ("#6fa576", "#244a2c"), ("#f8efdc", "#6a6147"), ("#d08e4b", "#6b4418"),
    ("#cfe3d4", "#3d5044"), ("#8d8a91", "#4b4950"), ("#ead1dc", "#5c4650"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class BoardLooks:
    """How the boards of a game look.

    Attributes
    ----------
    looks
        By name: its terrains, and those of the lines that its boards have: `coast`, `shallows`,
        `border`, `water_border`, `river`, `waterfall`, `shoal`, `frame`.
    glyphs
        Those that the looks strew, and those of pieces.
    water
        The terrain with a coast; "" without one.
    landmark
        What a landmark of its boards is, in a word or two; "" where none are drawn.
    by_hand
        Whether outlines are drawn as a hand would draw them.
    """

    looks: Mapping[str, Look]
    glyphs: Mapping[str, Glyph] = field(default_factory=dict)
    water: str = ""
    landmark: str = ""
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """A board without what is on it: its areas, its lines, its height in board widths."""

    areas: tuple[Area, ...]
    lines: tuple[Line, ...]
    height: float


def plain_looks(terrains: Iterable[str]) -> BoardLooks:
    """Return how boards look whose terrains have no looks of their own, by their names.

    >>> list(plain_looks(["swamp", "meadow", "swamp"]).looks)
    ['meadow', 'swamp']
    """
    names = sorted(set(terrains))
    colours = (PLAIN[place % len(PLAIN)] for place in range(len(names)))
    return BoardLooks({name: Look(*pair, name) for name, pair in zip(names, colours, strict=True)})


def board_scene(
    name: str,
    table: Mapping[str, Sequence[Any]],
    looks: BoardLooks,
    *,
    words: str = "",
    names: bool = True,
) -> Scene:
    """Return an empty board as a scene; heat, pieces and seats can be put on it.

    Parameters
    ----------
    name
        Of the game.
    table
        The areas of the board as columns, see `core.contract.game.Game.board_table`.
    looks
        How boards of the game look.
    words
        What the picture shows, for those who do not see it.
    names
        Whether areas have their names below their numbers.
    """
    ground = ground_of(table, looks, names=names)
    return Scene(
        name,
        words or f"A board with {len(ground.areas)} areas",
        looks.looks,
        ground.areas,
        ground.lines,
        glyphs=looks.glyphs,
        landmark=looks.landmark,
        height=ground.height,
    )


def ground_of(
    table: Mapping[str, Sequence[Any]], looks: BoardLooks, *, names: bool = True
) -> Ground:
    """Return the areas and lines of a board; those of the last few boards are kept.

    Parameters
    ----------
    table, looks, names
        As of `board_scene`.
    """
    layout = lay_out(table, by_hand=looks.by_hand)
    return _ground(layout, looks.water, tuple(looks.looks), bool(looks.landmark), names)


@lru_cache(maxsize=BOARDS)
def _ground(
    layout: Layout, water: str, looks: tuple[str, ...], landmarks: bool, names: bool
) -> Ground:
    areas = tuple(_areas(layout, landmarks=landmarks, names=names))
    lines = tuple(line for line in _lines(layout, water) if line.look in looks)
    return Ground(areas, lines, layout.outlines.height)


def _areas(layout: Layout, *, landmarks: bool, names: bool) -> Iterator[Area]:
    for area, terrain in layout.terrain.items():
        landmark = layout.landmarks.get(area, "") if landmarks else ""
        called = layout.names.get(area, "")
        x, y = layout.spots[area]
        yield Area(
            area,
            tuple(_spots(ring) for ring in layout.outlines.rings[area]),
            (float(x), float(y)),
            terrain,
            f"{area}",
            ", ".join(filter(None, (f"area {area}", called, spaced(terrain)))),
            called if names and not landmark else "",
            landmark,
        )


def _lines(layout: Layout, water: str) -> Iterator[Line]:
    """Yield the borders by what is on both sides, then what lies along them."""
    borders = layout.outlines.borders
    for pair, lines in borders.items():
        wet = [layout.terrain[area] for area in pair].count(water)
        for look in ((BORDER,), (SHALLOWS, COAST), (WATER_BORDER,))[wet]:
            yield from (Line(_spots(line), look) for line in lines)
    for look, pairs in (
        (RIVER, layout.rivers),
        (WATERFALL, layout.waterfalls),
        (SHOAL, layout.shoals),
    ):
        for pair in pairs:
            yield from (Line(_spots(line), look) for line in borders.get(pair, ()))
    wide, high = layout.outlines.width, layout.outlines.height
    yield Line(((0, 0), (wide, 0), (wide, high), (0, high), (0, 0)), FRAME)


def _spots(points: Any) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in points)
