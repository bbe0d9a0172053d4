"""Counting sequences of decisions, in any game: one number that moves when rules move.

Named after the test of move generators of chess programs ("performance test"). A sequence that ends
sooner counts once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bloodstones.core.contract.engine import Engine
from bloodstones.core.errors import RunError
from bloodstones.core.kernels.layout import Array


def perft(engine: Engine, state: Any, tables: Any, depth: int, all_outcomes: bool = False) -> int:
    """Count the sequences of `depth` decisions from a state, which stays as it is.

    Parameters
    ----------
    engine, state, tables
        The game, an unfinished playthrough, its packed rules.
    depth
        Decisions of a sequence, 1 or more.
    all_outcomes
        False: chance is drawn from the state's streams, so that luck is part of the position.
        True: whatever chance may do makes sequences of its own; outcomes do not count as decisions.

    Raises
    ------
    RunError
        If the engine stops on the way.
    """
    if engine.is_chance(state):
        twins = _after_chance(engine, state, tables, all_outcomes)
        return sum(perft(engine, twin, tables, depth, all_outcomes) for twin in twins)
    legal = _legal(engine, state, tables)
    if not len(legal):
        return 1
    if depth == 1:
        return len(legal)
    return sum(
        perft(engine, _after(engine, state, tables, code), tables, depth - 1, all_outcomes)
        for code in legal
    )


def counts(
    engine: Engine, state: Any, tables: Any, depth: int, all_outcomes: bool = False
) -> tuple[int, ...]:
    """Return `perft` for every depth from 1 to `depth`.

    Parameters
    ----------
    engine, state, tables, all_outcomes
        As in `perft`.
    depth
        At least 1.
    """
    return tuple(perft(engine, state, tables, each + 1, all_outcomes) for each in range(depth))


def _after_chance(engine: Engine, state: Any, tables: Any, all_outcomes: bool) -> list[Any]:
    """Return the states that chance leads to."""
    if all_outcomes:
        codes = np.zeros(engine.most_decisions, np.int32)
        weights = np.zeros(engine.most_decisions, np.int64)
        count = engine.outcomes(state, tables, codes, weights)
        return [_after(engine, state, tables, code) for code in codes[:count]]
    drawn = engine.state.copy(state)
    code = np.int32(engine.draw(drawn, tables))
    return [_after(engine, drawn, tables, code)]


def _after(engine: Engine, state: Any, tables: Any, code: Any) -> Any:
    """Return the state after a decision or an outcome; `state` stays as it is."""
    twin: Any = engine.state.copy(state)
    engine.apply(twin, tables, code, np.zeros(engine.most_decisions, np.int32))
    status = engine.statuses(int(twin.status))
    if status != 0:
        raise RunError(f"the engine stopped: {status.id} (turn {int(twin.turn)})")
    return twin


def _legal(engine: Engine, state: Any, tables: Any) -> Array:
    """Return the legal decisions of a state, packed."""
    out = np.zeros(engine.most_decisions, np.int32)
    return out[: engine.legal(state, tables, out)]
