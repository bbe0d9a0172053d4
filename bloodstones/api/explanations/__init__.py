"""What decided a playthrough, and the strategies that evaluate its positions.

Imports `kit` and `api.game_parts`. Start with `explanation`.
"""
