"""What a run leaves: the store while it runs, then tidy tables and their provenance.

Imports `core` and `games`. Start with `store`, then `finish`.
"""
