"""Wizard Kings in the laboratory: the `Game` contract on top of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.game import Chunk, Column, Role, Seat, Setup
from bloodstones.core.contract.tunable import Parameter, Weights
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, nearest, raise_together
from bloodstones.core.files.own_data import DataSource, assumed_in
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.wizard_kings.engine.events import Event
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough, decision_buffer
from bloodstones.games.wizard_kings.engine.setup import read_setup
from bloodstones.games.wizard_kings.engine.state import (
    ATTACKING,
    DEFENDING,
    DICE_STREAM,
    SEATS,
    STRATEGY_STREAM,
    Ending,
    GameState,
)
from bloodstones.games.wizard_kings.engine.tables import RuleTables
from bloodstones.games.wizard_kings.record.events import EVENTS
from bloodstones.games.wizard_kings.record.header import header, names, scores
from bloodstones.games.wizard_kings.rules import drawn
from bloodstones.games.wizard_kings.rules.boards import build
from bloodstones.games.wizard_kings.rules.maps import map_files, maps, pairs_of_maps
from bloodstones.games.wizard_kings.rules.names import Army
from bloodstones.games.wizard_kings.rules.reading import FILES, load_ruleset, source_of
from bloodstones.games.wizard_kings.strategies import observing
from bloodstones.games.wizard_kings.strategies.policy import PLANS, Policy, Weight, finder_for
from bloodstones.games.wizard_kings.strategies.seating import Policies, policies_at, seat_at
from bloodstones.kit import contests
from bloodstones.kit.learned import Learned, Lessons
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.presets import marks_of
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.players.strategy import Strategy
from bloodstones.kit.playing import NO_COURSE, play_out
from bloodstones.kit.records.games import GameRecords, records_of

PACKED: Final = 256

COLUMNS: Final = (
    Column("players", "int8", "number of players", Role.KEY),
    Column("map", "str", "board: maps joined", Role.KEY),
    Column("seat", "int8", "seat in clockwise order, from 0", Role.KEY),
    Column("faction", "str", "army id", Role.KEY, "army"),
    Column("strategy", "str", "strategy id", Role.KEY),
    Column("score", "int32", "GP of the cities at the end", Role.RESULT, "GP", "#c9a227"),
    Column("rank", "int8", "1 for the winners; ties share the better rank", Role.RESULT),
    Column("win_credit", "float64", "1/k for each of k winners, else 0", Role.RESULT),
    Column("finished", "bool", "whether the rules ended it", Role.RESULT),
    Column("end_reason", "str", "goal or turn_limit, both by the rules", Role.RESULT),
    Column("turns", "int16", "turns played", Role.RESULT),
    Column("game_turns", "int16", "turns of all seats: in a turn everybody acts", Role.COURSE),
    Column("battles_attacking", "int16", "battles as attacker", Role.ACTIVITY, "attacks"),
    Column("battles_defending", "int16", "battles as defender", Role.ACTIVITY, "defences"),
    Column("battles_won", "int16", "battles won in either role", Role.ACTIVITY),
    Column("steps_lost", "int16", "strength lost", Role.ACTIVITY, "steps lost"),
    Column("steps_bought", "int16", "strength bought in play", Role.ACTIVITY, "steps bought"),
    Column("spells", "int16", "spells cast", Role.ACTIVITY),
    Column("units_left", "int16", "units on the map at the end", Role.ACTIVITY),
)
MEASURES: Final = (Column("battles", "int64", "where battles are fought", Role.CONTEST, "battles"),)


class WizardKings(Learned):
    """The game in the laboratory (see `core.contract.game.Game`)."""

    id = "wizard_kings"
    title = "Wizard Kings"
    columns = COLUMNS
    measures = MEASURES

    def __init__(self) -> None:
        self._warm = False

    @property
    def rules_version(self) -> str:
        """Version of the shipped rules data."""
        return load_ruleset().version

    def data_hashes(self, data: str) -> Mapping[str, str]:
        """Return the user's files that replace shipped ones: name -> SHA-256."""
        return source_of(data).hashes

    def assumed(self, data: str) -> tuple[str, ...]:
        """Return what of the data no public source gives."""
        return assumed_in(source_of(data), (*FILES, *map_files(source_of(data))))

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        """The armies, which any number of players may lead."""
        return Army.ids()

    def boards(self) -> tuple[str, ...]:
        """The shipped maps side by side, two by two; others join them as they like."""
        return pairs_of_maps()

    def players_on(self, board: str, data: str = "") -> range:
        """The numbers of players that a board takes: one or two maps each (WK-SETUP-01)."""
        faults, known = Faults(), maps(data)
        for name in _maps_of(board):
            if name not in known:
                faults.add("board", "a map", name, nearest(name, known))
        faults.raise_if_any()
        count = len(_maps_of(board))
        return range(max(2, -(-count // 2)), min(SEATS, count) + 1)

    def check(self, setup: Setup) -> None:
        """Raise InputError if this setup cannot be played; its faults are told together."""
        errors: list[InputError] = []
        with gathering(errors):
            read_setup(setup)
        data = "" if errors else setup.data
        for place, seat in enumerate(setup.seats):
            with gathering(errors):
                finder_for(data).find_for(len(setup.seats), seat.strategy, f"seat {place}")
        raise_together(errors)

    def finder_for(self, data: str = "") -> Finder:
        """Return the strategies; data of one's own may have units of other names to go without."""
        return finder_for(data)

    def seat(self, setup: Setup) -> Seating:
        """Return the strategies of a setup, ready to decide; InputError if it cannot be played."""
        self.check(setup)
        tables, policies = packed(setup)
        return seat_at(strategies_of(setup), tables, policies)

    @property
    def records(self) -> GameRecords:
        """How its records are written, read and checked."""
        return records_of(self, EVENTS, Event, scores, header, names, Event.TURN.id)

    def playthrough(
        self, setup: Setup, seed: int, label: str = "", replicate: int = 0, told: bool = False
    ) -> Playthrough:
        """Return a playthrough of a setup, see `kit.playthrough.Playthrough`."""
        self.check(setup)
        return Playthrough(setup, seed, label, replicate, told)

    @property
    def battle_streams(self) -> range:
        """The random streams that battles draw from."""
        return range(DICE_STREAM, STRATEGY_STREAM)

    def warm_up(self) -> None:
        """Compile the kernels or load them from the cache."""
        if not self._warm:
            seats = (Seat("eldryn", "random"), Seat("jurak", "random"))
            self.simulate(Setup("westmarch+eastfen", seats), 0, "warm up", range(1))
            self._warm = True

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        """Play the replicates; see `core.contract.game.Chunk` for what comes back."""
        seating = self.seat(setup)
        rows: dict[str, list[Any]] = {column.name: [] for column in COLUMNS}
        battles = np.zeros(int(seating.tables.hexes), np.int64)
        for replicate in replicates:
            state = _played(seating, seating.policy, game_key(seed, label, replicate))
            _add_rows(rows, setup, state)
            battles += state.hex_battles[: len(battles)]
        return Chunk(rows, {"battles": battles.tolist()})

    def lessons(self) -> Lessons:
        """Return what learned values are learned from, see `kit.learned`."""
        return observing.lessons()

    @property
    def every_role(self) -> tuple[str, ...]:
        """The ids of the armies."""
        return Army.ids()

    @property
    def large_table(self) -> int:
        """Players from which on strategies play with other parameters: none."""
        return SEATS + 1

    def parameters(self, strategy: str) -> tuple[Parameter, ...]:
        """Return what tuning may change in a strategy; InputError for one without parameters."""
        return contests.parameters(finder_for(), strategy)

    def code_of(self, strategy: str) -> str:
        """Return a hash of the file of a strategy or preset, "" for one that is shipped."""
        return finder_for().code_of(strategy)

    def weights(self, strategy: str, role: str, players: int) -> Weights:
        """Return the parameters with which a strategy plays."""
        return contests.weights(finder_for(), strategy, role, players)

    def contest(
        self, setup: Setup, changed: Mapping[int, Weights], seed: int, label: str, replicates: range
    ) -> NDArray[np.float64]:
        """Return the win credits of playthroughs, see `core.contract.tunable.Tunable`."""
        seating = self.seat(setup)

        def put(policy: Policy, seat: int, _: str, weights: Weights) -> None:
            full = PLANS.full_weights(weights, f"seat {seat}")
            policy.weight[seat] = [full[weight.id] for weight in Weight]

        def play(policy: Policy, key: Array) -> GameState:
            return _played(seating, policy, key)

        luck = seed, label, replicates
        return contests.play_contest(seating, setup.seats, changed, luck, put, play)

    def board_table(self, board: str, data: str = "") -> Mapping[str, Sequence[Any]]:
        """The hexes of a board as columns, see `rules.drawn.board_table`."""
        return drawn.board_table(build(board, tuple(range(len(_maps_of(board)))), data))


def _maps_of(board: str) -> list[str]:
    return board.replace("/", "+").split("+")


def strategies_of(setup: Setup) -> tuple[Strategy, ...]:
    """Return the strategies by seat; InputError for an unknown one."""
    finder = finder_for(setup.data)
    return tuple(finder.find(seat.strategy, f"seat {n}") for n, seat in enumerate(setup.seats))


def packed(setup: Setup) -> tuple[RuleTables, Policies]:
    """Return the packed rules and strategies of a setup; shared, and only read."""
    return _packed(
        setup.board,
        setup.seats,
        tuple(setup.options.items()),
        tuple(setup.overrides.items()),
        tuple(setup.choices.items()),
        setup.data,
        source_of(setup.data),
        marks_of((seat.strategy for seat in setup.seats), finder_for().shipped()),
    )


@lru_cache(maxsize=PACKED)
def _packed(
    board: str,
    seats: tuple[Seat, ...],
    options: tuple[tuple[str, Any], ...],
    overrides: tuple[tuple[str, Any], ...],
    choices: tuple[tuple[str, Any], ...],
    data: str,
    _source: DataSource,  # what the files hold, beside the name of their folder
    _marks: tuple[str, ...],  # the same of presets
) -> tuple[RuleTables, Policies]:
    setup = Setup(board, seats, dict(options), dict(overrides), dict(choices), data)
    game = read_setup(setup)
    tables = game.tables()
    roles = [seat.role for seat in seats]
    find = finder_for(data).find
    return tables, policies_at(game.rules, roles, strategies_of(setup), find)


def _played(seating: Seating, policy: Policy, key: Array) -> GameState:
    """Return the state at the end of a playthrough."""
    state, buffer = GameState.new(), decision_buffer()
    if seating.compiled:
        play_out(state, seating.tables, policy, key, buffer, NO_COURSE)
    else:
        seating.play_out(state, key, buffer)
    return state


def _credits(state: GameState, players: int) -> list[float]:
    won = [int(state.rank[seat]) == 1 for seat in range(players)]
    return [float(winner) / sum(won) for winner in won]


def _add_rows(rows: dict[str, list[Any]], setup: Setup, state: GameState) -> None:
    """Append one playthrough, a row a seat."""
    players = len(setup.seats)
    credit = _credits(state, players)
    on_map = np.asarray(state.hex).reshape(SEATS, -1) >= 0
    for seat, place in enumerate(setup.seats):
        row = {
            "players": players,
            "map": setup.board,
            "seat": seat,
            "faction": place.role,
            "strategy": place.strategy,
            "score": int(state.income[seat]),
            "rank": int(state.rank[seat]),
            "win_credit": credit[seat],
            "finished": True,
            "end_reason": Ending(int(state.ending)).id,
            "turns": int(state.turn),
            "game_turns": int(state.turn) * players,
            "battles_attacking": int(state.fought[ATTACKING - 1, seat]),
            "battles_defending": int(state.fought[DEFENDING - 1, seat]),
            "battles_won": int(state.won[seat]),
            "steps_lost": int(state.lost_steps[seat]),
            "steps_bought": int(state.bought_steps[seat]),
            "spells": int(state.spells[seat]),
            "units_left": int(on_map[seat].sum()),
        }
        for name, value in row.items():
            rows[name].append(value)


GAME: Final = WizardKings()
