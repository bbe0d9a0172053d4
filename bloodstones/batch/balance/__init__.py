"""Balance studies: a search for the fewest changes of rule numbers that make the roles fairest.

Imports all of `batch` but ladders and learning. Start with `definition`, then `search`.
"""
