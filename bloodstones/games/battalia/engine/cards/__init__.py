"""Cards of Battalia: hands, piles and decks, battle lines, conversions, items and payments.

Imports `rules` and the rest of the engine below `turn`. Start with `cards`.
"""
