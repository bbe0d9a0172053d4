"""What reports say of Dare alone: its words, and how its board looks."""

from __future__ import annotations

from typing import Final

from bloodstones.plots.board_style import INK, BoardLooks
from bloodstones.plots.terrain import Look
from bloodstones.report.contract.game_report import GameReport, Words
from tests.toy.rules.board import Terrain

LOOKS: Final = BoardLooks(
    {Terrain.FIELD.id: Look("#e7d67f", INK), Terrain.HILL.id: Look("#b58a5c", INK)}
)
GAME_REPORT: Final = GameReport(
    words=Words(chance="the luck of cards and the die", drawn="cards and the die"),
    looks=LOOKS,
)
