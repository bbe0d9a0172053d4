"""The rules of Bellum Magica as data: names, numbers, cards, readings, the register.

Imports `core` alone. Start with `names`, then `reading`, which reads the files of `data`.
"""
