"""Exact probabilities of drawing tiles: hands in time, regroups, openings.

Imports the rules and the odds of the game and the house's `odds`. Start reading in `tiles` (what is
wanted), then `by_turn`.
"""
