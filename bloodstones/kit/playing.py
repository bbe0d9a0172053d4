"""Whole playthroughs inside the kernels of any game."""

from __future__ import annotations

from typing import Any, Final

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.core.streams import next_below

NEVER: Final = 0  # decisions by lot


@kernel
def play_out(
    start: Any,
    legal_decisions: Any,
    apply: Any,
    is_chance: Any,
    draw_outcome: Any,
    choose: Any,
    s: Any,
    t: Any,
    p: Any,
    key: Array,
    out: Array,
) -> int:
    """Play from a zeroed state to the end; return the number of decisions.

    The first six are the kernels of the game, handed over by its own entry, see `core.engine`.
    """
    start(s, t, key, out)
    return play_on(legal_decisions, apply, is_chance, draw_outcome, choose, s, t, p, out)


@kernel
def play_on(
    legal_decisions: Any,
    apply: Any,
    is_chance: Any,
    draw_outcome: Any,
    choose: Any,
    s: Any,
    t: Any,
    p: Any,
    out: Array,
) -> int:
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


@kernel
def play_and_note(
    start: Any,
    legal_decisions: Any,
    apply: Any,
    is_chance: Any,
    draw_outcome: Any,
    choose: Any,
    describe: Any,
    s: Any,
    t: Any,
    p: Any,
    key: Array,
    out: Array,
    features: Array,
    notes: Array,
    strays: int = NEVER,
    strategy_stream: int = 0,
) -> int:
    """Play from a zeroed state to the end and note every turn's features; return the turns noted.

    The first seven are the kernels of the game, see `play_out` and `kit.values`. Noted is the
    position as a turn begins, chance to come, since a search judges it there; of what comes before
    the first turn, the first decision.

    Parameters
    ----------
    features
        float64 array over seats and features, scratch.
    notes
        float32 array over turns, seats and features; turns beyond it are not noted.
    strays
        One of so many decisions is taken by lot, so that positions are seen, and played on, that
        the strategies would not go to: what they never do is not learned to be bad. `NEVER` with
        none.
    strategy_stream
        The stream of the first seat's strategy, for that lot.
    """
    start(s, t, key, out)
    turn = -1
    noted = 0
    while s.point != 0:
        chance = is_chance(s)
        if s.turn != turn and noted < notes.shape[0] and (s.turn > 0 or not chance):
            turn = s.turn
            describe(s, t, features)
            note(features, notes[noted])
            noted += 1
        if chance:
            code = draw_outcome(s, t)
        else:
            n = legal_decisions(s, t, out)
            index = choose(s, t, p, out, n)
            stream = strategy_stream + s.decider
            if strays != NEVER and n > 1 and next_below(s.streams, stream, strays) == 0:
                index = next_below(s.streams, stream, n)
            code = out[index]
        apply(s, t, code, out)
    return noted


@kernel
def note(features: Array, notes: Array) -> None:
    """Copy the features of all seats to the notes of a turn."""
    for seat in range(notes.shape[0]):
        for place in range(notes.shape[1]):
            notes[seat, place] = features[seat, place]
