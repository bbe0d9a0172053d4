"""What a strategy advises a seat: its decision, the chances of winning, the reasons.

Imports `core` and the rest of `kit` but `kit.table`. Start with `advice`.
"""
