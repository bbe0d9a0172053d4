"""What a game declares, part by part, see `kit.game.Game`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bloodstones.core.contract.game import Column, Setup
from bloodstones.core.contract.tunable import Weights
from bloodstones.core.errors import InputError
from bloodstones.core.files.own_data import DataSource
from bloodstones.core.kernels.layout import Layout
from bloodstones.core.names import Name
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.python_strategy import ViewOf
from bloodstones.kit.players.strategy import Strategy
from bloodstones.kit.playing import NEVER
from bloodstones.kit.positions.line import Line
from bloodstones.kit.records.games import Recording

__all__ = ["Boards", "Learning", "Notation", "Recording", "RulesData", "Strategies"]

NO_CROWD: Final = 1 << 30  # players at a table that is large


Put = Callable[[Any, int, str, Weights], None]


def as_it_is(strategy: Strategy, _: str) -> Strategy:
    """Return a strategy that packs its parameters by role itself."""
    return strategy


@dataclass(frozen=True, slots=True)
class Strategies:
    """The strategies of a game.

    Attributes
    ----------
    policy
        The record of packed strategies: `family` by seat, and what kernels read besides.
    finder_for
        `(data) -> finder`: what finds them by name; some may go without things of one's own data.
    pack
        `(game_setup, roles, strategies) -> policy`, both by seat; `game_setup` is what the game
        read from the setup.
    view_for
        `(game_setup, tables) -> view_of`: what Python strategies decide from, see
        `python_strategy.PythonPlayer`.
    put
        `(policy, seat, role, weights)`: writes parameters into packed strategies; None: into
        `weight`, by seat and number of the parameter.
    with_role
        `(strategy, role)`: the strategy as it plays a role.
    large_table
        Players from which on presets have parameters of their own.
    not_tuned
        The parameters that tuning leaves alone.
    """

    policy: type[Layout]
    finder_for: Callable[[str], Finder]
    pack: Callable[[Any, Sequence[str], Sequence[Strategy]], Any]
    view_for: Callable[[Any, Any], ViewOf]
    put: Put | None = None
    with_role: Callable[[Strategy, str], Strategy] = as_it_is
    large_table: int = NO_CROWD
    not_tuned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a game.

    Attributes
    ----------
    every
        `() -> ids` of those that come with it.
    players_on
        `(board, data) -> range` of the numbers of players; InputError for no board.
    table
        `(board, data) -> columns` of its areas, see `core.contract.game.Game.board_table`.
    areas
        `(tables) -> number` of areas that results report.
    measures
        What is summed by area, each with a source (`kit.columns`).
    contents
        `(board, data) -> what its file holds`, hashable, for boards of one's own files.
    """

    every: Callable[[], tuple[str, ...]]
    players_on: Callable[[str, str], range]
    table: Callable[[str, str], Mapping[str, Sequence[Any]]]
    areas: Callable[[Any], int]
    measures: tuple[Column, ...]
    contents: Callable[[str, str], Hashable] | None = None


@dataclass(frozen=True, slots=True)
class RulesData:
    """The data files of a game.

    Attributes
    ----------
    version
        `() -> version` of the shipped rules.
    source_of
        `(data) -> source` of the files, a user's before shipped ones.
    files
        `(source) -> names` of those that may have values that no public source gives.
    """

    version: Callable[[], str]
    source_of: Callable[[str], DataSource]
    files: Callable[[DataSource], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Notation:
    """Positions that a game writes and reads itself; others declare a `kit.positions.form.Form`.

    Attributes
    ----------
    write
        `(play) -> line`, where a seat must decide. Equal positions give equal lines, whatever led
        to them.
    read
        `(line, board, data, luck) -> play` that stands at the position, on the board that the line
        names or on another one of its id (the path of a file). InputError with everything that is
        wrong. `luck`: seed, label and replicate that the random streams are keyed by.
    setup_of
        `(line, board, data) -> setup`: what a line is played with, by nobody in particular.
    with_rules
        `(line, setup) -> line` with the changes of the rules of the setup in place of its own.
    draft
        `(line, board, data) -> (play, error)`: the playthrough as far as the line can be read, None
        where there is nothing to play with, and what is wrong, None for nothing.
    counted
        The keys whose values are counts by name.
    """

    write: Callable[[Any], str]
    read: Callable[[str, str, str, tuple[int, str, int]], Any]
    setup_of: Callable[[Line, str, str], Setup]
    with_rules: Callable[[Line, Setup], Line]
    draft: Callable[[str, str, str], tuple[Any, InputError | None]]
    counted: frozenset[str]


@dataclass(frozen=True, slots=True)
class Learning:
    """What learned values of a game are learned from.

    Attributes
    ----------
    features
        What they read of each seat, as kernels call it; `features.toml` describes each.
    teachers
        The scripted strategies whose games are learned from first; the last is the strongest.
    random_one_in
        One in so many decisions of scripts is random, see `kit.playing.play_and_note`.
    search_random_one_in
        One in so many searches ends with a random candidate, see `kit.search.self_play`.
    """

    features: type[Name]
    teachers: tuple[str, ...]
    random_one_in: int = NEVER
    search_random_one_in: int = NEVER
