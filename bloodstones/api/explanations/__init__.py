"""What decided a playthrough, and who judges positions for that.

Imports `kit` and `api.game_parts`. Start with `explanation`.
"""
