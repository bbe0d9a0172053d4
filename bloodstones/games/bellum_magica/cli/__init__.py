"""What people see of Bellum Magica at a terminal: its commands and its voice.

Imports `engine` and `rules` of the game, and `cli`. Start with `game_commands`.
"""
