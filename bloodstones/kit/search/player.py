"""A searching strategy at a table: its working space and one compiled call a decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bloodstones.core.kernel import JIT
from bloodstones.core.layout import Array, Layout
from bloodstones.kit.players.strategy import Strategy
from bloodstones.kit.search.knobs import KNOBS, MOST_DECISIONS, SEATS, Bench, Knob
from bloodstones.kit.values.network import NOTHING_LEARNED

STATES = 3  # the true one, a world, a simulation
A_ROUND = -1  # horizon: a turn of every seat


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
    search_on
        The game's entry for whole playthroughs, see `playing`; None without one.
    note_on
        The same for playthroughs that are noted, see `noting`; None without one.
    """

    decide: Callable[..., int]
    state: type[Layout]
    policy: type[Layout]
    strategy_stream: int
    search_on: Callable[..., int] | None = None
    note_on: Callable[..., None] | None = None


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
    seats
        At the table.
    values
        The packed network that judges, see `kit.values.network`.

    Attributes
    ----------
    strategy
        The id of the strategy: players of the same one can decide for each other.
    """

    def __init__(
        self,
        search: Search,
        strategy: Strategy,
        tables: Any,
        policies: Sequence[Any],
        seats: int,
        values: Array = NOTHING_LEARNED,
    ) -> None:
        self.strategy = strategy.id
        self._search = search
        self._family = int(strategy.family)
        self._tables = tables
        self._values = values
        self._policies = _array_of(policies, search.policy)
        self._knobs = np.zeros(KNOBS)
        for knob in Knob:
            self._knobs[knob] = strategy.weights[knob.id]
        if self._knobs[Knob.HORIZON] == A_ROUND:
            self._knobs[Knob.HORIZON] = seats
        self._states = _array_of([search.state.new() for _ in range(STATES)], search.state)
        self._root = Bench.new()
        self._bench = Bench.new()

    @property
    def simulations(self) -> int:
        """How many it has made so far."""
        return int(self._root.made)

    @property
    def horizon(self) -> int:
        """After how many turns of all seats it judges a simulation; 0: it plays to the end."""
        return int(self._knobs[Knob.HORIZON])

    def warm_up(self, packed: Any = None) -> None:
        """Compile the kernels or load them from the cache.

        `packed`: the strategies of the seats, to compile the loop of whole playthroughs as well.
        """
        legal, state = np.zeros(MOST_DECISIONS, np.int32), self._search.state.new()
        self.index(state, legal, 1)
        if packed is not None and self._search.search_on is not None:
            self.play_on(state, packed, np.zeros(SEATS, np.int8), legal, np.zeros(1, np.int64))

    def play_on(self, s: Any, packed: Any, choosers: Array, legal: Array, course: Array) -> int:
        """Play a state on, deciding for the seats that `choosers` gives it; return the decisions.

        It goes to the end or until somebody else must decide, see `playing.play_on`.
        """
        assert self._search.search_on is not None
        return int(self._on(self._search.search_on, s, packed, choosers, legal, course))

    def note_on(
        self,
        s: Any,
        packed: Any,
        choosers: Array,
        legal: Array,
        notes: Array,
        progress: Array,
        strays: int,
    ) -> None:
        """Play a state on as `play_on` does and note its turns, see `noting.note_on`."""
        assert self._search.note_on is not None
        self._on(self._search.note_on, s, packed, choosers, legal, notes, progress, strays)

    def _on(
        self, loop: Callable[..., Any], s: Any, packed: Any, choosers: Array, *others: Any
    ) -> Any:
        """Let a loop of the game play a state on; return what it returns."""
        legal, *noted = others
        self._states[0] = s
        told = loop(
            choosers,
            self._family,
            self._states,
            self._tables,
            packed,
            self._policies,
            self._knobs,
            self._values,
            legal,
            self._root,
            self._bench,
            *noted,
        )
        if JIT:  # all bytes at once: field by field would take longer than many a turn
            np.frombuffer(s.data, np.uint8)[:] = self._states[:1].view(np.uint8)
        return told

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
        return int(index)


def _array_of(records: Sequence[Any], kind: Any) -> Any:
    """Return an array of records, or the list of them where nothing is compiled."""
    return np.array(list(records), kind.dtype()).view(np.recarray) if JIT else list(records)
