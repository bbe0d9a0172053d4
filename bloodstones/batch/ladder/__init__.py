"""Ladders of strategies: random tables, each played with every strategy in every seat.

Imports `batch.study`, `batch.running` and `batch.result_files`. Start with `definition`.
"""
