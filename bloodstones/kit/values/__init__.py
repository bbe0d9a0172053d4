"""Learned values: features of a position, and a small network that estimates its worth.

Imports `core` and the kernels of `kit`. Start with `network`.
"""
