"""The sections on ways of playing: who played, what beats the standard, what suits whom.

Each declares a `contract.section.Section`; imports what `sections` may. Start with `strategies`.
"""
