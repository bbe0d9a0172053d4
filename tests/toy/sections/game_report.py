"""What reports say of Dare alone: its words, and how its board looks."""

from __future__ import annotations

from typing import Final

from bloodstones.plots.boards.board_style import INK, BoardStyle
from bloodstones.plots.boards.terrain import TerrainStyle
from bloodstones.report.contract.game_report import GameReport, GameText
from tests.toy.rules.board import Terrain

BOARD_STYLE: Final = BoardStyle(
    {Terrain.FIELD.id: TerrainStyle("#e7d67f", INK), Terrain.HILL.id: TerrainStyle("#b58a5c", INK)}
)
GAME_REPORT: Final = GameReport(
    words=GameText(chance="the luck of cards and the die", drawn="cards and the die"),
    board_style=BOARD_STYLE,
)
