"""Records of playthroughs: written, read, verified by the rules, put into sentences.

Imports the rules, the maps and the engine of the game, and `kit.records`; never its strategies.
Start reading in `reading` (a file becomes a `Record`), then `verify` (the engine replays it).
"""
