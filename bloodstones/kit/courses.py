"""The course of a playthrough, noted beside the game: who leads after which turn, by how far.

A game that records it binds `follow` and `standing` (`kit.kernels`); the columns of results that
show it have their values from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from bloodstones.core.contract.columns import MOMENTS
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.columns import PlayedGames, Source
from bloodstones.kit.kernels import follow as followed
from bloodstones.kit.kernels import standing
from bloodstones.kit.playing import TURN
from bloodstones.kit.search.search_parameters import SEATS

NOBODY: Final = -1
NOTES: Final = 3  # numbers that a game may note of each seat
HALF: Final = 0.5

# Places of a course after TURN; from LED on some for each seat, then what all had, turn by turn.
LEADER: Final = 1
CHANGES: Final = 2
SINCE: Final = 3  # the turn after which the leader came to lead
LED: Final = 4
OWN: Final = LED + SEATS  # the game's own notes
NOW: Final = OWN + NOTES * SEATS  # what each seat has at the end of the turn that is noted
TRAIL: Final = NOW + SEATS


def new_courses(number: int, turns: int = 0) -> Array:
    """Return the courses of playthroughs that have not begun: int64 array, one a row.

    Parameters
    ----------
    number
        Of playthroughs.
    turns
        Turns whose standings are kept, besides those before the first turn; of later turns only the
        summary (who leads, since when, how often the lead changed) is noted.

    Returns
    -------
    int64 array of shape (number, TRAIL + (turns + 1) * SEATS)
    """
    return begun_anew(np.zeros((number, TRAIL + (turns + 1) * SEATS), np.int64))


def begun_anew(courses: Array) -> Array:
    """Return courses for other playthroughs; the contents of their trails are overwritten."""
    courses[:, :TRAIL] = 0
    courses[:, LEADER] = NOBODY
    return courses


def new_course(turns: int = 0) -> Array:
    """Return the course of one playthrough, see `new_courses`."""
    course: Array = new_courses(1, turns)[0]
    return course


def begin_at(course: Array, state: Any, tables: Any) -> None:
    """Let a course begin at a position: what seats have there, they had in all turns before it.

    Parameters
    ----------
    course
        From `begun_anew`, changed in place.
    state, tables
        The position, in the turn of which it is.
    """
    turn = int(state.turn)
    if turn == 0:
        return
    course[TURN] = turn - 1
    followed(state, tables, course)
    course[LED : LED + SEATS] = 0  # turns led count from here
    trail = course[TRAIL : TRAIL + turn * SEATS]
    trail[:] = np.resize(course[NOW : NOW + SEATS], len(trail))


@kernel
def note_lead(course: Array, turn: int, players: int) -> None:
    """Note that a turn has ended, and who alone has the most then, by what stands at `NOW`."""
    best = NOBODY
    most = -1
    at = TRAIL + turn * SEATS
    for seat in range(players):
        points = course[NOW + seat]
        if at + seat < len(course):
            course[at + seat] = points
        if points > most:
            most = points
            best = seat
        elif points == most:
            best = NOBODY
    if best == NOBODY:
        return
    if best != course[LEADER]:
        if course[LEADER] != NOBODY:
            course[CHANGES] += 1
        course[LEADER] = best
        course[SINCE] = turn
    if turn > 0:
        course[LED + best] += 1


@entry
def follow(s: Any, t: Any, course: Array) -> None:
    """Note the course by `kernels.standing`; `t.players` seats are at the table.

    A turn is noted when the next one has begun, before chance moves in that, and at the end.
    """
    if s.turn != course[TURN]:
        note_turn(s, t, course, course[TURN])
        course[TURN] = s.turn
    if s.point == 0:
        note_turn(s, t, course, course[TURN])


@kernel
def note_turn(s: Any, t: Any, course: Array, turn: int) -> None:
    """Note what every seat has when a turn has ended, and who leads."""
    for seat in range(t.players):
        course[NOW + seat] = standing(s, seat)
    note_lead(course, turn, t.players)


def behind(courses: Array, turns: Array, seats: int) -> Array:
    """Return how far each seat was behind the leader after a turn: shape (playthroughs, seats).

    Parameters
    ----------
    courses
        Of playthroughs, from `new_courses`; the trail must reach to the turn that is asked for.
    turns
        After which turn of each: int array of shape (playthroughs,).
    seats
        At the table.

    Examples
    --------
    >>> courses = new_courses(1, turns=2)
    >>> courses[0, TRAIL + 2 * SEATS : TRAIL + 2 * SEATS + 3] = 8, 11, 2
    >>> behind(courses, np.array([2]), 3).tolist()
    [[3, 0, 9]]
    """
    places = TRAIL + turns[:, np.newaxis] * SEATS + np.arange(seats)
    points = np.take_along_axis(courses, places, axis=1)
    deficit: Array = points.max(axis=1, keepdims=True) - points
    return deficit


def half_up(turns: Array) -> Array:
    """Return numbers of turns rounded, halves up."""
    return np.floor(turns + HALF)


def course_columns(rounding: Callable[[Array], Array] = half_up) -> Mapping[str, Source]:
    """Return where the columns of the course stand: column name -> source, see `kit.columns`.

    `rounding`: which turn is meant by a share of all turns that falls between two.
    """

    def behind_at(share: float) -> Source:
        def source(played: PlayedGames) -> Array:
            turns = rounding(share * played.field("turn")).astype(int)
            return behind(played.courses, turns, played.seats)

        return source

    return {
        "lead_changes": lambda played: played.courses[:, CHANGES, np.newaxis],
        "lead_since": lambda played: played.courses[:, SINCE, np.newaxis] * played.scale,
        "turns_led": lambda played: played.courses[:, LED : LED + played.seats] * played.scale,
        **{name: behind_at(share) for name, share in MOMENTS.items()},
    }
