"""The state of one playthrough as one compiled record.

Cards are numbered as in `RuleTables`; piles are sets, since the order of what nobody has seen makes
no difference: a card or chest is drawn when it is needed. Hidden from others are the values of
chests alone (`chests`, `stack`), and goblins placed in secret (`secret`).
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels import log
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.games.bellum_magica.rules.cards import ICONS, MOST_VALUE, ROWS
from bloodstones.games.bellum_magica.rules.names import Chest, Place, Resource, Token
from bloodstones.games.bellum_magica.rules.reading import MOST_FACE_UP, MOST_PLAYERS

SEATS: Final = MOST_PLAYERS
CREATURES: Final = 80
LOCATIONS: Final = 32
CASTLES: Final = 8
KINDS: Final = len(Chest)
VALUES: Final = MOST_VALUE + 1
PILES: Final = 2  # of evil and of most evil creatures
FACE_UP: Final = MOST_FACE_UP
GOBLINS: Final = 2
LOG: Final = 256
MEMORY: Final = 8
NOTHING: Final = -1

# Where a creature is: the codes of `where`, and from HELD on those by seat and side.
BOXED: Final = 0
IN_PILE: Final = 1
OFFERED: Final = 2
HELD: Final = 8  # + seat: not placed yet
PLACED: Final = 16  # + 2 * seat + side

# Where a location is: the codes of `location`.
UNSEEN: Final = 0  # in the stack or boxed
SHOWN: Final = 1
DISCARDED: Final = 2
RESHUFFLED: Final = 3


class Status(Name):
    """Health of a playthrough; anything but OK is a defect."""

    OK = 0
    LOG_FULL = log.LOG_FULL
    BAD_DECISION = 2


class Ending(Name):
    """Why a playthrough ended."""

    NONE = 0
    CHESTS = 1  # BM-ATTACK-14
    STALLED = 2  # AMB-13
    DAY_LIMIT = 3  # AMB-27
    TURN_LIMIT = 4  # a safety stop of the engine, not a rule


class Point(Name):
    """What must happen next: a decision, chance (from CHANCE on), or the rules (from RULES on)."""

    OVER = 0
    CASTLE = 1
    GOBLIN = 2
    REROLL = 3
    ATTACK = 4
    STEAL = 5
    GIVE = 6
    RECRUIT = 7
    PLACE = 8
    CHANCE = 16
    FIRST_CAPTAIN = 17
    DEAL_CASTLE = 18
    DEAL_GOBLIN = 19
    OPEN_LOCATION = 20
    OPEN_CREATURE = 21
    ROLL = 22
    CHEST = 23
    STOLEN = 24
    RULES = 32
    NEXT_SETUP = 33
    NEXT_ASK = 34
    GATHER = 35
    NEXT_ATTACK = 36
    GAIN = 37
    NEXT_STOLEN = 38
    NEXT_RECRUIT = 39
    END_DAY = 40
    REFILL = 41
    FINISH = 42


# Streams: one for each purpose of chance; chests by kind; a strategy for each seat.
CAPTAIN_STREAM: Final = 0
CASTLE_STREAM: Final = 1
GOBLIN_STREAM: Final = 2
LOCATION_STREAM: Final = 3
CREATURE_STREAM: Final = 4
DIE_STREAM: Final = CREATURE_STREAM + PILES
CHEST_STREAM: Final = DIE_STREAM + 1
STOLEN_STREAM: Final = CHEST_STREAM + KINDS
STRATEGY_STREAM: Final = STOLEN_STREAM + 1
STREAMS: Final = STRATEGY_STREAM + SEATS


class Source(Name):
    """Where the value of a seat's chests comes from; what is stolen from it counts below zero."""

    SCOUTS = 0
    PLUNDER = 1
    THEFT = 2
    ROBBED = 3


class GameState(Layout):
    """One playthrough; `NOTHING` (-1) stands for an absent card or seat."""

    APART = ("log",)

    # Castles
    castle: Annotated[Array, np.int8, (SEATS,)]
    troop: Annotated[Array, np.int16, (SEATS, ROWS, ICONS)]  # icons of castle and cards
    resources: Annotated[Array, np.int16, (SEATS, len(Resource))]
    tokens: Annotated[Array, np.int16, (SEATS, len(Token))]
    spent: Annotated[Array, np.int16, (SEATS,)]  # reroll tokens face down (BM-TROOP-03)
    chest_count: Annotated[Array, np.int16, (SEATS, KINDS)]
    chests: Annotated[Array, np.int8, (SEATS, KINDS, VALUES)]  # hidden from others
    known: Annotated[Array, np.int8, (SEATS, SEATS, KINDS, VALUES)]  # [who, whose]: for certain

    # Supplies, stacks, offers
    supply: Annotated[Array, np.int16, (len(Resource),)]
    token_supply: Annotated[Array, np.int16, (len(Token),)]
    stack: Annotated[Array, np.int8, (KINDS, VALUES)]  # hidden from all
    stack_size: Annotated[Array, np.int16, (KINDS,)]
    where: Annotated[Array, np.int8, (CREATURES,)]
    pile_size: Annotated[Array, np.int16, (PILES,)]
    offer: Annotated[Array, np.int16, (PILES, FACE_UP)]
    location: Annotated[Array, np.int8, (LOCATIONS,)]
    left: Annotated[Array, np.int16, (len(Place),)]  # in the stack, by kind; last: reshuffled
    shown: Annotated[Array, np.int16, (SEATS,)]

    # Where the game stands
    point: Annotated[int, np.int64]
    decider: Annotated[int, np.int64]
    active: Annotated[int, np.int64]  # whose attack or purchase it is
    captain: Annotated[int, np.int64]
    first_captain: Annotated[int, np.int64]
    stage: Annotated[int, np.int64]  # of the setup, see `setup`
    turn: Annotated[int, np.int64]  # the day
    row: Annotated[int, np.int64]  # active row, 0 to 5
    done: Annotated[int, np.int64]  # seats that the step has passed
    passed: Annotated[Array, np.int8, (SEATS,)]  # 1: buys no more today
    quiet: Annotated[int, np.int64]  # days running without a moving chest
    moved: Annotated[int, np.int64]  # 1: a chest moved today
    status: Annotated[int, np.int64]
    ending: Annotated[int, np.int64]
    rank: Annotated[Array, np.int8, (SEATS,)]

    # The action under way
    card: Annotated[int, np.int64]  # creature to be placed, NOTHING if none
    secret: Annotated[Array, np.int8, (SEATS, GOBLINS)]  # sides + 1 that nobody else knows yet
    due: Annotated[Array, np.int16, (SEATS, KINDS)]  # chests to be drawn
    gainer: Annotated[int, np.int64]
    kind: Annotated[int, np.int64]  # chest being drawn or stolen
    scouting: Annotated[int, np.int64]  # 1: the chests due were scouted
    victim: Annotated[int, np.int64]
    thieves: Annotated[int, np.int64]  # chests still to be named
    named: Annotated[Array, np.int16, (KINDS,)]

    # Counters for studies
    points: Annotated[Array, np.int16, (SEATS, len(Source))]  # hidden from others
    moves: Annotated[Array, np.int16, (SEATS, len(Source))]  # of chests
    locations_taken: Annotated[Array, np.int16, (SEATS,)]
    tavern_visits: Annotated[Array, np.int16, (SEATS,)]
    castle_attacks: Annotated[Array, np.int16, (SEATS,)]
    recruited: Annotated[Array, np.int16, (SEATS, PILES)]
    recruited_left: Annotated[Array, np.int16, (SEATS,)]
    rerolls: Annotated[Array, np.int16, (SEATS,)]
    food_gained: Annotated[Array, np.int16, (SEATS,)]
    glyphs_gained: Annotated[Array, np.int16, (SEATS,)]

    # Luck, the strategies' own memory, what just happened
    streams: Annotated[Array, np.int64, (STREAMS, 4)]
    memory: Annotated[Array, np.int64, (SEATS, MEMORY)]
    log: Annotated[Array, np.int16, (LOG,)]
    log_size: Annotated[int, np.int64]
    log_open: Annotated[int, np.int64]
