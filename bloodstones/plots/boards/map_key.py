"""The key under a map: what terrains look like, and whose pieces are whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.patches import Rectangle

from bloodstones.plots.boards.board_style import FORCE, BoardStyle
from bloodstones.plots.boards.heat import KEY_GAP, KEY_SIZE, LAYERS
from bloodstones.plots.boards.pieces import RADIUS, Token, draw_tokens
from bloodstones.plots.boards.terrain import Mark, TerrainStyle

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

STRIP = 0.062  # height, of the board's width
PATCH = (0.036, 0.028)
FRAME_COLOUR = "#3b3226"
SEATS_WITH_ALL_KINDS = 3
STRETCH = 1.25  # from token to token, in their widths


def draw_terrain_key(
    axes: Axes, top: float, terrains: Mapping[str, TerrainStyle], scale: float
) -> None:
    """Draw a strip under the board: a patch and a name for each terrain.

    Parameters
    ----------
    top
        Where the strip begins, in board widths.
    terrains
        Terrain -> how it is drawn.
    scale
        Size of lines and letters, 1 in a picture of the usual width.
    """
    width, height = PATCH
    middle = top + STRIP / 2
    for place, (name, style) in enumerate(terrains.items()):
        x = place / len(terrains)
        corner = (x, middle - height / 2)
        patch = Rectangle(corner, width, height, facecolor=style.fill, edgecolor=FRAME_COLOUR)
        axes.add_patch(patch)
        for mark in style.marks:
            strew(axes, np.array([[x + width / 2, middle]]), mark, scale)
        _write_key(axes, x + width + KEY_GAP, middle, name, scale)


def draw_seat_key(
    axes: Axes, top: float, seats: Sequence[str], style: BoardStyle, scale: float
) -> None:
    """Draw a second strip: the kinds of pieces of each seat with its name.

    Parameters
    ----------
    top
        Where the strip begins, in board widths.
    seats
        Names, by seat.
    style
        Of the game's boards.
    scale
        Size of lines and letters, 1 in a picture of the usual width.
    """
    middle = top + STRIP / 2
    for seat, name in enumerate(seats):
        x = seat / len(seats) + RADIUS
        kinds = style.key_kinds if len(seats) <= SEATS_WITH_ALL_KINDS else (FORCE,)
        tokens = [
            Token(-1, seat, kind, 1, x + place * 2 * RADIUS * STRETCH, middle)
            for place, kind in enumerate(kinds)
        ]
        draw_tokens(axes, tokens, style.bodies, scale)
        _write_key(axes, tokens[-1].x + RADIUS + KEY_GAP, middle, name, scale)


def _write_key(axes: Axes, x: float, y: float, text: str, scale: float) -> None:
    axes.text(x, y, text, va="center_baseline", fontsize=KEY_SIZE * scale)


def strew(axes: Axes, spots: NDArray[np.float64], mark: Mark, scale: float) -> None:
    """Draw a mark at each of some spots.

    Parameters
    ----------
    spots
        Shape (n, 2), in board widths.
    mark
        What is drawn.
    scale
        Size of lines and letters, 1 in a picture of the usual width.
    """
    axes.scatter(
        spots[:, 0],
        spots[:, 1],
        s=(mark.size * scale) ** 2,
        marker=mark.path,
        facecolor=mark.face,
        edgecolor=mark.edge,
        linewidth=mark.width * scale,
        zorder=LAYERS["marks"],
    )
