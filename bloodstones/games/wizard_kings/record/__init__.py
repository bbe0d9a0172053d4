"""How records of Wizard Kings begin: the header, with the map and the armies.

Imports `engine` and `rules` of the game, and `kit`. Start with `header`.
"""
