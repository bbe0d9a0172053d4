"""The map: areas as cells coloured and marked by terrain, coasts, numbers, and a heat layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.patches import Polygon, Rectangle

from bloodstones.plots.cells import Outlines, inside, outline_areas
from bloodstones.plots.heat import (
    KEY_GAP,
    KEY_HEIGHT,
    KEY_SIZE,
    LAYERS,
    Heat,
    draw_circles,
    draw_heat_key,
    write_number,
)
from bloodstones.plots.style import PAGE_WIDTH, new_figure, styled
from bloodstones.plots.terrain import COAST, LOOKS, SEA, SHALLOWS, Look, Mark, pale

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

EDGE = 0.004
PATCH = (0.036, 0.028)
MAP_WIDTH = 0.8 * PAGE_WIDTH
MARK_SPACING = 0.03
MARK_JITTER = 0.35
CLEAR_OF_NUMBER = 0.024
CLEAR_OF_BORDER = 0.014
COAST_WIDTH = 1.5
SHALLOWS_WIDTHS = (8.0, 4.0)
BORDER_WIDTH = 0.7
SEA_BORDER_WIDTH = 0.8
FRAME_WIDTH = 1.2
SEAM_WIDTH = 0.8
BORDER_COLOUR = "#5b4b35"
SEA_BORDER_COLOUR = "#f4fafd"
SEA_DASHES = (0, (4, 2))
FRAME_COLOUR = "#3b3226"
SEED = 1


@styled
def draw_map(
    areas: Mapping[str, Sequence[Any]], heat: Heat | None = None, width: float = MAP_WIDTH
) -> Figure:
    """Draw a map from its table, with a heat layer if one is given.

    Parameters
    ----------
    areas
        Columns `area`, `terrain` (sea, plains, forest, hills, mountains, desert), `x` (0 to 1),
        `y` (down from 0, in board widths) and `neighbours`.
    heat
        With it the terrain is pale and the circles carry the picture.
    width
        In inches.
    """
    numbers = [int(area) for area in areas["area"]]
    terrain = dict(zip(numbers, map(str, areas["terrain"]), strict=True))
    points = dict(zip(numbers, zip(areas["x"], areas["y"], strict=True), strict=True))
    outlines = outline_areas(points, dict(zip(numbers, areas["neighbours"], strict=True)))
    height = width * (outlines.height + KEY_HEIGHT)
    figure = new_figure(width, height, fitted=False)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(-EDGE, 1 + EDGE)
    axes.set_ylim(outlines.height + KEY_HEIGHT, -EDGE)
    axes.set_aspect("equal")
    axes.axis("off")
    looks = {
        area: LOOKS[name] if heat is None else pale(LOOKS[name]) for area, name in terrain.items()
    }
    _draw_ground(axes, outlines, terrain, looks, width / MAP_WIDTH)
    if heat is None:
        _draw_marks(axes, outlines, points, looks)
        _draw_numbers(axes, points, looks)
        _draw_terrain_key(axes, outlines, sorted(set(terrain.values()), key=list(LOOKS).index))
    else:
        draw_circles(axes, points, heat, width)
        draw_heat_key(axes, outlines.height, heat, MAP_WIDTH / width)
    return figure


def _draw_ground(
    axes: Axes,
    outlines: Outlines,
    terrain: Mapping[int, str],
    looks: Mapping[int, Look],
    scale: float,
) -> None:
    """Fill the areas and draw borders, `scale` times as wide; the sea is lighter at the coast."""
    for area in sorted(outlines.rings, key=lambda a: terrain[a] != SEA):
        look = looks[area]
        layer = 0 if terrain[area] == SEA else LAYERS["land"]
        for ring in outlines.rings[area]:
            patch = Polygon(ring, facecolor=look.fill, edgecolor=look.fill)
            patch.set(linewidth=SEAM_WIDTH, zorder=layer)
            axes.add_artist(patch)
    for (one, other), lines in outlines.borders.items():
        seas = [terrain[one], terrain[other]].count(SEA)
        for line in lines:
            for colour, width, dashes, layer in _strokes(seas):
                axes.plot(
                    *line.T,
                    color=colour,
                    linewidth=width * scale,
                    linestyle=dashes,
                    zorder=layer,
                    solid_capstyle="round",
                    solid_joinstyle="round",
                )
    frame = Rectangle((0, 0), outlines.width, outlines.height, fill=False)
    frame.set(edgecolor=FRAME_COLOUR, linewidth=FRAME_WIDTH, zorder=LAYERS["text"])
    axes.add_patch(frame)
    for stroke in axes.lines:
        stroke.set_clip_path(frame)


def _strokes(seas: int) -> Iterator[tuple[str, float, Any, int]]:
    """Yield colour, width, dashes and layer of the strokes of a border with so many sea sides."""
    if seas == 0:
        yield BORDER_COLOUR, BORDER_WIDTH, "-", LAYERS["border"]
    elif seas == 1:
        for colour, width in zip(SHALLOWS, SHALLOWS_WIDTHS, strict=True):
            yield colour, width, "-", LAYERS["shallows"]
        yield COAST, COAST_WIDTH, "-", LAYERS["coast"]
    else:
        yield SEA_BORDER_COLOUR, SEA_BORDER_WIDTH, SEA_DASHES, LAYERS["shallows"]


def _draw_marks(
    axes: Axes,
    outlines: Outlines,
    points: Mapping[int, tuple[float, float]],
    looks: Mapping[int, Look],
) -> None:
    """Strew each area with the marks of its terrain, clear of its number and borders."""
    rng = np.random.default_rng(SEED)
    rows = np.arange(MARK_SPACING / 2, outlines.height, MARK_SPACING)
    columns = np.arange(MARK_SPACING / 2, outlines.width, MARK_SPACING)
    grid = np.array(
        [(x + (k % 2) * MARK_SPACING / 2, y) for k, y in enumerate(rows) for x in columns]
    )
    grid = grid + rng.uniform(-MARK_JITTER, MARK_JITTER, grid.shape) * MARK_SPACING
    for area, rings in outlines.rings.items():
        look = looks[area]
        spots = grid[inside(rings[0], grid)][:: look.sparse]
        spots = spots[_distance(spots, np.array([points[area]])) > CLEAR_OF_NUMBER]
        spots = spots[_distance(spots, rings[0]) > CLEAR_OF_BORDER]
        spots = spots[_edge_distance(spots, outlines) > CLEAR_OF_BORDER]
        for mark in look.marks:
            _strew(axes, spots, mark)


def _distance(spots: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the distance of each spot to the nearest of `others`."""
    gaps: NDArray[np.float64] = np.hypot(*(spots[:, None] - others).T).min(axis=0, initial=1.0)
    return gaps


def _edge_distance(spots: NDArray[np.float64], outlines: Outlines) -> NDArray[np.float64]:
    """Return the distance of each spot to the nearest edge of the board."""
    x, y = spots[:, 0], spots[:, 1]
    gaps: NDArray[np.float64] = np.minimum.reduce([x, outlines.width - x, y, outlines.height - y])
    return gaps


def _draw_numbers(
    axes: Axes, points: Mapping[int, tuple[float, float]], looks: Mapping[int, Look]
) -> None:
    for area, point in points.items():
        write_number(axes, area, point, looks[area].ink)


def _draw_terrain_key(axes: Axes, outlines: Outlines, names: Sequence[str]) -> None:
    """Draw a strip under the board: a patch and a name for each terrain."""
    width, height = PATCH
    middle = outlines.height + KEY_HEIGHT / 2
    for place, name in enumerate(names):
        x, look = place / len(names), LOOKS[name]
        corner = (x, middle - height / 2)
        patch = Rectangle(corner, width, height, facecolor=look.fill, edgecolor=FRAME_COLOUR)
        axes.add_patch(patch)
        for mark in look.marks:
            _strew(axes, np.array([[x + width / 2, middle]]), mark)
        axes.text(x + width + KEY_GAP, middle, name, va="center_baseline", fontsize=KEY_SIZE)


def _strew(axes: Axes, spots: NDArray[np.float64], mark: Mark) -> None:
    axes.scatter(
        spots[:, 0],
        spots[:, 1],
        s=mark.size**2,
        marker=mark.path,
        facecolor=mark.face,
        edgecolor=mark.edge,
        linewidth=mark.width,
        zorder=LAYERS["marks"],
    )
