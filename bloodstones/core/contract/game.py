"""The contract between a game and the laboratory: set up, simulate, tidy rows."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Flag, auto
from types import MappingProxyType
from typing import Any, Protocol


def frozen(items: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Return a read-only view of a table, as copying and unpickling make it.

    >>> from copy import deepcopy
    >>> deepcopy(frozen({"coins": 2}))["coins"]
    2
    """
    return MappingProxyType(items)


def _reduce(table: MappingProxyType[Any, Any]) -> tuple[Any, tuple[dict[Any, Any]]]:
    return frozen, (dict(table),)


copyreg.pickle(MappingProxyType, _reduce)


Number = int | str | bool


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a role (a faction, an army; "" for nothing special) and a strategy, by id."""

    role: str
    strategy: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What a playthrough is set up with.

    Attributes
    ----------
    board
        The id of a board (a map), "" for a game without one.
    seats
        In clockwise order.
    options
        Readings of the rules that differ from the default.
    overrides
        Rule numbers changed in a what-if (`{"hand.limit": 3}`).
    choices
        What else a game lets one choose before it starts: a scenario, armies, a start city.
    data
        A folder with a user's own data files in place of shipped ones (see `core.files.own_data`),
        "" for the shipped ones alone.
    position
        The line of a position that playthroughs begin at, "" to begin at the start. Rules, roles
        and board are those of the setup.
    """

    board: str
    seats: tuple[Seat, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    overrides: Mapping[str, Number] = field(default_factory=dict)
    choices: Mapping[str, Number] = field(default_factory=dict)
    data: str = ""
    position: str = ""


class Role(Flag):
    """The role of a column for readers of the table; a column may have several.

    >>> (Role.ACTIVITY | Role.CONTEST).text
    'activity|contest'
    >>> Role.parse("activity|contest") == Role.ACTIVITY | Role.CONTEST
    True
    """

    KEY = auto()  # says which seat of which playthrough, and who sits there
    RESULT = auto()  # how it ended
    COURSE = auto()  # how it went in time: length, leads
    POINTS = auto()  # a source of the score; all of them together are the score
    ACTIVITY = auto()  # what the seat did
    CONTEST = auto()  # what seats do to each other; more of it, and the board is fought for harder
    PLACE = auto()  # where on the board, an area's number

    @property
    def text(self) -> str:
        """The role as text, for the metadata of a file."""
        return "|".join(str(role.name).lower() for role in self)

    @classmethod
    def parse(cls, text: str) -> Role:
        """Return the role of a text that `text` wrote; KeyError for another text."""
        role = cls(0)
        for name in text.split("|"):
            role |= cls[name.upper()]
        return role


@dataclass(frozen=True, slots=True)
class Column:
    """A declared column of the tidy table.

    Attributes
    ----------
    name, dtype, meaning
        Its name, NumPy dtype (or "str"), and what it holds.
    role
        What statistics, pictures and reports use it for.
    label
        Its name in words, for headings and legends; by default the name with blanks.
    colour
        As `#rrggbb`, for a source of points; "" leaves it to the picture.
    for_players
        Whether players see it when a playthrough ends; None: as `Columns.at_the_end` has it.
    source
        What returns its values from playthroughs at their end, see `kit.columns`; None for a column
        that is read, or that means the same in every game.

    Examples
    --------
    >>> Column("tiles_left", "int8", "tiles that nobody drew").words
    'tiles left'
    """

    name: str
    dtype: str
    meaning: str
    role: Role = Role.ACTIVITY
    label: str = ""
    colour: str = ""
    for_players: bool | None = field(default=None, compare=False)
    source: Callable[[Any], Any] | None = field(default=None, compare=False, repr=False)

    @property
    def words(self) -> str:
        """Its label, or its name with blanks."""
        return self.label or self.name.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Chunk:
    """What some playthroughs of one setup gave.

    Attributes
    ----------
    rows
        Column name -> sequence, one entry per seat per playthrough, playthroughs in the order
        of the replicates, seats 0..n-1 within each.
    areas
        Measure name -> integer sums over these playthroughs, one entry per area of the board;
        empty without a board.
    """

    rows: Mapping[str, Sequence[Any]]
    areas: Mapping[str, Sequence[int]]


class Game(Protocol):
    """A game in the laboratory; `kit.game.Game` makes one from what a game declares.

    A table of any game has the columns of `core.contract.columns.ALWAYS`. What a game may leave
    out is asked for with a default: `rules_version` (text), `code_of` (hash of a strategy's code),
    `measures` (columns: what `Chunk.areas` sums, each `meaning` beginning with "where"), `stopped`
    (end reasons of playthroughs that were stopped, for tables older than `finished`), `playthrough`
    (`(setup, seed, label, replicate, scripted_chance) -> kit.playthrough.Playthrough`), and the
    modules `sections.game_report` and `sections.game_sections` beside the game's: what reports say
    of this game alone (`report.contract`).
    """

    @property
    def id(self) -> str:
        """The name used in studies and records."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of `Chunk.rows`, in order (without the study's own: cell, replicate)."""

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        """The roles open at a table of so many, in the order of the rules; () if nobody has one.

        Parameters
        ----------
        players
            At the table.
        data
            As in `Setup`.
        """

    def boards(self) -> tuple[str, ...]:
        """The ids of the boards that come with the game; () for a game without boards."""

    def players_on(self, board: str, data: str = "") -> range:
        """The numbers of players that a board takes, or the game ("", without boards).

        Parameters
        ----------
        board
            An id, or the path of a map file where the game reads some; "" in a game without boards.
        data
            As in `Setup`.

        Raises
        ------
        InputError
            There is no such board.
        """

    def check(self, setup: Setup) -> None:
        """Raise InputError (UnmodelledRuleError) if this setup cannot be played."""

    def warm_up(self) -> None:
        """Compile or load compiled kernels, once, before workers start."""

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        """Play the replicates and return their tables.

        Parameters
        ----------
        setup
            A setup that `check` accepts.
        seed, label
            With the replicate, purpose and seat they key the random streams.
        replicates
            The numbers of the playthroughs; each can be played alone.
        """

    def board_table(self, board: str, data: str = "") -> Mapping[str, Sequence[Any]]:
        """The areas of a board as columns; asked only of a game with boards.

        Parameters
        ----------
        board
            An id, or the path of a map file where the game reads some.
        data
            As in `Setup`.

        Returns
        -------
        mapping
            Column name -> one entry an area: area, terrain, x, y, neighbours (tuples of ints).
            Optional: name, outline (tuples of points); rivers, waterfalls (both for a side with
            one), shoals (tuples of neighbours beyond such a side).
        """
