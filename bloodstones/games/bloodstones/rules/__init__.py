"""The rules as data: names, numbers, options, and the pure functions of a battle.

Imports `core` alone. Start reading in `names` and `ruleset`, then `battle`.
"""
