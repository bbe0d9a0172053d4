"""Movement: ways, steps and sea transport (WK-MOVE).

Imports `rules`, `engine.battles.casting` and what is below `turn`. Start with `moving`.
"""
