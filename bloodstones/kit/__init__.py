"""What a declared game gets: playthroughs, saves, records, players, environments.

Imports `core` alone. Start with `game`, the class that a game declares itself with.
"""
