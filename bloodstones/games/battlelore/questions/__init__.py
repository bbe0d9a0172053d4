"""The questions that can be asked of BattleLore, see `bloodstones.core.questions`.

Imports `odds` and `rules` of the game, and `plots` for pictures. Start with `odds`; `functions` has
the questions in Python.
"""
