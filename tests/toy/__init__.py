"""Dare, a whole game in little: an isle to claim with hidden cards and a die."""

from __future__ import annotations

from typing import Final

TITLE: Final = "Dare"
COMMANDS: Final = {"odds": "Exact chances to claim an area with a card."}
QUESTIONS: Final = ("odds",)
