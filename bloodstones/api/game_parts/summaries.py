"""The games in a line each: players, clauses that are played, what each offers."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from bloodstones.api.game_parts.commands import GameCommands
from bloodstones.core.rules.rulebook import ClauseStatus


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in a line.

    Attributes
    ----------
    players
        The fewest and the most, None if the game does not say.
    executable, clauses
        Clauses of the rules that a position can show, and all of them; 0 without a register.
    options, numbers
        Readings that can be chosen, and numbers of the rules that can be changed.
    commands
        Name -> help line of its own commands.
    offers
        What commands that all games have can do with it.
    origin
        Name and version of the package that brings it.
    """

    id: str
    title: str
    players: tuple[int, int] | None
    executable: int
    clauses: int
    options: int
    numbers: int
    boards: tuple[str, ...]
    roles: tuple[str, ...]
    commands: dict[str, str]
    offers: tuple[str, ...]
    origin: str


def summary(game_commands: GameCommands) -> Summary:
    """Return what a game is and offers."""
    players, register = game_commands.players(), game_commands.register()
    clauses = () if register is None else tuple(register.clauses.values())
    return Summary(
        game_commands.id,
        game_commands.title,
        None if players is None else (players.start, players.stop - 1),
        sum(clause.status is ClauseStatus.EXECUTABLE for clause in clauses),
        len(clauses),
        0 if register is None else len(register.options),
        len(game_commands.numbers()),
        game_commands.boards(),
        game_commands.roles(),
        dict(game_commands.commands),
        offers(game_commands),
        game_commands.origin,
    )


def offers(game_commands: GameCommands) -> tuple[str, ...]:
    """Return the commands of all games that work with this one, beside studies."""
    parts = {
        "rules": game_commands.register() is not None,
        "verify": game_commands.records is not None,
        "replay": game_commands.records is not None,
        "strategies": game_commands.strategies is not None,
        "tune": game_commands.tunable,
        "bench": game_commands.bench is not None,
    }
    return ("play", "study", *(name for name, there in parts.items() if there))


def as_object(game_commands: GameCommands, whole: bool = False) -> dict[str, object]:
    """Return a game as JSON; `whole` lists its strategies, too."""
    data = asdict(summary(game_commands))
    if whole and game_commands.strategies is not None:
        data["strategies"] = {each.id: each.title for each in game_commands.strategies.shipped()}
    return data
