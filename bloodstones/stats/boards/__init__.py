"""Statistics of boards: how even they are, and what pairs of them have in common.

Imports the rooms of `stats`. Start with `map_balance`.
"""
