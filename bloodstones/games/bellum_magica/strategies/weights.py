"""The parameters of plans: their names for kernels."""

from __future__ import annotations

from bloodstones.core.names import Name


class Weight(Name):
    """The parameters of a plan, in the order of parameters.toml."""

    FOOD = 0
    GLYPH = 1
    TREASURE = 2
    SWORD = 3
    MAGIC_SWORD = 4
    THIEF = 5
    FULL_LEFT = 6
    FULL_RIGHT = 7
    FADE = 8
    SHIELD = 9
    MAGIC_SHIELD = 10
    REROLL = 11
    FOOD_PRICE = 12
    GLYPH_PRICE = 13
    BARREL_PRICE = 14
    LOOT = 15
    THEFT = 16
    RIVAL = 17
    LEAD = 18
    CLOSING = 19
    SPELL_GAIN = 20
    BARREL_GAIN = 21
    RIVALRY = 22
    LEAST = 23
