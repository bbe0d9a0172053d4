"""The state of one playthrough as one compiled record.

A pile is counts of cards: nobody knows its order, so a card is drawn when it is needed. Where the
rules let somebody know a place, it is kept: units put under their deck (`bottom`), open tops
(`top`). Hidden from others are hands, draw piles and ambushed cards; `known`, `open`, `shown`,
`stock` and `sure` say what everybody, or a seat, knows of them for certain.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.kernels.log import LOG_FULL
from bloodstones.core.names import Name
from bloodstones.games.battalia.rules.boards import SQUARES
from bloodstones.games.battalia.rules.names import (
    BUILDS,
    CARDS,
    CITY_BUILDS,
    DECKS,
    FACTIONS,
    LEVELS,
    RANKS,
)
from bloodstones.games.battalia.rules.reading import MOST_PLAYERS

SEATS: Final = MOST_PLAYERS
HEROES: Final = 2
ITEMS: Final = 48
TENTS: Final = 24
HELD: Final = 2
BOTTOM: Final = 80  # most cards of a rank
SIDES: Final = 2
NEEDS: Final = 12  # what a line can ask for, by kind of card
FUNDS: Final = 16
WORK: Final = 4
ROOM: Final = 64  # a place for each square or card
LOG: Final = 512
MEMORY: Final = 8
NOTHING: Final = -1

# Where a card may come from in a decision: the hand (its number), an item, or the scroll itself.
FIRST_ITEM: Final = 64
ITSELF: Final = 255

# The sides of a fight.
ATTACKER: Final = 0
DEFENDER: Final = 1


class Status(Name):
    """Health of a playthrough; anything but OK is a defect."""

    LOG_FULL = LOG_FULL
    OK = 0
    BAD_DECISION = 1
    ITEMS_FULL = 2


class Ending(Name):
    """Why a playthrough ended."""

    NONE = 0
    BOARD_FULL = 1  # BA-SCORE-01
    FIFTH_CITY = 2  # BA-SCORE-03
    TURN_LIMIT = 3  # a safety stop of the engine, not a rule


class Point(Name):
    """What must happen next: a decision, chance (from CHANCE on), or the rules (from RULES on)."""

    OVER = 0
    FACTION = 1
    START = 2
    STEP_ONE = 3
    ACTION = 4
    PAY = 5
    TARGET = 6
    PLACE = 7
    HOLD = 8
    LIMBO = 9
    MORE = 10
    ROOM = 11
    HORN = 12
    BATTLE = 13
    RESPOND = 14
    JOIN = 15
    AMBUSHED = 16
    SPOILS = 17
    CHANCE = 32
    START_CITY = 33
    NEUTRAL_CITY = 34
    DEAL = 35
    FIRST = 36
    DRAW = 37
    DIE = 38
    TOP = 39
    CITY_TOP = 40
    LUCKY_SPOILS = 41
    RULES = 64
    NEXT_SETUP = 65
    NEXT_DRAW = 66
    BEGIN_TURN = 67
    STEP_TWO = 68
    NEXT_ACTION = 69
    NEXT_PAY = 70
    CLOSE_LINE = 71
    GOT_TOP = 72
    NEXT_SIDE = 73
    END_TURN = 74
    NEXT_TURN = 75


class Square(Name):
    """What lies on a square."""

    OFF = 0
    EMPTY = 1
    ROAD = 2
    CITY = 3
    RUINS = 4
    DEAD = 5


class Life(Name):
    """How long an item waits for a line."""

    NEXT = 0  # belongs to the next line
    WAITS = 1  # any line of the turn
    LAST = 2  # one more line


class Tally(Name):
    """What is counted by seat for studies."""

    CITIES = 0
    UPGRADES = 1
    ROADS = 2
    NEUTRALS = 3
    CONQUERED = 4
    LOST = 5
    FIGHTS = 6
    FIGHTS_WON = 7
    DEFENCES = 8
    DEFENCES_WON = 9
    RETREATS = 10
    HEROES = 11
    HEROES_LOST = 12
    STEPS = 13
    UNITS = 14
    AMBUSHED = 15
    LIMBO = 16
    COHORTS = 17
    COHORT_CARDS = 18
    MULLIGANS = 19
    TITLES = 20
    SCROLLS = 21
    AMULETS = 22
    TENTS = 23


# Streams: one for each purpose of chance; draws by seat, tops by deck; a strategy for each seat.
SETUP_STREAM: Final = 0
DEAL_STREAM: Final = 1
FIRST_STREAM: Final = 2
DIE_STREAM: Final = 3
SPOILS_STREAM: Final = 4
DRAW_STREAM: Final = 5
TOP_STREAM: Final = DRAW_STREAM + SEATS
WORLD_STREAM: Final = TOP_STREAM + DECKS + CITY_BUILDS
STRATEGY_STREAM: Final = WORLD_STREAM + 1
STREAMS: Final = STRATEGY_STREAM + SEATS


class GameState(Layout):
    """One playthrough; `NOTHING` (-1) stands for an absent card, seat or square."""

    APART = ("work", "log", "funds", "tally", "gains")

    # Cards by seat
    draw: Annotated[Array, np.int8, (SEATS, CARDS)]  # hidden from others
    hand: Annotated[Array, np.int8, (SEATS, CARDS)]  # hidden from others
    ambush: Annotated[Array, np.int8, (SEATS, CARDS)]  # hidden from others
    discard: Annotated[Array, np.int8, (SEATS, CARDS)]
    played: Annotated[Array, np.int8, (SEATS, CARDS)]
    gained: Annotated[Array, np.int8, (SEATS, CARDS)]
    tent: Annotated[Array, np.int8, (SEATS, TENTS)]  # the card that is the tent
    held: Annotated[Array, np.int8, (SEATS, TENTS, HELD)]

    # The pool
    pool: Annotated[Array, np.int8, (CARDS,)]  # factions hidden, see `sure`
    bottom: Annotated[Array, np.int8, (RANKS, BOTTOM)]  # cards under a deck, the upper one first
    bottom_size: Annotated[Array, np.int8, (RANKS,)]
    top: Annotated[Array, np.int8, (DECKS + CITY_BUILDS,)]  # faction of an open top card
    map_left: Annotated[Array, np.int16, (BUILDS, FACTIONS)]  # hidden; roads all in the first
    limbo: Annotated[Array, np.int8, (CARDS,)]
    blocks: Annotated[Array, np.int8, (CARDS,)]  # cards that lie on dead squares

    # What is known for certain
    known: Annotated[Array, np.int8, (SEATS, CARDS)]  # by all: at least so many in the deck
    seen: Annotated[Array, np.int8, (SEATS, CARDS)]  # by all: now open on the table
    open: Annotated[Array, np.int8, (SEATS, CARDS)]  # by all: at least so many in the hand
    shown: Annotated[Array, np.int8, (SEATS, CARDS)]  # by all: at least so many ambushed
    stock: Annotated[Array, np.int8, (SEATS, CARDS)]  # by all: at most so many in the draw pile
    sure: Annotated[Array, np.int8, (SEATS, DECKS, FACTIONS)]  # 1: the seat knows this of the pool

    # The board
    what: Annotated[Array, np.int8, (SQUARES,)]
    exits: Annotated[Array, np.int8, (SQUARES,)]
    build: Annotated[Array, np.int8, (SQUARES,)]
    terrain: Annotated[Array, np.int8, (SQUARES,)]
    owner: Annotated[Array, np.int8, (SQUARES,)]
    level: Annotated[Array, np.int8, (SQUARES,)]
    reverted: Annotated[Array, np.int8, (SQUARES,)]  # 1: a city without any token (AMB-12)
    hero: Annotated[Array, np.int8, (SEATS, HEROES)]  # square, NOTHING in stock
    tokens: Annotated[Array, np.int8, (SEATS, LEVELS)]
    empty: Annotated[int, np.int64]
    placeable: Annotated[int, np.int64]  # bits: kinds of map cards that `active` could place
    surveyed: Annotated[int, np.int64]  # 1: `placeable` is up to date

    # Where the game stands
    point: Annotated[int, np.int64]
    decider: Annotated[int, np.int64]
    active: Annotated[int, np.int64]
    first: Annotated[int, np.int64]
    turn: Annotated[int, np.int64]
    stage: Annotated[int, np.int64]  # of the setup, see `setup`
    picked: Annotated[int, np.int64]
    faction: Annotated[Array, np.int8, (SEATS,)]
    start_square: Annotated[Array, np.int8, (SEATS,)]
    great: Annotated[Array, np.int8, (SEATS,)]  # the great artifact ever gained (AMB-17)
    offset: Annotated[int, np.int64]  # of the oracle
    lit: Annotated[int, np.int64]
    paired: Annotated[int, np.int64]  # bits of kinds
    cohort: Annotated[int, np.int64]  # cards that the hand of step 1 draws
    status: Annotated[int, np.int64]
    ending: Annotated[int, np.int64]
    rank: Annotated[Array, np.int8, (SEATS,)]

    # Cards being drawn
    draw_seat: Annotated[int, np.int64]
    draw_left: Annotated[int, np.int64]
    after: Annotated[int, np.int64]  # the point that follows

    # Items: converted cards, copies, second halves of lit cards
    item_kind: Annotated[Array, np.int8, (ITEMS,)]  # NOTHING: a free place
    item_card: Annotated[Array, np.int8, (ITEMS,)]  # the card itself, NOTHING for a half
    item_copies: Annotated[Array, np.int16, (ITEMS,)]
    item_joker: Annotated[Array, np.int8, (ITEMS,)]
    item_life: Annotated[Array, np.int8, (ITEMS,)]
    item_new: Annotated[Array, np.int8, (ITEMS,)]  # 1: made in the line under way
    item_used: Annotated[Array, np.int8, (ITEMS,)]  # 1: in the line under way
    item_half: Annotated[Array, np.int8, (ITEMS,)]
    item_from: Annotated[Array, np.int8, (ITEMS,)]  # of a half: its card among those played
    item_doom: Annotated[Array, np.int8, (ITEMS,)]  # of a half amulet: it will be discarded
    item_owner: Annotated[Array, np.int8, (ITEMS,)]
    item_fight: Annotated[Array, np.int8, (ITEMS,)]  # 1: made in the fight under way

    # The line under way
    act: Annotated[int, np.int64]
    act_x: Annotated[int, np.int64]
    act_y: Annotated[int, np.int64]
    needs: Annotated[Array, np.int64, (NEEDS,)]
    funds: Annotated[Array, np.int64, (FUNDS,)]  # scratch of `paying`
    deck: Annotated[int, np.int64]  # whose top card is needed
    terrain_drawn: Annotated[int, np.int64]
    taken: Annotated[int, np.int64]  # cards taken or put down in this line so far
    vain: Annotated[int, np.int64]  # 1: an attack just came to nothing without any card

    # The conversion under way
    by_kind: Annotated[int, np.int64]
    by_card: Annotated[int, np.int64]  # its card among those played, NOTHING without
    by_item: Annotated[int, np.int64]
    by_lit: Annotated[int, np.int64]
    by_doom: Annotated[int, np.int64]
    target: Annotated[int, np.int64]  # the item that is converted
    ambushing: Annotated[int, np.int64]  # the card that waits for room

    # The fight under way
    fighting: Annotated[int, np.int64]
    square: Annotated[int, np.int64]
    against: Annotated[int, np.int64]  # the defender, NOTHING without
    at_hero: Annotated[int, np.int64]  # 1: a hero is the target, not the card
    side: Annotated[int, np.int64]
    heroes: Annotated[Array, np.int8, (SIDES,)]
    strength: Annotated[Array, np.int16, (SIDES,)]
    cards: Annotated[Array, np.int16, (SIDES,)]  # in the line
    pure: Annotated[Array, np.int8, (SIDES,)]  # 1: all of the heroes' faction
    turns: Annotated[Array, np.int16, (SIDES,)]  # battle turns finished
    laid: Annotated[int, np.int64]  # cards in this battle turn
    converted: Annotated[int, np.int64]  # 1: something was converted in this fight
    fought_back: Annotated[int, np.int64]

    # Scratch
    work: Annotated[Array, np.int16, (WORK, ROOM)]  # see `board`

    # Counters for studies
    tally: Annotated[Array, np.int32, (SEATS, len(Tally))]
    gains: Annotated[Array, np.int32, (SEATS, DECKS)]

    # Luck, the strategies' own memory, what just happened
    streams: Annotated[Array, np.int64, (STREAMS, 4)]
    memory: Annotated[Array, np.int64, (SEATS, MEMORY)]
    log: Annotated[Array, np.int16, (LOG,)]
    log_size: Annotated[int, np.int64]
