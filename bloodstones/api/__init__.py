"""The front door: games, questions, playthroughs, simulations, studies, results.

Imports all layers but `cli`. Start with `games`, then `playthroughs`.
"""
