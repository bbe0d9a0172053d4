"""The course of playthroughs, noted beside the game: who leads after which turn, and by how far.

A game brings `kernels.standing`, what a seat has so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.course_moments import MOMENTS
from bloodstones.core.contract.game import Seat
from bloodstones.core.contract.tunable import Weights
from bloodstones.core.errors import RunError
from bloodstones.core.kernels.kernel import entry, kernel, loop
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.kernels.streams import game_key
from bloodstones.kit.contests import Put
from bloodstones.kit.kernels import (
    apply,
    choose,
    draw_outcome,
    is_chance,
    legal_decisions,
    standing,
    start,
)
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.search.search_parameters import SEATS
from bloodstones.kit.state_arrays import field_of, records

SHARES: Final = tuple(MOMENTS.values())
ROUNDING: Final = 0.5
NOBODY: Final = -1
NOT_BEGUN: Final = -1


class Course(Layout):
    """Who led after which turn, and how far each seat was behind at the moments of results."""

    leader: Annotated[int, np.int64]
    changes: Annotated[int, np.int64]
    since: Annotated[int, np.int64]
    led: Annotated[Array, np.int64, (SEATS,)]
    behind: Annotated[Array, np.int64, (len(SHARES), SEATS)]
    decisions: Annotated[int, np.int64]


@entry
def follow(c: Course, trail: Array, turn: int) -> None:
    """Note who alone has the most when a turn has ended; `trail` has what every seat has then."""
    best = NOBODY
    most = -1
    for seat in range(trail.shape[1]):
        if trail[turn, seat] > most:
            most = trail[turn, seat]
            best = seat
        elif trail[turn, seat] == most:
            best = NOBODY
    if best == NOBODY or turn == 0:
        return
    c.led[best] += 1
    if best != c.leader:
        c.changes += 1 if c.leader != NOBODY else 0
        c.leader = best
        c.since = turn


@entry
def look_back(c: Course, trail: Array, turns: int) -> None:
    """Note how far each seat was behind the most at each moment."""
    for moment in range(len(SHARES)):
        turn = int(SHARES[moment] * turns + ROUNDING)
        most = 0
        for seat in range(trail.shape[1]):
            most = max(most, trail[turn, seat])
        for seat in range(trail.shape[1]):
            c.behind[moment, seat] = most - trail[turn, seat]


@kernel
def note(s: Any, c: Any, trail: Array, turn: int) -> None:
    """Note what every seat has when a turn has ended, and who leads."""
    for seat in range(trail.shape[1]):
        trail[turn, seat] = standing(s, seat)
    follow(c, trail, turn)


@loop
def play_all(
    states: Array, t: Any, p: Any, courses: Array, keys: Array, out: Array, trail: Array
) -> None:
    """Play as many games as there are zeroed states, each with its course and its key.

    Parameters
    ----------
    keys
        int64 array over games of 3 words, see `streams.game_key`.
    out
        int32 array of the most decisions.
    trail
        From `Courses.new_trail`.
    """
    for game in range(len(states)):
        play_one(states[game], t, p, courses[game], keys[game], out, trail)


@kernel
def play_one(s: Any, t: Any, p: Any, c: Any, key: Array, out: Array, trail: Array) -> None:
    """Play from a zeroed state to the end, and note the course, see `play_all`.

    A turn is noted when the next one has begun, before chance moves in that.
    """
    start(s, t, key, out)
    c.leader = NOBODY
    turn = s.turn
    while s.point != 0:
        if is_chance(s):
            out[0] = draw_outcome(s, t)  # as int32, like decisions: one compiled version of `apply`
            apply(s, t, out[0], out)
        else:
            n = legal_decisions(s, t, out)
            apply(s, t, out[choose(s, t, p, out, n)], out)
            c.decisions += 1
        if s.turn != turn:
            note(s, c, trail, turn)
            turn = s.turn
    note(s, c, trail, turn)
    look_back(c, trail, turn)


@dataclass(frozen=True, slots=True)
class Courses:
    """How the playthroughs of a game are played many at a time.

    Attributes
    ----------
    most_turns
        That its engine plays.
    batch
        How many states are in memory at once.
    """

    most_turns: int
    batch: int

    def new_trail(self, seats: int) -> Array:
        """Return room for what all seats have, turn by turn: int64 array."""
        return np.zeros((self.most_turns + 1, seats), np.int64)

    def played(
        self, seating: Seating, policy: Any, seats: int, luck: tuple[int, str, range]
    ) -> Iterator[tuple[Array, Array]]:
        """Yield states and courses of playthroughs at their end, some at a time.

        Parameters
        ----------
        policy
            In place of the seating's own, where kernels decide for all.
        seats
            How many play.
        luck
            Seed, label and replicates.

        Raises
        ------
        RunError
            If the engine stopped.
        """
        engine = seating.deciders.engine
        out, trail = np.zeros(engine.most_decisions, np.int32), self.new_trail(seats)
        seed, label, replicates = luck
        for first in range(0, len(replicates), self.batch):
            batch = replicates[first : first + self.batch]
            states, courses = records(engine.state, len(batch)), records(Course, len(batch))
            keys = np.array([game_key(seed, label, replicate) for replicate in batch])
            if seating.compiled:
                play_all(states, seating.tables, policy, courses, keys, out, trail)
            else:
                for place, key in enumerate(keys):
                    state, course = engine.state.new(), Course.new()
                    self.play_seated(seating, state, course, key, out, trail)
                    states[place], courses[place] = state, course
            status = field_of(states, "status")
            if status.any():
                told = engine.statuses(int(status[status != 0][0])).id
                replicate = batch[int((status != 0).argmax())]
                raise RunError(f"the engine stopped: {told} (replicate {replicate})")
            yield states, courses

    def play_seated(
        self, seating: Seating, state: Any, course: Any, key: Array, out: Array, trail: Array
    ) -> None:
        """Play to the end where not only kernels decide, noting the course as they do."""
        turn = NOT_BEGUN

        def note() -> None:
            trail[turn] = [standing(state, seat) for seat in range(trail.shape[1])]
            follow(course, trail, turn)

        def after() -> None:
            nonlocal turn
            if turn not in (NOT_BEGUN, state.turn):
                note()
            turn = int(state.turn)

        course.leader = NOBODY
        course.decisions = seating.play_out(state, key, out, after)
        note()
        look_back(course, trail, turn)

    def contest(
        self,
        seating: Seating,
        seats: Sequence[Seat],
        changed: Mapping[int, Weights],
        luck: tuple[int, str, range],
        put: Put,
    ) -> NDArray[np.float64]:
        """Play a setup, some seats with other parameters, see `kit.contests.play_contest`."""
        policy = seating.deciders.policy.copy(seating.policy)
        for seat, weights in changed.items():
            put(policy, seat, seats[seat].role, weights)
        credits = [np.zeros((0, len(seats)))]
        for states, _ in self.played(replace(seating, policy=policy), policy, len(seats), luck):
            won = field_of(states, "rank")[:, : len(seats)] == 1
            credits.append(won / won.sum(axis=1, keepdims=True))
        return np.concatenate(credits)


def figures(courses: Array, seats: int, scale: int = 1) -> Mapping[str, Array]:
    """Return the columns of results that tell of the course: shape (playthroughs, seats) each.

    `scale`: turns of seats in one turn of the state.
    """
    shape = (len(courses), seats)
    behind = field_of(courses, "behind")[:, :, :seats]
    return {
        "lead_changes": np.broadcast_to(field_of(courses, "changes")[:, np.newaxis], shape),
        "lead_since": np.broadcast_to(field_of(courses, "since")[:, np.newaxis], shape) * scale,
        "turns_led": field_of(courses, "led")[:, :seats] * scale,
        **{name: behind[:, place] for place, name in enumerate(MOMENTS)},
    }
