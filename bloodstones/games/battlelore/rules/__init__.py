"""The rules of BattleLore as data: names, numbers, board, scenarios, readings, the register.

Imports `core` alone. Start with `names`, then `reading`, which reads the files of `data`.
"""
