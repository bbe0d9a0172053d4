"""The map of a playthrough with its pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.maps.area_tables import area_table
from bloodstones.games.bloodstones.record.header import title
from bloodstones.games.bloodstones.record.pieces import pieces_of_play
from bloodstones.games.bloodstones.sections.board_style import BOARD_STYLE

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def position_picture(play: Playthrough) -> Figure:
    """Return the map with all pieces that lie open on it."""
    from bloodstones.plots.board import draw_map
    from bloodstones.plots.pieces import Scene

    scene = Scene(pieces_of_play(play), seats=[title(each) for each in play.line_up])
    return draw_map(area_table(play.board), style=BOARD_STYLE, scene=scene)
