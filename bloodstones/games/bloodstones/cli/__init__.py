"""What commands show of Bloodstones: records, games at the table, engine speed.

May import every room of the game, `cli`, and, inside functions, `plots` and `report`. Start reading
in `game_commands`, which answers to the commands that every game has.
"""
