"""Bloodstones in the laboratory: the `Game` contract on top of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.game import Chunk, Column, Role, Setup
from bloodstones.core.contract.learnable import Feature, Observed
from bloodstones.core.contract.tunable import Parameter, Weights
from bloodstones.core.errors import InputError
from bloodstones.core.faults import gathering, raise_together
from bloodstones.core.files.own_data import DataSource, assumed_in
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.core.rules.rulebook import Value
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.figures import add_areas, figures
from bloodstones.games.bloodstones.engine.lead import (
    follow,
    new_course,
)
from bloodstones.games.bloodstones.engine.playthrough import (
    Playthrough,
    check_status,
    decision_buffer,
)
from bloodstones.games.bloodstones.engine.setup import (
    FEWEST_PLAYERS,
    changed_rules,
    check_line_up,
    line_up,
    readings_of,
    rules_of,
)
from bloodstones.games.bloodstones.engine.state import (
    BAG_STREAM,
    COMBAT_STREAM,
    NOWHERE,
    Ending,
    GameState,
)
from bloodstones.games.bloodstones.engine.tables import (
    DEFAULT_TURN_LIMIT,
    RuleTables,
    check_room,
    pack,
)
from bloodstones.games.bloodstones.maps.finding import find_board
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.games.bloodstones.maps.tables import area_table
from bloodstones.games.bloodstones.record.position.writer import standing
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import (
    RULES_FILE,
    TILES_FILE,
    load_ruleset,
    source_of,
)
from bloodstones.games.bloodstones.rules.ruleset import BoardMap
from bloodstones.games.bloodstones.strategies import contests, observing
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.finding import FINDER, find_strategy
from bloodstones.games.bloodstones.strategies.plans import CROWD
from bloodstones.games.bloodstones.strategies.policy import Policy, pack_policy, pack_world
from bloodstones.games.bloodstones.strategies.seating import policies_of, seat
from bloodstones.kit import playing
from bloodstones.kit.observing import Observer
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.presets import marks_of
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.players.strategy import Strategy

PACKED_SETUPS: Final = 2048

DONE: Final = Role.ACTIVITY
FOUGHT: Final = Role.ACTIVITY | Role.CONTEST


def _points(name: str, dtype: str, meaning: str, label: str, colour: str) -> Column:
    """Return the column of a source of points; light and dark colours take turns."""
    return Column(name, dtype, meaning, Role.POINTS, label, colour)


COLUMNS: Final = (
    Column("players", "int8", "number of players", Role.KEY),
    Column("map", "str", "map id", Role.KEY),
    Column("seat", "int8", "seat in clockwise order, from 0", Role.KEY),
    Column("turn_order", "int8", "place in the turn order, 0 for the start player", Role.KEY),
    Column("faction", "str", "faction id", Role.KEY),
    Column("strategy", "str", "strategy id", Role.KEY),
    Column("score", "int32", "victory points at the end", Role.RESULT),
    _points("vp_start", "int16", "VP at the start (BS-SETUP-24)", "start", "#cfcfcf"),
    _points("vp_battles", "int32", "VP from won battles (BS-COMBAT-33)", "battles", "#9b2226"),
    _points(
        "vp_villages",
        "int16",
        "VP from own villages at regroups (BS-REGROUP-03)",
        "own villages",
        "#f2c14e",
    ),
    _points(
        "vp_captured_villages",
        "int16",
        "VP from captured villages (BS-END-09)",
        "captured villages",
        "#2a7f9e",
    ),
    _points(
        "vp_captured_citadels",
        "int16",
        "VP from captured citadels (BS-END-09)",
        "captured citadels",
        "#12263f",
    ),
    Column(
        "citadel_area",
        "int16",
        "area where the citadel was placed, -1 without one",
        Role.PLACE,
        "citadel",
    ),
    Column("villages", "int8", "own villages on the map at the end", Role.RESULT),
    Column("battles_attacking", "int16", "battles begun", FOUGHT, "attacks"),
    Column("battles_defending", "int16", "attacks met, withdrawals included", DONE, "defences"),
    Column("battles_won", "int16", "battles won in either role", DONE, "won"),
    Column("withdrawals", "int16", "withdrawals from attacks", DONE, "withdrawn"),
    Column("units_built", "int16", "units built in play", DONE),
    Column("units_lost", "int16", "units removed in battles, retreats and deserts", DONE),
    Column("villages_built", "int16", "villages built", DONE),
    Column("villages_lost", "int16", "villages captured by others", DONE),
    Column("villages_captured", "int16", "villages captured from others", Role.CONTEST),
    Column("citadels_captured", "int8", "citadels captured", DONE, "citadels taken"),
    Column(
        "regroups",
        "int16",
        "regroups made, also beyond the required number, where the marker stops (BS-REGROUP-04)",
        Role.COURSE,
    ),
    Column("first_regroup_turns", "int16", "own turns begun at the first regroup", Role.COURSE),
    Column("first_regroup_built", "int16", "villages built by then", Role.COURSE),
    Column("first_regroup_villages", "int16", "villages that scored then", Role.COURSE),
    Column("turns", "int16", "turns of this seat", Role.COURSE),
    Column("game_turns", "int16", "turns of all seats", Role.COURSE),
    Column(
        "lead_changes",
        "int16",
        "times that the lead passed to another seat after a turn",
        Role.COURSE,
    ),
    Column("lead_since", "int16", "turn after which the last leader came to lead", Role.COURSE),
    Column("turns_led", "int16", "turns of all seats after which this seat alone led", Role.COURSE),
    Column(
        "behind_quarter",
        "int16",
        "VP in sight behind the most a quarter of the turns in",
        Role.COURSE,
    ),
    Column("behind_half", "int16", "the same after half of the turns of all seats", Role.COURSE),
    Column(
        "behind_three_quarters", "int16", "the same after three quarters of the turns", Role.COURSE
    ),
    Column("rank", "int8", "1 for the winners; ties share the better rank", Role.RESULT),
    Column("win_credit", "float64", "1/k for each of k winners, else 0", Role.RESULT),
    Column("finished", "bool", "whether it came to its end by the rules", Role.RESULT),
    Column(
        "end_reason", "str", "regroups, or turn_limit for an unfinished playthrough", Role.RESULT
    ),
)
MEASURES: Final = (
    Column("citadels", "int64", "where citadels stand", Role.PLACE),
    Column("battles", "int64", "where battles are fought", Role.CONTEST),
    Column("villages_built", "int64", "where villages are built", Role.ACTIVITY),
    Column("villages_captured", "int64", "where villages are captured", Role.CONTEST),
)


def strategies_of(setup: Setup) -> tuple[Strategy, ...]:
    """Return the strategies by seat; InputError for an unknown one."""
    players = len(setup.seats)
    return tuple(
        FINDER.find_for(players, seat.strategy, f"seat {place}")
        for place, seat in enumerate(setup.seats)
    )


class Bloodstones:
    """The game in the laboratory (see `core.contract.game.Game`)."""

    id = "bloodstones"
    columns = COLUMNS
    measures = MEASURES
    stopped = (Ending.TURN_LIMIT.id,)

    def __init__(self) -> None:
        self._warm = False

    @property
    def rules_version(self) -> str:
        """Version of the shipped rules data."""
        return load_ruleset().version

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        """The factions that may sit at a table of so many (BS-SETUP-05)."""
        rules = load_ruleset(data=data)
        return tuple(f.id for f in Faction if rules.factions[f].min_players <= players)

    def boards(self) -> tuple[str, ...]:
        """The ids of the shipped maps."""
        return list_maps()

    def players_on(self, board: str, data: str = "") -> range:
        """The numbers of players that a map takes (BS-SETUP-01); a game has two or more."""
        read = find_board(board, data)
        return range(max(read.min_players, FEWEST_PLAYERS), read.max_players + 1)

    def finder_for(self, data: str = "") -> Finder:
        """Return the strategies, the same whatever the data."""
        return FINDER

    def data_hashes(self, data: str) -> Mapping[str, str]:
        """The user's files in place of shipped ones, with their hashes, see `core.files.own_data`."""
        return source_of(data).hashes

    def assumed(self, data: str) -> tuple[str, ...]:
        """What the rules data marks as assumed."""
        return assumed_in(source_of(data), (RULES_FILE, TILES_FILE))

    def code_of(self, strategy: str) -> str:
        """Return a hash of the file of a strategy or preset, "" for one that is shipped."""
        return FINDER.code_of(strategy)

    def check(self, setup: Setup) -> None:
        """Raise InputError (UnmodelledRuleError) if this setup cannot be played.

        The faults of its parts are told together, then whether the parts fit each other.
        """
        source_of(setup.data)
        errors: list[InputError] = []
        for read in (readings_of, rules_of, line_up, strategies_of):
            with gathering(errors):
                read(setup)
        with gathering(errors):
            find_board(setup.board, setup.data)
        raise_together(errors)
        rules, readings = rules_of(setup), readings_of(setup)
        check_line_up(line_up(setup), rules, find_board(setup.board, setup.data), readings)
        check_room(rules, len(setup.seats), readings)

    def prepare(self, setup: Setup) -> tuple[RuleTables, Policy]:
        """Return the packed rules and strategies of a setup; InputError if it cannot be played."""
        seating = self.seat(setup)
        return seating.tables, seating.policy

    def seat(self, setup: Setup) -> Seating:
        """Return the strategies of a setup, ready to decide; InputError if it cannot be played."""
        self.check(setup)
        rules, factions = rules_of(setup), line_up(setup)
        board, source = find_board(setup.board, setup.data), source_of(setup.data)
        names = tuple(place.strategy for place in setup.seats)
        readings = tuple(readings_of(setup).items())
        overrides = tuple(setup.overrides.items())
        marks = marks_of(names, FINDER.shipped())
        tables, policy, asked = _packed(board, factions, names, readings, overrides, source, marks)
        return seat(rules, board, factions, strategies_of(setup), tables, (policy, asked))

    def playthrough(
        self,
        setup: Setup,
        seed: int,
        label: str = "",
        replicate: int = 0,
        told: bool = False,
        turn_limit: int = DEFAULT_TURN_LIMIT,
    ) -> Playthrough:
        """Return a playthrough of a setup, see `kit.playthrough.Playthrough`.

        Raises
        ------
        InputError
            If the setup cannot be played.
        """
        self.check(setup)
        return Playthrough(
            rules_of(setup),
            find_board(setup.board, setup.data),
            line_up(setup),
            seed,
            label,
            replicate,
            turn_limit,
            readings_of(setup),
            told,
            standing,
        )

    @property
    def battle_streams(self) -> range:
        """The random streams that battles draw from."""
        return range(COMBAT_STREAM, BAG_STREAM)

    def warm_up(self) -> None:
        """Compile the kernels or load them from the cache."""
        if self._warm:
            return
        rules = load_ruleset()
        board = load_map("tyrants_lament")
        tables = pack(rules, board, sorted(Faction)[:FEWEST_PLAYERS])
        policy = pack_policy(rules, board, [find_strategy("random", "warm up")] * FEWEST_PLAYERS)
        buffer = decision_buffer()
        key = game_key(0, "warm up", 0)
        playing.play_out(GameState.new(), tables, policy, key, buffer, new_course())
        state = GameState.new()
        turn.start(state, tables, key, buffer)
        while turn.is_chance(state):
            turn.apply(state, tables, turn.draw_outcome(state, tables), buffer)
        count = turn.legal_decisions(state, tables, buffer)
        turn.apply(state, tables, buffer[choose(state, tables, policy, buffer, count)], buffer)
        self._warm = True

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        """Play the replicates; see `core.contract.game.Chunk` for what comes back."""
        seating = self.seat(setup)
        tables = seating.tables
        areas = len(find_board(setup.board, setup.data).areas)
        buffer = decision_buffer()
        games: list[dict[str, Array]] = []
        sums = {column.name: np.zeros(areas, np.int64) for column in MEASURES}
        for replicate in replicates:
            state = GameState.new()
            key, course = game_key(seed, label, replicate), new_course(int(tables.turn_limit))
            if seating.compiled:
                playing.play_out(state, tables, seating.policy, key, buffer, course)
            elif seating.searching:
                seating.play_along(state, key, buffer, course)
            else:
                seating.play_out(state, key, buffer, partial(_note, state, tables, course))
            check_status(state, setup.board)
            placed = np.where(tables.citadels > 0, state.home, NOWHERE)[: len(setup.seats)]
            games.append(figures(state, course, placed))
            add_areas(sums, state, placed)
        rows: dict[str, Sequence[Any]] = _columns(games, setup)
        return Chunk(rows, {name: total.tolist() for name, total in sums.items()})

    @property
    def features(self) -> tuple[Feature, ...]:
        """What learned values read of each seat, see `core.contract.learnable`."""
        return observing.features_told()

    @property
    def teachers(self) -> tuple[str, ...]:
        """The tuned presets, see `core.contract.learnable`."""
        return observing.teachers()

    @property
    def observer(self) -> Observer:
        """How positions are described, see `kit.observing`."""
        return observing.observer()

    def observe(self, setup: Setup, seed: int, label: str, replicates: range) -> Observed:
        """Play the replicates to learn from them, see `core.contract.learnable`."""
        keys = (game_key(seed, label, replicate) for replicate in replicates)
        return self.observer.observe(self.seat(setup), len(setup.seats), keys)

    @property
    def every_role(self) -> tuple[str, ...]:
        """The ids of all factions."""
        return tuple(faction.id for faction in Faction)

    def parameters(self, strategy: str) -> tuple[Parameter, ...]:
        """Return what tuning may change in a strategy, see `contests.parameters`."""
        return contests.parameters(strategy)

    @property
    def large_table(self) -> int:
        """Players from which on strategies may play with other parameters."""
        return CROWD

    def weights(self, strategy: str, role: str, players: int) -> Weights:
        """Return the parameters with which a strategy plays a faction at a table of so many."""
        return contests.weights(strategy, role, players)

    def contest(
        self, setup: Setup, changed: Mapping[int, Weights], seed: int, label: str, replicates: range
    ) -> NDArray[np.float64]:
        """Return the win credits of a setup's playthroughs, see `core.contract.tunable.Tunable`."""
        return contests.play_contest(self.seat(setup), setup, changed, seed, label, replicates)

    def board_table(self, board: str, data: str = "") -> Mapping[str, Sequence[Any]]:
        """The areas of a map as columns, see `maps.tables.area_table`."""
        return area_table(find_board(board, data))


@lru_cache(maxsize=PACKED_SETUPS)
def _packed(
    board: BoardMap,
    factions: tuple[Faction, ...],
    strategies: tuple[str, ...],
    readings: tuple[tuple[str, Value], ...],
    overrides: tuple[tuple[str, int], ...],
    source: DataSource,
    _marks: tuple[str, ...],  # what the files of presets hold, beside their names
) -> tuple[RuleTables, Policy, Mapping[str, Policy]]:
    """Pack a playable setup; shared by all its playthroughs, which only read it."""
    seats = [find_strategy(name, "seats") for name in strategies]
    tables = _packed_rules(board, factions, readings, overrides, source)
    world = pack_world(changed_rules(source, dict(overrides)), board)
    return tables, *policies_of(world, seats)


@lru_cache(maxsize=PACKED_SETUPS)
def _packed_rules(
    board: BoardMap,
    factions: tuple[Faction, ...],
    readings: tuple[tuple[str, Value], ...],
    overrides: tuple[tuple[str, int], ...],
    source: DataSource,
) -> RuleTables:
    """Pack the rules of a line-up, whoever plays it."""
    rules = changed_rules(source, dict(overrides))
    return pack(rules, board, factions, readings=dict(readings))


def _note(state: GameState, tables: RuleTables, course: Array) -> None:
    """Note the course where the game stands still, as the kernels do."""
    if not turn.is_chance(state):
        follow(state, tables, course)


def _columns(games: Sequence[Mapping[str, Array]], setup: Setup) -> dict[str, Sequence[Any]]:
    count = len(games)
    players = len(setup.seats)
    text: dict[str, Sequence[Any]] = {
        "map": [setup.board] * (count * players),
        "faction": [seat.role for seat in setup.seats] * count,
        "strategy": [seat.strategy for seat in setup.seats] * count,
        "end_reason": [Ending(int(e)).id for game in games for e in game["ending"]],
    }
    rows: dict[str, Sequence[Any]] = {}
    for column in COLUMNS:
        if column.name in text:
            rows[column.name] = text[column.name]
        elif column.name == "players":
            rows[column.name] = [players] * (count * players)
        else:
            parts = [game[column.name] for game in games]
            joined = np.concatenate(parts) if parts else np.zeros(0)
            rows[column.name] = joined.tolist()
    return rows


GAME: Final = Bloodstones()
