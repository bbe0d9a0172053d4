"""Pictures of boards with areas: the map, its key, pieces and moves on it, a heat layer, a film.

Imports `plots.style`. Start with `board`.
"""
