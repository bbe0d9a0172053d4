"""Positions of every game, as one line of text and as a table, from what a game declares.

Imports the kit and `core`. Start reading in `line`, which has the grammar; `form` is what a game
declares, `notation` writes and reads positions by it.
"""
