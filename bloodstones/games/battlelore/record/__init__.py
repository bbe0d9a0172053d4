"""How records of BattleLore begin: the header of a battle.

Imports `engine` and `rules` of the game, and `kit`. Start with `header`.
"""
