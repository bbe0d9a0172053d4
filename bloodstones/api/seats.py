"""Who sits where: seats as users write them, `role:strategy`, and the resulting setup."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from bloodstones.api.game_parts.commands import GameCommands, game_commands_of, number_of
from bloodstones.core.arguments import name_of, path_of, table_of, whole_of
from bloodstones.core.contract.game import Number, Seat, Setup
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults, gathering, nearest, python_parameters, raise_together
from bloodstones.core.files.own_data import own_folder, require_data
from bloodstones.core.files.pairs import spelling
from bloodstones.kit.table.people import HUMAN, stood_in

Readings = Mapping[str, str | bool]
Numbers = Mapping[str, Number]

SEATS: Final = "seats"
LARGEST_SEED: Final = 2**63 - 1
DEFAULT_SEED: Final = 1


class HasId(Protocol):
    """A game, known by its id."""

    @property
    def id(self) -> str:
        """The id."""


def read_seats(
    game: str | HasId,
    seats: Sequence[str | Seat],
    *,
    board: str | os.PathLike[str] | None = None,
    choices: Numbers | None = None,
    options: Readings | None = None,
    set: Numbers | None = None,
    data: str | os.PathLike[str] = "",
    people: bool = False,
) -> Setup:
    """Return the setup of seats as they are written, checked.

    Parameters
    ----------
    game
        A game or its id.
    seats
        In clockwise order, each `"role:strategy"`; the strategy alone in a game without roles, the
        role alone for the strategy that the game plays if nobody says.
    board
        Id or file of the board; None: the game's board for this number of players.
    choices, options, set
        What is chosen before the game starts, readings of the rules, changed rule numbers, by name.
    data
        A folder of data files that replace shipped ones, "" without one.
    people
        Whether a seat may be `human`.

    Raises
    ------
    InputError
        With every fault, each named by its parameter.

    Examples
    --------
    >>> setup = read_seats("bloodstones", ["dragon_riders:warlord", "horse_lords"])
    >>> setup.board, setup.seats[1]
    ('tyrants_lament', Seat(role='horse_lords', strategy='warlord'))
    """
    game_id = name_of(getattr(game, "id", game), "game=", "a game or its id")
    commands = game_commands_of(game_id, "game=")
    errors: list[InputError] = []
    read: tuple[Seat, ...] = ()
    with gathering(errors):
        read = seats_of(commands, seats, SEATS)
    if not people and any(seat.strategy == HUMAN for seat in read):
        errors.append(expected("only strategies", HUMAN, SEATS))
    with gathering(errors):
        changes = _changes(commands, choices, options, set, data)
    with gathering(errors):
        place = board if board is None else path_of(board, "board=", "a board")
    raise_together(errors)
    with python_parameters():
        if place is None:
            place = default_board(commands, len(read), changes.data)
        setup = replace(changes, board=place, seats=read)
        commands.game.check(stood_in(setup))
    return setup


def _changes(
    commands: GameCommands,
    choices: Numbers | None,
    options: Readings | None,
    numbers: Numbers | None,
    data: str | os.PathLike[str],
) -> Setup:
    """Return a setup without board and seats; InputError with every fault."""
    errors: list[InputError] = []
    chosen: Mapping[str, Number] = {}
    readings: Mapping[str, str] = {}
    changed: Mapping[str, Number] = {}
    folder = ""
    with gathering(errors):
        chosen = check_choices(commands, _numbers(choices, "choices="), "choices=")
    with gathering(errors):
        readings = readings_of(options, "options=")
    with gathering(errors):
        changed = _numbers(numbers, "set=")
    with gathering(errors):
        folder = own_folder(path_of("" if data is None else data, "data="), "data=")
        if folder:
            require_data(commands.game, "data=")
    raise_together(errors)
    return Setup("", (), readings, changed, chosen, folder)


def readings_of(options: Readings | None, where: str) -> Mapping[str, str]:
    """Return readings of the rules as they are written; what they mean is checked with the setup.

    Parameters
    ----------
    where
        The option or parameter that they come from.
    """
    return {name: spelling(value) for name, value in _table(options, where).items()}


def seats_of(commands: GameCommands, texts: Sequence[str | Seat], where: str) -> tuple[Seat, ...]:
    """Return seats as they are written, in the form of the game (`GameCommands.seat_form`).

    What roles and strategies mean is checked with the setup.

    Parameters
    ----------
    where
        The option or parameter that they come from.
    """
    listed = isinstance(texts, list | tuple)
    if not listed or not texts:
        form, example = f"{commands.seat_form} for each seat", commands.example_seats
        raise expected(
            form,
            texts if texts or not listed else "nothing",
            where,
            f"such as {example}" if example else None,
        )
    return tuple(_seat(commands, text, where) for text in texts)


def _seat(commands: GameCommands, text: object, where: str) -> Seat:
    """Return a seat that is written as the game's seats are."""
    if isinstance(text, Seat):
        whole = isinstance(text.role, str) and isinstance(text.strategy, str)
        if not whole:
            raise expected("a seat with the names of a role and a strategy", text, where)
        return text
    role, strategy = "", text.strip() if isinstance(text, str) else ""
    if commands.takes_roles:
        role, colon, strategy = (part.strip() for part in strategy.partition(":"))
        strategy = strategy if colon else commands.default_strategy
    if not strategy or (commands.takes_roles and not role):
        tip = commands.example_seats or None
        raise expected(f"{commands.seat_form} for each seat", text, where, tip)
    return Seat(role, strategy)


def default_board(commands: GameCommands, players: int, data: str = "") -> str:
    """Return the board that is meant where none is named, "" for a game without one.

    It is the default one of the game if so many can play there, else the first that takes them.
    If none does, it is the default one, and the check of the setup says why not.

    >>> default_board(game_commands_of("bloodstones"), 2)
    'tyrants_lament'
    >>> default_board(game_commands_of("bloodstones"), 6)
    'sundered_march'
    """
    game, usual = commands.game, commands.default_board
    boards = (usual, *commands.boards()) if usual else commands.boards()
    fitting = (board for board in boards if players in game.players_on(board, data))
    return next(fitting, usual)


def check_seed(seed: object, where: str) -> int:
    """Return a seed; InputError unless it is a whole number that fits."""
    return whole_of(seed, where, f"a whole number from 0 to {LARGEST_SEED}", 0, LARGEST_SEED)


def check_choices(commands: GameCommands, chosen: Numbers, where: str) -> dict[str, Number]:
    """Return choices unchanged, once their names are known to be choices of the game."""
    faults = Faults()
    for name in chosen:
        if name not in commands.choices:
            names = commands.choices
            tip = nearest(name, names) if names else "this game leaves nothing open"
            faults.add(where, "a choice of the game", name, tip)
    faults.raise_if_any()
    return dict(chosen)


def _numbers(table: Mapping[str, Any] | None, where: str) -> dict[str, Number]:
    """Return values by name, texts read as in a command."""
    return {
        name: number_of(value) if isinstance(value, str) else value
        for name, value in _table(table, where).items()
    }


def _table(table: Mapping[str, Any] | None, where: str) -> Mapping[str, Any]:
    return table_of(table, where)
