"""A searching strategy at a table: its working space and one compiled call a decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numba
import numpy as np

from bloodstones.core.kernels.kernel import COMPILER, JIT
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit.kernels import strategy_stream
from bloodstones.kit.players.strategy import Family, Strategy
from bloodstones.kit.search.deciding import decide
from bloodstones.kit.search.search_parameters import MOST_DECISIONS, SEATS, Bench, Knob
from bloodstones.kit.search.self_play import note_on, search_on
from bloodstones.kit.values.network import NOTHING_LEARNED

STATES = 3  # the true one, a world, a simulation
A_ROUND = -1  # horizon: a turn of every seat


@dataclass(frozen=True, slots=True)
class SearchRecords:
    """The records of a playthrough and of packed strategies of a game.

    Attributes
    ----------
    state
        The layout of the state.
    policy
        The layout of packed strategies.
    """

    state: type[Layout]
    policy: type[Layout]


class SearchPlayer:
    """A searching strategy; one for each playthrough in progress at a time.

    Parameters
    ----------
    search
        The records of the game.
    strategy
        The searching strategy.
    tables
        The packed rules.
    policies
        Its scripted policies (`Strategy.policies`), each packed for all seats.
    seats
        At the table.
    values
        The packed network that evaluates, see `kit.values.network`.
    looks
        The network that evaluates the end of a candidate's action.

    Attributes
    ----------
    strategy
        The id of the strategy: players of the same one can decide for each other.
    """

    def __init__(
        self,
        search: SearchRecords,
        strategy: Strategy,
        tables: Any,
        policies: Sequence[Any],
        seats: int,
        values: Array = NOTHING_LEARNED,
        looks: Array = NOTHING_LEARNED,
    ) -> None:
        self.strategy = strategy.id
        self._declared = search, strategy, tables, policies, seats, values, looks
        self._state = search.state
        self._tables = tables
        self._states = _array_of([search.state.new() for _ in range(STATES)], search.state)
        self._stream = strategy_stream(search.state.new())
        self._root = _bench(strategy, seats, looks)
        policy = _array_of(policies, search.policy)
        self._search = policy, values, looks, self._root, _bench(strategy, seats, looks)

    def changed(self, weights: Mapping[str, float]) -> SearchPlayer:
        """Return a player that searches with other parameters, in a working space of its own.

        It is of another strategy, even if the parameters are the same: this one does not decide
        for it.

        Parameters
        ----------
        weights
            By name; those left out stay as they are.
        """
        search, strategy, tables, policies, seats, values, looks = self._declared
        name = f"{strategy.id} with {dict(weights)}"
        other = replace(strategy, id=name, weights={**strategy.weights, **weights})
        return SearchPlayer(search, other, tables, policies, seats, values, looks)

    @property
    def simulations(self) -> int:
        """How many it has made so far."""
        return int(self._root.made)

    @property
    def work_done(self) -> int:
        """What it has done so far: moves made in simulations, and questions to its policies.

        Time goes with it; unlike time it is the same in every run.
        """
        return int(sum(bench.work for bench in self.benches))

    @property
    def horizon(self) -> int:
        """After how many turns of all seats it evaluates a simulation; 0: it plays to the end."""
        return int(self._root.knobs[Knob.HORIZON])

    @property
    def focused(self) -> bool:
        """Whether it searches only where an action begins."""
        return bool(self._root.knobs[Knob.FOCUS] > 0)

    @property
    def benches(self) -> tuple[Any, Any]:
        """The working space of its last decision: its candidates, and the tree or simulation."""
        return self._search[-2:]

    def warm_up(self, packed: Any = None) -> None:
        """Compile the kernels or load them from the cache.

        `packed`: the strategies of the seats, to compile the loop of whole playthroughs as well.
        """
        legal, state = np.zeros(MOST_DECISIONS, np.int32), self._state.new()
        self.index(state, legal, 1)
        if packed is not None:
            self.play_on(state, packed, np.zeros(SEATS, np.int8), legal, np.zeros(1, np.int64))

    def is_kept(self) -> bool:
        """Whether the kernel that decides is compiled, here or in the cache on disk."""
        arguments = (self._states, self._tables, self._search, np.zeros(1, np.int32), 1)
        types = tuple(cast(Any, numba).typeof(each) for each in arguments)
        return not JIT or bool(COMPILER.is_kept(decide, types))

    def play_on(self, s: Any, packed: Any, choosers: Array, legal: Array, course: Array) -> int:
        """Play a state on, deciding for the seats that `choosers` gives it; return the decisions.

        It goes to the end or until somebody else must decide, see `playing_on.search_on`.

        Parameters
        ----------
        s
            The state, changed in place.
        packed
            The strategies of the seats, for those that the kernels decide for.
        choosers
            By seat a `playing_on.Chooser`: int8 array.
        legal
            Scratch: int32 array of the engine's `most_decisions`.
        course
            What `kernels.follow` writes to, see `kit.courses`.
        """
        return int(self._let(search_on, s, packed, choosers, legal, course))

    def note_on(
        self,
        s: Any,
        packed: Any,
        choosers: Array,
        legal: Array,
        notes: Array,
        progress: Any,
        looks: tuple[Array, Array],
    ) -> None:
        """Play a state on as `play_on` does and note its turns, see `self_play.note_on`.

        Parameters
        ----------
        s, packed, choosers, legal
            As in `play_on`.
        notes
            float32 array over turns, seats and features.
        progress
            How far the notes are, changed in place.
        looks
            What is seen where simulated actions end, and what it is worth: see there.
        """
        self.benches[1].noting = int(len(looks[0]) > 0)
        self._let(note_on, s, packed, choosers, legal, (notes, *looks), progress)

    def _let(
        self, loop: Callable[..., Any], s: Any, packed: Any, choosers: Array, *others: Any
    ) -> Any:
        """Let a loop play a state on; return what it returns."""
        self._states[0] = s
        returned = loop(choosers, self._states, self._tables, packed, self._search, *others)
        if JIT:  # all bytes at once: field by field would take longer than many a turn
            np.frombuffer(s.data, np.uint8)[:] = self._states[:1].view(np.uint8)
        return returned

    def index(self, s: Any, legal: Array, n: int) -> int:
        """Return the index of its choice; only the decider's stream and memory change in `s`.

        Parameters
        ----------
        s
            The state.
        legal
            Decisions: int32 array, which the search may reorder.
        n
            How many of `legal` count, at least 1.
        """
        seat = int(s.decider)
        self._states[0] = s if JIT else self._state.copy(s)
        index = decide(self._states, self._tables, self._search, legal, n)
        twin, stream = self._states[0], self._stream + seat
        s.memory[seat, :] = twin.memory[seat]
        s.streams[stream, :] = twin.streams[stream]
        return int(index)


def _bench(strategy: Strategy, seats: int, looks: Array) -> Any:
    """Return the working space of a search by a strategy's family and parameters.

    Looks are for Monte Carlo with a network for them.
    """
    bench: Any = Bench.new()
    bench.family = int(strategy.family)
    for knob in Knob:
        bench.knobs[knob] = strategy.weights[knob.id]
    if bench.knobs[Knob.HORIZON] == A_ROUND:
        bench.knobs[Knob.HORIZON] = seats
    if looks is NOTHING_LEARNED or strategy.family is not Family.MONTE_CARLO:
        bench.knobs[Knob.RETAINED] = 0
    return bench


def _array_of(records: Sequence[Any], kind: Any) -> Any:
    """Return an array of records, or the list of them where nothing is compiled."""
    return np.array(list(records), kind.dtype()).view(np.recarray) if JIT else list(records)
