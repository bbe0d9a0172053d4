"""Wizard Kings: hidden blocks on hexes, dice, spells and armies bought for gold.

A room each for rules, engine, odds, records, strategies, questions, reports (`sections`) and
commands (`cli`). Imports no other game. Start with `game`, the declaration.
"""

from __future__ import annotations

from typing import Final

TITLE: Final = "Wizard Kings"
DEFAULT_BOARD: Final = "westmarch+eastfen"
COMMANDS: Final = {"odds": "Exact odds of a battle fought to the death."}
QUESTIONS: Final = ("odds",)
GAME_COMMANDS: Final = "cli.game_commands"
