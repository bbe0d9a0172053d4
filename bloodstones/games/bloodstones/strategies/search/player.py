"""A searching strategy at a table: its working space and one compiled call a decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bloodstones.core.kernel import JIT
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.state import STRATEGY_STREAM, GameState
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.strategies.policy import Policy, Strategy
from bloodstones.games.bloodstones.strategies.search.deciding import decide
from bloodstones.games.bloodstones.strategies.search.knobs import KNOBS, Bench, Knob

STATES = 3  # the true one, a world, a simulation


class SearchPlayer:
    """A searching strategy; one for each playthrough under way at a time.

    Parameters
    ----------
    strategy
        The searching strategy.
    tables
        The packed rules.
    policies
        Its scripted policies (`Strategy.policies`), each packed for all seats.

    Attributes
    ----------
    simulations
        How many it has made so far.
    """

    def __init__(self, strategy: Strategy, tables: RuleTables, policies: Sequence[Policy]) -> None:
        self.simulations = 0
        self._family = int(strategy.family)
        self._tables = tables
        self._policies = _array_of(policies, Policy)
        self._knobs = np.zeros(KNOBS)
        for knob in Knob:
            self._knobs[knob] = strategy.weights[knob.name.lower()]
        self._states = _array_of([GameState.new() for _ in range(STATES)], GameState)
        self._root = Bench.new()
        self._bench = Bench.new()

    def warm_up(self) -> None:
        """Compile the kernel or load it from the cache."""
        self.index(GameState.new(), decision_buffer(), 1)

    def index(self, s: GameState, legal: Array, n: int) -> int:
        """Return the index of its choice; only the decider's stream and memory change in `s`."""
        seat = int(s.decider)
        self._states[0] = s if JIT else GameState.copy(s)
        index = decide(
            self._family,
            self._states,
            self._tables,
            self._policies,
            self._knobs,
            legal,
            n,
            self._root,
            self._bench,
        )
        twin = self._states[0]
        s.memory[seat, :] = twin.memory[seat]
        s.streams[STRATEGY_STREAM + seat, :] = twin.streams[STRATEGY_STREAM + seat]
        self.simulations += int(self._root.simulations)
        return int(index)


def _array_of(records: Sequence[Any], kind: Any) -> Any:
    """Return an array of records, or the list of them where nothing is compiled."""
    return np.array(list(records), kind.dtype()).view(np.recarray) if JIT else list(records)
