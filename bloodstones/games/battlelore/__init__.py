"""BattleLore, second edition: scenarios, mustered armies, command cards, dice and lore.

A room each for rules, engine, odds, records, strategies, questions, reports (`sections`) and
commands (`cli`). Imports no other game. Start with `game`, the declaration.
"""

from __future__ import annotations

from typing import Final

TITLE: Final = "BattleLore (second edition)"
DEFAULT_BOARD: Final = "drawn"
COMMANDS: Final = {
    "odds": "Exact odds of an attack.",
    "odds-table": "Draw the odds of every attack between two units.",
}
QUESTIONS: Final = ("odds", "odds-table")
GAME_COMMANDS: Final = "cli.game_commands"
