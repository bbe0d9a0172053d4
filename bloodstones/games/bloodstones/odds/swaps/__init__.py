"""The game of swapping combat tiles (BS-COMBAT-19 to -22), solved exactly.

Imports `fight` and the rules. Start reading in `solution` (the answer), then `play` (one fight as
a two-player game) and `values` (re-fights with smaller hands).
"""
