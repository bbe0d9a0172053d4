"""The kernels of a game, by the names under which shared kernels and Python code call them.

A game registers its own for its state, in one place:

    bind(GameState, apply=turn.apply, choose=choosing.choose, ...)

What plays, searches, learns and observes finds them by the type of the state. The body of an
`optional` one serves games that register none. In all of them `s` is the state, `t` the record of
packed rules, `p` that of packed strategies, `out` an array to be filled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bloodstones.core.contract.engine import Engine
from bloodstones.core.kernels.dispatch import bind, optional, required
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name


class Nature(Name):
    """What a decision is to a search."""

    ORDINARY = 0  # a candidate if it is proposed, or if there are few
    OPEN = 1  # a candidate in any case
    PLANNED = 2  # a candidate only with the plan of who proposes it


# The engine, see `core.contract.engine.Engine`.


@required
def start(s: Any, t: Any, key: Array, out: Array) -> None:
    """Go from a zeroed state to the first point.

    Parameters
    ----------
    s
        The state, all zeros.
    t
        Packed rules.
    key
        Of the random streams: int64 array of 3 words, see `streams.game_key`.
    out
        Scratch: int32 array of the engine's `most_decisions`.
    """


@required
def legal_decisions(s: Any, t: Any, out: Array) -> int:
    """Write the decisions of `s.decider` in a fixed order; return how many.

    Parameters
    ----------
    s
        The state; where chance moves, nothing is legal.
    t
        Packed rules.
    out
        int32 array of the engine's `most_decisions`; entries behind the count keep what they had.
    """
    raise NotImplementedError


@required
def apply(s: Any, t: Any, code: int, out: Array) -> None:
    """Carry out a decision or an outcome and go on to the next point.

    Parameters
    ----------
    s
        The state. If it cannot go on, its `status` says why; nothing is raised.
    t
        Packed rules.
    code
        A legal decision, or an outcome where chance moves; it is not checked.
    out
        Scratch: int32 array of the engine's `most_decisions`.
    """


@required
def is_chance(s: Any) -> bool:
    """Tell whether chance moves now."""
    raise NotImplementedError


@required
def draw_outcome(s: Any, t: Any) -> int:
    """Draw one outcome of chance from the keyed stream for it."""
    raise NotImplementedError


# Strategies.


@required
def choose(s: Any, t: Any, p: Any, out: Array, n: int) -> int:
    """Return the index of a scripted strategy's choice among the `n` decisions in `out`.

    Parameters
    ----------
    s
        The state; of it only the decider's stream and row of `memory` may change.
    t
        Packed rules.
    p
        Packed strategies of the seats.
    out
        The legal decisions: int32 array.
    n
        How many of `out` count, at least 1.

    Returns
    -------
    int
        From 0 to `n - 1`.
    """
    raise NotImplementedError


@entry
def strategy_stream(s: Any) -> int:
    """Return the stream of the first seat's strategy; those of the others follow it.

    They are the last of the state's streams, as many as the seats that its `memory` has rows for.
    """
    return int(s.streams.shape[0] - s.memory.shape[0])


# Search, see `kit.search`.


@required
def deal_world(s: Any, t: Any, seat: int, key: Array, number: int) -> None:
    """Deal anew what a seat cannot see, see `search.worlds`.

    Parameters
    ----------
    s
        A copy of the true state, changed in place.
    t
        Packed rules.
    seat
        Whose knowledge stays as it is.
    key
        Of the random streams: int64 array of 3 words.
    number
        Of the world; the same key and number deal the same world.
    """


@optional
def admit(s: Any, t: Any, policies: Array, values: Array, out: Array, n: int) -> int:
    """Prepare a search among `n` decisions; return how many of them, now the first, it may take.

    Parameters
    ----------
    s
        The state of which a search begins.
    t
        Packed rules.
    policies
        The scripted policies of the search, each packed for all seats.
    values
        The packed network that evaluates, see `kit.values.network`.
    out
        The legal decisions, reordered in place: int32 array.
    n
        How many of `out` count.
    """
    return n


@optional
def copy_scattered(goal: Any, source: Any) -> None:
    """Make a state's fields apart (`Layout.APART`) a copy of another's, where they are of the game.

    Whatever else the two hold is copied next; until then `goal` says what it held before.
    """


@optional
def draw_in_world(s: Any, t: Any) -> int:
    """Draw an outcome of chance in a world of a search."""
    return draw_outcome(s, t)


@optional
def is_searched(s: Any) -> bool:
    """Tell whether a decision is looked into; others are those of the plan under way."""
    return True


@optional
def begins_action(s: Any) -> bool:
    """Tell whether an action begins with a decision; others are made within one.

    A search may leave those within to a script (`Knob.FOCUS`), and looks at what it thinks of
    where the action that begins with it has ended (`Knob.RETAINED`).
    """
    return True


@entry
def is_decided_anew(s: Any, focused: bool) -> bool:
    """Tell whether a strategy that searches looks into a decision, see `is_searched`.

    Parameters
    ----------
    s
        The state.
    focused
        Whether it does so only where an action begins.
    """
    return bool(is_searched(s) and (begins_action(s) or not focused))


@optional
def nature_of(s: Any, code: int) -> int:
    """Return the `Nature` of a decision."""
    return int(Nature.ORDINARY)


@optional
def judge(s: Any, t: Any, knobs: Array, out: Array) -> None:
    """Write the utility of each seat, 0 to 1: float64 array over seats, `knobs` over `Knob`.

    Without a kernel of the game it is the win credit: 1/k for each of k winners, else 0. Nothing is
    known then of a playthrough under way: simulations must go to its end, `horizon` 0.
    """
    seats = s.rank.shape[0]
    winners = 0
    for seat in range(seats):
        if s.rank[seat] == 1:
            winners += 1
    for seat in range(seats):
        out[seat] = 1.0 / winners if s.rank[seat] == 1 else 0.0


# Learning and the course of playthroughs.


@optional
def features(s: Any, t: Any, out: Array) -> None:
    """Write the features of all seats: float64 array over seats and features, see `kit.values`."""


@optional
def follow(s: Any, t: Any, course: Array) -> None:
    """Note the course of a playthrough: called after every decision and outcome of chance.

    `course`: int64 array, see `kit.courses`, whose `follow` most games bind.
    """


@optional
def standing(s: Any, seat: int) -> int:
    """Return what a seat has so far, never below 0, see `kit.courses`."""
    return 0


# Environments, see `kit.environment`.


@optional
def observe(s: Any, t: Any, seat: int, out: Array) -> None:
    """Write the computed part of an observation, see `kit.fields`: int16 array."""


@optional
def score(s: Any, t: Any, seat: int) -> int:
    """Return what a seat knows of its own points."""
    return 0


def bind_game(engine: Engine, kernels: Mapping[str, Callable[..., Any]]) -> None:
    """Bind the kernels of a game to its state, those of its engine and others.

    Raises
    ------
    TypeError
        For a name that no generic kernel has, and a kernel that takes other arguments.
    """
    bind(
        engine.state,
        start=engine.start,
        legal_decisions=engine.legal,
        apply=engine.apply,
        is_chance=engine.is_chance,
        draw_outcome=engine.draw,
        **kernels,
    )
