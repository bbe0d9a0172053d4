"""The game that a command is about.

Imports `games` and `api.game_parts`. Start with `chosen_game`.
"""
