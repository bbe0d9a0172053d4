"""The front door: games, questions, playthroughs, simulations, studies, results, reports.

May import all rooms but `web` and `cli`. Start with `games`, then `playthroughs` and `study`.
"""
