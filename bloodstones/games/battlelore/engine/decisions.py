"""Decisions and chance outcomes: one small int each, a kind and up to two arguments x and y."""

from __future__ import annotations

from typing import Final

from bloodstones.core.names import Name
from bloodstones.kit.decision import Decision, unpacking

__all__ = ["MOST_DECISIONS", "Decision", "Kind", "unpack"]

MOST_DECISIONS: Final = 1024


class Kind(Name):
    """The kinds with their arguments x, y; from DEALT_SCENARIO on outcomes of chance."""

    PASS = 0
    CHOOSE = 1  # scenario
    FORD = 2  # hex
    TAKE = 3  # kind of card, how many
    LAY = 4  # kind of card, hex
    PUT = 5  # command card under the deck
    PUT_LORE = 6  # lore card under the deck
    CAPTURE = 7
    COMMAND = 8  # card
    DISCARD = 9  # command card, for one order
    ORDER = 10  # unit, quota
    CURE = 11  # unit, 0 poison 1 stun
    PLAY = 12  # place of the lore card among those of its faction
    TARGET = 13  # unit or hex, token
    GO = 14  # unit, direction; DIRECTIONS goes through a portal
    STOP = 15
    ATTACK = 16  # unit, enemy unit
    KEEP = 17  # face
    REROLL = 18
    USE = 19  # how many heroic faces
    WAY = 20  # direction
    IGNORE = 21  # Immovable, or morale by support
    COUNTER = 22
    ADVANCE = 23
    GAIN = 24  # option of the lore step
    DISCARD_LORE = 25
    PREVENT = 26  # 0: the building goes first; 1: the cards
    DEALT_SCENARIO = 40
    DEALT_FIRST = 41  # seat
    DEALT_COMMAND = 42
    DEALT_LORE = 43
    ROLLED = 44  # dice, number of the roll


unpack: Final = unpacking(Kind)
