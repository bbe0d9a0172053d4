"""A searching strategy at a table: its working space and one compiled call a decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bloodstones.core.kernel import JIT
from bloodstones.core.layout import Array, Layout
from bloodstones.kit.players.strategy import Strategy
from bloodstones.kit.search.knobs import KNOBS, MOST_DECISIONS, Bench, Knob
from bloodstones.kit.values.network import NOTHING_LEARNED

STATES = 3  # the true one, a world, a simulation


@dataclass(frozen=True, slots=True)
class Search:
    """The search of a game.

    Attributes
    ----------
    decide
        The game's entry, see `deciding`.
    state, policy
        The records of a playthrough and of strategies.
    strategy_stream
        The stream of the first seat's strategy.
    """

    decide: Callable[..., int]
    state: type[Layout]
    policy: type[Layout]
    strategy_stream: int


class SearchPlayer:
    """A searching strategy; one for each playthrough under way at a time.

    Parameters
    ----------
    search
        The search of the game.
    strategy
        The searching strategy.
    tables
        The packed rules.
    policies
        Its scripted policies (`Strategy.policies`), each packed for all seats.
    values
        The packed network that judges, see `kit.values.network`.

    Attributes
    ----------
    simulations
        How many it has made so far.
    """

    def __init__(
        self,
        search: Search,
        strategy: Strategy,
        tables: Any,
        policies: Sequence[Any],
        values: Array = NOTHING_LEARNED,
    ) -> None:
        self.simulations = 0
        self._search = search
        self._family = int(strategy.family)
        self._tables = tables
        self._values = values
        self._policies = _array_of(policies, search.policy)
        self._knobs = np.zeros(KNOBS)
        for knob in Knob:
            self._knobs[knob] = strategy.weights[knob.id]
        self._states = _array_of([search.state.new() for _ in range(STATES)], search.state)
        self._root = Bench.new()
        self._bench = Bench.new()

    def warm_up(self) -> None:
        """Compile the kernel or load it from the cache."""
        self.index(self._search.state.new(), np.zeros(MOST_DECISIONS, np.int32), 1)

    def index(self, s: Any, legal: Array, n: int) -> int:
        """Return the index of its choice; only the decider's stream and memory change in `s`."""
        seat = int(s.decider)
        self._states[0] = s if JIT else self._search.state.copy(s)
        index = self._search.decide(
            self._family,
            self._states,
            self._tables,
            self._policies,
            self._knobs,
            self._values,
            legal,
            n,
            self._root,
            self._bench,
        )
        twin = self._states[0]
        stream = self._search.strategy_stream + seat
        s.memory[seat, :] = twin.memory[seat]
        s.streams[stream, :] = twin.streams[stream]
        self.simulations += int(self._root.simulations)
        return int(index)


def _array_of(records: Sequence[Any], kind: Any) -> Any:
    """Return an array of records, or the list of them where nothing is compiled."""
    return np.array(list(records), kind.dtype()).view(np.recarray) if JIT else list(records)
