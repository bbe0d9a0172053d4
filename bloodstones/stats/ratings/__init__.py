"""Ratings: strengths from finishing orders, and the game of choosing a strategy.

Imports `core` and `stats.inference`. Start with `plackett_luce`.
"""
