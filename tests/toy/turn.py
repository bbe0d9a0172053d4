"""The kernels of Dare: what may be decided, what chance does, and what follows."""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.contract.engine import Engine
from bloodstones.core.kernels.counted import list_counted, next_counted
from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.log import tell
from bloodstones.core.kernels.streams import open_streams
from bloodstones.kit.decision import unpacking
from tests.toy.events import Event
from tests.toy.rules.board import AREAS
from tests.toy.rules.numbers import HIGHEST_CARD, SIDES
from tests.toy.state import (
    DECK_STREAM,
    DIE_STREAM,
    NOBODY,
    VALUES,
    Ending,
    Kind,
    Point,
    Rules,
    State,
)

DIE: Final = np.array([0, *[1] * SIDES])  # how many sides show a number


@entry
def start(s: State, t: Rules, key: Array, out: Array) -> None:
    """Shuffle the deck; hands are dealt card by card (DA-SETUP-01)."""
    open_streams(s.streams, key)
    s.memory[:] = NOBODY
    s.owner[:] = NOBODY
    s.deck[1:] = t.copies
    s.point = Point.DRAW


@entry
def is_chance(s: State) -> bool:
    """Whether chance moves now."""
    return bool(s.point >= Point.DIE)


@kernel
def is_free(s: State, t: Rules, seat: int, area: int) -> bool:
    """Whether a seat may claim an area: free, with a border to one it has (DA-CLAIM-01)."""
    owned = s.owner == seat
    within_reach = not owned.any() or (owned & t.borders[area]).any()
    return bool(within_reach and s.owner[area] == NOBODY)


@entry
def legal_decisions(s: State, t: Rules, out: Array) -> int:
    """Write the decisions: pass, or play a card of the hand for an area (DA-TURN-01)."""
    if s.point != Point.TURN:
        return 0
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    for area in range(AREAS):
        if is_free(s, t, s.decider, area):
            for card in range(1, VALUES):
                if s.hand[s.decider, card] > 0:
                    out[n] = encode(Kind.PLAY, card, area)
                    n += 1
    return n


@entry
def chance_outcomes(s: State, t: Rules, out: Array, weights: Array) -> int:
    """Write what the die or the deck may show, with weights."""
    if s.point == Point.DIE:
        return list_counted(Kind.ROLL, DIE, out, weights)
    return list_counted(Kind.CARD, s.deck, out, weights) if s.point == Point.DRAW else 0


@entry
def draw_outcome(s: State, t: Rules) -> int:
    """Return what chance does, drawn from the stream for it."""
    if s.point == Point.DIE:
        return encode(Kind.ROLL, next_counted(s.streams, DIE_STREAM, DIE), 0)
    return encode(Kind.CARD, next_counted(s.streams, DECK_STREAM, s.deck), 0)


@entry
def apply(s: State, t: Rules, code: int, out: Array) -> None:
    """Carry out a decision or an outcome, and go on to the next point."""
    kind, x = kind_of(code), x_of(code)
    if kind < Kind.ROLL:  # a decision begins a new log
        s.log_size = 0
    if kind == Kind.PASS:
        tell(s, Event.PASS, (s.active,))
        end_turn(s, t)
    elif kind == Kind.PLAY:
        play(s, x, y_of(code))
    elif kind == Kind.ROLL:
        roll(s, t, x)
    else:
        draw(s, t, x)


@kernel
def draw(s: State, t: Rules, card: int) -> None:
    """Take a card of the deck; the deal ends when the last seat has its hand."""
    s.deck[card] -= 1
    s.hand[s.active, card] += 1
    tell(s, Event.DRAW, (s.active, card))
    if s.turn > 0:
        end_turn(s, t)
    elif s.hand[s.active].sum() == t.hand:
        s.active = (s.active + 1) % t.players
        if s.active == 0:
            s.turn, s.point = 1, Point.TURN


@kernel
def play(s: State, card: int, area: int) -> None:
    """Play a card for an area; the die decides."""
    s.hand[s.active, card] -= 1
    s.played, s.target = card, area
    tell(s, Event.PLAY, (s.active, card, area))
    s.point = Point.DIE


@kernel
def roll(s: State, t: Rules, side: int) -> None:
    """Claim the area if the die shows the card or more; then draw (DA-CLAIM-02)."""
    points = 0
    if side >= s.played:
        s.owner[s.target] = s.active
        points = s.played * (t.hill if t.is_hill[s.target] else 1)
        s.score[s.active] += points
    tell(s, Event.ROLL, (s.active, side, points))
    s.point = Point.DRAW
    if s.deck.sum() == 0 or ending(s, t) != Ending.NONE:
        end_turn(s, t)


@kernel
def ending(s: State, t: Rules) -> int:
    """Return why the game ends after this turn, if it does (DA-END-01, DA-END-02)."""
    if s.score[s.active] >= t.goal:
        return Ending.POINTS
    if (s.owner != NOBODY).all():
        return Ending.ISLE_FULL
    return Ending.TURNS if s.turn >= t.turns else Ending.NONE


@kernel
def end_turn(s: State, t: Rules) -> None:
    """Rank the seats if the game ends, else let the next one decide."""
    s.ending = ending(s, t)
    if s.ending != Ending.NONE:
        for seat in range(t.players):
            s.rank[seat] = 1 + (s.score[: t.players] > s.score[seat]).sum()
        s.point = Point.OVER
        return
    s.active = (s.active + 1) % t.players
    s.decider = s.active
    s.turn += 1
    s.point = Point.TURN


ENGINE: Final = Engine(
    state=State,
    endings=Ending,
    most_decisions=1 + AREAS * HIGHEST_CARD,
    start=start,
    legal=legal_decisions,
    apply=apply,
    is_chance=is_chance,
    outcomes=chance_outcomes,
    draw=draw_outcome,
    unpack=unpacking(Kind),
)
