"""The form that sets a table up: what may be chosen, and what was, as a setup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import randrange
from typing import TYPE_CHECKING, Any, Final

from bloodstones.api.explanations.strengths import StrategyChoice, strategy_choices
from bloodstones.api.game_parts.commands import game_commands_of, number_of
from bloodstones.api.seats import LARGEST_SEED, check_choices
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.pairs import read_pairs, spelling
from bloodstones.kit.table.people import HUMAN
from bloodstones.web.requests import LONGEST_NAME, number_in

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands

SEEDS: Final = 1_000_000  # one is drawn for each new table
JOINED: Final = re.compile(r"[+/]")  # maps that are laid together
PLAIN: Final = re.compile(r"[a-z0-9_]+")
LONGEST_BOARD: Final = 1_000  # letters: many maps may be laid together


@dataclass(frozen=True, slots=True)
class SetupForm:
    """What a table can be, and what it is to be.

    Attributes
    ----------
    game, title, role
        Id and title of the game, and what a seat takes in a word.
    boards, roles, strategies
        What can be chosen: ids; strategies with what they do and how strong they are.
    players
        How many may play on the chosen board.
    board, seats, seed, changes
        What is chosen; `changes` are lines `name=value`.
    known_changes
        What may be entered there: `name=value` -> what it means.
    fault
        What is wrong with it, "" for nothing.
    """

    game: str
    title: str
    role: str
    boards: Sequence[str]
    roles: Sequence[str]
    strategies: Sequence[StrategyChoice]
    players: Sequence[int]
    board: str
    seats: Sequence[tuple[str, str]]
    seed: str
    changes: str = ""
    fault: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    known_changes: Mapping[str, str] = field(default_factory=dict)

    @property
    def joined(self) -> bool:
        """Whether boards are maps that are laid together."""
        return any(JOINED.search(board) for board in self.boards)


def form_of(game_id: str, chosen: Mapping[str, str], fault: str = "") -> SetupForm:
    """Return the form of a game with what was chosen so far.

    Parameters
    ----------
    game_id
        Its id.
    chosen
        Fields by name: `board`, `other_board` (before it), `players`, `role_0`, `strategy_0`, …
        `seed`, `changes`.
    fault
        What is wrong with it.

    Raises
    ------
    InputError
        If there is no such game.
    """
    game_commands = game_commands_of(game_id)
    game: Any = game_commands.game
    boards = tuple(game.boards())
    usual = game_commands.default_board or next(iter(boards), "")
    board = chosen.get("other_board", "").strip() or chosen.get("board") or usual
    try:
        check_board(board, boards)
    except InputError as error:
        board, fault = usual, fault or str(error)
    counts = tuple(_players_on(game, board))
    asked = chosen.get("players", "")
    players = int(asked) if asked in map(str, counts) else counts[0]
    roles = tuple(game.roles_for(players)) if game_commands.role else ()
    return SetupForm(
        game_id,
        game_commands.title,
        game_commands.role if roles else "",
        boards,
        roles,
        strategy_choices(game_commands, players),
        counts,
        board,
        [_seat(place, chosen, roles, game_commands) for place in range(players)],
        chosen.get("seed") or str(randrange(SEEDS)),
        chosen.get("changes", ""),
        fault,
        game_commands.choices,
        _known_changes(game_commands),
    )


def _known_changes(game_commands: GameCommands) -> dict[str, str]:
    """Return the other readings, and the numbers as printed, as lines with what they mean."""
    register = game_commands.register()
    readings = () if register is None else register.options.values()
    others = {
        f"{each.name}={spelling(value)}": each.meaning
        for each in readings
        for value in each.values[1:]
    }
    return others | {
        f"{each.name}={each.values[0]}": each.meaning for each in game_commands.numbers()
    }


def _players_on(game: Any, board: str) -> range:
    try:
        counts: range = game.players_on(board)
    except InputError:
        counts = game.players
    return counts


def _seat(
    place: int, chosen: Mapping[str, str], roles: Sequence[str], game_commands: GameCommands
) -> tuple[str, str]:
    """Return the role and the strategy of a seat: the first one is a person's."""
    role = chosen.get(f"role_{place}", roles[place % len(roles)] if roles else "")
    default = game_commands.default_strategy or "random"
    return role, chosen.get(f"strategy_{place}", default if place else HUMAN)


def setup_of(game_id: str, chosen: Mapping[str, str]) -> tuple[Setup, int]:
    """Return the setup that a form asks for, and its seed.

    Raises
    ------
    InputError
        With what cannot be read; whether it can be played, the game says.
    """
    form = form_of(game_id, chosen)
    if form.fault:
        raise InputError(form.fault)
    seed = number_in(form.seed, "seed", LARGEST_SEED)
    check_strategies([strategy for _, strategy in form.seats])
    lines = [line.strip() for line in form.changes.splitlines() if line.strip()]
    game_commands = game_commands_of(game_id)
    known = {number.name for number in game_commands.numbers()}
    settings = [line for line in lines if line.partition("=")[0].strip() in known]
    picked = [line for line in lines if line.partition("=")[0].strip() in form.choices]
    options = [line for line in lines if line not in {*settings, *picked}]
    readings, numbers = game_commands.read_changes(settings, options)
    chosen_values = {name: number_of(text) for name, text in read_pairs(picked, "choices").items()}
    choices = check_choices(game_commands, chosen_values, "choices")
    seats = tuple(Seat(role, strategy) for role, strategy in form.seats)
    return Setup(form.board, seats, readings, numbers, choices), seed


def check_board(board: str, boards: Iterable[str]) -> None:
    """Raise InputError for a board that would be read from a file: a page names none.

    Parameters
    ----------
    boards
        Those of the game; what is laid together from their parts is one, too.
    """
    known = {part for each in boards for part in JOINED.split(each)}
    if board and (len(board) > LONGEST_BOARD or not known.issuperset(JOINED.split(board))):
        raise expected("a board that comes with the game", board, "board")


def check_strategies(names: Iterable[str]) -> None:
    """Raise InputError for a strategy that would be read from a file: a page names none."""
    for name in names:
        if len(name) > LONGEST_NAME or not PLAIN.fullmatch(name):
            raise expected("the name of a strategy of the game", name, "strategy")
