"""Tuning: an evolution strategy improves the parameters that a game declares of a strategy."""
