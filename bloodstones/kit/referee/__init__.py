"""A game as it was played: decisions of all seats and what chance brought, entered as text.

Imports `kit.table` and `kit.records`. Start with `entering.Referee`; `log` is the text of a whole
game, `phrases` reads a line of it, `worlds` deals what stayed hidden.
"""
