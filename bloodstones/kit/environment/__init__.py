"""A game as an environment: numbered actions, flat observations, many playthroughs in step.

Imports `core` and the fields and kernels of `kit`. Start with `declaration`.
"""
