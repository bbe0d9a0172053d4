"""A game set up for learning agents: its setup, action space and observations."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from bloodstones.core.arguments import names_of, path_of, whole_of
from bloodstones.core.arguments import table_of as table_of_values
from bloodstones.core.contract.game import Number, Seat, Setup
from bloodstones.core.errors import expected
from bloodstones.core.faults import python_parameters
from bloodstones.core.files.own_data import own_folder
from bloodstones.core.kernels.layout import Array
from bloodstones.games.registry import check_game, find_part, load_game
from bloodstones.kit.environment.actions import ActionSpace
from bloodstones.kit.environment.observations import Observations
from bloodstones.kit.environment.spaces import Environment, Spaces
from bloodstones.kit.kernels import score
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.playthrough import Playthrough

RANDOM: Final = "random"
MOST_SEATS: Final = 64  # at any table
PART: Final = "environment"  # the module of a game that declares it


@dataclass(frozen=True)
class GameTable:
    """A setup of a game, ready for learning agents.

    Attributes
    ----------
    game
        The game itself.
    setup
        The setup.
    declared
        The game's declarations for environments.
    seating
        The strategies of the seats; an environment uses them for seats without a learner.
    spaces
        The action space and the observation space.
    """

    game: Any
    setup: Setup
    declared: Environment
    seating: Seating
    spaces: Spaces

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the setup; unpickling creates the table again from it."""
        return _laid_again, (self.game, self.setup)

    @property
    def actions(self) -> ActionSpace:
        """The fixed action space."""
        return self.spaces.actions

    @property
    def observations(self) -> Observations:
        """The layout of an observation."""
        return self.spaces.observations

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.setup.seats)

    def playthrough(self, seed: int, replicate: int, scripted_chance: bool = False) -> Playthrough:
        """Return a playthrough, keyed as one of a study of that seed.

        Parameters
        ----------
        seed, replicate
            Key the random streams.
        scripted_chance
            Whether it stops where chance moves, see `kit.playthrough.Playthrough`.
        """
        game: Playthrough = self.game.playthrough(
            self.setup, seed, PART, replicate, scripted_chance
        )
        return game

    def observe(self, state: Any, seat: int) -> Array:
        """Return what a seat sees of a state: int16 array of the observations' size."""
        return self.spaces.observe(state, seat)

    def legal(self, game: Playthrough) -> Array:
        """Return the actions that the decider of a playthrough may choose: int32 array."""
        return self.actions.numbers(game.decider, game.legal_codes())

    def code(self, game: Playthrough, action: int) -> int:
        """Return the code of an action of the decider, or of the outcome of chance in a place.

        Parameters
        ----------
        game
            At a decision, or where chance moves.
        action
            The number of an action; where chance moves, the place of an outcome, from 0.
        """
        if game.is_chance:
            return int(game.weighted_outcomes()[0][action])
        return self.actions.code(game.decider, action)

    def points(self, state: Any, seat: int) -> int:
        """Return what a seat knows of its own points."""
        return int(score(state, self.seating.tables, seat))


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What is asked of a table; the game declares what is left out.

    Attributes
    ----------
    players
        How many; by default as many as roles are named, or what the game declares.
    board
        By default the one that the game declares, or the first that takes so many.
    roles
        By seat; by default those that the game declares.
    strategies
        By seat; by default all at random.
    options, set, choices, data
        As in `core.contract.game.Setup`, whose `overrides` are `set`.
    """

    players: int | None = None
    board: str | None = None
    roles: Sequence[str] | None = None
    strategies: Sequence[str] | None = None
    options: Mapping[str, str] | None = None
    set: Mapping[str, Number] | None = None
    choices: Mapping[str, Number] | None = None
    data: str | os.PathLike[str] = ""

    def checked(self) -> TableSetup:
        """Return it with plain values; InputError for a value of another kind."""
        players, board = self.players, self.board
        if players is not None:
            players = whole_of(players, "players=", f"1 to {MOST_SEATS} players", 1, MOST_SEATS)
        return TableSetup(
            players,
            board if board is None else path_of(board, "board=", "a board"),
            _by_seat(self.roles, "roles"),
            _by_seat(self.strategies, "strategies"),
            table_of_values(self.options, "options="),
            table_of_values(self.set, "set="),
            table_of_values(self.choices, "choices="),
            own_folder(path_of(self.data, "data="), "data="),
        )


def _by_seat(names: Sequence[str] | None, what: str) -> tuple[str, ...] | None:
    """Return a name for each seat, None where nobody is named."""
    return None if names is None else names_of(names, f"{what}=", f"a list of {what}, by seat")


def table_of(game: str, asked: TableSetup | None = None) -> GameTable:
    """Set a game up.

    Parameters
    ----------
    game
        Its id.
    asked
        How; by default as the game declares.

    Raises
    ------
    InputError
        If the setup cannot be played.

    Examples
    --------
    >>> table = table_of("bellum_magica", TableSetup(players=3))
    >>> table.players, table.actions.describe(0)
    (3, 'pass')
    """
    declared = declared_by(check_game(game, "game="))
    loaded: Any = load_game(game)
    asked = (asked or TableSetup()).checked()
    roles, board, data = asked.roles, asked.board, str(asked.data)
    number = asked.players or (len(roles) if roles else declared.players)
    with python_parameters():
        place = _board_of(loaded, declared, number, data) if board is None else board
        seated = _roles_of(loaded, declared, number, data) if roles is None else tuple(roles)
    chosen = asked.strategies or (RANDOM,) * number
    for what, named in (("roles", seated), ("strategies", chosen)):
        if len(named) != number:
            raise expected(f"{number} {what}", len(named), f"{what}=")
    seats = tuple(Seat(role, name) for role, name in zip(seated, chosen, strict=True))
    setup = Setup(place, seats, asked.options or {}, asked.set or {}, asked.choices or {}, data)
    with python_parameters():
        return _laid(loaded, declared, setup)


def _laid(game: Any, declared: Environment, setup: Setup) -> GameTable:
    """Return the table of a setup."""
    seating: Seating = game.seat(setup)
    return GameTable(game, setup, declared, seating, Spaces(declared, seating.tables))


def _laid_again(game: Any, setup: Setup) -> GameTable:
    """Return the table of a setup that was pickled."""
    module = getattr(game, PART, "")  # as `kit.game.Game` names it
    declared = import_module(module).ENVIRONMENT if module else declared_by(game.id)
    return _laid(game, declared, setup)


def is_environment(game: str) -> bool:
    """Return whether a game declares what environments need.

    >>> is_environment("battalia")
    True
    """
    return find_part(game, PART) is not None


def declared_by(game: str) -> Environment:
    """Return what a game declares for environments; InputError if it does not."""
    part = find_part(game, PART)
    if part is None:
        raise expected("a game with an environment", game, "game=")
    declared: Environment = part.ENVIRONMENT
    return declared


def _board_of(game: Any, declared: Environment, players: int, data: str) -> str:
    """Return the board for so many players where none is named."""
    if not declared.board or players in game.players_on(declared.board, data):
        return declared.board
    fits = [board for board in game.boards() if players in game.players_on(board, data)]
    if not fits:
        raise expected("a number of players that fits a board", players, "players=")
    first: str = fits[0]
    return first


def _roles_of(game: Any, declared: Environment, players: int, data: str) -> tuple[str, ...]:
    """Return the roles of so many players where none are named."""
    if not declared.roles:
        return ("",) * players
    roles = game.roles_for(players, data)
    first = [role for role in declared.roles if role in roles]
    more = [role for role in roles if role not in first]
    return tuple((first + more)[:players])
