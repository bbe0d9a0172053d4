"""What Python users call: games, questions, playthroughs, simulations, studies, results, reports.

May import all layers except `web` and `cli`. Start with `games`, then `playthroughs` and `study`.
"""
