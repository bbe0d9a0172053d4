"""Exact probability without any game in it: integers over one denominator, no floats, no NumPy."""
