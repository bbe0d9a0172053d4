"""The questions that can be asked of Wizard Kings, see `bloodstones.core.questions`.

Imports `odds` and `rules` of the game. Start with `odds`; `functions` has the questions in Python.
"""
