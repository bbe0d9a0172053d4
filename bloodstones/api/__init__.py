"""The front door: games, playthroughs, simulations, studies, results, reports.

May import all rooms but `cli`. Start with `study` and `results`.
"""
