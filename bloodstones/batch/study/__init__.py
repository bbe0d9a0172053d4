"""A study: its file, the plan of its cells, and how it is run.

Imports all of `batch` but ladders, balance, tuning and learning. Start with `definition`.
"""
