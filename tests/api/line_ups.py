"""A table of two for each game."""

from __future__ import annotations

from typing import Final

from bloodstones.api.game_parts.commands import all_game_commands

LINE_UPS: Final = {each.id: tuple(each.example_seats.split(",")) for each in all_game_commands()}
