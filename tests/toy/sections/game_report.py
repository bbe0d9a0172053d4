"""What reports say of Dare alone: its words, and how its board looks."""

from __future__ import annotations

from typing import Final

from bloodstones.kit.pictures.boards import BoardLooks
from bloodstones.report.contract.game_report import GameReport, GameText
from tests.toy.board_looks import LOOKS

GAME_REPORT: Final = GameReport(
    words=GameText(chance="the luck of cards and the die", drawn="cards and the die"),
    board_looks=BoardLooks(LOOKS),
)
