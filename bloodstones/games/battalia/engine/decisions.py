"""Decisions and chance outcomes: kinds and what their two arguments mean."""

from __future__ import annotations

from typing import Final

from bloodstones.core.names import Name
from bloodstones.kit.decision import Decision, unpacking

__all__ = ["MOST_DECISIONS", "Decision", "Kind", "unpack"]

MOST_DECISIONS: Final = 2048


class Kind(Name):
    """Kinds of decisions; from START_CITY on, outcomes of chance.

    A source is a card of the hand (0 to 49), an item (64 and more), or a scroll itself (255).
    """

    GO_ON = 0  # no more actions, or nothing in step 1
    FACTION = 1  # x: faction
    START = 2  # x: square
    COHORT = 3
    MULLIGAN = 4
    USE = 5  # x: source, y: what it serves as (amulet, title, scroll)
    TARGET = 6  # x: source, y: faction of a scroll, ranks of a title
    GAIN = 7  # x: kind, y: 1 + the faction searched for, 0 the top card
    CITY = 8  # x: level, y: kind of map card
    ROAD = 9  # x: kind of map card
    UPGRADE = 10  # x: square
    HIRE = 11  # x: square
    WALK = 12  # x: hero, y: square
    RIDE = 13  # x: hero, y: square
    GALLOP = 14  # x: hero, y: square: with all of a lit horse
    WINGS = 15  # x: hero, y: square
    HORN = 16
    AMBUSH = 17  # x: card
    TENT = 18  # x: source
    FILL = 19  # x: tent, y: source that allows it, ITSELF without
    EMPTY = 20  # x: tent
    FIGHT = 21  # x: square, y: heroes committed + 4 * (0 the card, or 1 + seat of a hero)
    PAY = 22  # x: source, y: 0 as what is asked for, 1 as a tool
    PLACE = 23  # x: square, y: exits
    HOLD = 24  # x: card
    LIMBO = 25  # x: card
    ROOM = 26  # x: card
    TAKE = 27  # x: card
    STOP = 28  # no more of it
    PLAY = 29  # x: source, y: 1 with the double strength of a lit card
    DONE = 30  # the battle turn is over
    PASS = 31  # gives up the fight
    SURRENDER = 32
    RETREAT = 33  # x: supplies paid, or 4 + faction of a horse, y: square
    DEFEND = 34
    JOIN = 35  # x: heroes that take part
    LIFT = 36  # x: 1 takes up the ambushed cards, 0 leaves them
    SPOIL = 37  # x: great artifact
    START_CITY = 64  # x: square, y: faction
    NEUTRAL_CITY = 65  # x: square, y: faction
    DEAL = 66  # x: card, y: seat
    FIRST = 67  # x: seat
    DRAW = 68  # x: card
    DIE = 69  # x: 1 to 6
    TOP = 70  # x: deck, y: faction
    CITY_TOP = 71  # x: kind of map card, y: faction
    LUCKY_SPOIL = 72  # x: great artifact


# What the arguments of fights are made of.
TARGETS: Final = 4  # heroes committed + 4 * target
HORSE_PRICE: Final = 4  # of a retreat, + faction
MOST_SUPPLIES: Final = 3  # that a retreat costs

unpack = unpacking(Kind)
