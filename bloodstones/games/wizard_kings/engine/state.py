"""The state of one playthrough as one compiled record, laid out for four seats and four maps.

A block is `seat * BLOCKS + place` and keeps its kind all game (`t.kind`); off the map its hex
is `POOL`, or `GONE` for a wizard that cannot return (WK-WIZ-09).
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels import log
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.games.wizard_kings.rules.boards import WATERS

SEATS: Final = 4
BLOCKS: Final = 28
ALL: Final = SEATS * BLOCKS
HEXES: Final = 320
DIRECTIONS: Final = 6
HALF_TURN: Final = 3
CITIES: Final = 32
LOG: Final = 1024
MEMORY: Final = 16
POOL: Final = -1
GONE: Final = -2
NOBODY: Final = -1
NOWHERE: Final = -1

# Sides of a battle, as in `state.side`; 0 is neither.
ATTACKING: Final = 1
DEFENDING: Final = 2

# Streams: initiative, dice of a seat, strategy of a seat.
INITIATIVE_STREAM: Final = 0
DICE_STREAM: Final = 1
STRATEGY_STREAM: Final = DICE_STREAM + SEATS
STREAMS: Final = STRATEGY_STREAM + SEATS


class Status(Name):
    """Health of a playthrough; anything but OK is a defect."""

    OK = 0
    LOG_FULL = log.LOG_FULL
    BAD_DECISION = 2


class Ending(Name):
    """Why a playthrough ended (WK-WIN-01 to -03)."""

    NONE = 0
    GOAL = 1
    TURN_LIMIT = 2


class Point(Name):
    """What must happen next: a decision, chance (20 to 22), or (from 30 on) the rules."""

    OVER = 0
    BUY = 1
    PLACE = 2
    PIN = 3
    MOVE = 4
    STEP = 5
    DECLARE = 6
    TARGET = 7
    DISPEL = 8
    BATTLE = 9
    ACT = 10
    HIT = 11
    SWARM = 12
    REGROUP = 13
    REMOVE = 14
    BUILD = 15
    ROLL_INITIATIVE = 20
    ROLL_HITS = 21
    ROLL_DIE = 22
    NEXT_SETUP = 30
    NEXT_TURN = 31
    NEXT_INITIATIVE = 32
    NEXT_MOVER = 33
    NEXT_PIN = 34
    NEXT_DISPEL = 35
    EFFECT = 36
    NEXT_HIT = 37
    NEXT_BATTLE = 38
    NEXT_ACT = 39
    NEXT_SWARM = 40
    NEXT_REGROUP = 41
    NEXT_REMOVAL = 42
    NEXT_BUILDER = 43
    TURN_END = 44


class Mode(Name):
    """Why a unit goes step by step."""

    WALK = 0
    FLY = 1  # by the spell
    TRACK = 2  # by Troll-Track
    RETREAT = 3
    LEAVE = 4  # regrouping out of the hex
    COME = 5  # regrouping into it


class Opened(Name):
    """Each block as it was when building opened, for seats that do not see the building."""

    HEX = 0
    STRENGTH = 1
    SHOWN = 2
    LAST_SEEN = 3
    WALKED = 4
    BERTH = 5


SCRATCH: Final = ("stamp", "mark", "far", "queue")


class GameState(Layout):
    """One playthrough. What belongs to one action holds only while it lasts.

    `mark`, `queue` and `way…` are scratch and say nothing about the game.
    """

    APART = (*SCRATCH, "log", "hex_battles")

    # Blocks
    hex: Annotated[Array, np.int16, (ALL,)]
    strength: Annotated[Array, np.int8, (ALL,)]
    moved: Annotated[Array, np.int8, (ALL,)]
    pinned: Annotated[Array, np.int8, (ALL,)]
    casts: Annotated[Array, np.int8, (ALL,)]  # spells cast in this movement phase
    acted: Annotated[Array, np.int8, (ALL,)]  # in this round of the battle
    regrouped: Annotated[Array, np.int8, (ALL,)]  # in this battle
    raised: Annotated[Array, np.int8, (ALL,)]  # steps gained in this building phase
    gave: Annotated[Array, np.int8, (ALL,)]  # strength, in a merge of this phase
    got: Annotated[Array, np.int8, (ALL,)]
    fresh: Annotated[Array, np.int8, (ALL,)]  # 1: new in this building phase
    shown: Annotated[Array, np.int8, (ALL,)]  # bit for each seat that has seen what it is
    last_seen: Annotated[Array, np.int8, (ALL,)]  # strength when it last lay open
    walked: Annotated[Array, np.int8, (ALL,)]  # 1: has moved since it appeared: no castle
    berth: Annotated[Array, np.int8, (ALL,)]  # 1 + side by which an aquatic swam in, 0 without
    opened: Annotated[Array, np.int16, (len(Opened), ALL)]  # as building opened (AMB-44)

    # Hexes
    count: Annotated[Array, np.int8, (HEXES, SEATS)]
    wizards: Annotated[Array, np.int8, (HEXES, SEATS)]
    seen: Annotated[Array, np.int8, (HEXES, SEATS)]  # counts as building opened (AMB-44)
    control: Annotated[Array, np.int8, (HEXES,)]
    side: Annotated[Array, np.int8, (HEXES, SEATS)]  # in a battle to be fought there
    attacker: Annotated[Array, np.int8, (HEXES,)]  # who entered first, NOBODY without a battle
    crossed: Annotated[Array, np.int8, (2, HEXES, DIRECTIONS)]  # into the battle, by side - 1

    # Seats
    team: Annotated[Array, np.int8, (SEATS,)]
    out: Annotated[Array, np.int8, (SEATS,)]
    gold: Annotated[Array, np.int16, (SEATS,)]
    income: Annotated[Array, np.int16, (SEATS,)]  # GP of the cities at the last check
    order: Annotated[Array, np.int8, (SEATS,)]  # seats in the order of this turn
    rolled: Annotated[Array, np.int8, (SEATS,)]
    rolling: Annotated[Array, np.int8, (SEATS,)]  # 1: still to roll for initiative
    rank: Annotated[Array, np.int8, (SEATS,)]

    # Where the game stands
    point: Annotated[int, np.int64]
    decider: Annotated[int, np.int64]
    active: Annotated[int, np.int64]
    place: Annotated[int, np.int64]  # of the active seat in the order
    turn: Annotated[int, np.int64]
    fighting: Annotated[int, np.int64]  # 1: the combat phase
    building: Annotated[int, np.int64]  # 1: the building phase
    status: Annotated[int, np.int64]
    ending: Annotated[int, np.int64]
    next_block: Annotated[int, np.int64]  # to be placed

    # A unit on its way
    mover: Annotated[int, np.int64]
    mode: Annotated[int, np.int64]
    steps: Annotated[int, np.int64]
    reach: Annotated[int, np.int64]
    on_road: Annotated[int, np.int64]  # 1: every step so far
    leads: Annotated[int, np.int64]  # what leads on, `steps.ON` and its parts
    came: Annotated[int, np.int64]  # direction of the last step
    resume: Annotated[int, np.int64]  # point after the way
    transit: Annotated[int, np.int64]  # 1: the mover has not come to rest

    # A spell or shot under way
    caster: Annotated[int, np.int64]
    spell: Annotated[int, np.int64]
    target: Annotated[int, np.int64]
    asked: Annotated[int, np.int64]  # bit for each seat asked to dispel
    dispeller: Annotated[int, np.int64]
    dice: Annotated[int, np.int64]
    rating: Annotated[int, np.int64]
    roller: Annotated[int, np.int64]  # seat whose dice are thrown
    hits: Annotated[int, np.int64]  # still to be given out

    # The battle under way
    fight_hex: Annotated[int, np.int64]
    fled: Annotated[Array, np.int8, (2, DIRECTIONS)]  # retreats of this round
    letter: Annotated[int, np.int64]
    half: Annotated[int, np.int64]  # the side that acts, DEFENDING before ATTACKING
    quiet: Annotated[int, np.int64]  # 1: nothing was done in this round
    forced: Annotated[int, np.int64]  # 1: the attackers must leave (AMB-35)
    winner: Annotated[int, np.int64]  # side, 0 while the battle lasts
    regroup_place: Annotated[int, np.int64]
    switched: Annotated[int, np.int64]  # bit for each seat that changed sides
    remove_hex: Annotated[int, np.int64]
    remove_seat: Annotated[int, np.int64]
    after_removal: Annotated[int, np.int64]

    # Counters for studies
    fought: Annotated[Array, np.int16, (2, SEATS)]
    won: Annotated[Array, np.int16, (SEATS,)]
    lost_steps: Annotated[Array, np.int16, (SEATS,)]
    bought_steps: Annotated[Array, np.int16, (SEATS,)]
    spells: Annotated[Array, np.int16, (SEATS,)]
    hex_battles: Annotated[Array, np.int16, (HEXES,)]

    # Luck, the strategies' own memory, what just happened
    streams: Annotated[Array, np.int64, (STREAMS, 4)]
    memory: Annotated[Array, np.int64, (SEATS, MEMORY)]
    log: Annotated[Array, np.int16, (LOG,)]
    log_size: Annotated[int, np.int64]
    log_open: Annotated[int, np.int64]

    # Scratch
    stamp: Annotated[int, np.int64]
    mark: Annotated[Array, np.int32, (HEXES,)]
    far: Annotated[Array, np.int16, (WATERS * HEXES,)]
    queue: Annotated[Array, np.int16, (WATERS * HEXES,)]
