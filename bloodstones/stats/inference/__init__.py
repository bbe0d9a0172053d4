"""Inference: intervals, paired differences, many tests at once, stopping, precision.

Imports nothing but `core`. Start with `intervals`.
"""
