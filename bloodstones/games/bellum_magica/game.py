"""Bellum Magica in the laboratory: the `Game` contract on top of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.game import Chunk, Column, Role, Seat, Setup
from bloodstones.core.contract.tunable import Weights
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults, gathering, nearest, raise_together
from bloodstones.core.files.own_data import DataSource, assumed_in
from bloodstones.core.kernels.layout import Array
from bloodstones.core.rules.rulebook import Value
from bloodstones.games.bellum_magica.engine.events import Event
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.engine.state import Ending, Source
from bloodstones.games.bellum_magica.engine.tables import TURN_LIMIT, RuleTables, pack
from bloodstones.games.bellum_magica.record.events import EVENTS
from bloodstones.games.bellum_magica.record.header import header, names, scores
from bloodstones.games.bellum_magica.rules.names import Chest, Deck, Token
from bloodstones.games.bellum_magica.rules.options import read_options
from bloodstones.games.bellum_magica.rules.reading import (
    FEWEST_PLAYERS,
    FILES,
    MOST_PLAYERS,
    Ruleset,
    load_ruleset,
    source_of,
)
from bloodstones.games.bellum_magica.strategies import observing
from bloodstones.games.bellum_magica.strategies.policy import Policy, finder, of_castle
from bloodstones.games.bellum_magica.strategies.seating import Policies, policies_at, seat_at
from bloodstones.games.bellum_magica.strategies.weights import Weight
from bloodstones.kit.contract import Boardless, Tuned
from bloodstones.kit.courses import Courses, figures
from bloodstones.kit.learned import Learned, Lessons
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.presets import marks_of
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.players.strategy import Strategy
from bloodstones.kit.records.games import GameRecords, records_of
from bloodstones.kit.state_arrays import field_of

PACKED_SETUPS: Final = 512
COURSES: Final = Courses(TURN_LIMIT, 256)  # states of so many games are in memory at once

KEY, RESULT, POINTS, COURSE = Role.KEY, Role.RESULT, Role.POINTS, Role.COURSE
CONTEST: Final = Role.ACTIVITY | Role.CONTEST
COLUMNS: Final = (
    Column("players", "int8", "number of players", KEY),
    Column("seat", "int8", "seat in clockwise order, from 0", KEY),
    Column("turn_order", "int8", "place in the turn order, 0 for the first captain", KEY),
    Column("map", "str", "always empty: the game has no board", KEY),
    Column("faction", "str", "castle board", KEY, "castle board"),
    Column("strategy", "str", "strategy id", KEY),
    Column("score", "int32", "value of all chests at the end (BM-END-03)", RESULT),
    Column("vp_scouts", "int16", "value scouted (BM-SCOUT)", POINTS, "scouted", "#4c8a4a"),
    Column("vp_plunder", "int16", "value plundered (BM-ATTACK-05)", POINTS, "plunder", "#c0803a"),
    Column("vp_theft", "int16", "value stolen (BM-ATTACK-11)", POINTS, "stolen", "#7a4a8c"),
    Column("vp_robbed", "int16", "value lost to thieves, below 0", POINTS, "lost", "#b04848"),
    Column("chests", "int8", "chests at the end", RESULT),
    Column("wood", "int8", "of these wooden"),
    Column("metal", "int8", "of these metal"),
    Column("gold", "int8", "of these gold"),
    Column("chests_scouted", "int16", "chests gained by scouts"),
    Column("chests_plundered", "int16", "chests gained as loot"),
    Column("chests_stolen", "int16", "chests stolen", CONTEST),
    Column("chests_lost", "int16", "chests lost to thieves", CONTEST),
    Column("locations", "int16", "locations plundered"),
    Column("tavern", "int16", "visits to the tavern"),
    Column("raids", "int16", "attacks on castles", CONTEST),
    Column("evil", "int16", "evil creatures hired"),
    Column("most_evil", "int16", "most evil creatures hired"),
    Column("hired_left", "int16", "creatures hired for the left side"),
    Column("rerolls", "int16", "rerolls paid for"),
    Column("food", "int16", "food gained"),
    Column("glyphs", "int16", "glyphs gained"),
    Column("shields", "int16", "shield tokens at the end"),
    Column("turns", "int16", "days played"),
    Column("game_turns", "int16", "turns of all seats: in a day everybody has one", COURSE),
    Column("lead_changes", "int16", "times that the lead passed to another seat", COURSE),
    Column("lead_since", "int16", "turns of all seats after which the last leader led", COURSE),
    Column("turns_led", "int16", "turns of all seats in which this one alone led", COURSE),
    Column("behind_quarter", "int16", "value behind the most after a quarter of the days", COURSE),
    Column("behind_half", "int16", "the same after half of the days", COURSE),
    Column("behind_three_quarters", "int16", "the same after three quarters of the days", COURSE),
    Column("rank", "int8", "1 for the winners; ties share the better rank", RESULT),
    Column("win_credit", "float64", "1/k for each of k winners, else 0", RESULT),
    Column("finished", "bool", "whether a rule ended the game", RESULT),
    Column("end_reason", "str", "chests, stalled, day_limit; turn_limit if unfinished", RESULT),
)
# Column -> field of the state and place in it, for what is counted by seat.
BY_SEAT: Final[Mapping[str, tuple[str, int | None]]] = {
    "vp_scouts": ("points", Source.SCOUTS),
    "vp_plunder": ("points", Source.PLUNDER),
    "vp_theft": ("points", Source.THEFT),
    "vp_robbed": ("points", Source.ROBBED),
    "wood": ("chest_count", Chest.WOOD),
    "metal": ("chest_count", Chest.METAL),
    "gold": ("chest_count", Chest.GOLD),
    "chests_scouted": ("moves", Source.SCOUTS),
    "chests_plundered": ("moves", Source.PLUNDER),
    "chests_stolen": ("moves", Source.THEFT),
    "chests_lost": ("moves", Source.ROBBED),
    "locations": ("locations_taken", None),
    "tavern": ("tavern_visits", None),
    "raids": ("castle_attacks", None),
    "evil": ("recruited", Deck.EVIL - Deck.EVIL),
    "most_evil": ("recruited", Deck.MOST_EVIL - Deck.EVIL),
    "hired_left": ("recruited_left", None),
    "rerolls": ("rerolls", None),
    "food": ("food_gained", None),
    "glyphs": ("glyphs_gained", None),
    "shields": ("tokens", Token.SHIELD),
    "rank": ("rank", None),
}


def rules_of(setup: Setup) -> Ruleset:
    """Return the rules of a setup: shipped or own data, with overrides."""
    return load_ruleset(setup.data, setup.overrides)


def roles_in(rules: Ruleset) -> tuple[str, ...]:
    """Return the castle boards as setups and tables name them: their ids in lower case."""
    return tuple(castle.id.lower() for castle in rules.castles)


def castles_of(setup: Setup, rules: Ruleset) -> tuple[str, ...]:
    """Return the castle boards by seat, "" where the rules decide, or raise InputError."""
    faults = Faults()
    known = roles_in(rules)
    named = [seat.role for seat in setup.seats if seat.role]
    if not FEWEST_PLAYERS <= len(setup.seats) <= MOST_PLAYERS:
        faults.note("seats", f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players", str(len(setup.seats)))
    if setup.board:
        faults.add("board", "no board in a game without one", setup.board)
    for place, seat in enumerate(setup.seats):
        if seat.role and seat.role not in known:
            faults.add(f"seat {place}", "a castle board", seat.role, nearest(seat.role, known))
        elif seat.role and named.count(seat.role) > 1:
            faults.note(f"seat {place}", "a castle board of its own", f"{seat.role} again")
    faults.raise_if_any()
    return tuple(seat.role.upper() for seat in setup.seats)


class BellumMagica(Boardless, Tuned, Learned):
    """The game in the laboratory (see `core.contract.game.Game`)."""

    id = "bellum_magica"
    title = "Bellum Magica"
    columns = COLUMNS
    players = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    large_table = MOST_PLAYERS + 1  # strategies have no parameters of their own for large tables

    @property
    def rules_version(self) -> str:
        """Version of the shipped rules data."""
        return load_ruleset().version

    @property
    def every_role(self) -> tuple[str, ...]:
        """The ids of all castle boards."""
        return roles_in(load_ruleset())

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        """The castle boards of the shipped data or of a folder, at any table."""
        return roles_in(load_ruleset(data))

    def data_hashes(self, data: str) -> Mapping[str, str]:
        """Return the user's files that replace shipped ones: name -> SHA-256."""
        return source_of(data).hashes

    def assumed(self, data: str) -> tuple[str, ...]:
        """Return the lines of the data whose values no public source gives (AMB-03)."""
        return assumed_in(source_of(data), FILES)

    def check(self, setup: Setup) -> None:
        """Raise InputError if this setup cannot be played, with every fault."""
        errors: list[InputError] = []
        with gathering(errors):
            read_options(setup.options)
        rules = load_ruleset()
        with gathering(errors):
            rules = rules_of(setup)
        with gathering(errors):
            castles_of(setup, rules)
        if setup.choices:
            told = ", ".join(setup.choices)
            errors.append(expected("no choices, which this game has not", told, "choices"))
        known = finder(rules)
        for place, seat in enumerate(setup.seats):
            with gathering(errors):
                known.find_for(len(setup.seats), seat.strategy, f"seat {place}")
        raise_together(errors)

    def finder_for(self, data: str = "") -> Finder:
        """Return the strategies; which creatures they can go without is told by the data."""
        return finder(load_ruleset(data))

    @property
    def records(self) -> GameRecords:
        """How its records are written, read and checked."""
        return records_of(self, EVENTS, Event, scores, header, names, Event.DAY.id)

    def seat(self, setup: Setup) -> Seating:
        """Return the strategies of a setup, ready to decide; InputError if it cannot be played."""
        self.check(setup)
        readings = tuple(read_options(setup.options).items())
        overrides = tuple(setup.overrides.items())
        roles = tuple(seat.role.upper() for seat in setup.seats)
        chosen = tuple(seat.strategy for seat in setup.seats)
        source = source_of(setup.data)
        marks = marks_of(chosen, self.finder_for().shipped())
        packed = _packed(roles, chosen, readings, overrides, setup.data, source, marks)
        return seat_at(*packed)

    def playthrough(
        self, setup: Setup, seed: int, label: str = "", replicate: int = 0, told: bool = False
    ) -> Playthrough:
        """Return a playthrough of a setup, see `kit.playthrough.Playthrough`.

        Raises
        ------
        InputError
            If the setup cannot be played.
        """
        self.check(setup)
        rules = rules_of(setup)
        readings = read_options(setup.options)
        return Playthrough(rules, castles_of(setup, rules), seed, label, replicate, readings, told)

    def warm_up(self) -> None:
        """Compile the kernels or load them from the cache."""
        setup = Setup("", (Seat("", "random"), Seat("", "random")))
        self.simulate(setup, 0, "warm up", range(1))
        game, seating = self.playthrough(setup, 0, told=True), self.seat(setup)
        while game.is_chance:
            game.apply(game.draw())
        seating.index(game.state, game.buffer, len(game.legal_codes()))

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        """Play the replicates; see `core.contract.game.Chunk` for what comes back."""
        seating, seats = self.seat(setup), len(setup.seats)
        parts: list[dict[str, Array]] = []
        luck = (seed, label, replicates)
        for states, courses in COURSES.played(seating, seating.policy, seats, luck):
            parts.append(_figures(states, courses, seats))
        return Chunk(_columns(parts, setup, rules_of(setup)), {})

    def lessons(self) -> Lessons:
        """Return what learned values are learned from, see `kit.learned`."""
        return observing.lessons()

    def contest(
        self, setup: Setup, changed: Mapping[int, Weights], seed: int, label: str, replicates: range
    ) -> NDArray[np.float64]:
        """Return the win credits of a setup's playthroughs, see `core.contract.tunable.Tunable`."""
        luck = (seed, label, replicates)
        return COURSES.contest(self.seat(setup), setup.seats, changed, luck, _put)


def _put(policy: Policy, seat: int, _: str, weights: Weights) -> None:
    """Write parameters into a packed policy."""
    for name, value in weights.items():
        policy.weights[seat, Weight[name.upper()]] = value


def _figures(states: Array, courses: Array, players: int) -> dict[str, Array]:
    """Return the numeric columns of some games: shape (games, players) each."""
    shape = (len(states), players)
    found = {}
    for name, (field, place) in BY_SEAT.items():
        values = field_of(states, field)[:, :players]
        found[name] = values if place is None else values[:, :, place]
    points = field_of(states, "points")[:, :players]
    won = found["rank"] == 1
    seats = np.arange(players)
    days = np.broadcast_to(field_of(states, "turn")[:, None], shape)
    first = field_of(states, "first_captain")[:, None]
    return {
        **found,
        "seat": np.broadcast_to(seats, shape),
        "turn_order": (seats - first) % players,
        "castle": field_of(states, "castle")[:, :players],
        "score": points.sum(axis=2),
        "chests": field_of(states, "chest_count")[:, :players].sum(axis=2),
        "turns": days,
        "game_turns": days * players,
        **figures(courses, players, players),
        "win_credit": won / won.sum(axis=1, keepdims=True),
        "ending": np.broadcast_to(field_of(states, "ending")[:, None], shape),
    }


def _columns(
    parts: Sequence[Mapping[str, Array]], setup: Setup, rules: Ruleset
) -> dict[str, Sequence[Any]]:
    joined = (
        {name: np.concatenate([part[name].ravel() for part in parts]) for name in parts[0]}
        if parts
        else {}
    )
    rows = len(joined["seat"]) if parts else 0
    players = len(setup.seats)
    names = np.array(roles_in(rules), object)
    endings = np.array(Ending.ids(), object)
    ending = joined.get("ending", np.zeros(0, int))
    given: dict[str, Array] = {
        "players": np.full(rows, players),
        "map": np.full(rows, "", object),
        "faction": names[joined.get("castle", np.zeros(0, int))],
        "strategy": np.array([seat.strategy for seat in setup.seats] * (rows // players), object),
        "finished": (ending != Ending.TURN_LIMIT),
        "end_reason": endings[ending],
    }
    return {
        column.name: given.get(column.name, joined.get(column.name, np.zeros(0))).tolist()
        for column in COLUMNS
    }


@lru_cache(maxsize=PACKED_SETUPS)
def _packed(
    castles: tuple[str, ...],
    chosen: tuple[str, ...],
    readings: tuple[tuple[str, Value], ...],
    overrides: tuple[tuple[str, int | str | bool], ...],
    data: str,
    _source: DataSource,  # what the files hold, beside the name of their folder
    _marks: tuple[str, ...],  # the same of presets
) -> tuple[Sequence[Strategy], RuleTables, Policies]:
    """Pack a playable setup; shared by all its playthroughs, which only read it."""
    rules = load_ruleset(data, dict(overrides))
    known = finder(rules)
    strategies = [
        of_castle(known.find(name, "seats"), castle.lower())
        for name, castle in zip(chosen, castles, strict=True)
    ]
    tables = pack(rules, castles, dict(readings))
    return strategies, tables, policies_at(rules, strategies)


GAME: Final = BellumMagica()
