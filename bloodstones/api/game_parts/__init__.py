"""What the front door and commands ask of a game, beside its contract.

Imports `games` and `kit`. Start with `commands`.
"""
