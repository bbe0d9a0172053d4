"""Players that search, in any game: they sample worlds of the information set and simulate them.

A game passes its kernels as arguments, in one thin entry of its own (`deciding.decide`). Imports
`core`, the kernels of `kit` and `kit.values`. Start with `monte_carlo`, then `simulating`.
"""
