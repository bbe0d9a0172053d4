"""Exact odds of an attack (`attack`), and of rerolling its dice (`blade`).

Imports `rules` and no compiler. Start with `attack`.
"""
