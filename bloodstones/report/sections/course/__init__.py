"""The sections on how games go: how long they last, why they end, what nobody does in them.

Each declares a `contract.section.Section`; imports what `sections` may. Start with `length`.
"""
