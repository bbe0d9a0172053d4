"""The contract between a game and the laboratory: setups, engine, columns, tuning, learning.

Imports `core.names` and `core.kernels`. Start with `game`.
"""
