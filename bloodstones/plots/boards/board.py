"""The map: terrain, coasts, rivers, numbers and names; on it pieces, moves or a heat layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.patches import Polygon, Rectangle

from bloodstones.plots.boards.board_style import BoardStyle
from bloodstones.plots.boards.heat import (
    KEY_HEIGHT,
    LAYERS,
    NUMBER_SIZE,
    Heat,
    draw_circles,
    draw_heat_key,
    write_number,
)
from bloodstones.plots.boards.labels import STYLE, Layout, Spot, lay_out, name_width, strewn
from bloodstones.plots.boards.landmarks import draw_landmark_key, draw_landmarks
from bloodstones.plots.boards.map_key import (
    FRAME_COLOUR,
    STRIP,
    draw_seat_key,
    draw_terrain_key,
    strew,
)
from bloodstones.plots.boards.pieces import (
    FIRST_ROW,
    RADIUS,
    Scene,
    draw_arrows,
    draw_tokens,
    place_arrows,
    place_tokens,
)
from bloodstones.plots.boards.terrain import COAST, RIVER, SHALLOWS, Mark, TerrainStyle, pale
from bloodstones.plots.style import PAGE_WIDTH, new_figure, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

EDGE = 0.004
MAP_WIDTH = 0.8 * PAGE_WIDTH
POINTS = 72  # in an inch
NUMBER_ROOM = (0.015, 0.011)
NAME_ROOM = 0.01  # half its height
NAME_BELOW = 0.014
NAMED_ABOVE = 0.007  # the number of an area with a name
NAME_SIZE = 5.6
SMALLEST_NAME = 4.2
NAME_SHARE = 0.92  # of the room at its height
NUMBER_ABOVE = 0.022  # where pieces are
PIECES_NUMBER_SIZE = 6.4
COAST_WIDTH = 1.4
SHALLOWS_WIDTHS = (9.0, 4.6)
RIM_WIDTH = 4.2
RIM_OPACITY = 0.5
BORDER_WIDTH = 0.75
WATER_BORDER_WIDTH = 0.9
RIVER_WIDTHS = (3.4, 2.0)
FRAME_WIDTH = 1.2
SEAM_WIDTH = 0.8
BORDER_COLOUR = "#4f402b"
WATER_BORDER_COLOUR = "#f4fafd"
WATER_DASHES = (0, (4, 2.4))
WATERFALL_COLOUR = "#ffffff"
WATERFALL_WIDTH = 2.8
WATERFALL_BARS = (0, (0.4, 1.1))
SHOAL_COLOUR = "#8a5a17"
SHOAL_WIDTH = 2.2
SHOAL_DOTS = (0, (0.8, 1.0))

Stroke = tuple[str, float, Any, float]  # colour, width, dashes, layer


@styled
def draw_map(
    areas: Mapping[str, Sequence[Any]],
    heat: Heat | None = None,
    width: float = MAP_WIDTH,
    *,
    style: BoardStyle,
    scene: Scene | None = None,
    names: bool = True,
    key: bool = True,
    room: float = 0.0,
) -> Figure:
    """Draw a map from its table, and what is on it.

    Parameters
    ----------
    areas
        Columns `area`, `terrain`, `x` (0 to 1), `y` (down from 0, in board widths) and
        `neighbours`; optional `name`, `landmark`, `outline`, `rivers`, `waterfalls` and `shoals`
        (see `labels.lay_out`).
    heat
        With it the terrain is pale and the circles carry the picture.
    width, style
        In inches; of the game's terrains and pieces.
    scene
        What is on the map; the numbers move up to make room, also for a scene without pieces.
    names
        Whether to write the names of areas where there is room and no pieces are shown.
    key, room
        Whether to draw the key under the board; what to keep free under it, in board widths.

    Notes
    -----
    In an SVG an area's outline is called `outline-N`, its number `number-N`, its name `name-N`, a
    token `piece-AREA-SEAT-KIND` and an arrow `move-K`.
    """
    layout = lay_out(areas)
    scale = width / MAP_WIDTH
    seats = () if scene is None else scene.seats
    below = _key_height(heat, seats) if key else EDGE
    axes = _open(layout, width, below + room)
    grounds = {area: _ground(style.terrains[name], heat) for area, name in layout.terrain.items()}
    _draw_ground(axes, layout, grounds, style.water, scale)
    if heat is not None:
        draw_circles(axes, layout.spots, heat, width)
    else:
        _draw_terrain(axes, layout, grounds, scale, names=names, on_it=scene is not None)
    draw_landmarks(axes, layout, style.landmark, scale)
    if scene is not None:
        draw_arrows(axes, place_arrows(scene.moves, layout.spots), scale)
        tokens = place_tokens(scene.pieces, layout.spots, style.kinds)
        draw_tokens(axes, tokens, style.bodies, scale)
    if key:
        _draw_key(axes, layout, heat, style, seats, scale)
    return axes.get_figure(root=True)  # type: ignore[return-value]


def _draw_terrain(
    axes: Axes,
    layout: Layout,
    grounds: Mapping[int, TerrainStyle],
    scale: float,
    *,
    names: bool,
    on_it: bool,
) -> None:
    """Draw the marks of the terrain and write numbers and names; no names where pieces are."""
    named = _sized_names(layout) if names and not on_it else {}
    _draw_marks(axes, layout, grounds, named, scale, on_it=on_it)
    _write_labels(axes, layout, grounds, named, scale, on_it=on_it)


def _ground(ground: TerrainStyle, heat: Heat | None) -> TerrainStyle:
    return ground if heat is None else pale(ground)


def _draw_key(
    axes: Axes,
    layout: Layout,
    heat: Heat | None,
    style: BoardStyle,
    seats: Sequence[str],
    scale: float,
) -> None:
    bottom = layout.outlines.height
    if heat is not None:
        x = draw_heat_key(axes, bottom, heat, 1 / scale)
        if style.landmark and layout.landmarks:
            draw_landmark_key(axes, (x, bottom + KEY_HEIGHT / 2), style.landmark, scale)
        return
    there = set(layout.terrain.values())
    shown = {name: ground for name, ground in style.terrains.items() if name in there}
    draw_terrain_key(axes, bottom, shown, scale)
    draw_seat_key(axes, bottom + STRIP, seats, style, scale)


def _key_height(heat: Heat | None, seats: Sequence[str]) -> float:
    if heat is not None:
        return KEY_HEIGHT
    return STRIP * (2 if seats else 1)


def _open(layout: Layout, width: float, below: float) -> Axes:
    """Return axes over the whole of a new figure, in board widths, y down."""
    height = layout.outlines.height + below + EDGE
    figure = new_figure(width, width * height / (1 + 2 * EDGE), fitted=False)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(-EDGE, 1 + EDGE)
    axes.set_ylim(layout.outlines.height + below, -EDGE)
    axes.set_aspect("equal")
    axes.axis("off")
    return axes


def frame(height: float) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a picture without a key, in board widths.

    Parameters
    ----------
    height
        Of the board, in board widths.

    Examples
    --------
    >>> x, y, width, tall = frame(1.1)
    >>> x == y < 0, 1 < width < 1.1 < tall
    (True, True)
    """
    return -EDGE, -EDGE, 1 + 2 * EDGE, height + 2 * EDGE


def _draw_ground(
    axes: Axes, layout: Layout, grounds: Mapping[int, TerrainStyle], water: str, scale: float
) -> None:
    """Fill the areas and draw borders, `scale` times as wide; water is lighter at the coast."""
    outlines, terrain = layout.outlines, layout.terrain
    for area in sorted(outlines.rings, key=lambda a: (terrain[a] != water, a)):
        _fill_area(axes, outlines.rings[area], area, grounds[area], terrain[area] == water, scale)
    for stroke, lines in _lines_by_stroke(layout, water).items():
        colour, width, dashes, layer = stroke
        axes.plot(
            *_joined(lines).T,
            color=colour,
            linewidth=width * scale,
            linestyle=dashes,
            zorder=layer,
            solid_capstyle="round",
            solid_joinstyle="round",
        )
    frame = Rectangle((0, 0), outlines.width, outlines.height, fill=False)
    frame.set(edgecolor=FRAME_COLOUR, linewidth=FRAME_WIDTH, zorder=LAYERS["arrow"])
    axes.add_patch(frame)
    for drawn in axes.lines:
        drawn.set_clip_path(frame)


def _lines_by_stroke(layout: Layout, water: str) -> Mapping[Stroke, list[NDArray[np.float64]]]:
    """Return the borders that are drawn alike together: a path for each makes a small picture."""
    dry: dict[Stroke, list[NDArray[np.float64]]] = {}
    special: dict[Stroke, list[NDArray[np.float64]]] = {}
    for pair, lines in layout.outlines.borders.items():
        wet = [layout.terrain[area] for area in pair].count(water)
        for stroke in _strokes(wet):
            dry.setdefault(stroke, []).extend(lines)
        for stroke in _special(layout, pair):
            special.setdefault(stroke, []).extend(lines)
    return {**dry, **special}


def _joined(lines: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return lines as one, with a gap of NaN after each."""
    gap = np.full((1, 2), np.nan)
    return np.vstack([part for line in lines for part in (line, gap)])


def _fill_area(
    axes: Axes,
    rings: Sequence[NDArray[np.float64]],
    area: int,
    ground: TerrainStyle,
    is_water: bool,
    scale: float,
) -> None:
    """Fill an area; land is darker along the inside of its border."""
    layer = 0 if is_water else LAYERS["land"]
    for number, ring in enumerate(rings):
        patch = Polygon(ring, facecolor=ground.fill, edgecolor=ground.fill)
        patch.set(linewidth=SEAM_WIDTH * scale, zorder=layer)
        patch.set_gid(f"outline-{area}" + (f"-{number}" if number else ""))
        axes.add_artist(patch)
        if not is_water and ground.marks:
            rim = Polygon(ring, fill=False, edgecolor=ground.rim, alpha=RIM_OPACITY)
            rim.set(linewidth=RIM_WIDTH * scale, zorder=layer)
            axes.add_artist(rim)
            rim.set_clip_path(patch)


def _strokes(wet: int) -> Iterator[Stroke]:
    """Yield colour, width, dashes and layer of a border's strokes; `wet`: its sides of water."""
    if wet == 0:
        yield BORDER_COLOUR, BORDER_WIDTH, "-", LAYERS["border"]
    elif wet == 1:
        for colour, width in zip(SHALLOWS, SHALLOWS_WIDTHS, strict=True):
            yield colour, width, "-", LAYERS["shallows"]
        yield COAST, COAST_WIDTH, "-", LAYERS["coast"]
    else:
        yield WATER_BORDER_COLOUR, WATER_BORDER_WIDTH, WATER_DASHES, LAYERS["shallows"]


def _special(layout: Layout, pair: tuple[int, int]) -> Iterator[Stroke]:
    """Yield the strokes of a border with a river, with bars at a waterfall, dots at a shoal."""
    if pair in layout.rivers:
        for colour, width in zip(RIVER, RIVER_WIDTHS, strict=True):
            yield colour, width, "-", LAYERS["border"]
    if pair in layout.waterfalls:
        yield WATERFALL_COLOUR, WATERFALL_WIDTH, WATERFALL_BARS, LAYERS["coast"]
    if pair in layout.shoals:
        yield SHOAL_COLOUR, SHOAL_WIDTH, SHOAL_DOTS, LAYERS["coast"]


def _boxes(area: int, spot: Spot, named: Mapping[int, float], on_it: bool) -> list[Any]:
    """Return middle and half size of what marks must keep off."""
    x, y = spot
    if on_it:
        return [((x, y - NUMBER_ABOVE), NUMBER_ROOM), ((x, y + FIRST_ROW), (RADIUS, RADIUS))]
    if area not in named:
        return [((x, y), NUMBER_ROOM)]
    half = named[area] / 2
    return [((x, y - NAMED_ABOVE), NUMBER_ROOM), ((x, y + NAME_BELOW), (half, NAME_ROOM))]


def _draw_marks(
    axes: Axes,
    layout: Layout,
    grounds: Mapping[int, TerrainStyle],
    named: Mapping[int, float],
    scale: float,
    on_it: bool,
) -> None:
    """Strew each area with the marks of its terrain, clear of its labels and borders."""
    spots: dict[str, list[NDArray[np.float64]]] = {}
    marks: dict[str, tuple[Mark, ...]] = {}
    for area, rings in layout.outlines.rings.items():
        ground = grounds[area]
        if not ground.marks:
            continue
        boxes = _boxes(area, layout.spots[area], named, on_it)
        size = max(mark.size for mark in ground.marks) / (MAP_WIDTH * POINTS)
        places = strewn(rings[0], area, ground.spacing, size, boxes)
        spots.setdefault(layout.terrain[area], []).append(places)
        marks[layout.terrain[area]] = ground.marks
    for name, groups in spots.items():
        for mark in marks[name]:
            strew(axes, np.concatenate(groups), mark, scale)


def _sized_names(layout: Layout) -> dict[int, float]:
    """Return the width of each name that has room below its number, in board widths."""
    sizes = {}
    for area, name in layout.names.items():
        x, y = layout.spots[area]
        ring, heights = (
            layout.outlines.rings[area][0],
            (NAME_BELOW - NAME_ROOM, NAME_BELOW + NAME_ROOM),
        )
        room = min(_room_at(ring, (x, y + height)) for height in heights)
        size = min(NAME_SIZE, NAME_SHARE * room / _width_of(name))
        if size >= SMALLEST_NAME:
            sizes[area] = size * _width_of(name)
    return sizes


def _width_of(name: str) -> float:
    """Return the width of a name for each point of its size, in board widths."""
    return name_width(name, NAME_SIZE) / NAME_SIZE / (MAP_WIDTH * POINTS)


def _room_at(ring: NDArray[np.float64], spot: Spot) -> float:
    """Return how wide a text about a spot may be before it crosses the ring; 0 outside."""
    (x, y), ends = spot, np.roll(ring, -1, axis=0)
    over = (ring[:, 1] > y) != (ends[:, 1] > y)
    start, end = ring[over], ends[over]
    cuts = start[:, 0] + (y - start[:, 1]) / (end[:, 1] - start[:, 1]) * (end[:, 0] - start[:, 0])
    if (cuts < x).sum() % 2 == 0:
        return 0.0
    return 2 * float(np.abs(cuts - x).min())


def _write_labels(
    axes: Axes,
    layout: Layout,
    grounds: Mapping[int, TerrainStyle],
    named: Mapping[int, float],
    scale: float,
    on_it: bool,
) -> None:
    size = PIECES_NUMBER_SIZE if on_it else NUMBER_SIZE
    for area, (x, y) in layout.spots.items():
        ink = grounds[area].ink
        above = NUMBER_ABOVE if on_it else NAMED_ABOVE if area in named else 0.0
        text = write_number(axes, area, (x, y - above), ink, size * scale)
        text.set_gid(f"number-{area}")
        if area in named:
            axes.text(
                x,
                y + NAME_BELOW,
                layout.names[area],
                ha="center",
                va="center_baseline",
                fontsize=named[area] / _width_of(layout.names[area]) * scale,
                fontstyle=STYLE,
                color=ink,
                zorder=LAYERS["text"],
                gid=f"name-{area}",
            )
