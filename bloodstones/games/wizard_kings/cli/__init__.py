"""What people see of Wizard Kings at a terminal: its commands and its voice.

Imports `engine`, `record` and `rules` of the game, and `cli`. Start with `game_commands`.
"""
