"""What can be asked about this game, see `bloodstones.core.questions`.

`odds` is a family: the plain question and, each in a module of its own, those that its command asks
with an option. `parameters` has the kinds of values, `battle` what the questions about a battle
share, `battle_answer` the odds as an answer. The package imports from the rules and the odds of the
game, from `stats` and, for pictures, from `plots`. Start reading in `odds`.
"""
