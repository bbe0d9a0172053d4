"""Pictures of those who play: ladders, the calibration of learned values, the chances of hints.

Imports `plots.style`. Start with `ladder`.
"""
