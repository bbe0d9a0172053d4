"""Bloodstones (Martin Wallace): rules, odds, engine and strategies.

Imports what every game may. Start with `game`, then `rules.ruleset` and `engine.turn`.
"""

from __future__ import annotations

from typing import Final

TITLE: Final = "Bloodstones"
DEFAULT_BOARD: Final = "tyrants_lament"
COMMANDS: Final = {
    "draws": "Exact chances of a faction's draws.",
    "maps": "List, show, draw, check, generate, compare and evaluate maps.",
    "odds": "Exact odds of a battle.",
    "odds-page": "Write the odds page, an HTML file to use while you play.",
}
QUESTIONS: Final = (
    "draws",
    *(f"maps {name}" for name in ("check", "compare", "draw", "generate", "judge", "list", "show")),
    "odds",
    "odds-page",
)
GAME_COMMANDS: Final = "cli.game_commands"
