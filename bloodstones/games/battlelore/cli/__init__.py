"""What people see of BattleLore at a terminal: its commands, its voice and its reference sheets.

Imports `engine` and `rules` of the game, and `cli`. Start with `game_commands`.
"""
