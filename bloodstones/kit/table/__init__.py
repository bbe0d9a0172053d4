"""People at a table: what they see and are asked, what they may undo, how a game is saved.

Imports `core` and the rest of `kit`. Start with `session`.
"""
