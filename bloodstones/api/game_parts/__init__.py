"""What `api` and the commands need from a game, in addition to its contract.

Imports `games` and `kit`. Start with `commands`.
"""
