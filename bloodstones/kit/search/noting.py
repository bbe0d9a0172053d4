"""Playthroughs of searching strategies inside the kernels, their turns noted to learn from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.core.streams import next_below
from bloodstones.kit.playing import note
from bloodstones.kit.search.deciding import take
from bloodstones.kit.search.knobs import Bench
from bloodstones.kit.search.playing import Chooser

NOTED: Final = 0  # turns noted so far
TURN: Final = 1  # the last of them
PROGRESS: Final = 2  # numbers that tell how far the notes are
NEVER: Final = 0  # strays


@kernel
def note_on(
    legal_decisions: Callable[..., int],
    apply: Callable[..., None],
    is_chance: Callable[..., bool],
    draw_outcome: Callable[..., int],
    choose: Callable[..., int],
    decide: Callable[..., int],
    describe: Callable[..., None],
    strategy_stream: int,
    choosers: Array,
    family: int,
    states: Array,
    t: Any,
    p: Any,
    policies: Array,
    knobs: Array,
    values: Array,
    out: Array,
    root: Bench,
    b: Bench,
    notes: Array,
    progress: Array,
    strays: int,
) -> None:
    """Play `states[0]` on as `playing.play_on` does and note the features of every turn.

    Noted is what `kit.playing.play_and_note` notes.

    Parameters
    ----------
    describe
        `(s, t, out)`: writes the features of all seats.
    notes
        float32 array over turns, seats and features; turns beyond it are not noted.
    progress
        int64 array over `NOTED` and `TURN`, from `(0, -1)` on.
    strays
        One of so many searches ends with a candidate by lot, so that positions are seen, and
        played on, that the search would not go to; `NEVER` with none.
    """
    s = states[0]
    while s.point != 0:
        chance = is_chance(s)
        if s.turn != progress[TURN] and (s.turn > 0 or not chance):
            note_turn(describe, s, t, b, notes, progress)
        if chance:
            out[0] = draw_outcome(s, t)  # as int32, like decisions: one compiled version of `apply`
            code = out[0]
        else:
            chooser = choosers[s.decider]
            if chooser == Chooser.OTHER:
                break
            n = legal_decisions(s, t, out)
            if chooser == Chooser.KERNEL:
                code = out[choose(s, t, p, out, n)]
            else:
                index = decide(family, states, t, policies, knobs, values, out, n, root, b)
                code = out[stray(s, strategy_stream, strays, index, root, out, n)]
        apply(s, t, code, out)


@kernel
def note_turn(
    describe: Callable[..., None], s: Any, t: Any, b: Bench, notes: Array, progress: Array
) -> None:
    """Note the features of the turn that begins, while there is room."""
    progress[TURN] = s.turn
    if progress[NOTED] < notes.shape[0]:
        describe(s, t, b.features)
        note(b.features, notes[progress[NOTED]])
        progress[NOTED] += 1


@kernel
def stray(
    s: Any, strategy_stream: int, strays: int, index: int, root: Bench, out: Array, n: int
) -> int:
    """Return the index that a search found, or one time in so many that of a candidate by lot."""
    if strays == NEVER or n == 1 or root.simulations == 0:
        return index
    stream = strategy_stream + s.decider
    if next_below(s.streams, stream, strays) > 0:
        return index
    return take(s, root, next_below(s.streams, stream, root.count), out, n)
