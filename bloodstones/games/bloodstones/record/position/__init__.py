"""Positions in one line of text: the notation, writing and reading it."""
