"""The engine: the state of a playthrough and the kernels that change it, phase by phase.

Imports the rules, the maps and the table of events of the game, `core` and `kit.playthrough`; never
odds, records or strategies. Start reading in `state` and `decisions`, then `turn` (what is legal,
what a decision does).
"""
