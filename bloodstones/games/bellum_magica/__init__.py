"""Bellum Magica: evil kings hire creatures, plunder and rob for chests; a game without a map.

A room each for rules, engine, odds, records, strategies, questions, reports (`sections`) and
commands (`cli`). Imports no other game. Start with `game`, the declaration.
"""

from __future__ import annotations

from typing import Final

TITLE: Final = "Bellum Magica"
COMMANDS: Final = {
    "draws": "Exact chances that wanted creatures appear.",
    "odds": "Exact odds that an army can plunder a target.",
}
QUESTIONS: Final = ("draws", "odds")
GAME_COMMANDS: Final = "cli.game_commands"
