"""Tuning: an evolution strategy improves the parameters of a strategy that a game declares.

Imports `core` and `batch.running`, `batch.result_files` and `batch.study`. Start with `task`.
"""
