"""The analysis of a recorded playthrough: win probabilities by roll-outs, luck, decisions.

Imports `core` and all of `kit` but `kit.table`. Start with `analysis`.
"""
