"""Strategies and players: strategies as data, their files, Python strategies, who sits at a table.

Imports `core`, `kit.search` and `kit.values`. Start with `strategy`, then `seating`.
"""
