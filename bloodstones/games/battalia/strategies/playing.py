"""Whole playthroughs inside the kernels, many at a time, and who led in each."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernel import entry, kernel
from bloodstones.core.layout import Array, Layout
from bloodstones.core.moments import MOMENTS
from bloodstones.games.battalia.engine.ending import points_of
from bloodstones.games.battalia.engine.state import NOTHING, SEATS, GameState, Point
from bloodstones.games.battalia.engine.tables import TURN_LIMIT, RuleTables
from bloodstones.games.battalia.engine.turn import (
    apply,
    draw_outcome,
    is_chance,
    legal_decisions,
    start,
)
from bloodstones.games.battalia.strategies.choosing import choose
from bloodstones.games.battalia.strategies.policy import Policy
from bloodstones.kit import playing

SHARES: Final = tuple(MOMENTS.values())
ROUNDING: Final = 0.5


class Course(Layout):
    """Who led after which turn, and how far each seat was behind at the moments of results."""

    leader: Annotated[int, np.int64]
    changes: Annotated[int, np.int64]
    since: Annotated[int, np.int64]
    led: Annotated[Array, np.int64, (SEATS,)]
    behind: Annotated[Array, np.int64, (len(SHARES), SEATS)]
    decisions: Annotated[int, np.int64]


def new_trail() -> Array:
    """Return room for the points of all seats turn by turn: int64 array."""
    return np.zeros((TURN_LIMIT + 1, SEATS), np.int64)


@entry
def follow(s: GameState, t: RuleTables, c: Course, trail: Array, turn: int) -> None:
    """Note the points when a turn has ended, and who alone has the most."""
    best = NOTHING
    most = -1
    for seat in range(t.players):
        points = points_of(s, seat)
        trail[turn, seat] = points
        if points > most:
            most = points
            best = seat
        elif points == most:
            best = NOTHING
    if best == NOTHING or turn == 0:
        return
    c.led[best] += 1
    if best != c.leader:
        c.changes += 1 if c.leader != NOTHING else 0
        c.leader = best
        c.since = turn


@entry
def look_back(t: RuleTables, c: Course, trail: Array, turns: int) -> None:
    """Note how far each seat was behind the most points at each moment."""
    for moment in range(len(SHARES)):
        turn = int(SHARES[moment] * turns + ROUNDING)
        most = 0
        for seat in range(t.players):
            most = max(most, trail[turn, seat])
        for seat in range(t.players):
            c.behind[moment, seat] = most - trail[turn, seat]


@kernel
def play_one(
    s: GameState, t: RuleTables, p: Policy, c: Course, key: Array, out: Array, trail: Array
) -> None:
    """Play from a zeroed state to the end."""
    start(s, t, key, out)
    c.leader = NOTHING
    turn = s.turn
    while s.point != Point.OVER:
        if is_chance(s):
            out[0] = draw_outcome(s, t)  # as int32, like decisions: one compiled version of `apply`
            apply(s, t, out[0], out)
        else:
            n = legal_decisions(s, t, out)
            apply(s, t, out[choose(s, t, p, out, n)], out)
            c.decisions += 1
        if s.turn != turn:
            follow(s, t, c, trail, turn)
            turn = s.turn
    follow(s, t, c, trail, turn)
    look_back(t, c, trail, turn)


@entry
def play_on(s: GameState, t: RuleTables, p: Policy, out: Array) -> int:
    """Play from a state to the end, see `kit.playing.play_on`."""
    return playing.play_on(legal_decisions, apply, is_chance, draw_outcome, choose, s, t, p, out)


@entry
def play_all(
    states: Array, t: RuleTables, p: Policy, courses: Array, keys: Array, out: Array, trail: Array
) -> None:
    """Play as many games as there are zeroed states.

    Parameters
    ----------
    states, courses
        One record each of `GameState` and `Course` for every game, see `records`.
    keys
        int64 array of shape (games, 3), see `streams.game_key`.
    out
        int32 array of `decisions.MOST_DECISIONS`.
    trail
        From `new_trail`.
    """
    for game in range(len(states)):
        play_one(states[game], t, p, courses[game], keys[game], out, trail)
