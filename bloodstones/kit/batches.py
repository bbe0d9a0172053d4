"""Playthroughs of one setup to their ends: many at a time by kernels, else one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_keys
from bloodstones.kit.columns import clear, field_of, records
from bloodstones.kit.courses import begin_at, begun_anew, new_courses
from bloodstones.kit.kernels import follow
from bloodstones.kit.players.failure import adding
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.playing import finish_all, play_all
from bloodstones.kit.positions.begin import Begin

BATCH_BYTES: Final = 1 << 21  # of states in memory at once
MOST_AT_ONCE: Final = 128

Luck = tuple[int, str, range]
Stopped = Callable[[Any, int], Exception]


def played_out(
    seating: Seating, luck: Luck, turns: int, stopped: Stopped, begin: Begin | None = None
) -> Iterator[tuple[range, Array, Array]]:
    """Yield replicates, states and courses of playthroughs at their end, some at a time.

    The next ones are played in the same states and courses: memory that the processor has at hand.

    Parameters
    ----------
    seating
        Who decides.
    luck
        Seed, label and replicates.
    turns
        How many a course has room for, see `courses.new_courses`.
    stopped
        `(state, replicate) -> error` for a state in which the engine could not continue.
    begin
        Puts states at a position; None: playthroughs begin at their start.

    Raises
    ------
    RunError
        What `stopped` returns.
    """
    engine = seating.deciders.engine
    out = np.zeros(engine.most_decisions, np.int32)
    seed, label, replicates = luck
    size = max(1, min(MOST_AT_ONCE, BATCH_BYTES // engine.state.dtype().itemsize))
    room = records(engine.state, min(size, len(replicates)))
    course_room = new_courses(len(room), turns)
    for first in range(0, len(replicates), size):
        batch = replicates[first : first + size]
        states, courses = room[: len(batch)], begun_anew(course_room[: len(batch)])
        clear(states, engine.state)
        keys = game_keys(seed, label, batch)
        if begin is not None:
            for place, key in enumerate(keys):
                states[place] = begin(key)
                begin_at(courses[place], states[place], seating.tables)
        if seating.compiled and begin is not None:
            finish_all(states, seating.tables, seating.policy, out, courses)
        elif seating.compiled:
            play_all(states, seating.tables, seating.policy, keys, out, courses)
        else:
            for place, key in enumerate(keys):
                with adding(seed=seed, cell=label, replicate=batch[place]):
                    begun = None if begin is None else states[place]
                    states[place] = _played(seating, key, out, courses[place], begun)
        status = field_of(states, "status")
        if status.any():
            place = int((status != 0).argmax())
            raise stopped(states[place], batch[place])
        yield batch, states, courses


def _played(seating: Seating, key: Array, out: Array, course: Array, begun: Any = None) -> Any:
    """Return the state at the end of a playthrough in which not only kernels decide.

    `begun`: the position that it begins at; None: its start.
    """
    layout = seating.deciders.engine.state
    state: Any = layout.new() if begun is None else layout.copy(begun)
    first = key if begun is None else None
    if seating.searching:
        seating.play_along(state, first, out, course)
    else:
        seating.play_out(state, first, out, lambda: follow(state, seating.tables, course))
    return state
