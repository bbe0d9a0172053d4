"""Probability without any game in it: exact integers, and hidden choices solved as linear programs.

Imports `core` alone. Distributions, bags and repeated contests are integers over one denominator,
without floats and NumPy. Games of hidden choices (`sequence_form`, `equilibrium`) use NumPy and
SciPy, which they import on first use. Start with `distribution`.
"""
