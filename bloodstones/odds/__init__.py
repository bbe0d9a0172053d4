"""Probability without any game in it: exact integers, and hidden choices solved as linear programs.

Distributions, bags and repeated contests are integers over one denominator, no floats and no
NumPy. Games of hidden choices (`sequence_form`, `equilibrium`) use NumPy and SciPy,
which they import when they are first asked.
"""
