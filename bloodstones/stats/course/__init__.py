"""How a playthrough goes over time, from tables of results: when its winner is known.

Imports `stats.inference` and `stats.table` alone. Start with `decided`.
"""
