"""BattleLore in the laboratory: the `Game` contract on top of the engine."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.game import Chunk, Column, Number, Seat, Setup
from bloodstones.core.contract.tunable import Parameter, Weights
from bloodstones.core.errors import InputError, RunError, expected
from bloodstones.core.faults import gathering, nearest, raise_together
from bloodstones.core.files.own_data import DataSource, assumed_in
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.battlelore.columns import COLUMNS, MEASURES, rows_of
from bloodstones.games.battlelore.engine.choices import read_setup
from bloodstones.games.battlelore.engine.decisions import MOST_DECISIONS
from bloodstones.games.battlelore.engine.events import Event
from bloodstones.games.battlelore.engine.playthrough import Playthrough
from bloodstones.games.battlelore.engine.state import (
    DICE_STREAM,
    SEATS,
    STRATEGY_STREAM,
    GameState,
    Status,
)
from bloodstones.games.battlelore.engine.tables import RuleTables
from bloodstones.games.battlelore.engine.view import View, view
from bloodstones.games.battlelore.kernels import DECIDERS
from bloodstones.games.battlelore.record.events import EVENTS
from bloodstones.games.battlelore.record.header import header, names, record_scores
from bloodstones.games.battlelore.rules import drawn
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.names import Faction
from bloodstones.games.battlelore.rules.reading import FILES, load_ruleset, source_of
from bloodstones.games.battlelore.rules.ruleset import Ruleset
from bloodstones.games.battlelore.rules.scenarios import BOARDS, DRAWN
from bloodstones.games.battlelore.strategies import observing
from bloodstones.games.battlelore.strategies.policy import finder, pack_policy, put_weights
from bloodstones.kit import contests
from bloodstones.kit.learned import Learned, Lessons
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.seating import Seating, policies_of
from bloodstones.kit.players.seating import seat as seat_at
from bloodstones.kit.playing import NO_COURSE, play_out
from bloodstones.kit.records.games import GameRecords, records_of

KEPT: Final = 64  # packed setups


def look(s: GameState, seat: int, memory: Array, luck: random.Random) -> tuple[View, Array, Any]:
    """Return what a Python strategy decides from: the view, its notes, its luck."""
    return view(s, seat), memory, luck


class BattleLore(Learned):
    """The game in the laboratory (see `core.contract.game.Game`)."""

    id = "battlelore"
    title = "BattleLore (second edition)"
    columns: tuple[Column, ...] = COLUMNS
    measures = MEASURES
    every_role = Faction.ids()
    large_table = SEATS + 1  # strategies have no parameters of their own for large tables

    @property
    def rules_version(self) -> str:
        """Version of the shipped rules data."""
        return load_ruleset().version

    def data_hashes(self, data: str) -> Mapping[str, str]:
        """Return the user's files that replace shipped ones: name -> SHA-256."""
        return source_of(data).hashes

    def assumed(self, data: str) -> tuple[str, ...]:
        """Return what of the data no public source gives."""
        return assumed_in(source_of(data), FILES)

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        """The factions."""
        return Faction.ids()

    def boards(self) -> tuple[str, ...]:
        """Scenarios drawn by the rules, the campaign, and every pair of scenarios."""
        return BOARDS

    def players_on(self, board: str, data: str = "") -> range:
        """The number of players: two."""
        if (board or DRAWN) not in BOARDS:
            raise expected("a pair of scenarios", board, "board", nearest(board, BOARDS))
        return range(SEATS, SEATS + 1)

    def finder_for(self, data: str = "") -> Finder:
        """What finds strategies by their names."""
        return finder(_rules_or_shipped(data))

    def check(self, setup: Setup) -> None:
        """Raise InputError if this setup cannot be played; its faults are told together."""
        errors: list[InputError] = []
        with gathering(errors):
            read_setup(setup)
        find = self.finder_for(setup.data).find_for
        for place, seat in enumerate(setup.seats):
            with gathering(errors):
                find(len(setup.seats), seat.strategy, f"seat {place}")
        raise_together(errors)

    def seat(self, setup: Setup) -> Seating:
        """Return the strategies of a setup, ready to decide; InputError if it cannot be played."""
        self.check(setup)
        find = self.finder_for(setup.data).find
        found = [find(each.strategy, "seats") for each in setup.seats]
        roles = [each.role for each in setup.seats]
        pack = partial(pack_policy, load_ruleset(setup.data), roles)
        policies = policies_of(pack, find, found)
        return seat_at(DECIDERS, look, found, tables_of(setup), policies)

    def playthrough(
        self, setup: Setup, seed: int, label: str = "", replicate: int = 0, told: bool = False
    ) -> Playthrough:
        """Return a playthrough of a setup; InputError if it cannot be played."""
        self.check(setup)
        key = game_key(seed, label, replicate)
        return Playthrough(read_setup(setup), tables_of(setup), key, told)

    @property
    def records(self) -> GameRecords:
        """How its records are written, read and checked."""
        return records_of(self, EVENTS, Event, record_scores, header, names, Event.TURN.id)

    @property
    def battle_streams(self) -> range:
        """The random streams that battles draw from."""
        return range(DICE_STREAM, STRATEGY_STREAM)

    def warm_up(self) -> None:
        """Compile the kernels or load them from the cache."""
        seats = tuple(Seat(faction, "random") for faction in Faction.ids())
        self.simulate(Setup("", seats), 0, "warm up", range(1))

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        """Play the replicates; see `core.contract.game.Chunk` for what comes back."""
        seating = self.seat(setup)
        rows: dict[str, list[Any]] = {column.name: [] for column in COLUMNS}
        fights = np.zeros(HEXES, np.int64)
        for replicate in replicates:
            state = _played(seating, seating.policy, game_key(seed, label, replicate))
            for row in rows_of(setup, state, seating.tables):
                for column, value in row.items():
                    rows[column].append(value)
            fights += state.hex_fights
        return Chunk(rows, {"fights": fights.tolist()})

    def lessons(self) -> Lessons:
        """Return what learned values are learned from, see `kit.learned`."""
        return observing.lessons()

    def parameters(self, strategy: str) -> tuple[Parameter, ...]:
        """Return what tuning may change in a strategy; InputError for one without parameters."""
        return contests.parameters(self.finder_for(), strategy)

    def weights(self, strategy: str, role: str, players: int) -> Weights:
        """Return the parameters with which a strategy plays a faction."""
        return contests.weights(self.finder_for(), strategy, role, players)

    def contest(
        self, setup: Setup, changed: Mapping[int, Weights], seed: int, label: str, replicates: range
    ) -> NDArray[np.float64]:
        """Return the win credits of playthroughs, see `core.contract.tunable.Tunable`."""
        seating = self.seat(setup)

        def play(policy: Any, key: Any) -> Any:
            return _played(seating, policy, key)

        luck = (seed, label, replicates)
        return contests.play_contest(seating, setup.seats, changed, luck, put_weights, play)

    def board_table(self, board: str, data: str = "") -> Mapping[str, Sequence[Any]]:
        """The hexes of a board as columns, see `rules.drawn.board_table`."""
        self.players_on(board, data)
        return drawn.board_table(board, data)


def _rules_or_shipped(data: str) -> Ruleset:
    """Return the rules whose units and cards strategies go without; own ones if they hold."""
    try:
        return load_ruleset(data)
    except InputError:  # told where a setup is read
        return load_ruleset()


def _played(seating: Seating, policy: Any, key: Any) -> Any:
    """Return the state at the end of a playthrough."""
    state, out = GameState.new(), np.zeros(MOST_DECISIONS, np.int32)
    if seating.compiled:
        play_out(state, seating.tables, policy, key, out, NO_COURSE)
    else:
        seating.play_out(state, key, out)
    if state.status != Status.OK:
        raise RunError(f"the engine stopped: {Status(int(state.status)).id}")
    return state


def tables_of(setup: Setup) -> RuleTables:
    """Return the packed rules of a setup that can be played; shared, and only read."""
    roles = tuple(seat.role for seat in setup.seats)
    options, overrides = tuple(setup.options.items()), tuple(setup.overrides.items())
    return _tables(setup.board, roles, options, overrides, setup.data, source_of(setup.data))


@lru_cache(maxsize=KEPT)
def _tables(
    board: str,
    roles: tuple[str, ...],
    options: tuple[tuple[str, str], ...],
    overrides: tuple[tuple[str, Number], ...],
    data: str,
    _source: DataSource,  # what the files hold, beside the name of their folder
) -> RuleTables:
    seats = tuple(Seat(role, "random") for role in roles)
    return read_setup(Setup(board, seats, dict(options), dict(overrides), {}, data)).tables()


GAME: Final = BattleLore()
