"""The state of one playthrough as one compiled record: two seats, 104 hexes, 17 units a seat.

A unit is `seat * SLOTS + place` and keeps its kind all game (`t.kind`); off the board its hex
is NOWHERE. Hexes are numbered from the first seat's edge (`rules.board`).
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.kernels.log import LOG_FULL
from bloodstones.core.names import Name
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.checks import COMMAND_CARDS, KINDS, LORE_CARDS, SLOTS
from bloodstones.games.battlelore.rules.dice import FACES
from bloodstones.games.battlelore.rules.names import Indicator

SEATS: Final = 2
UNITS: Final = SEATS * SLOTS
TYPES: Final = KINDS + 2  # kinds of deployment cards: units, the tent, decoys
TENT_CARD: Final = KINDS
DECOY: Final = KINDS + 1
SCENARIOS: Final = len(Indicator)
BOTTOM: Final = 128  # cards that may lie under a deck
LEVELS: Final = 2  # an attack, and the counter to it
QUOTAS: Final = 5  # orders left: left, centre, right, anywhere, for a card thrown away
ANYWHERE: Final = 3
SINGLE: Final = 4
PORTALS: Final = 2
LOG: Final = 256
CODES: Final = 128  # decisions of one kind of card
MEMORY: Final = 8
NOBODY: Final = -1
NOWHERE: Final = -1
NO_CARD: Final = -1

# Streams: first player, command deck, then by seat scenarios, lore deck, dice, strategy.
FIRST_STREAM: Final = 0
COMMAND_STREAM: Final = 1
SCENARIO_STREAM: Final = 2
LORE_STREAM: Final = SCENARIO_STREAM + SEATS
DICE_STREAM: Final = LORE_STREAM + SEATS
STRATEGY_STREAM: Final = DICE_STREAM + SEATS
STREAMS: Final = STRATEGY_STREAM + SEATS


class Status(Name):
    """Health of a playthrough; anything but OK is a defect."""

    LOG_FULL = LOG_FULL
    OK = 0
    BAD_DECISION = 2


class Ending(Name):
    """Why a playthrough ended (BL-WIN, BL-CAMPAIGN-05)."""

    NONE = 0
    VP_LEAD = 1
    LAST_UNIT = 2
    ROUND_LIMIT = 3
    CAMPAIGN_SUM = 4


class Point(Name):
    """What must happen next: a decision, chance (40 to 44), or (from 50 on) the rules."""

    OVER = 0
    SCENARIO = 1
    FORD = 2
    MUSTER = 3
    DEPLOY = 4
    PUT_COMMAND = 5
    PUT_LORE = 6
    TENT = 7
    COMMAND = 8
    ORDER = 9
    ORDER_STEP = 10
    WINDOW = 11
    TARGET = 12
    BARRIER = 13
    MARCH = 14
    STEP = 15
    ATTACK = 16
    KEEP = 17
    HEROIC = 18
    DIRECTION = 19
    IMMOVABLE = 20
    SUPPORT = 21
    COUNTER = 22
    ADVANCE = 23
    AGAIN = 24
    GAIN = 25
    DISCARD_LORE = 26
    PREVENT = 27
    DEAL_SCENARIO = 40
    DEAL_FIRST = 41
    DEAL_COMMAND = 42
    DEAL_LORE = 43
    ROLL = 44
    NEXT_SETUP = 50
    NEXT_FORD = 51
    NEXT_MUSTER = 52
    NEXT_DEPLOY = 53
    NEXT_DEAL = 54
    NEXT_PUT = 55
    NEXT_TURN = 56
    AFTER_TENT = 57
    NEXT_COMMAND = 58
    NEXT_ORDER = 59
    AFTER_ORDERS = 60
    NEXT_ASK = 61
    EFFECT = 62
    NEXT_TARGET = 63
    MOVES = 64
    NEXT_MARCH = 65
    NEXT_STEP = 66
    AFTER_MOVES = 67
    ATTACK_START = 68
    ONSLAUGHT = 69
    AFTER_ONSLAUGHT = 70
    NEXT_ATTACK = 71
    ATTACK_ROLL = 72
    ROLLED = 73
    RESOLVE = 74
    DAMAGE = 75
    ATTACKER_LOSS = 76
    FEROCITY = 77
    RETREAT = 78
    RETREATING = 79
    AFTER_RETREAT = 80
    NEXT_COUNTER = 81
    COUNTERED = 82
    NEXT_ADVANCE = 83
    PURSUIT = 84
    ATTACK_DONE = 85
    MOBILITY = 86
    UPKEEP = 87
    DRAW_STEP = 88
    LORE_STEP = 89
    LORE_DRAWN = 90
    TURN_END = 91
    BATTLE_END = 92
    REMOVE_TARGET = 93
    FORESIGHT = 94
    RETREAT_HEX = 95
    BEFORE_ROLL = 96
    AFTER_LORE_CARD = 97


class Mode(Name):
    """Why a unit goes hex by hex."""

    MOVE = 0
    ONSLAUGHT = 1
    MOBILITY = 2
    PURSUIT = 3


SCRATCH: Final = ("stamp", "mark", "far", "queue", "codes")


class GameState(Layout):
    """One playthrough. What belongs to one action holds only while it lasts."""

    APART = (*SCRATCH, "log", "hex_fights")

    # Where the game stands
    point: Annotated[int, np.int64]
    decider: Annotated[int, np.int64]
    active: Annotated[int, np.int64]
    turn: Annotated[int, np.int64]  # of both seats, all battles together
    battle_turn: Annotated[int, np.int64]  # of this battle
    first: Annotated[int, np.int64]  # first player of this battle
    status: Annotated[int, np.int64]
    ending: Annotated[int, np.int64]
    loser: Annotated[int, np.int64]  # who lost the last unit, NOBODY
    rank: Annotated[Array, np.int8, (SEATS,)]
    resume: Annotated[int, np.int64]  # point after a window

    # The campaign
    battle: Annotated[int, np.int64]  # number of the battle, from 0
    noted_vp: Annotated[Array, np.int64, (SEATS,)]  # of battles fought
    battles_won: Annotated[Array, np.int64, (SEATS,)]
    last_winner: Annotated[int, np.int64]

    # Scenario and board
    scenario_deck: Annotated[Array, np.int8, (SEATS, SCENARIOS)]
    scenario_hand: Annotated[Array, np.int8, (SEATS, SCENARIOS)]
    scenario: Annotated[Array, np.int8, (SEATS,)]  # NO_CARD until chosen
    shown: Annotated[int, np.int64]  # 1: scenarios lie open; 2: armies, too
    terrain: Annotated[Array, np.int8, (HEXES,)]
    banner: Annotated[Array, np.int8, (HEXES,)]  # points
    holder: Annotated[Array, np.int8, (HEXES,)]  # who stood there last
    tent: Annotated[Array, np.int16, (SEATS,)]  # hex, NOWHERE
    at: Annotated[Array, np.int8, (HEXES,)]  # unit, NOBODY
    portal: Annotated[Array, np.int16, (PORTALS,)]

    # Muster and deployment
    army: Annotated[Array, np.int8, (SEATS, TYPES)]  # cards taken
    left: Annotated[Array, np.int8, (SEATS, TYPES)]  # still to be laid
    mustered: Annotated[Array, np.int8, (SEATS,)]  # kinds decided
    laid: Annotated[Array, np.int8, (SEATS, HEXES)]  # 1 + kind of the card on a hex

    # Units
    hex: Annotated[Array, np.int16, (UNITS,)]
    figures: Annotated[Array, np.int8, (UNITS,)]  # health left
    given: Annotated[Array, np.int8, (UNITS,)]  # figures lost without damage
    poison: Annotated[Array, np.int8, (UNITS,)]
    stun: Annotated[Array, np.int8, (UNITS,)]
    ordered: Annotated[Array, np.int8, (UNITS,)]
    by_card: Annotated[Array, np.int8, (UNITS,)]  # 1: by the command card, not one thrown away
    marched: Annotated[Array, np.int8, (UNITS,)]  # 1: has moved in this step, or declined
    moved: Annotated[Array, np.int8, (UNITS,)]  # 1: moved in the move step
    attacks: Annotated[Array, np.int8, (UNITS,)]  # left in the attack step
    shots: Annotated[Array, np.int8, (UNITS,)]  # made by a unit with two
    aim: Annotated[Array, np.int8, (UNITS,)]  # target of the first shot
    pursued: Annotated[Array, np.int8, (UNITS,)]
    extra_dice: Annotated[Array, np.int8, (UNITS,)]
    extra_move: Annotated[Array, np.int8, (UNITS,)]
    units: Annotated[Array, np.int8, (SEATS,)]  # on the board

    # Seats
    vp: Annotated[Array, np.int64, (SEATS,)]
    lore: Annotated[Array, np.int64, (SEATS,)]
    played: Annotated[Array, np.int8, (SEATS,)]  # 1: a lore card in this turn
    killed: Annotated[int, np.int64]  # enemies destroyed in this turn of the active seat

    # Cards: what is left to chance in a deck, what lies under it in order, discards, hands
    command_deck: Annotated[Array, np.int8, (COMMAND_CARDS,)]
    command_discard: Annotated[Array, np.int8, (COMMAND_CARDS,)]
    command_hand: Annotated[Array, np.int8, (SEATS, COMMAND_CARDS)]
    command_under: Annotated[Array, np.int8, (BOTTOM,)]
    under_owner: Annotated[Array, np.int8, (BOTTOM,)]
    command_unders: Annotated[int, np.int64]
    known: Annotated[Array, np.int8, (SEATS, COMMAND_CARDS)]  # of the other's hand
    lore_deck: Annotated[Array, np.int8, (SEATS, LORE_CARDS)]
    lore_discard: Annotated[Array, np.int8, (SEATS, LORE_CARDS)]
    lore_hand: Annotated[Array, np.int8, (SEATS, LORE_CARDS)]
    lore_under: Annotated[Array, np.int8, (SEATS, BOTTOM)]
    lore_unders: Annotated[Array, np.int64, (SEATS,)]
    to_draw: Annotated[int, np.int64]
    drawer: Annotated[int, np.int64]
    to_put: Annotated[int, np.int64]
    draw_point: Annotated[int, np.int64]  # where to go on after a card is drawn

    # Command and orders
    command: Annotated[int, np.int64]  # card played, NO_CARD
    quota: Annotated[Array, np.int8, (QUOTAS,)]
    who: Annotated[int, np.int64]
    march: Annotated[int, np.int64]  # hexes before the attacks (BL-CARD-01)

    # A window and a lore card being played
    window: Annotated[int, np.int64]
    asked: Annotated[int, np.int64]  # seats asked so far
    card: Annotated[int, np.int64]  # names.Lore
    card_seat: Annotated[int, np.int64]
    card_step: Annotated[int, np.int64]
    card_x: Annotated[int, np.int64]  # first target
    card_point: Annotated[int, np.int64]  # where to go on afterwards
    overrun: Annotated[Array, np.int8, (SEATS,)]

    # A unit on its way
    mover: Annotated[int, np.int64]
    mode: Annotated[int, np.int64]
    steps: Annotated[int, np.int64]
    halted: Annotated[int, np.int64]
    origin: Annotated[int, np.int64]  # hex not to return to (BL-ABILITY-10)
    passed: Annotated[Array, np.int8, (HEXES,)]  # hexes a flyer passed in its move

    # Attacks: level 0, and 1 for the counter to it
    level: Annotated[int, np.int64]
    attacker: Annotated[Array, np.int16, (LEVELS,)]
    target: Annotated[Array, np.int16, (LEVELS,)]
    source: Annotated[Array, np.int16, (LEVELS,)]  # hex of the attacker
    goal: Annotated[Array, np.int16, (LEVELS,)]  # hex of the target
    dice: Annotated[Array, np.int8, (LEVELS,)]  # still to be rolled
    roll: Annotated[Array, np.int8, (LEVELS, FACES)]
    loose: Annotated[Array, np.int8, (LEVELS, FACES)]  # not yet kept (BL-CARD-06)
    keeping: Annotated[Array, np.int8, (LEVELS,)]  # 1: Rune Blade; 2: kept one in this pass
    fury: Annotated[Array, np.int8, (LEVELS,)]
    card_dice: Annotated[Array, np.int8, (LEVELS,)]
    shield: Annotated[Array, np.int8, (LEVELS,)]  # damage that cards prevent
    sheltered: Annotated[Array, np.int8, (LEVELS,)]  # 1: the building has helped
    hold: Annotated[Array, np.int8, (LEVELS,)]  # 1: morale ignored
    used: Annotated[Array, np.int8, (LEVELS,)]  # heroic faces spent
    dying: Annotated[int, np.int64]  # 1: Unstoppable is played; 2: its counter is made
    was: Annotated[Array, np.int8, (LEVELS,)]  # figures of the target before the attack
    open: Annotated[Array, np.int8, (LEVELS,)]  # bit for each side by which the line is free
    owed: Annotated[Array, np.int8, (LEVELS,)]  # hexes to retreat
    way: Annotated[Array, np.int8, (LEVELS,)]  # direction of the retreat
    gone: Annotated[Array, np.int8, (LEVELS,)]  # hexes retreated
    failed: Annotated[Array, np.int8, (LEVELS,)]  # hexes that could not be retreated
    vacated: Annotated[Array, np.int8, (LEVELS,)]  # 1: the attack emptied the target's hex
    countered: Annotated[int, np.int64]  # 1: the attack of level 0 was
    counter_point: Annotated[int, np.int64]  # where to go on after the counter
    terror: Annotated[int, np.int64]  # 1: a retreat by the card, not by an attack
    roll_for: Annotated[int, np.int64]  # unit under a die of Overrun, NOBODY
    follow: Annotated[int, np.int64]  # unit with an attack more at once, NOBODY

    # Counters for studies
    banner_vp: Annotated[Array, np.int64, (SEATS,)]
    scenario_vp: Annotated[Array, np.int64, (SEATS,)]
    tent_vp: Annotated[Array, np.int64, (SEATS,)]
    kill_vp: Annotated[Array, np.int64, (SEATS,)]
    kills: Annotated[Array, np.int64, (SEATS,)]
    fought: Annotated[Array, np.int64, (SEATS,)]
    counters: Annotated[Array, np.int64, (SEATS,)]
    damage: Annotated[Array, np.int64, (SEATS,)]
    retreats: Annotated[Array, np.int64, (SEATS,)]  # hexes that enemies were driven
    cards_played: Annotated[Array, np.int64, (SEATS,)]  # lore cards
    lore_gained: Annotated[Array, np.int64, (SEATS,)]
    hex_fights: Annotated[Array, np.int16, (HEXES,)]
    lead_since: Annotated[int, np.int64]  # turn from which the leader leads
    lead: Annotated[int, np.int64]  # seat with more points, NOBODY
    lead_changes: Annotated[int, np.int64]

    # Luck, the strategies' own memory, what just happened
    streams: Annotated[Array, np.int64, (STREAMS, 4)]
    memory: Annotated[Array, np.int64, (SEATS, MEMORY)]
    log: Annotated[Array, np.int16, (LOG,)]
    log_size: Annotated[int, np.int64]

    # Scratch
    stamp: Annotated[int, np.int64]
    mark: Annotated[Array, np.int32, (HEXES,)]
    far: Annotated[Array, np.int16, (HEXES,)]
    queue: Annotated[Array, np.int16, (HEXES,)]
    codes: Annotated[Array, np.int32, (CODES,)]
