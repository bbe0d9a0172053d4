"""The rules of Wizard Kings as data: names, numbers, maps, armies, readings, the register.

Imports `core` alone. Start with `names`, then `reading`, which reads the files of `data`.
"""
