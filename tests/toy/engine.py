"""Dare, a whole game in little: play a hidden card, roll a die, score the card if the die dares it.

Two to four seats, no board, no factions. Each draws three cards from one deck (values 1 to 4, six
of each). A turn: play a card or pass; a die of six that is at least the card scores its value; a
new card is drawn while there are any. Twelve points, or no card left anywhere, end the game.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from bloodstones.core.coding import encode, kind_of, x_of
from bloodstones.core.kernel import entry, kernel
from bloodstones.core.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.core.streams import next_below, open_streams

SEATS, VALUES, LOG, MEMORY = 4, 5, 64, 4
MOST_DECISIONS = 16
DICE_STREAM, DECK_STREAM, STRATEGY_STREAM = 0, 1, 2


class Kind(Name):
    PASS = 0
    PLAY = 1  # value
    ROLL = 16  # chance: the die
    CARD = 17  # chance: value of the card drawn


class Point(Name):
    OVER = 0
    TURN = 1
    DIE = 2
    DRAW = 3


class Status(Name):
    OK = 0
    LOG_FULL = 1


class Ending(Name):
    NONE = 0
    POINTS = 1
    CARDS = 2


class Event(Name):
    CARD = 1  # seat, value
    PLAY = 2  # seat, value
    PASS = 3  # seat
    ROLL = 4  # seat, die, points


class Rules(Layout):
    seats: Annotated[int, np.int64]
    goal: Annotated[int, np.int64]
    hand: Annotated[int, np.int64]
    copies: Annotated[int, np.int64]
    sides: Annotated[int, np.int64]


class State(Layout):
    point: Annotated[int, np.int64]
    decider: Annotated[int, np.int64]
    active: Annotated[int, np.int64]
    turn: Annotated[int, np.int64]
    status: Annotated[int, np.int64]
    ending: Annotated[int, np.int64]
    rank: Annotated[Array, np.int8, (SEATS,)]
    score: Annotated[Array, np.int64, (SEATS,)]
    deck: Annotated[Array, np.int64, (VALUES,)]
    hand: Annotated[Array, np.int64, (SEATS, VALUES)]
    played: Annotated[int, np.int64]
    streams: Annotated[Array, np.int64, (STRATEGY_STREAM + SEATS, 4)]
    memory: Annotated[Array, np.int64, (SEATS, MEMORY)]
    log: Annotated[Array, np.int16, (LOG,)]
    log_size: Annotated[int, np.int64]


class Decision(NamedTuple):
    kind: Kind
    x: int = 0

    @classmethod
    def unpack(cls, code: int) -> Decision:
        return cls(Kind(int(kind_of(code))), int(x_of(code)))

    def pack(self) -> int:
        return int(encode(int(self.kind), self.x, 0))

    def __str__(self) -> str:
        return "pass" if self.kind is Kind.PASS else f"{self.kind.id} {self.x}"


@kernel
def tell(s: State, event: int, values: int, first: int, second: int, third: int) -> None:
    if s.log_size + values + 2 > LOG:
        s.status = Status.LOG_FULL
        return
    s.log[s.log_size] = event
    s.log[s.log_size + 1] = values
    s.log[s.log_size + 2] = first
    if values > 1:
        s.log[s.log_size + 3] = second
    if values > 2:
        s.log[s.log_size + 4] = third
    s.log_size += values + 2


@entry
def start(s: State, t: Rules, key: Array, out: Array) -> None:
    open_streams(s.streams, key)
    s.memory[:] = -1
    s.deck[1:] = t.copies
    next_point(s, t)


@entry
def is_chance(s: State) -> bool:
    return s.point == Point.DIE or s.point == Point.DRAW


@entry
def legal_decisions(s: State, t: Rules, out: Array) -> int:
    if s.point != Point.TURN:
        return 0
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    for value in range(1, VALUES):
        if s.hand[s.decider, value] > 0:
            out[n] = encode(Kind.PLAY, value, 0)
            n += 1
    return n


@entry
def chance_outcomes(s: State, t: Rules, out: Array, weights: Array) -> int:
    n = 0
    if s.point == Point.DIE:
        for die in range(1, t.sides + 1):
            out[n] = encode(Kind.ROLL, die, 0)
            weights[n] = 1
            n += 1
    if s.point == Point.DRAW:
        for value in range(1, VALUES):
            if s.deck[value] > 0:
                out[n] = encode(Kind.CARD, value, 0)
                weights[n] = s.deck[value]
                n += 1
    return n


@kernel
def next_card(s: State, stream: int) -> int:
    left = next_below(s.streams, stream, s.deck.sum())
    value = 1
    while left >= s.deck[value]:
        left -= s.deck[value]
        value += 1
    return value


@entry
def draw_outcome(s: State, t: Rules) -> int:
    if s.point == Point.DIE:
        return encode(Kind.ROLL, 1 + next_below(s.streams, DICE_STREAM, t.sides), 0)
    return encode(Kind.CARD, next_card(s, DECK_STREAM), 0)


@entry
def apply(s: State, t: Rules, code: int, out: Array) -> None:
    kind, x, seat = kind_of(code), x_of(code), s.active
    if kind < Kind.ROLL:
        s.log_size = 0
    if kind == Kind.CARD:
        s.deck[x] -= 1
        s.hand[seat, x] += 1
        tell(s, Event.CARD, 2, seat, x, 0)
        next_point(s, t)
    elif kind == Kind.PLAY:
        s.hand[seat, x] -= 1
        s.played = x
        tell(s, Event.PLAY, 2, seat, x, 0)
        s.point = Point.DIE
    elif kind == Kind.ROLL:
        points = s.played if x >= s.played else 0
        s.score[seat] += points
        tell(s, Event.ROLL, 3, seat, x, points)
        s.played = 0
        s.point = Point.DRAW
        if s.deck.sum() == 0 or s.score[seat] >= t.goal:
            end_turn(s, t)
    else:
        tell(s, Event.PASS, 1, seat, 0, 0)
        end_turn(s, t)


@kernel
def next_point(s: State, t: Rules) -> None:
    if s.turn == 0:  # deal
        if s.hand[s.active].sum() < t.hand:
            s.point = Point.DRAW
            return
        s.active = (s.active + 1) % t.seats
        if s.active > 0:
            s.point = Point.DRAW
            return
        s.turn = 1
        s.point = Point.TURN
        s.decider = 0
        return
    end_turn(s, t)


@kernel
def end_turn(s: State, t: Rules) -> None:
    done = s.deck.sum() == 0 and s.hand.sum() == 0
    if s.score[s.active] >= t.goal or done or s.turn >= t.goal * t.copies:
        s.ending = Ending.CARDS if s.score[s.active] < t.goal else Ending.POINTS
        for seat in range(t.seats):
            s.rank[seat] = 1
            for other in range(t.seats):
                s.rank[seat] += s.score[other] > s.score[seat]
        s.point = Point.OVER
        return
    s.active = (s.active + 1) % t.seats
    s.decider = s.active
    s.turn += 1
    s.point = Point.TURN


@kernel
def deal_world(s: State, t: Rules, seat: int) -> None:
    for other in range(t.seats):
        if other != seat:
            held = s.hand[other].sum()
            s.deck += s.hand[other]
            s.hand[other] = 0
            for _ in range(held):
                value = next_card(s, STRATEGY_STREAM + other)
                s.deck[value] -= 1
                s.hand[other, value] += 1
