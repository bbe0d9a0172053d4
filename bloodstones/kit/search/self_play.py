"""Playthroughs of searching strategies inside the kernels, their turns noted to learn from."""

from __future__ import annotations

from typing import Annotated, Any, Final

import numpy as np

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.kernels.streams import next_below
from bloodstones.core.names import Name
from bloodstones.kit.kernels import (
    apply,
    choose,
    draw_outcome,
    features,
    follow,
    is_chance,
    legal_decisions,
    strategy_stream,
)
from bloodstones.kit.playing import note
from bloodstones.kit.search.deciding import decide, take
from bloodstones.kit.search.search_parameters import Bench


class Chooser(Name):
    """Who decides for a seat."""

    KERNEL = 0  # a strategy that kernels play
    SEARCH = 1  # the search that is handed over
    OTHER = 2  # nobody here


@kernel
def choose_or_search(
    chooser: int, states: Array, t: Any, p: Any, search: Any, out: Array, n: int
) -> int:
    """Return the index of a kernel's choice or of a search's."""
    if chooser == Chooser.KERNEL:
        return choose(states[0], t, p, out, n)
    return decide(states, t, search, out, n)


@entry
def search_on(
    choosers: Array, states: Array, t: Any, p: Any, search: Any, out: Array, course: Array
) -> int:
    """Play `states[0]` on to its end or until `Chooser.OTHER` must decide; return the decisions.

    Parameters
    ----------
    choosers
        Array of a `Chooser` by seat.
    states, t, search, out
        Of the search, see `deciding.decide`.
    p
        The packed strategies of the seats that kernels play.
    course
        What `kernels.follow` writes to.
    """
    s = states[0]
    decisions = 0
    while s.point != 0:
        if is_chance(s):
            out[0] = draw_outcome(s, t)  # as int32, like decisions: one compiled version of `apply`
            code = out[0]
        else:
            chooser = choosers[s.decider]
            if chooser == Chooser.OTHER:
                break
            n = legal_decisions(s, t, out)
            code = out[choose_or_search(chooser, states, t, p, search, out, n)]
            decisions += 1
        apply(s, t, code, out)
        follow(s, t, course)
    return decisions


NEVER: Final = 0  # random decisions


class Progress(Layout):
    """How far the notes of a playthrough are.

    Attributes
    ----------
    noted
        Turns noted so far.
    turn
        The last of them, -1 before the first.
    random_one_in
        One in so many searches ends with a random candidate, so that play also reaches positions
        that the search avoids; `NEVER` for none.
    looks
        How many ends of actions are noted so far.
    """

    noted: Annotated[int, np.int64]
    turn: Annotated[int, np.int64]
    random_one_in: Annotated[int, np.int64]
    looks: Annotated[int, np.int64]


@entry
def note_on(
    choosers: Array,
    states: Array,
    t: Any,
    p: Any,
    search: Any,
    out: Array,
    notes: tuple[Array, Array, Array],
    progress: Progress,
) -> None:
    """Play `states[0]` on as `playing_on.search_on` does and note the features of every turn.

    What is noted is as in `kit.playing.play_and_note`.

    Parameters
    ----------
    choosers, states, t, p, search, out
        See `playing_on.search_on`.
    notes
        Three float32 arrays: the turns, over turns, seats and features; what a network sees where
        actions of simulations end, of shape (looks, inputs), and what these simulations were worth,
        of shape (looks,). What goes beyond them is not noted.
    """
    s = states[0]
    while s.point != 0:
        chance = is_chance(s)
        if s.turn != progress.turn and (s.turn > 0 or not chance):
            note_turn(s, t, search, notes[0], progress)
        if chance:
            out[0] = draw_outcome(s, t)  # as int32, like decisions: one compiled version of `apply`
            code = out[0]
        else:
            chooser = choosers[s.decider]
            if chooser == Chooser.OTHER:
                break
            n = legal_decisions(s, t, out)
            index = choose_or_search(chooser, states, t, p, search, out, n)
            if chooser == Chooser.SEARCH:
                note_looks(search[-1], notes[1], notes[2], progress)
                index = with_exploration(s, progress.random_one_in, index, search[-2], out, n)
            code = out[index]
        apply(s, t, code, out)


@kernel
def note_turn(s: Any, t: Any, search: Any, notes: Array, progress: Progress) -> None:
    """Note the features of the turn that begins, while there is room."""
    b = search[-1]
    progress.turn = s.turn
    if progress.noted < notes.shape[0]:
        features(s, t, b.features)
        note(b.features, notes[progress.noted])
        progress.noted += 1


@kernel
def note_looks(b: Bench, seen: Array, reached: Array, progress: Progress) -> None:
    """Note the ends of actions that the last search saw, while there is room."""
    for number in range(b.noted):
        if progress.looks < seen.shape[0]:
            for place in range(seen.shape[1]):
                seen[progress.looks, place] = b.seen[number, place]
            reached[progress.looks] = b.reached[number]
            progress.looks += 1


@kernel
def with_exploration(
    s: Any, random_one_in: int, index: int, root: Bench, out: Array, n: int
) -> int:
    """Return the index of the search's choice; once in so many times a random candidate's."""
    if random_one_in == NEVER or n == 1 or root.simulations == 0:
        return index
    stream = strategy_stream(s) + s.decider
    if next_below(s.streams, stream, random_one_in) > 0:
        return index
    return take(s, root, next_below(s.streams, stream, root.count), out, n)
