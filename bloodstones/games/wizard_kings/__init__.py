"""Wizard Kings: hidden blocks on hexes, dice, spells and armies bought for gold."""

from __future__ import annotations

from typing import Final

TITLE: Final = "Wizard Kings"
COMMANDS: Final = {"odds": "Exact odds of a battle fought to the death."}
QUESTIONS: Final = ("odds",)
GAME_COMMANDS: Final = "cli.game_commands"
