"""Dare, a whole game in little: hidden cards, a die, two to four seats, no board, no roles.

Three cards each of 1 to 4. A turn: pass or play a card; a die of at least its value scores it, and
a new one is drawn. Twelve points, no cards or enough turns end the game.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np

from bloodstones.core.contract.engine import Engine
from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of
from bloodstones.core.kernels.dispatch import bind
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.kernels.log import LOG_FULL, tell
from bloodstones.core.kernels.streams import next_below, open_streams
from bloodstones.core.names import Name
from bloodstones.kit.decision import unpacking
from bloodstones.kit.game import KitGame
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.plans import Plans
from bloodstones.kit.players.seating import Deciders
from bloodstones.kit.players.strategy import Family
from bloodstones.kit.policy import Policy
from bloodstones.kit.records.events import EventForm, by_name, end_form
from bloodstones.kit.records.forms import SEAT_KEY, Key, Whole
from bloodstones.kit.search.worlds import open_world

SEATS, VALUES, SIDES, LOG, MEMORY = 4, 5, 6, 128, 4
DICE, DECK, OWN = 0, 1, 2  # streams: the die, the deck, those of the seats' strategies

Kind = Name("Kind", {"PASS": 0, "PLAY": 1, "ROLL": 16, "CARD": 17})
Point = Name("Point", {"OVER": 0, "TURN": 1, "DIE": 2, "DRAW": 3})
Status = Name("Status", {"OK": 0, "LOG_FULL": LOG_FULL})
Ending = Name("Ending", {"NONE": 0, "POINTS": 1, "CARDS": 2})
Event = Name("Event", {"CARD": 1, "PLAY": 2, "PASS": 3, "ROLL": 4})
Weight = Name("Weight", {"NERVE": 0})


class Rules(Layout):
    seats: Annotated[int, np.int64]
    goal: Annotated[int, np.int64]
    hand: Annotated[int, np.int64]
    copies: Annotated[int, np.int64]


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
    streams: Annotated[Array, np.int64, (OWN + SEATS, 4)]
    memory: Annotated[Array, np.int64, (SEATS, MEMORY)]
    log: Annotated[Array, np.int16, (LOG,)]
    log_size: Annotated[int, np.int64]


@entry
def start(s: State, t: Rules, key: Array, out: Array) -> None:
    open_streams(s.streams, key)
    s.memory[:] = -1
    s.deck[1:] = t.copies
    s.point = Point.DRAW


@entry
def is_chance(s: State) -> bool:
    return bool(s.point >= Point.DIE)


@entry
def legal_decisions(s: State, t: Rules, out: Array) -> int:
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    for value in range(1, VALUES):
        if s.hand[s.decider, value] > 0:
            out[n] = encode(Kind.PLAY, value, 0)
            n += 1
    return n if s.point == Point.TURN else 0


@entry
def chance_outcomes(s: State, t: Rules, out: Array, weights: Array) -> int:
    n = SIDES if s.point == Point.DIE else 0
    for side in range(n):
        out[side] = encode(Kind.ROLL, side + 1, 0)
        weights[side] = 1
    for value in range(1, VALUES):
        if s.point == Point.DRAW and s.deck[value] > 0:
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
        return encode(Kind.ROLL, 1 + next_below(s.streams, DICE, SIDES), 0)
    return encode(Kind.CARD, next_card(s, DECK), 0)


@entry
def apply(s: State, t: Rules, code: int, out: Array) -> None:
    kind, x, seat = kind_of(code), x_of(code), s.active
    s.log_size *= kind >= Kind.ROLL
    if kind == Kind.CARD:
        s.deck[x] -= 1
        s.hand[seat, x] += 1
        tell(s, Event.CARD, (seat, x))
        if s.turn > 0:
            end_turn(s, t)
        elif s.hand[seat].sum() == t.hand:  # the deal
            s.active = (seat + 1) % t.seats
            if s.active == 0:
                s.turn, s.point = 1, Point.TURN
    elif kind == Kind.PLAY:
        s.hand[seat, x] -= 1
        s.played = x
        tell(s, Event.PLAY, (seat, x))
        s.point = Point.DIE
    elif kind == Kind.ROLL:
        points = s.played if x >= s.played else 0
        s.score[seat] += points
        tell(s, Event.ROLL, (seat, x, points))
        s.point = Point.DRAW
        if s.deck.sum() == 0 or s.score[seat] >= t.goal:
            end_turn(s, t)
    else:
        tell(s, Event.PASS, (seat,))
        end_turn(s, t)


@kernel
def end_turn(s: State, t: Rules) -> None:
    won = s.score[s.active] >= t.goal
    if won or s.deck.sum() + s.hand.sum() == 0 or s.turn >= t.goal * t.copies:
        s.ending = Ending.POINTS if won else Ending.CARDS
        for seat in range(t.seats):
            s.rank[seat] = 1 + (s.score[: t.seats] > s.score[seat]).sum()
        s.point = Point.OVER
        return
    s.active = (s.active + 1) % t.seats
    s.decider = s.active
    s.turn += 1
    s.point = Point.TURN


@entry
def choose(s: State, t: Rules, p: Policy, out: Array, n: int) -> int:
    if p.family[s.decider] == Family.RANDOM:
        return next_below(s.streams, OWN + s.decider, n)
    n -= 1
    while n > 0 and x_of(out[n]) > p.weight[s.decider, Weight.NERVE]:
        n -= 1
    return n


@entry
def deal_world(s: State, t: Rules, seat: int, key: Array, number: int) -> None:
    open_world(s, seat, key, number)
    held = s.hand.sum(axis=1)
    held[seat] = 0
    for other in range(t.seats):
        if held[other] > 0:
            s.deck += s.hand[other]
            s.hand[other, :] = 0
    for other in range(t.seats):
        for _ in range(held[other]):
            value = next_card(s, DECK)
            s.deck[value] -= 1
            s.hand[other, value] += 1


@entry
def strategy_stream(s: State) -> int:
    return OWN


bind(
    State,
    start=start,
    legal_decisions=legal_decisions,
    apply=apply,
    is_chance=is_chance,
    draw_outcome=draw_outcome,
    choose=choose,
    strategy_stream=strategy_stream,
    deal_world=deal_world,
)
ENGINE = Engine(
    state=State,
    endings=Ending,
    statuses=Status,
    most_decisions=32,
    start=start,
    legal=legal_decisions,
    apply=apply,
    is_chance=is_chance,
    outcomes=chance_outcomes,
    draw=draw_outcome,
    unpack=unpacking(Kind),
)
NUMBERS = {"goal": (1, 99, 12), "hand": (1, 6, 3), "copies": (6, 40, 6)}
VALUE, DIE, POINTS = (Key(name, Whole()) for name in ("value", "die", "points"))
EVENTS = by_name(
    (
        EventForm("card", "", "draw a {value}", (SEAT_KEY, VALUE)),
        EventForm("play", "", "dare a {value}", (SEAT_KEY, VALUE)),
        EventForm("pass", "", "pass", (SEAT_KEY,)),
        EventForm("roll", "", "roll {die} for {points}", (SEAT_KEY, DIE, POINTS)),
        end_form(Ending, ""),
    )
)
GAME = KitGame(
    id="dare",
    title="Dare",
    players=range(2, SEATS + 1),
    rules_version="1",
    numbers=NUMBERS,
    deciders=Deciders(ENGINE, Policy),
    finder=Finder(Plans(Path(__file__).parent, Weight)),
    rules=Rules,
    events=EVENTS,
    codes=Event,
    home=__name__,
    look=lambda s, seat, memory, luck: (s.hand[seat].copy(), s.score.copy(), luck),
)
