"""Positions as users write them, and who plays from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bloodstones.api.explanations.judge import tuned_of
from bloodstones.api.game_parts.commands import GameCommands, all_game_commands, lacks
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import expected
from bloodstones.core.faults import python_parameters
from bloodstones.games.registry import GAMES, default_game
from bloodstones.kit.positions.files import Position
from bloodstones.kit.positions.line import Line, read_line
from bloodstones.kit.table.people import stood_in

WHERE: Final = "position"
PART: Final = "notation"  # of a game with positions


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
