"""Whole playthroughs inside the kernels of any game."""

from __future__ import annotations

from typing import Any, Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.kit.kernels import (
    apply,
    choose,
    draw_outcome,
    features,
    follow,
    is_chance,
    legal_decisions,
    start,
    strategy_stream,
)

NEVER: Final = 0  # decisions by lot
TURN: Final = 0  # place in a course: turns that have begun, as far as noted


@entry
def play_out(s: Any, t: Any, p: Any, key: Array, out: Array, course: Array) -> int:
    """Play from a zeroed state to the end; return the number of decisions.

    Parameters
    ----------
    s, t, p
        State, packed rules and packed strategies of a game, see `kit.kernels`.
    key
        int64 array of 3 words, see `streams.game_key`.
    out
        int32 array of the engine's `most_decisions`.
    course
        What `kernels.follow` writes to, a row of `courses.new_courses`.
    """
    start(s, t, key, out)
    return finish(s, t, p, out, course)


@entry
def finish(s: Any, t: Any, p: Any, out: Array, course: Array) -> int:
    """Play from a state to the end and note the course; return the number of decisions."""
    decisions = 0
    while s.point != 0:
        if is_chance(s):
            out[0] = draw_outcome(s, t)  # as int32, like decisions: one compiled version of `apply`
            code = out[0]
        else:
            n = legal_decisions(s, t, out)
            code = out[choose(s, t, p, out, n)]
            decisions += 1
        apply(s, t, code, out)
        if s.turn != course[TURN] or s.point == 0:  # else there is nothing to note
            follow(s, t, course)
    return decisions


@entry
def play_all(states: Array, t: Any, p: Any, keys: Array, out: Array, courses: Array) -> None:
    """Play as many playthroughs as there are zeroed states to their ends, see `play_out`.

    Parameters
    ----------
    keys
        int64 array of shape (playthroughs, 3).
    courses
        int64 array of shape (playthroughs, length of a course).
    """
    for game in range(len(states)):
        play_out(states[game], t, p, keys[game], out, courses[game])


@entry
def finish_all(states: Array, t: Any, p: Any, out: Array, courses: Array) -> None:
    """Play playthroughs that have begun to their ends, see `play_all`."""
    for game in range(len(states)):
        finish(states[game], t, p, out, courses[game])


@entry
def play_on(s: Any, t: Any, p: Any, out: Array) -> int:
    """Play from a state to the end; return the number of decisions. See `play_out`."""
    decisions = 0
    while s.point != 0:
        if is_chance(s):
            out[0] = draw_outcome(s, t)  # as int32, like decisions: one compiled version of `apply`
            code = out[0]
        else:
            n = legal_decisions(s, t, out)
            code = out[choose(s, t, p, out, n)]
            decisions += 1
        apply(s, t, code, out)
    return decisions


@entry
def play_and_note(
    s: Any, t: Any, p: Any, key: Array, out: Array, scratch: Array, notes: Array, random_one_in: int
) -> int:
    """Play from a zeroed state to the end and note every turn's features; return the turns noted.

    The position is noted as a turn begins, before chance moves in it, since a search evaluates it
    there; of what comes before the first turn, the first decision is noted.

    Parameters
    ----------
    scratch
        float64 array over seats and features.
    notes
        float32 array over turns, seats and features; turns beyond it are not noted.
    random_one_in
        One in so many decisions is random, so that play also reaches positions that the
        strategies avoid: nothing could be learned of those otherwise. `NEVER` for none.
    """
    start(s, t, key, out)
    turn = -1
    noted = 0
    while s.point != 0:
        chance = is_chance(s)
        if s.turn != turn and noted < notes.shape[0] and (s.turn > 0 or not chance):
            turn = s.turn
            features(s, t, scratch)
            note(scratch, notes[noted])
            noted += 1
        if chance:
            out[0] = draw_outcome(s, t)
            code = out[0]
        else:
            n = legal_decisions(s, t, out)
            index = choose(s, t, p, out, n)
            stream = strategy_stream(s) + s.decider
            if (
                random_one_in != NEVER
                and n > 1
                and next_below(s.streams, stream, random_one_in) == 0
            ):
                index = next_below(s.streams, stream, n)
            code = out[index]
        apply(s, t, code, out)
    return noted


@kernel
def note(scratch: Array, notes: Array) -> None:
    """Copy the features of all seats to the notes of a turn."""
    for seat in range(notes.shape[0]):
        for place in range(notes.shape[1]):
            notes[seat, place] = scratch[seat, place]
