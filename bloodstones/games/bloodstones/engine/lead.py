"""The course of a playthrough, noted beside the game and not by its rules.

Who leads after each turn, and what each seat had at its first regroup.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.ending import final_score
from bloodstones.games.bloodstones.engine.state import NOBODY, SEATS, GameState, Point, Source
from bloodstones.games.bloodstones.engine.tables import RuleTables

# Places of a course; from LED and FIRST on some for each seat, then the points in sight by turns.
TURN: Final = 0  # turns that have begun, as far as noted
LEADER: Final = 1
CHANGES: Final = 2
SINCE: Final = 3  # the turn after which the leader came to lead
LED: Final = 4
FIRST: Final = LED + SEATS  # first regroups: own turns, villages built, those scored
OWN_TURNS: Final = 0
BUILT: Final = 1
SCORED: Final = 2
NOTES: Final = 3
TRAIL: Final = FIRST + NOTES * SEATS


def new_course(turns: int = 0) -> Array:
    """Return the course of a playthrough that has not begun: int64 array.

    It has room for the points in sight before the first turn and after `turns` turns; those of
    later turns are not noted.
    """
    course = np.zeros(TRAIL + (turns + 1) * SEATS, np.int64)
    course[LEADER] = NOBODY
    return course


def points_behind(course: Array, turn: int, players: int) -> Array:
    """Return how far each seat was behind the most VP in sight after a turn: shape (players,).

    >>> course = new_course(turns=2)
    >>> course[TRAIL + 2 * SEATS : TRAIL + 2 * SEATS + 3] = 8, 11, 2
    >>> points_behind(course, 2, 3).tolist()
    [3, 0, 9]
    """
    start = TRAIL + turn * SEATS
    points = course[start : start + players]
    behind: Array = points.max() - points
    return behind


def at_first_regroup(course: Array, players: int) -> Array:
    """Return what each seat had at its first regroup: shape (players, NOTES), 0 without one.

    >>> course = new_course()
    >>> course[FIRST + NOTES : FIRST + 2 * NOTES] = 5, 8, 7
    >>> at_first_regroup(course, 2).tolist()
    [[0, 0, 0], [5, 8, 7]]
    """
    noted: Array = course[FIRST : FIRST + NOTES * players].reshape(players, NOTES)
    return noted


@kernel
def note_first_regroups(s: GameState, t: RuleTables, course: Array) -> None:
    """Note what stood at first regroups; called after a turn, in which a seat regroups once.

    Villages are not built between a regroup and the end of the turn, so what stands then stood at
    the regroup; so far it alone has scored villages (BS-REGROUP-03).
    """
    for seat in range(t.players):
        at = FIRST + NOTES * seat
        if s.regroups[seat] > 0 and course[at + OWN_TURNS] == 0:
            course[at + OWN_TURNS] = s.turns[seat]
            course[at + BUILT] = s.villages_built[seat]
            worth = max(1, int(t.vp_per_village))
            course[at + SCORED] = s.vp[seat, Source.VILLAGES] // worth


@kernel
def standing_points(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the VP that a seat has in sight: scored ones and captures at their final worth.

    Captures score at the end only (BS-END-09); everyone sees them before.
    """
    if s.vp[seat, Source.CAPTURED_VILLAGES] + s.vp[seat, Source.CAPTURED_CITADELS] > 0:
        return final_score(s, seat)
    villages = int(s.captured[seat]) * int(t.vp_per_captured_village[seat])
    return final_score(s, seat) + villages + int(s.citadels_taken[seat]) * int(t.vp_per_citadel)


@kernel
def leading(s: GameState, t: RuleTables, course: Array, at: int) -> int:
    """Return the seat with the most VP in sight, NOBODY if several have them; note them at `at`."""
    best = NOBODY
    most = -1
    for seat in range(t.players):
        points = standing_points(s, t, seat)
        if at + seat < len(course):
            course[at + seat] = points
        if points > most:
            most = points
            best = seat
        elif points == most:
            best = NOBODY
    return best


@entry
def follow(s: GameState, t: RuleTables, course: Array) -> None:
    """Note the course if a turn has ended since the last call; the end of the game ends one."""
    if s.turn == course[TURN] and s.point != Point.OVER:
        return
    ended = course[TURN]
    course[TURN] = s.turn
    note_first_regroups(s, t, course)
    leader = leading(s, t, course, TRAIL + ended * SEATS)
    if leader == NOBODY:
        return
    if leader != course[LEADER]:
        if course[LEADER] != NOBODY:
            course[CHANGES] += 1
        course[LEADER] = leader
        course[SINCE] = ended
    if ended > 0:
        course[LED + leader] += 1
