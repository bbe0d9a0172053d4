"""Bloodstones: hands and bags of others, combat tiles and swaps (BS-GEN-12 to -14)."""

from __future__ import annotations

from typing import Any

from bloodstones.kit.playthrough import Playthrough
from tests.games.bloodstones.strategies.hidden import deal_tiles
from tests.hidden.counting import Luck


class Dealer:
    """Nothing that was shown stays hidden later: tiles leave the hand when they are shown."""

    def watch(self, play: Playthrough, code: int | None) -> None:
        """Nothing to remember."""

    def deal(self, state: Any, play: Playthrough, seat: int, luck: Luck) -> None:
        """Deal hands, bags and the battle of the others."""
        deal_tiles(state, play.tables, seat, luck)
