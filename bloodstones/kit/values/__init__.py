"""Learned values: features of a position, a small network that judges it, how it is learned."""
