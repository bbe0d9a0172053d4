"""The tables of a learning: who sits where in self-play, and in a match."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast
from zipfile import BadZipFile
from zlib import error

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.learning.task import Lesson
from bloodstones.batch.study.lineups import table_name
from bloodstones.core.contract.game import Game, Number, Seat, Setup
from bloodstones.core.contract.learnable import ActionEnds, Learnable, Observed
from bloodstones.core.errors import DamagedFileError, InputError, expected
from bloodstones.kit.values.network import EVERYBODY

CREDIT: Final = "<f8"
NO_AREAS: Final = "{}"
MOST_LINE_UPS: Final = 192  # that are played in self-play, a strategy drawn for each seat of each
ALONE: Final = 2  # of so many tables of self-play, one has learners alone
FIELDS: Final = ("features", "replicate", "turn", "utility", "won")
LOOKED: Final = ("seen", "reached", "replicate")


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Playthroughs to learn from, as workers see them (see `chunks.Playable`).

    Attributes
    ----------
    learner
        The seat that values are wanted for, `EVERYBODY` for all.
    """

    setup: Setup
    label: str
    learner: int = EVERYBODY

    @property
    def id(self) -> str:
        """Readable, for messages."""
        return self.label

    def played(self, game: Game, seed: int, replicates: range) -> tuple[bytes, str]:
        """Play some replicates and return what was seen as the store keeps it.

        Parameters
        ----------
        game
            That can be learned.
        seed
            Of the lesson; with the label and the replicate it keys the luck.
        replicates
            Which of them, ascending.

        Returns
        -------
        rows
            An `.npz` file of the arrays of `Observed`.
        areas
            `NO_AREAS`: nothing is summed by area.
        """
        seen = cast(Learnable, game).observe(self.setup, seed, self.label, replicates)
        return _packed(seen, FIELDS), NO_AREAS


@dataclass(frozen=True, slots=True)
class SearchedGames:
    """Playthroughs in which searching strategies show what they see, as workers see them."""

    setup: Setup
    label: str

    @property
    def id(self) -> str:
        """Readable, for messages."""
        return self.label

    def played(self, game: Game, seed: int, replicates: range) -> tuple[bytes, str]:
        """Play some replicates and return the pre-selection data for the store, see `SelfPlay`."""
        seen = cast(Learnable, game).look(self.setup, seed, self.label, replicates)
        return _packed(seen, LOOKED), NO_AREAS


def _packed(seen: Any, names: Sequence[str]) -> bytes:
    """Return an `.npz` file of what was seen."""
    file = io.BytesIO()
    np.savez_compressed(file, **{name: getattr(seen, name) for name in names})
    return file.getvalue()


def unpacked(stored: bytes) -> Observed:
    """Return what `SelfPlay.played` packed; InputError for anything else."""
    return Observed(*_unpacked(stored, FIELDS))


def looks_of(stored: bytes) -> ActionEnds:
    """Return what `Searched.played` packed; InputError for anything else."""
    return ActionEnds(*_unpacked(stored, LOOKED))


def _unpacked(stored: bytes, names: Sequence[str]) -> list[NDArray[Any]]:
    """Return the arrays of a file that `_packed` made; InputError for anything else."""
    try:
        with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
            return [arrays[name] for name in names]
    except (EOFError, OSError, ValueError, LookupError, TypeError, BadZipFile, error) as fault:
        message = f"expected games as a run stores them, got others: {type(fault).__name__} (store)"
        raise InputError(message, "start again with --replace") from None


@dataclass(frozen=True, slots=True)
class MatchGames:
    """Playthroughs of a strategy in one seat of a table, as workers see them.

    Attributes
    ----------
    setup
        With the strategy in its seat.
    label
        Keys the luck: purpose and table, so that all seats of a table share it.
    seat
        The strategy's, from 0.
    """

    setup: Setup
    label: str
    seat: int

    @property
    def id(self) -> str:
        """Readable, for messages."""
        return f"{self.label} seat {self.seat}"

    def played(self, game: Game, seed: int, replicates: range) -> tuple[bytes, str]:
        """Play some replicates and return the win credits of the seat as the store keeps them."""
        chunk = game.simulate(self.setup, seed, self.label, replicates)
        credit = np.reshape(chunk.rows["win_credit"], (len(replicates), -1))
        return credit[:, self.seat].astype(CREDIT).tobytes(), NO_AREAS


def credits_of(stored: bytes) -> NDArray[np.float64]:
    """Return what `Match.played` packed."""
    return np.frombuffer(stored, CREDIT)


@dataclass(frozen=True, slots=True)
class SelfPlayTable:
    """A board, who plays what on it, what is chosen before the game starts, and readings.

    Attributes
    ----------
    board
        "" in a game without boards.
    line_up
        Roles by seat, "" for none.
    choices
        What is chosen before the game starts.
    options
        Readings of the rules.
    """

    board: str
    line_up: tuple[str, ...]
    choices: Mapping[str, Number] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Readable; keys the luck."""
        settled = (*self.choices.items(), *self.options.items())
        chosen = [f"{name}={value}" for name, value in settled]
        return "/".join([table_name(self.board, self.line_up), *chosen])

    def seated(self, strategies: Sequence[str]) -> Setup:
        """Return the setup with these strategies in its seats."""
        seats = zip(self.line_up, strategies, strict=True)
        placed = tuple(Seat(role, strategy) for role, strategy in seats)
        return Setup(self.board, placed, self.options, choices=self.choices)

    def with_one(self, strategy: str, seat: int, others: str) -> Setup:
        """Return its setup with a strategy in one seat and another one in the rest.

        Parameters
        ----------
        strategy
            For the one seat.
        seat
            From 0.
        others
            The strategy of all other seats.
        """
        names = [others] * len(self.line_up)
        names[seat] = strategy
        return self.seated(names)


def tables_of(lesson: Lesson, game: Game) -> list[SelfPlayTable]:
    """Return every board with every line-up that can be played there, in all orders of seats.

    Where there are more seats than roles, several have the same one. Each is there with every one
    of the lesson's choices and readings.

    Parameters
    ----------
    lesson
        Its players, boards, choices and readings.
    game
        That says which line-ups it takes.

    Raises
    ------
    InputError
        Nothing can be played.
    """
    tables, reason = [], None
    for board in boards_for(game, lesson.players, lesson.boards):
        line_ups = line_ups_of(game.roles_for(lesson.players), lesson.players)
        for settled in itertools.product(line_ups, lesson.choices, lesson.options):
            table = SelfPlayTable(board, *settled)
            try:
                game.check(table.seated([lesson.rival] * lesson.players))
            except DamagedFileError:
                raise
            except InputError as error:
                reason = error
            else:
                tables.append(table)
    if not tables and reason is not None:
        raise reason
    return tables


def boards_for(game: Game, players: int, boards: Sequence[str]) -> tuple[str, ...]:
    """Return the boards that take so many players, ("",) in a game without boards.

    Parameters
    ----------
    game
        That says how many play on a board.
    players
        At the table.
    boards
        To choose from; () in a game without boards.

    Raises
    ------
    InputError
        None of them takes so many.
    """
    rooms = {board: game.players_on(board) for board in boards or ("",)}
    fitting = tuple(board for board, room in rooms.items() if players in room)
    if not fitting:
        taken = [number for room in rooms.values() for number in room]
        fewest, most = min(taken), max(taken)
        span = f"{fewest} to {most}" if fewest < most else str(most)
        raise expected(f"{span} players", players, "--players")
    return fitting


def line_ups_of(roles: Sequence[str], players: int) -> Iterable[tuple[str, ...]]:
    """Return who plays what, in all orders; nobody has a role where there is none.

    Parameters
    ----------
    roles
        Of the game, () without roles. With fewer roles than players each role is there at least
        once.
    players
        At the table.

    Examples
    --------
    >>> list(line_ups_of(["elf", "orc"], 2))
    [('elf', 'orc'), ('orc', 'elf')]
    >>> len(list(line_ups_of(["elf", "orc"], 3)))
    6
    """
    if not roles:
        return [("",) * players]
    if len(roles) >= players:
        return itertools.permutations(roles, players)
    seated = itertools.product(roles, repeat=players)
    return (each for each in seated if set(each) == set(roles))


def rounded(games: int) -> int:
    """Return how many games of self-play are played for so many: as many with every line-up.

    >>> rounded(1), rounded(192), rounded(200)
    (192, 192, 384)
    """
    return -(-games // MOST_LINE_UPS) * MOST_LINE_UPS


def self_play(
    lesson: Lesson, tables: Sequence[SelfPlayTable], number: int, learner: str
) -> list[SelfPlay]:
    """Return what is played to learn from in a round.

    Parameters
    ----------
    number
        Of what is played, from 0: keys the luck.
    learner
        The strategy with the values of the round before; "" while nobody has learned yet.
    """
    luck = np.random.default_rng([lesson.seed, number])
    order = luck.permutation(len(tables))
    cells = []
    for place in range(MOST_LINE_UPS):
        table = tables[order[place % len(tables)]]
        learning_seat = EVERYBODY
        names = [str(name) for name in luck.choice(lesson.strategies, lesson.players)]
        if lesson.against:
            learning_seat = int(luck.integers(lesson.players))
            setup = table.with_one(learner or names[learning_seat], learning_seat, lesson.against)
        elif learner:
            alone = place % ALONE == 0
            plays = np.ones(lesson.players) if alone else luck.integers(0, 2, lesson.players)
            learns = zip(plays, names, strict=True)
            setup = table.seated([learner if chosen else name for chosen, name in learns])
        else:
            setup = table.seated(names)
        label = f"learn {number}/{place}/{table.name}"
        cells.append(SelfPlay(setup, label, learning_seat))
    return cells


def match(
    tables: Sequence[SelfPlayTable], learner: str, other: str, purpose: str
) -> list[MatchGames]:
    """Return a match: the learner in every seat of every table, the other one in the rest.

    Parameters
    ----------
    tables
        In whose seats the learner sits in turn.
    learner, other
        Strategies.
    purpose
        Keys the luck together with the table: matches with the same purpose share it.
    """
    cells = []
    for table in tables:
        for seat in range(len(table.line_up)):
            setup = table.with_one(learner, seat, other)
            cells.append(MatchGames(setup, f"{purpose}/{table.name}", seat))
    return cells
