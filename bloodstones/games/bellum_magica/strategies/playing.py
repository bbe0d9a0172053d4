"""Whole playthroughs inside the kernels, many at a time, and who led in each."""

from __future__ import annotations

from typing import Annotated, Any, Final

import numpy as np

from bloodstones.core.kernel import entry, kernel
from bloodstones.core.layout import Array, Layout
from bloodstones.core.moments import MOMENTS
from bloodstones.games.bellum_magica.engine.ending import standing
from bloodstones.games.bellum_magica.engine.state import NOTHING, SEATS, GameState, Point
from bloodstones.games.bellum_magica.engine.tables import TURN_LIMIT, RuleTables
from bloodstones.games.bellum_magica.engine.turn import (
    apply,
    draw_outcome,
    is_chance,
    legal_decisions,
    start,
)
from bloodstones.games.bellum_magica.strategies.choosing import choose
from bloodstones.games.bellum_magica.strategies.policy import Policy
from bloodstones.kit import playing
from bloodstones.kit.players.seating import Seating

SHARES: Final = tuple(MOMENTS.values())
ROUNDING: Final = 0.5


class Course(Layout):
    """Who led after which day, and how far each seat was behind at the moments of results."""

    leader: Annotated[int, np.int64]
    changes: Annotated[int, np.int64]
    since: Annotated[int, np.int64]
    led: Annotated[Array, np.int16, (SEATS,)]
    behind: Annotated[Array, np.int16, (len(SHARES), SEATS)]
    decisions: Annotated[int, np.int64]


def new_trail() -> Array:
    """Return room for the value of all seats' chests day by day: int16 array."""
    return np.zeros((TURN_LIMIT + 1, SEATS), np.int16)


@entry
def follow(s: GameState, t: RuleTables, c: Course, trail: Array, day: int) -> None:
    """Note the values when a day has ended, and who alone has the most."""
    best = NOTHING
    most = -1
    for seat in range(t.players):
        value = standing(s, seat)
        trail[day, seat] = value
        if value > most:
            most = value
            best = seat
        elif value == most:
            best = NOTHING
    if best == NOTHING or day == 0:
        return
    c.led[best] += 1
    if best != c.leader:
        c.changes += c.leader != NOTHING
        c.leader = best
        c.since = day


@entry
def look_back(t: RuleTables, c: Course, trail: Array, days: int) -> None:
    """Note how far each seat was behind the most value at each moment."""
    for moment in range(len(SHARES)):
        day = int(SHARES[moment] * days + ROUNDING)
        most = 0
        for seat in range(t.players):
            most = max(most, trail[day, seat])
        for seat in range(t.players):
            c.behind[moment, seat] = most - trail[day, seat]


@kernel
def play_one(
    s: GameState, t: RuleTables, p: Policy, c: Course, key: Array, out: Array, trail: Array
) -> None:
    """Play from a zeroed state to the end."""
    start(s, t, key, out)
    c.leader = NOTHING
    day = s.turn
    while s.point != Point.OVER:
        if is_chance(s):
            out[0] = draw_outcome(s, t)  # as int32, like decisions: one compiled version of `apply`
            apply(s, t, out[0], out)
        else:
            n = legal_decisions(s, t, out)
            apply(s, t, out[choose(s, t, p, out, n)], out)
            c.decisions += 1
        if s.turn != day:
            follow(s, t, c, trail, day)
            day = s.turn
    follow(s, t, c, trail, day)
    look_back(t, c, trail, day)


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


def play_seated(
    seating: Seating, s: GameState, c: Course, key: Array, out: Array, trail: Array
) -> None:
    """Play from a zeroed state to the end where Python decides for some seats, see `play_one`."""
    engine, t = seating.deciders.engine, seating.tables
    engine.start(s, t, key, out)
    c.leader = NOTHING
    day = int(s.turn)
    while s.point != Point.OVER:
        if engine.is_chance(s):
            code: Any = np.int32(engine.draw(s, t))
        else:
            n = engine.legal(s, t, out)
            code = out[seating.index(s, out, n)]
            c.decisions += 1
        engine.apply(s, t, code, out)
        if s.turn != day:
            follow(s, t, c, trail, day)
            day = int(s.turn)
    follow(s, t, c, trail, day)
    look_back(t, c, trail, day)


@entry
def play_on(s: GameState, t: RuleTables, p: Policy, out: Array) -> int:
    """Play from a state to the end, see `kit.playing.play_on`."""
    return playing.play_on(legal_decisions, apply, is_chance, draw_outcome, choose, s, t, p, out)
