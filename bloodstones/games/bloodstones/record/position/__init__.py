"""Positions in one line of text: the notation, its writer, its reader and the checks of both.

Imports the rules, the maps and the engine of the game. Start reading in `notation`, which has the
grammar; then `writer.format_position` and `reader.parse_position`.
"""
