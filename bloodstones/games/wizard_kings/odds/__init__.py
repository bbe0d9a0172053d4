"""Exact odds of battles: the best play of both sides (`solve`), and how battles end (`ends`).

Imports `rules` and no compiler. Start with `battle`.
"""
