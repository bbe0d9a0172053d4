"""The strengths that `explain` takes from ladders, and how much of them is left as a game goes on.

`python -m tests.unequal` (`make strengths`) joins the ladders among the shipped reports, plays
games between unequal players, and writes for each game `strategies/strengths.toml`, and for the
documentation `docs/background/unequal.csv`. Start with `positions`.
"""
