"""Learning of values: self-play, a fit, a match; round after round until nothing is gained.

Imports `kit.values` and all of `batch` but ladders. Start with `task`, then `run`.
"""
