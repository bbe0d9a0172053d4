"""Searching players: they sample worlds from their information set and run roll-outs in them.

Imports the engine of the game, its scripted strategies and `kit.search`. Start reading in
`worlds`, then `candidates` and `judging`.
"""
