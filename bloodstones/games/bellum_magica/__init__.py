"""Bellum Magica: evil kings hire creatures, plunder and rob for chests; a game without a map."""
