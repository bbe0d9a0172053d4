"""How records of Bellum Magica begin: the header of a game.

Imports `engine` of the game, and `kit`. Start with `header`.
"""
