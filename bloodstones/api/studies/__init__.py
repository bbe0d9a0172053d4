"""Studies from Python: their files as objects, runs, simulations, tuning, learning, ladders.

May import all that `api` may. Start with `study`.
"""
