"""Exact chances: of plunder by the day's die, and of creatures that turn up.

Imports `rules` and `bloodstones.odds`, and no compiler. Start with `rolls`.
"""
