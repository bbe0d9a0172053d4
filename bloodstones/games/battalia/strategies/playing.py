"""Whole playthroughs inside the kernels, many at a time, and who led in each."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernel import loop
from bloodstones.core.layout import Array
from bloodstones.games.battalia.engine.ending import points_of
from bloodstones.games.battalia.engine.state import GameState
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
from bloodstones.kit.courses import Courses, play_one

BATCH: Final = 64  # games whose states are in memory at once


@loop
def play_on(s: GameState, t: RuleTables, p: Policy, out: Array) -> int:
    """Play from a state to the end, see `kit.playing.play_on`."""
    return playing.play_on(legal_decisions, apply, is_chance, draw_outcome, choose, s, t, p, out)


@loop
def play_all(
    states: Array, t: RuleTables, p: Policy, courses: Array, keys: Array, out: Array, trail: Array
) -> None:
    """Play as many games as there are zeroed states, see `kit.courses.Courses`."""
    for game in range(len(states)):
        play_one(
            start,
            legal_decisions,
            apply,
            is_chance,
            draw_outcome,
            choose,
            points_of,
            states[game],
            t,
            p,
            courses[game],
            keys[game],
            out,
            trail,
        )


COURSES: Final = Courses(play_all, points_of, TURN_LIMIT, BATCH)
