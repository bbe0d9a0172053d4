"""Who decides for which seat: kernels, searching players and Python code alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

from bloodstones.core.contract.engine import Engine
from bloodstones.core.errors import expected
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit.environment.spaces import spaces_of
from bloodstones.kit.kernels import choose, strategy_stream
from bloodstones.kit.players.failure import StrategyError
from bloodstones.kit.players.python_strategy import PythonPlayer, ViewOf, load_strategy
from bloodstones.kit.players.strategy import COMPILED, SEARCHING, Strategy
from bloodstones.kit.search.player import SearchPlayer, SearchRecords
from bloodstones.kit.search.self_play import Chooser, Progress
from bloodstones.kit.values.store import read_values

NO_LOOKS: Final = (np.zeros((0, 0), np.float32), np.zeros(0, np.float32))

Find = Callable[[str, str], Strategy]
Pack = Callable[[Sequence[Strategy]], Any]


class Player(Protocol):
    """Who decides for a seat outside of the kernels of whole playthroughs."""

    def index(self, s: Any, legal: Array, n: int) -> int:
        """Return the index of the choice among the first `n` decisions of `legal`.

        In the state nothing but the decider's own stream and memory may change.

        Parameters
        ----------
        s
            The state.
        legal
            Decisions: int32 array.
        n
            How many of `legal` count, at least 1.
        """


@dataclass(frozen=True, slots=True)
class Deciders:
    """What the kit asks a game for to seat those who decide; its kernels are in `kit.kernels`.

    Attributes
    ----------
    engine
        The engine of the game.
    policy
        The record of packed strategies.
    environment
        The module that declares what learners see and do, "" without one.
    """

    engine: Engine
    policy: type[Layout]
    environment: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """The strategies of a table, ready to decide; for one playthrough at a time.

    Attributes
    ----------
    deciders
        The game's.
    tables, policy
        Packed rules and strategies.
    players
        By seat the player for it, None where the kernels decide.
    """

    deciders: Deciders
    tables: Any
    policy: Any
    players: tuple[Player | None, ...]

    @property
    def compiled(self) -> bool:
        """Whether kernels decide for every seat."""
        return not any(self.players)

    def warm_up(self) -> None:
        """Compile what the players need or load it from the cache."""
        for player in self.players:
            if isinstance(player, SearchPlayer):
                player.warm_up(self.policy)

    def index(self, s: Any, legal: Array, n: int) -> int:
        """Return the index of the decider's choice among the first `n` decisions of `legal`."""
        player = self.players[int(s.decider)]
        if player is None:
            return choose(s, self.tables, self.policy, legal, n)
        return player.index(s, legal, n) if n > 1 else 0

    def play_out(
        self, s: Any, key: Array | None, legal: Array, after: Callable[[], None] | None = None
    ) -> int:
        """Play from a zeroed state to the end; return the number of decisions.

        Parameters
        ----------
        key
            int64 array of 3 words, see `core.kernels.streams.game_key`; None for a state that has
            begun.
        legal
            int32 array of the engine's `most_decisions`.
        after
            Called after the start, every decision and every outcome of chance.
        """
        engine = self.deciders.engine
        if key is not None:
            engine.start(s, self.tables, key, legal)
        decisions = 0
        codes: list[int] = []
        while True:
            if after is not None:
                after()
            if s.point == 0:
                return decisions
            if engine.is_chance(s):
                code: Any = np.int32(engine.draw(s, self.tables))
            else:
                count = engine.legal(s, self.tables, legal)
                try:
                    code = legal[self.index(s, legal, count)]
                except StrategyError as error:
                    error.add(codes=tuple(codes))
                    raise
                decisions += 1
            codes.append(int(code))
            engine.apply(s, self.tables, code, legal)

    @property
    def searching(self) -> bool:
        """Whether kernels and searching strategies decide alone, in one loop (`play_along`)."""
        players = [player for player in self.players if player is not None]
        return bool(players) and all(isinstance(player, SearchPlayer) for player in players)

    def play_along(self, s: Any, key: Array | None, legal: Array, course: Array) -> int:
        """Play from a zeroed state to the end as `play_out` does, without Python in between.

        Parameters
        ----------
        s
            The state, all zeros.
        key
            Of the random streams: int64 array of 3 words; None for a state that has begun.
        legal
            Scratch: int32 array of the engine's `most_decisions`.
        course
            What `kernels.follow` writes to, see `kit.courses`.

        Returns
        -------
        int
            How many decisions were made.
        """
        if key is not None:
            self.deciders.engine.start(s, self.tables, key, legal)
        decisions = 0
        for player, choosers in self._in_turn(s):
            decisions += player.play_on(s, self.policy, choosers, legal, course)
        return decisions

    def note_along(
        self,
        s: Any,
        key: Array,
        legal: Array,
        notes: Array,
        random_one_in: int,
        looks: tuple[Array, Array] = NO_LOOKS,
    ) -> tuple[int, int]:
        """Play as `play_along` does and note the turns; return how many were noted.

        Parameters
        ----------
        s, key, legal
            As in `play_along`.
        notes
            float32 array over turns, seats and features, filled from the first turn on.
        random_one_in
            One in so many searches ends with a random candidate, see `kit.search.self_play`.
        looks
            Filled with what is seen where simulated actions end, and what it is worth: float32
            arrays of shapes (looks, inputs) and (looks,).

        Returns
        -------
        turns, looks : int
        """
        self.deciders.engine.start(s, self.tables, key, legal)
        progress: Any = Progress.new()
        progress.turn, progress.random_one_in = -1, random_one_in
        for player, choosers in self._in_turn(s):
            player.note_on(s, self.policy, choosers, legal, notes, progress, looks)
        return int(progress.noted), int(progress.looks)

    def _in_turn(self, s: Any) -> Iterator[tuple[SearchPlayer, Array]]:
        """Give to the end who plays on, and who decides for which seat meanwhile."""
        place = next(place for place, each in enumerate(self.players) if each)
        while s.point != 0:
            player = self.players[place]
            assert isinstance(player, SearchPlayer)
            yield player, np.array([_chooser(each, player) for each in self.players], np.int8)
            place = int(s.decider)


def policies_of(
    pack: Pack, find: Find, strategies: Sequence[Strategy]
) -> tuple[Any, Mapping[str, Any]]:
    """Return the packed strategies of the seats, and what searching ones among them ask.

    Parameters
    ----------
    pack
        `(strategies by seat) -> packed policy`; a seat outside of the kernels has no parameters
        there.
    find
        `(name, where) -> strategy`.

    Returns
    -------
    policy
        Of the seats.
    mapping
        Id of a scripted strategy -> its policy for all seats.
    """
    names = {name: None for strategy in strategies for name in strategy.policies}
    asked = {name: pack([find(name, "policies")] * len(strategies)) for name in names}
    return pack(strategies), asked


def seat(
    deciders: Deciders,
    view_of: ViewOf,
    strategies: Sequence[Strategy],
    tables: Any,
    policies: tuple[Any, Mapping[str, Any]],
) -> Seating:
    """Return the seating of a table.

    Parameters
    ----------
    view_of
        What a Python strategy decides from, see `python_strategy.PythonPlayer`.
    strategies
        By seat.
    tables
        The packed rules.
    policies
        From `policies_of`, may be shared between playthroughs.
    """
    packed, asked = policies
    players: list[Player | None] = []
    for strategy in strategies:
        if strategy.family in COMPILED:
            players.append(None)
        elif strategy.family in SEARCHING:
            numbers = [asked[name] for name in strategy.policies]
            seats = len(strategies)
            values = read_values(strategy.values, seats, strategy.features)
            looks = read_values(strategy.looks, seats, strategy.features)
            search = SearchRecords(deciders.engine.state, deciders.policy)
            players.append(SearchPlayer(search, strategy, tables, numbers, seats, values, looks))
        else:
            players.append(_python_player(deciders, view_of, strategy.id, tables))
    return Seating(deciders, tables, packed, tuple(players))


def _python_player(deciders: Deciders, view_of: ViewOf, name: str, tables: Any) -> PythonPlayer:
    """Return a Python strategy at a table; InputError if it observes what no game declares."""
    loaded = load_strategy(name, "seats")
    if loaded.observes:
        if not deciders.environment:
            raise expected("a strategy that decides from the game's view", name, "seats")
        view_of = spaces_of(deciders.environment, tables).view_of
    stream = strategy_stream(deciders.engine.state.new())
    return PythonPlayer(name, loaded.choose, view_of, deciders.engine.unpack, stream)


def _chooser(player: Player | None, playing: SearchPlayer) -> Chooser:
    """Return who decides for a player's seat while one plays on."""
    if player is None:
        return Chooser.KERNEL
    same = isinstance(player, SearchPlayer) and player.strategy == playing.strategy
    return Chooser.SEARCH if same else Chooser.OTHER
