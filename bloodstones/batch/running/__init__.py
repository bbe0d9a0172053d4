"""Running a plan: tasks, the workers that play them, rounds, progress.

Imports `core`, `games` and the store of `batch.result_files`. Start with `runner`.
"""
