"""Landmarks of a map: small squares with what is written at them, readable over anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.patches import Rectangle

from bloodstones.plots.boards.heat import KEY_GAP, KEY_SIZE, LAYERS
from bloodstones.plots.boards.labels import STYLE, Layout, Spot

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HALF_SIDE = 0.0045  # board widths
BELOW = 0.0175  # of the middle of its area
TEXT_BELOW = 0.011  # of the square
SIZE = 4.6
SMALLEST = 3.6  # points; below it only the square is drawn
FACE, EDGE = "#fffdf6", "#14110d"
EDGE_WIDTH = 0.8
GROUND = {"boxstyle": "square,pad=0.08", "facecolor": FACE, "alpha": 0.8, "linewidth": 0}


def draw_landmarks(axes: Axes, layout: Layout, words: str, scale: float) -> None:
    """Draw a square in the lower part of each area with a landmark, and its text where it is read.

    Nothing where landmarks have no `words`. In an SVG the text is called `landmark-N`.

    Parameters
    ----------
    layout
        Where the areas are.
    words
        What a landmark is; "": there are none to draw.
    scale
        Size of lines and letters, 1 in a picture of the usual width.
    """
    for area, text in layout.landmarks.items() if words else ():
        x, y = layout.spots[area]
        _square(axes, (x, y + BELOW), scale)
        if SIZE * scale < SMALLEST:
            continue
        axes.text(
            x,
            y + BELOW + TEXT_BELOW,
            text,
            ha="center",
            va="center_baseline",
            fontsize=SIZE * scale,
            fontstyle=STYLE,
            color=EDGE,
            bbox=GROUND,
            zorder=LAYERS["text"],
            gid=f"landmark-{area}",
        )


def draw_landmark_key(axes: Axes, spot: Spot, words: str, scale: float) -> None:
    """Draw the square at a spot of the key, and what it stands for.

    Parameters
    ----------
    spot
        Middle of the square, in board widths.
    words
        What a landmark is.
    scale
        Size of lines and letters, 1 in a picture of the usual width.
    """
    _square(axes, spot, scale)
    axes.text(spot[0] + KEY_GAP / scale, spot[1], words, va="center_baseline", fontsize=KEY_SIZE)


def _square(axes: Axes, middle: Spot, scale: float) -> None:
    corner = middle[0] - HALF_SIDE, middle[1] - HALF_SIDE
    patch = Rectangle(corner, 2 * HALF_SIDE, 2 * HALF_SIDE, facecolor=FACE, edgecolor=EDGE)
    patch.set(linewidth=EDGE_WIDTH * scale, zorder=LAYERS["text"])
    axes.add_patch(patch)
