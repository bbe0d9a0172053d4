"""Pictures of those who play: ladders, the calibration of learned values.

Imports `plots.style`. Start with `ladder`.
"""
