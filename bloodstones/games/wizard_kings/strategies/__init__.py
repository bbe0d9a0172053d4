"""The strategies of Wizard Kings: plans are weights in data, and compiled code scores decisions.

Imports `engine` and `rules` of the game, and `kit`. Start with `policy`.
"""
