"""The rules of Battalia as data: names, numbers, boards, readings, the register.

Imports `core` alone. Start with `names`, then `reading`, which reads the files of `data`.
"""
