"""BattleLore, second edition: scenarios, mustered armies, command cards, dice and lore."""

from __future__ import annotations

from typing import Final

TITLE: Final = "BattleLore (second edition)"
COMMANDS: Final = {"odds": "Exact odds of an attack."}
DESK: Final = "cli.desk"
