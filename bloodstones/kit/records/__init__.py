"""Records of any game: written, read, verified by the rules, rendered as sentences.

Imports `core`, `kit.players` and `kit.playthrough`. Start with `events`, then `games`.
"""
