"""The records of Dare: its rules as kernels read them, and everything that changes in a game."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name
from tests.toy.rules.board import AREAS
from tests.toy.rules.numbers import HIGHEST_CARD, SEATS

VALUES: Final = HIGHEST_CARD + 1  # of cards; nothing has the value 0
NOBODY: Final = -1
NOTES: Final = 4  # that a strategy keeps
LOG_NUMBERS: Final = 256  # of what happens between two decisions
DIE_STREAM, DECK_STREAM, STRATEGY_STREAM = 0, 1, 2  # of luck; the last ones are one a seat
STREAM_WORDS: Final = 4


class Kind(Name):
    """Decisions and, from 16 on, outcomes of chance."""

    PASS = 0
    PLAY = 1  # card, area
    ROLL = 16  # side
    CARD = 17  # card


class Point(Name):
    """Where a game stands; from DIE on chance moves."""

    OVER = 0
    TURN = 1
    DIE = 2
    DRAW = 3


class Ending(Name):
    """Why a game ended."""

    NONE = 0
    POINTS = 1
    ISLE_FULL = 2
    TURNS = 3


class Rules(Layout):
    """The rules in force: players, the numbers of `numbers.csv`, and the board."""

    players: Annotated[int, np.int64]
    goal: Annotated[int, np.int64]
    hand: Annotated[int, np.int64]
    copies: Annotated[int, np.int64]
    hill: Annotated[int, np.int64]
    turns: Annotated[int, np.int64]
    borders: Annotated[Array, np.int8, (AREAS, AREAS)]
    is_hill: Annotated[Array, np.int8, (AREAS,)]


class State(Layout):
    """A game as it stands; the first nine fields and the last two are those of every game."""

    point: Annotated[int, np.int64]
    decider: Annotated[int, np.int64]  # the seat that decides
    turn: Annotated[int, np.int64]  # turns so far
    status: Annotated[int, np.int64]
    ending: Annotated[int, np.int64]
    log: Annotated[Array, np.int16, (LOG_NUMBERS,)]  # what happened since the last decision
    log_size: Annotated[int, np.int64]
    rank: Annotated[Array, np.int8, (SEATS,)]
    score: Annotated[Array, np.int64, (SEATS,)]
    active: Annotated[int, np.int64]  # the seat at its turn, or the one that is dealt cards
    played: Annotated[int, np.int64]  # the card that waits for the die
    target: Annotated[int, np.int64]  # the area that it is played for
    owner: Annotated[Array, np.int64, (AREAS,)]
    deck: Annotated[Array, np.int64, (VALUES,)]  # cards by value
    hand: Annotated[Array, np.int64, (SEATS, VALUES)]
    streams: Annotated[Array, np.int64, (STRATEGY_STREAM + SEATS, STREAM_WORDS)]
    memory: Annotated[Array, np.int64, (SEATS, NOTES)]
