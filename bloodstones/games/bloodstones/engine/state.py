"""Copying the units of a state: those on the map, not the room for all that may come there.

Where a seat holds nothing, `units`, `kinds` and `force_size` are 0, as `held` is behind its areas:
`pieces` sees to it.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels import log
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.tiles import MAX_DRAWN, MAX_TILES

SEATS: Final = 6
AREAS: Final = 128
SEAS: Final = 62
NEIGHBOURS: Final = 16
UNITS: Final = len(Unit)
DRAWN: Final = MAX_DRAWN
LOG: Final = 768
MEMORY: Final = 32
LEFT: Final = 256  # places for units that left an area
WORD_AREAS: Final = 62  # areas in a word of a set of areas, see `areas`
WORDS: Final = -(-AREAS // WORD_AREAS)
RIDES: Final = MAX_TILES  # as many as leaders
NOBODY: Final = -1
NOWHERE: Final = -1
NOTHING: Final = -1

ATTACKER: Final = 0
DEFENDER: Final = 1
SIDES: Final = 2


class Source(Name):
    """Where victory points come from (BS-GEN-08)."""

    START = 0
    BATTLES = 1
    VILLAGES = 2
    CAPTURED_VILLAGES = 3
    CAPTURED_CITADELS = 4


class Status(Name):
    """Health of a playthrough; anything but OK is a defect or an impossible setup."""

    OK = 0
    NO_CITADEL_SITE = 1
    LOG_FULL = log.LOG_FULL
    BAD_DECISION = 3
    TALLY_FULL = 4


class Ending(Name):
    """Why a playthrough ended (record.md)."""

    NONE = 0
    REGROUPS = 1
    TURN_LIMIT = 2


class Point(Name):
    """What must happen next: a decision of `state.decider`, or chance (from FIRST_SEAT on).

    Between them, from NEXT_SETUP on, the rules act, at once: no game stops there.
    """

    OVER = 0
    CITADEL = 1
    FOUND = 2
    RAID = 3
    RAID_VILLAGE = 4
    MAIN = 5
    BUILD_COST = 6
    SELECT = 7
    MARCHED = 8
    PAY = 9
    WITHDRAW = 10
    SWAP = 11
    CASUALTY = 12
    RETREAT = 13
    SETTLE = 14
    SETTLE_AREA = 15
    RESETTLE = 16
    FINAL = 17
    UNDEAD = 18
    UNDEAD_STEP = 19
    RAISE = 20
    REENTER = 21
    KEEP_OUT = 24
    NEXT_SETUP = 32
    NEXT_TURN = 33
    BATTLE_DRAW = 34
    NEXT_SWAP = 35
    CLASH = 36
    BATTLE_END = 37
    START_SETTLE = 38
    DRAW_PHASE = 39
    NEXT_FINAL = 40
    FINISH = 41
    START_UNDEAD = 42
    START_MAIN = 43
    DEAL = 44
    REFILL = 45
    END_TURN = 46
    FIRST_SEAT = 64
    TILE = 65
    COMBAT_TILE = 66


# Kernels compare plain ints; these are the members of `Point` under their own names.


# Streams: start player, one combat bag a side, one faction bag a seat, one strategy a seat.
START_STREAM: Final = 0
COMBAT_STREAM: Final = 1
BAG_STREAM: Final = COMBAT_STREAM + SIDES
STRATEGY_STREAM: Final = BAG_STREAM + SEATS
STREAMS: Final = STRATEGY_STREAM + SEATS


SCRATCH: Final = ("stamp", "mark", "queue", "worths", "network", "fresh", "sites")
SCATTERED: Final = ("units", "kinds", "force_size", "held")  # see `copying`


class GameState(Layout):
    """One playthrough. `NOWHERE`, `NOBODY`, `NOTHING` (-1) stand for an absent number.

    Scalars that belong to one action (`pips_left`, `column…`, `battle…`) hold only while that
    action lasts; `stamp` and `mark` are scratch and say nothing about the game.
    """

    APART = (
        *SCRATCH,
        "log",
        "area_battles",
        "area_built",
        "area_captured",
        *SCATTERED,
    )

    # Pieces on the map
    units: Annotated[Array, np.int8, (SEATS, AREAS, UNITS)]
    force_size: Annotated[Array, np.int16, (SEATS, AREAS)]  # units of a seat in an area
    total: Annotated[Array, np.int16, (AREAS,)]  # units of all seats in an area
    held: Annotated[Array, np.int8, (SEATS, AREAS)]  # areas with units of a seat, in rising order
    kinds: Annotated[Array, np.int32, (SEATS, AREAS)]  # unit types of a seat in an area, a bit mask
    villages: Annotated[Array, np.int8, (SEATS, AREAS)]
    village_total: Annotated[Array, np.int8, (AREAS,)]
    areas_held: Annotated[Array, np.int16, (SEATS,)]  # how many of them there are
    occupied: Annotated[Array, np.int64, (SEATS, WORDS)]  # the same areas as sets, see `areas`
    settled: Annotated[Array, np.int64, (SEATS, WORDS)]  # areas with villages of a seat
    citadel: Annotated[Array, np.int64, (SEATS,)]  # area, NOWHERE when off the map

    # Tiles
    hand: Annotated[Array, np.int8, (SEATS, UNITS)]
    bag: Annotated[Array, np.int8, (SEATS, UNITS)]
    discard: Annotated[Array, np.int8, (SEATS, UNITS)]
    hand_size: Annotated[Array, np.int16, (SEATS,)]
    bag_size: Annotated[Array, np.int16, (SEATS,)]
    discard_size: Annotated[Array, np.int16, (SEATS,)]
    hand_pips: Annotated[Array, np.int16, (SEATS,)]
    hand_kinds: Annotated[Array, np.int32, (SEATS,)]  # unit types of the hand, a bit mask

    # Tiles being drawn from a faction bag into a hand
    drawer: Annotated[int, np.int64]
    draw_goal: Annotated[int, np.int64]  # tiles in hand at which the drawing ends
    after_draw: Annotated[int, np.int64]  # point that follows

    # Standing of the seats
    vp: Annotated[Array, np.int32, (SEATS, len(Source))]
    regroups: Annotated[Array, np.int16, (SEATS,)]
    pool: Annotated[Array, np.int8, (SEATS,)]  # villages not yet on the map
    village_count: Annotated[Array, np.int8, (SEATS,)]  # own villages on the map
    captured: Annotated[Array, np.int16, (SEATS,)]  # villages taken
    citadels_taken: Annotated[Array, np.int8, (SEATS,)]
    undead_supply: Annotated[Array, np.int8, (SEATS,)]

    # Where the game stands
    cutiecorn: Annotated[int, np.int64]  # 1: beside the map, for anyone to build (BS-CUTIE-01)
    point: Annotated[int, np.int64]
    decider: Annotated[int, np.int64]
    active: Annotated[int, np.int64]
    first_seat: Annotated[int, np.int64]
    turn: Annotated[int, np.int64]
    placed: Annotated[int, np.int64]  # seats that have set up
    finisher: Annotated[int, np.int64]  # seat that met the end condition
    final_steps: Annotated[int, np.int64]  # seats' steps of final battles begun
    status: Annotated[int, np.int64]
    ending: Annotated[int, np.int64]
    rank: Annotated[Array, np.int8, (SEATS,)]  # 1 for the winners, at the end
    eliminated: Annotated[Array, np.int8, (SEATS,)]  # 1: out of the game (BS-CHAOS-15)
    raided: Annotated[int, np.int64]  # 1: this turn's raid is done (BS-CHAOS-07)
    left_area: Annotated[Array, np.int16, (AREAS,)]  # bit mask: withdrew or retreated this turn
    left_units: Annotated[Array, np.int32, (LEFT,)]  # tally instead, see `ban`

    # The action under way
    points_left: Annotated[int, np.int64]  # founding points
    restarting: Annotated[int, np.int64]  # 1: a wiped-out seat begins again (AMB-32)
    pips_left: Annotated[int, np.int64]  # of the one tile of a raid or settle phase
    picked: Annotated[int, np.int64]  # villages taken or built with it
    due: Annotated[int, np.int64]  # tiles or pips still to be paid
    last_unit: Annotated[int, np.int64]  # last unit selected or tile paid, for one fixed order
    after_cost: Annotated[int, np.int64]  # point that follows the build cost
    column_area: Annotated[int, np.int64]
    column_size: Annotated[int, np.int64]
    column: Annotated[Array, np.int8, (UNITS,)]
    move_cost: Annotated[int, np.int64]  # pips of the steps so far
    rides: Annotated[Array, np.int32, (RIDES,)]  # tally of companions, see `carrying`
    undead_ready: Annotated[Array, np.int8, (AREAS,)]  # undead that have not moved in phase 2
    undead_area: Annotated[int, np.int64]  # where the moving undead is
    steps_left: Annotated[int, np.int64]  # land areas it may still enter

    # The battle under way; index 0 attacker, 1 defender
    battle_area: Annotated[int, np.int64]
    side_seat: Annotated[Array, np.int64, (SIDES,)]
    drawn: Annotated[Array, np.int64, (SIDES, DRAWN)]  # ascending; unused places 0 in front
    draws_due: Annotated[Array, np.int64, (SIDES,)]  # combat tiles still to be drawn
    swapped: Annotated[Array, np.int64, (SIDES,)]  # hand tile put in, NOTHING if none
    swaps_done: Annotated[int, np.int64]
    loser_side: Annotated[int, np.int64]
    only_by_ship: Annotated[int, np.int64]  # 1: the withdrawal must use a ship route
    beaten: Annotated[int, np.int64]  # loser's units before casualties
    removed: Annotated[int, np.int64]  # loser's units removed so far
    kept_out: Annotated[Array, np.int8, (SIDES, UNITS)]  # units that do not fight (AMB-14)

    # Counters for studies
    battles: Annotated[Array, np.int16, (SIDES, SEATS)]
    battles_won: Annotated[Array, np.int16, (SEATS,)]
    withdrawals: Annotated[Array, np.int16, (SEATS,)]
    units_built: Annotated[Array, np.int16, (SEATS,)]
    units_lost: Annotated[Array, np.int16, (SEATS,)]
    villages_built: Annotated[Array, np.int16, (SEATS,)]
    villages_lost: Annotated[Array, np.int16, (SEATS,)]
    turns: Annotated[Array, np.int16, (SEATS,)]
    home: Annotated[Array, np.int64, (SEATS,)]  # where the citadel was placed
    area_battles: Annotated[Array, np.int16, (AREAS,)]
    area_built: Annotated[Array, np.int16, (AREAS,)]
    area_captured: Annotated[Array, np.int16, (AREAS,)]

    # Luck, the strategies' own memory, what just happened
    streams: Annotated[Array, np.int64, (STREAMS, 4)]
    memory: Annotated[Array, np.int64, (SEATS, MEMORY)]
    log: Annotated[Array, np.int16, (LOG,)]
    log_size: Annotated[int, np.int64]
    log_open: Annotated[int, np.int64]

    # Scratch
    stamp: Annotated[int, np.int64]
    mark: Annotated[Array, np.int32, (AREAS,)]
    queue: Annotated[Array, np.int64, (AREAS,)]
    worths: Annotated[Array, np.float64, (AREAS,)]
    network: Annotated[Array, np.int64, (WORDS,)]  # sets of areas
    fresh: Annotated[Array, np.int64, (WORDS,)]
    sites: Annotated[Array, np.int64, (WORDS,)]


@entry
def copy_scattered(goal: GameState, source: GameState) -> None:
    """Take all units of `goal` off the map and put those of `source` there."""
    for seat in range(SEATS):
        before, after = goal.areas_held[seat], source.areas_held[seat]
        for place in range(before):
            area = goal.held[seat, place]
            goal.units[seat, area, :] = 0
            goal.kinds[seat, area] = 0
            goal.force_size[seat, area] = 0
        for place in range(after, before):
            goal.held[seat, place] = 0
        for place in range(after):
            area = source.held[seat, place]
            goal.held[seat, place] = area
            for unit in range(UNITS):
                goal.units[seat, area, unit] = source.units[seat, area, unit]
            goal.kinds[seat, area] = source.kinds[seat, area]
            goal.force_size[seat, area] = source.force_size[seat, area]
