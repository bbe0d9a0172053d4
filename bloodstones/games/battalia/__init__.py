"""Battalia: The Creation: a deck of four factions builds cities, roads and heroes.

A room each for rules, engine, odds, records, strategies, questions, reports (`sections`) and
commands (`cli`). Imports no other game. Start with `game`, the declaration.
"""

from __future__ import annotations

from typing import Final

TITLE: Final = "Battalia: The Creation"
COMMANDS: Final = {
    "draws": "Exact chances of cohorts and wanted cards in a hand.",
    "odds": "Exact odds of a fight against an unknown hand.",
}
QUESTIONS: Final = ("draws", "odds")
GAME_COMMANDS: Final = "cli.game_commands"
