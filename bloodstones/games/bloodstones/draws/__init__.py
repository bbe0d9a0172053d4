"""Exact chances of drawing tiles."""
