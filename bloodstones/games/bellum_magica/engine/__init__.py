"""The state machine of Bellum Magica: the state, its decisions and chance, one noun a file.

Imports `rules`, the tables `events` and `fields`, and `kit`. Start with `turn`, then `state`.
"""
