"""Exact odds of battles: win probabilities, losses, swaps, chains of battles, the odds page.

Imports the rules of the game and the house's `odds`; never the engine. Start reading in `battle`
(what is asked and answered), then `fight` (the counting) and `swaps` (best play with hand tiles).
"""
