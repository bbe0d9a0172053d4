"""Statistics of tidy tables: win rates, verdicts, effects, shares of luck; no game is known here.

Imports `core` and the columns of `batch.result_files`. Start with `table`, then `balance`.
"""
