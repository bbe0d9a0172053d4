"""Boards in reports: scenes as SVG in the letters of charts, whatever their width."""

from __future__ import annotations

from typing import Final

from bloodstones.kit.pictures.scene import Scene
from bloodstones.kit.pictures.svg import UNIT, Frame, Page, to_svg
from bloodstones.plots.style import PAGE_WIDTH, SHOWN_FONTS

MAP_WIDTH: Final = 0.8 * PAGE_WIDTH
HALF_WIDTH: Final = 0.485 * PAGE_WIDTH  # of two boards side by side
POINTS: Final = 72  # in an inch
LETTERS: Final = 9.0  # points


def board_svg(scene: Scene, width: float = MAP_WIDTH) -> str:
    """Return a scene as SVG for a page of paper, with letters of the size of its charts.

    Parameters
    ----------
    scene
        What it shows.
    width
        Of the picture, in inches.
    """
    font = LETTERS / (width * POINTS) * UNIT
    return to_svg(scene, frame=Frame(Page.LIGHT, font, SHOWN_FONTS))
