"""Positions as users write them: text or a table, in a file or not, and who plays from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from bloodstones.api.explanations.judge import tuned_of
from bloodstones.api.game_parts.commands import GameCommands, all_game_commands, lacks
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults, python_parameters
from bloodstones.core.files.datafile import parse_toml
from bloodstones.core.files.parsing import json_of
from bloodstones.games.registry import GAMES, default_game
from bloodstones.kit.positions.line import MOST_LETTERS, Line, read_line
from bloodstones.kit.table.people import stood_in

WHERE: Final = "position"
TOML, JSON = ".toml", ".json"
PART: Final = "notation"  # of a game with positions

Position = str | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class At:
    """A position that was read, and what is played from there."""

    line: Line
    setup: Setup


def with_positions(commands: GameCommands, where: str) -> Any:
    """Return a game that writes and reads positions; InputError for another."""
    if getattr(commands.game, PART, None) is None:
        others = [each.id for each in all_game_commands() if getattr(each.game, PART, None)]
        raise lacks(commands.id, "positions", where, others)
    return commands.game


def line_at(
    commands: GameCommands, position: Position, board: str, data: str, strategies: Sequence[str]
) -> At:
    """Return a position that was read and checked, with the strategies that play on.

    Parameters
    ----------
    board
        The file of the board, "" for the one that the position names.
    strategies
        By seat; one for all, none for a tuned one of the game.
    """
    game = with_positions(commands, WHERE)
    line = read_line(position, tuple(GAMES))
    play = game.position(line, board, data)
    wanted = tuple(strategies) or (tuned_of(commands),)
    seats = play.setup.seats
    if len(wanted) not in (1, len(seats)):
        raise expected(f"a strategy for all or for each of {len(seats)} seats", len(wanted), WHERE)
    by_seat = wanted * len(seats) if len(wanted) == 1 else wanted
    chosen = tuple(Seat(seat.role, name) for seat, name in zip(seats, by_seat, strict=True))
    setup = replace(play.setup, seats=chosen)
    with python_parameters():
        game.check(stood_in(setup))
    return At(replace(line, game=commands.id), setup)


def read_position(path: str, where: str) -> Position:
    """Return the position of a file: a line of text, or a table where it is TOML or JSON."""
    file = Path(path)
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise expected("a file with a position", f"{path} ({error.strerror})", where) from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise expected("a position as UTF-8 text", f"{path}, which is not", where) from None
    if len(text) > MOST_LETTERS:
        raise expected(f"a position of at most {MOST_LETTERS:,} letters", f"{len(text):,}", where)
    if file.suffix.lower() == TOML:
        faults = Faults()
        entry = parse_toml(text, path, faults)
        faults.raise_if_any()
        return {} if entry is None else dict(entry.values)
    if file.suffix.lower() == JSON:
        try:
            table = json_of(raw)
        except ValueError:
            raise expected("a position as JSON", f"{path}, which is none", where) from None
        if not isinstance(table, Mapping):
            raise expected("a position as a JSON object", f"{path}, which is none", where)
        return table
    return text.strip()


def position_of(text: str, where: str) -> Position:
    """Return the position of an argument: that of a file, or the text itself."""
    try:
        is_file = Path(text).is_file()
    except OSError:  # too long for a name
        is_file = False
    if is_file:
        return read_position(text, where)
    if "=" not in text:
        tip = "a position is text such as 'GAME BOARD ROLE,ROLE turn=1 … | 0: … | 1: …'"
        raise InputError(f"expected a file or a position, got {text!r:.60} ({where})", tip)
    return text


def game_of(position: Position, named: str | None, where: str) -> str:
    """Return the game of a position: the one that it names, or the one that the user named."""
    if isinstance(position, str):
        found = position.split(maxsplit=1)[0] if position.split() else ""
        found = found if found in GAMES else ""
    else:
        found = str(position.get("game", ""))
    if found and named and found != named:
        raise expected(f"a position of {named}", f"one of {found}", where)
    return found or named or default_game()
