"""The state machine of Battalia: the state, its decisions, and one noun of the rules a file.

Imports `rules`, the tables `events` and `fields`, and `kit`. Start with `turn`, then `state`.
"""
