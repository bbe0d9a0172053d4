"""Strategies: their parameters are data, their decisions are compiled kernels.

Imports the rules, the odds and the engine of the game, and `kit.players`. Start reading in
`choosing` (one decision of any strategy) and `policy` (what kernels read), then `scripted`.
"""
