"""What a game is to the laboratory: setup, engine, columns of its table, tuning, learning.

Imports errors and files of `core` alone. Start with `game`.
"""
