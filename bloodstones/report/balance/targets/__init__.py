"""Sections of a balance study with targets beside fairness: figures, claims, the Pareto front.

Imports `findings` and `wording` of the room above. Start with `figures`.
"""
