"""Battalia in the laboratory: the `Game` contract on top of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.game import Chunk, Seat, Setup
from bloodstones.core.contract.tunable import Weights
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, nearest, raise_together
from bloodstones.core.files.own_data import DataSource, assumed_in
from bloodstones.core.kernels.layout import Array
from bloodstones.core.rules.rulebook import Value
from bloodstones.games.battalia.board_text import tell_board
from bloodstones.games.battalia.columns import BY_SEAT, COLUMNS
from bloodstones.games.battalia.engine.cards.cards import deck_total
from bloodstones.games.battalia.engine.events import Event
from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.engine.state import (
    NOTHING,
    Ending,
    Square,
)
from bloodstones.games.battalia.engine.tables import TURN_LIMIT, RuleTables, pack
from bloodstones.games.battalia.record.events import CODES, EVENTS, header, scores
from bloodstones.games.battalia.rules.names import LEVELS, Faction, Great
from bloodstones.games.battalia.rules.options import read_options
from bloodstones.games.battalia.rules.reading import (
    FEWEST_PLAYERS,
    FILES,
    MOST_PLAYERS,
    Ruleset,
    load_ruleset,
    source_of,
)
from bloodstones.games.battalia.strategies import observing, seating
from bloodstones.games.battalia.strategies.policy import FINDER, Policy, Weight
from bloodstones.kit.contract import Boardless, Tuned
from bloodstones.kit.courses import Courses, figures
from bloodstones.kit.learned import Learned, Lessons
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.records.games import GameRecords, records_of
from bloodstones.kit.state_arrays import field_of

PACKED_SETUPS: Final = 512
COURSES: Final = Courses(TURN_LIMIT, 64)  # states of so many games are in memory at once
PICKING, CORNER = "factions", "first_corner"
CHOICES: Final = {PICKING: ("given", "picked"), CORNER: tuple(map(str, range(MOST_PLAYERS)))}
BOARDS_TOLD: Final = 2  # the first playthroughs of a cell tell their boards


def rules_of(setup: Setup) -> Ruleset:
    """Return the rules of a setup: shipped or own data, with overrides."""
    return load_ruleset(setup.data, setup.overrides)


def roles_of(setup: Setup) -> tuple[str, ...]:
    """Return the factions by seat, "" where the seat picks one, or raise InputError.

    Seats without a role pick, as all do with the choice `factions = "picked"` (BA-SETUP-12).
    """
    faults = Faults()
    known = Faction.ids()
    named = [seat.role for seat in setup.seats if seat.role]
    if not FEWEST_PLAYERS <= len(setup.seats) <= MOST_PLAYERS:
        faults.note("seats", f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players", str(len(setup.seats)))
    if setup.board:
        faults.add("board", "no board where it follows from the players", setup.board)
    for name, value in setup.choices.items():
        if name not in CHOICES:
            faults.add("choices", "a choice of this game", name, nearest(name, CHOICES))
        elif str(value) not in CHOICES[name]:
            faults.add(f"choices.{name}", " or ".join(CHOICES[name]), str(value))
    for place, seat in enumerate(setup.seats):
        if seat.role and seat.role not in known:
            faults.add(f"seat {place}", "a faction", seat.role, nearest(seat.role, known))
        elif seat.role and named.count(seat.role) > 1:
            faults.note(f"seat {place}", "a faction of its own", f"{seat.role} again")
    faults.raise_if_any()
    picked = setup.choices.get(PICKING) == CHOICES[PICKING][1]
    return tuple("" if picked else seat.role for seat in setup.seats)


def corner_of(setup: Setup) -> int:
    """Return which start corner a setup lists first."""
    return int(setup.choices.get(CORNER, 0))


class Battalia(Boardless, Tuned, Learned):
    """The game in the laboratory (see `core.contract.game.Game`)."""

    id = "battalia"
    title = "Battalia: The Creation"
    columns = COLUMNS
    players = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    no_board = "no board where it follows from the players"
    every_role = Faction.ids()
    large_table = MOST_PLAYERS + 1  # strategies have no parameters of their own for large tables

    @property
    def rules_version(self) -> str:
        """Version of the shipped rules data."""
        return load_ruleset().version

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        """The factions, which seats may also pick for themselves."""
        return Faction.ids()

    def data_hashes(self, data: str) -> Mapping[str, str]:
        """Return the user's files that replace shipped ones: name -> SHA-256."""
        return source_of(data).hashes

    def assumed(self, data: str) -> tuple[str, ...]:
        """Return the lines of the data whose values no public source gives."""
        return assumed_in(source_of(data), FILES)

    def finder_for(self, data: str = "") -> Finder:
        """Return the strategies, the same whatever the data."""
        return FINDER

    def check(self, setup: Setup) -> None:
        """Raise InputError if this setup cannot be played, with every fault."""
        errors: list[InputError] = []
        with gathering(errors):
            read_options(setup.options)
        with gathering(errors):
            rules_of(setup)
        with gathering(errors):
            roles_of(setup)
        for place, seat in enumerate(setup.seats):
            with gathering(errors):
                FINDER.find_for(len(setup.seats), seat.strategy, f"seat {place}")
        raise_together(errors)

    def tables_of(self, setup: Setup) -> RuleTables:
        """Return the packed rules of a setup that can be played; shared, and only read."""
        readings = tuple(read_options(setup.options).items())
        overrides = tuple(setup.overrides.items())
        corner = corner_of(setup)
        source = source_of(setup.data)
        return _packed(roles_of(setup), readings, overrides, setup.data, corner, source)

    def seat(self, setup: Setup) -> Seating:
        """Return the strategies of a setup, ready to decide; InputError if it cannot be played."""
        self.check(setup)
        return seating.seat_at(setup.seats, self.tables_of(setup))

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
        readings, corner = read_options(setup.options), corner_of(setup)
        roles = roles_of(setup)
        return Playthrough(rules_of(setup), roles, seed, label, replicate, readings, told, corner)

    @property
    def records(self) -> GameRecords:
        """How its records are written, read and checked."""
        return records_of(self, EVENTS, CODES, scores, header, turns=Event.TURN.id)

    def warm_up(self) -> None:
        """Compile the kernels or load them from the cache."""
        self.simulate(Setup("", (Seat("", "random"),) * 2), 0, "warm up", range(1))

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        """Play the replicates; see `core.contract.game.Chunk` for what comes back."""
        seated, seats = self.seat(setup), len(setup.seats)
        parts: list[dict[str, Array]] = []
        boards: list[str] = []
        luck = (seed, label, replicates)
        for states, courses in COURSES.played(seated, seated.policy, seats, luck):
            parts.append(_figures(states, courses, seated.tables))
            told = replicates[len(boards) : len(boards) + len(states)]
            boards += [
                tell_board(state) if replicate < BOARDS_TOLD else ""
                for state, replicate in zip(states, told, strict=True)
            ]
        return Chunk(_columns(parts, boards, setup), {})

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
        policy.weight[seat, Weight[name.upper()]] = value


def _figures(states: Array, courses: Array, tables: RuleTables) -> dict[str, Array]:
    """Return the numeric columns of some games: shape (games, players) each."""
    players = int(tables.players)
    shape, seats = (len(states), players), np.arange(players)
    found = {
        name: field_of(states, field)[:, :players, place]
        for name, (field, place) in BY_SEAT.items()
    }
    owner, level = field_of(states, "owner"), field_of(states, "level")
    mine = owner[:, np.newaxis, :] == seats[np.newaxis, :, np.newaxis]
    for number in range(1, LEVELS):
        found[f"vp_level_{number}"] = number * (mine & (level == number)[:, np.newaxis]).sum(axis=2)
    turn, first = (field_of(states, name)[:, np.newaxis] for name in ("turn", "first"))
    order = (seats - first) % players
    rank = field_of(states, "rank")[:, :players]
    dead = (field_of(states, "what") == Square.DEAD).sum(axis=1)
    decks = [[deck_total(state, tables, seat) for seat in range(players)] for state in states]
    whole = {
        "game_turns": turn,
        "dead_squares": dead[:, np.newaxis],
        "ending": field_of(states, "ending")[:, np.newaxis],
        "seat": seats,
    }
    return {
        **found,
        **{name: np.broadcast_to(values, shape) for name, values in whole.items()},
        "turn_order": order,
        "side": field_of(states, "faction")[:, :players],
        "start_square": field_of(states, "start_square")[:, :players],
        "score": sum(found[f"vp_level_{number}"] for number in range(1, LEVELS)),
        "heroes": (field_of(states, "hero")[:, :players] != NOTHING).sum(axis=2),
        "treasure": field_of(states, "great")[:, :players],
        "deck_size": np.array(decks),
        "turns": (turn - order + players - 1) // players,
        **figures(courses, players),
        "rank": rank,
        "win_credit": (rank == 1) / (rank == 1).sum(axis=1, keepdims=True),
    }


def _columns(
    parts: Sequence[Mapping[str, Array]], boards: Sequence[str], setup: Setup
) -> dict[str, Sequence[Any]]:
    """Return the columns of all games, in the order in which they are declared."""
    if not parts:
        return {column.name: [] for column in COLUMNS}
    joined = {name: np.concatenate([part[name].ravel() for part in parts]) for name in parts[0]}
    rows, players = len(joined["seat"]), len(setup.seats)
    names = np.array(Faction.ids(), object)
    greats = np.array((*Great.ids(), "none"), object)  # -1 is the last
    given: dict[str, Array] = {
        "players": np.full(rows, players),
        "map": np.full(rows, "", object),
        "faction": names[joined["side"]],
        "great": greats[joined["treasure"]],
        "final_board": np.repeat(np.array(boards, object), players),
        "strategy": np.array([seat.strategy for seat in setup.seats] * (rows // players), object),
        "finished": joined["ending"] != Ending.TURN_LIMIT,
        "end_reason": np.array(Ending.ids(), object)[joined["ending"]],
    }
    return {
        column.name: (given[column.name] if column.name in given else joined[column.name]).tolist()
        for column in COLUMNS
    }


@lru_cache(maxsize=PACKED_SETUPS)
def _packed(
    roles: tuple[str, ...],
    readings: tuple[tuple[str, Value], ...],
    overrides: tuple[tuple[str, int | str | bool], ...],
    data: str,
    corner: int,
    _source: DataSource,  # what the files hold, beside the name of their folder
) -> RuleTables:
    """Pack the rules of a playable setup; shared by all its playthroughs, which only read it."""
    return pack(load_ruleset(data, dict(overrides)), roles, dict(readings), corner)


GAME: Final = Battalia()
