"""Balance studies: a search for the fewest changes that bring a game nearest to its targets.

Imports all of `batch` but ladders and learning. Start with `definition`, then `targets`, `search`.
"""
