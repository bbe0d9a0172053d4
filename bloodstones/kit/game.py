"""A whole game for the laboratory from its kernels, its plans and a few functions.

For a game without boards and roles; one that has them, or columns of its own by the dozen, fulfils
the contract of `core.contract.game` itself and takes from the kit what serves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.game import Chunk, Column, Number, Role, Seat, Setup
from bloodstones.core.contract.tunable import Weights
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, nearest, raise_together
from bloodstones.core.kernels.layout import Layout
from bloodstones.core.kernels.streams import game_key
from bloodstones.core.names import Name
from bloodstones.kit import contests
from bloodstones.kit.contract import Boardless, Tuned
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.python_strategy import Look
from bloodstones.kit.players.seating import Deciders, Seating, policies_of
from bloodstones.kit.players.seating import seat as seat_at
from bloodstones.kit.players.strategy import Strategy
from bloodstones.kit.playing import NO_COURSE, play_out
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.policy import Policy, pack_policy
from bloodstones.kit.records.events import EventForm
from bloodstones.kit.records.games import GameRecords, records_of

NEVER: Final = 1 << 30  # players at a table that is large

COLUMNS: Final = (
    Column("players", "int8", "number of players", Role.KEY),
    Column("map", "str", "board, always empty", Role.KEY),
    Column("seat", "int8", "seat in clockwise order, from 0", Role.KEY),
    Column("faction", "str", "role, always empty", Role.KEY),
    Column("strategy", "str", "strategy id", Role.KEY),
    Column("score", "int32", "score at the end", Role.RESULT),
    Column("rank", "int8", "1 for the winners; ties share the better rank", Role.RESULT),
    Column("win_credit", "float64", "1/k for each of k winners, else 0", Role.RESULT),
    Column("finished", "bool", "whether the rules ended it", Role.RESULT),
    Column("end_reason", "str", "why it ended", Role.RESULT),
    Column("game_turns", "int16", "turns of all seats", Role.COURSE),
)


@dataclass(frozen=True)
class KitGame(Boardless, Tuned):
    """A game without boards and roles (see `core.contract.game.Game` and `core.contract.tunable.Tunable`).

    Attributes
    ----------
    players
        How many may play.
    rules_version
        Of its data.
    numbers
        Rule numbers that a what-if may change: name -> lowest, highest and printed value.
    deciders, finder
        Its engine, whose kernels are bound to its state (`kit.kernels`), and its strategies.
    rules
        The record of its rules: `seats`, and a field for each of the numbers. The state has a field
        `score` by seat.
    home
        The module in which it stands as `GAME`; workers in other processes take it from there.
    events, codes
        Its table of events, and the codes of its log, see `records.games.GameRecords`.
    look
        What a Python strategy decides from, see `python_strategy.PythonPlayer`.
    """

    id: str
    title: str
    players: range
    rules_version: str
    numbers: Mapping[str, tuple[int, int, int]]
    deciders: Deciders
    finder: Finder
    rules: type[Layout]
    events: Mapping[str, EventForm]
    codes: type[Name]
    home: str
    look: Look

    columns = COLUMNS
    every_role = ()
    large_table = NEVER

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return _game_of, (self.home,)

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        """No roles."""
        return ()

    def check(self, setup: Setup) -> None:
        """Raise InputError if this setup cannot be played, with every fault."""
        errors: list[InputError] = []
        with gathering(errors):
            self._check_form(setup)
        for place, each in enumerate(setup.seats):
            with gathering(errors):
                self.finder.find_for(len(setup.seats), each.strategy, f"seat {place}")
        raise_together(errors)

    def _check_form(self, setup: Setup) -> None:
        faults = Faults()
        if len(setup.seats) not in self.players:
            span = f"{self.players[0]} to {self.players[-1]} players"
            faults.note("seats", span, str(len(setup.seats)))
        given: Mapping[str, Mapping[str, Number]] = {
            "options": setup.options,
            "choices": setup.choices,
        }
        for place, names in given.items():
            for name in names:
                faults.add(place, f"no {place} in a game without them", name)
        for place, text in (("board", setup.board), ("data", setup.data)):
            if text:
                faults.add(place, f"no {place} in a game without one", text)
        for number, each in enumerate(setup.seats):
            if each.role:
                faults.add(f"seat {number}", "no role in a game without them", each.role)
        for name, value in setup.overrides.items():
            if name not in self.numbers:
                faults.add("overrides", "rule numbers", name, nearest(name, self.numbers))
                continue
            low, high, _ = self.numbers[name]
            if type(value) is not int or not low <= value <= high:
                faults.add("overrides", f"{name} from {low} to {high}", value)
        faults.raise_if_any()

    def tables_of(self, setup: Setup) -> Any:
        """Return the packed rules of a setup that can be played."""
        packed: Any = self.rules.new()
        packed.seats = len(setup.seats)
        for name, (_, _, printed) in self.numbers.items():
            setattr(packed, name, setup.overrides.get(name, printed))
        return packed

    def seat(self, setup: Setup) -> Seating:
        """Return the strategies of a setup, ready to decide; InputError if it cannot be played."""
        self.check(setup)
        found = [self.finder.find(each.strategy, "seats") for each in setup.seats]
        policies = policies_of(self._pack, self.finder.find, found)
        return seat_at(self.deciders, self.look, found, self.tables_of(setup), policies)

    def _pack(self, strategies: Sequence[Strategy]) -> Policy:
        return pack_policy(strategies, self.finder.plans.weights)

    def finder_for(self, data: str = "") -> Finder:
        """Return the strategies; the game reads no own data."""
        return self.finder

    @property
    def records(self) -> GameRecords:
        """How its records are written, read and checked."""
        return records_of(
            self,
            self.events,
            self.codes,
            lambda play: [int(score) for score in play.state.score[: play.seats]],
        )

    def playthrough(
        self, setup: Setup, seed: int, label: str = "", replicate: int = 0, told: bool = False
    ) -> Playthrough:
        """Return a playthrough of a setup; InputError if it cannot be played."""
        self.check(setup)
        key = game_key(seed, label, replicate)
        seats = len(setup.seats)
        return Playthrough(self.deciders.engine, self.tables_of(setup), seats, key, told)

    def warm_up(self) -> None:
        """Compile the kernels or load them from the cache."""
        seats = (Seat("", "random"),) * self.players[0]
        self.simulate(Setup("", seats), 0, "warm up", range(1))

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        """Play the replicates; see `core.contract.game.Chunk` for what comes back."""
        seating = self.seat(setup)
        rows: dict[str, list[Any]] = {column.name: [] for column in self.columns}
        for replicate in replicates:
            state = self._played(seating, seating.policy, game_key(seed, label, replicate))
            for row in self._rows(setup, state):
                for name, value in row.items():
                    rows[name].append(value)
        return Chunk(rows, {})

    def _played(self, seating: Seating, policy: Any, key: Any) -> Any:
        """Return the state at the end of a playthrough."""
        engine = self.deciders.engine
        state, out = engine.state.new(), np.zeros(engine.most_decisions, np.int32)
        if seating.compiled:
            play_out(state, seating.tables, policy, key, out, NO_COURSE)
        else:
            seating.play_out(state, key, out)
        return state

    def _rows(self, setup: Setup, state: Any) -> list[dict[str, Any]]:
        """Return what the table tells of a playthrough, a row a seat."""
        ranks = [int(rank) for rank in state.rank[: len(setup.seats)]]
        ending = self.deciders.engine.endings(int(state.ending)).id
        return [
            {
                "players": len(ranks),
                "map": "",
                "seat": number,
                "faction": "",
                "strategy": each.strategy,
                "score": int(state.score[number]),
                "rank": ranks[number],
                "win_credit": 1 / ranks.count(1) if ranks[number] == 1 else 0.0,
                "finished": True,
                "end_reason": ending,
                "game_turns": int(state.turn),
            }
            for number, each in enumerate(setup.seats)
        ]

    def contest(
        self, setup: Setup, changed: Mapping[int, Weights], seed: int, label: str, replicates: range
    ) -> NDArray[np.float64]:
        """Return the win credits of playthroughs, see `core.contract.tunable.Tunable`."""
        seating = self.seat(setup)

        def put(policy: Any, number: int, _: str, weights: Weights) -> None:
            for name, value in weights.items():
                policy.weight[number, self.finder.plans.weights[name.upper()]] = value

        def play(policy: Any, key: Any) -> Any:
            return self._played(seating, policy, key)

        return contests.play_contest(
            seating, setup.seats, changed, (seed, label, replicates), put, play
        )


def _game_of(home: str) -> object:
    """Return the game of a module."""
    return import_module(home).GAME
