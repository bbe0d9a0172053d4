"""What people see of Battalia at a terminal: its commands, its voice and a drawing of the table.

Imports `engine`, `record` and `rules` of the game, and `cli`. Start with `game_commands`.
"""
