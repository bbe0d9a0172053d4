"""How records of Battalia begin (`header`), and what the keys of its events hold (`forms`).

Imports `engine` and `rules` of the game, and `kit`. Start with `header`.
"""
