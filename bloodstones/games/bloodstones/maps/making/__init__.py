"""Making maps from a recipe and a seed: cells, seas, terrain, rivers and names.

Imports the rules and the maps of the game. Start reading in `recipe`, then `generate`.
"""
