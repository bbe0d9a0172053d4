"""Making maps: cells, seas, terrain, rivers and names from a recipe and a seed."""
