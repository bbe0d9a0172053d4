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
        fresh = s.turn != progress[TURN] and progress[NOTED] < notes.shape[0]
        if fresh and (s.turn > 0 or not chance):
            progress[TURN] = s.turn
            describe(s, t, b.features)
            note(b.features, notes[progress[NOTED]])
            progress[NOTED] += 1
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
                stream = strategy_stream + s.decider
                if (
                    strays != NEVER
                    and n > 1
                    and root.simulations > 0
                    and next_below(s.streams, stream, strays) == 0
                ):
                    index = take(s, root, next_below(s.streams, stream, root.count), out, n)
                code = out[index]
        apply(s, t, code, out)
