"""`bloodstones games`: the games of the laboratory, and what each offers."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import click

from bloodstones.core.rules.rulebook import Status
from bloodstones.core.text import plural
from bloodstones.games.registry import default_game

if TYPE_CHECKING:
    from bloodstones.cli.game.commands import GameCommands

JSON_INDENT = 2
WHERE = "bloodstones games"
UNKNOWN = "-"
EPILOG = """\b
Examples:
  bloodstones games
  bloodstones games bloodstones --json
"""


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


@click.command(epilog=EPILOG)
@click.argument("game_id", required=False, metavar="[ID]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(game_id: str | None, as_json: bool) -> None:
    """List the games: players, clauses played, what each offers; with ID more of one.

    The first is meant by every command without --game. Clauses count those that a position of a
    game can show, of all in its register.
    """
    from bloodstones.cli.game.commands import all_game_commands, game_commands_of

    if game_id is not None:
        game_commands = game_commands_of(game_id, WHERE)
        if as_json:
            click.echo(json.dumps(as_object(game_commands, whole=True), indent=JSON_INDENT))
        else:
            show_one(game_commands)
        return
    games = all_game_commands()
    if as_json:
        output = {
            "default": default_game(),
            "games": [as_object(game_commands) for game_commands in games],
        }
        click.echo(json.dumps(output, indent=JSON_INDENT))
    else:
        show_all([summary(game_commands) for game_commands in games])


def summary(game_commands: GameCommands) -> Summary:
    """Return what a game is and offers."""
    players, register = game_commands.players(), game_commands.register()
    clauses = () if register is None else tuple(register.clauses.values())
    return Summary(
        game_commands.id,
        game_commands.title,
        None if players is None else (players.start, players.stop - 1),
        sum(clause.status is Status.EXECUTABLE for clause in clauses),
        len(clauses),
        0 if register is None else len(register.options),
        len(game_commands.numbers()),
        game_commands.boards(),
        game_commands.roles(),
        dict(game_commands.commands),
        offers(game_commands),
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
    """Return a game as JSON; `whole`: with its strategies."""
    data = asdict(summary(game_commands))
    if whole and game_commands.strategies is not None:
        data["strategies"] = {each.id: each.title for each in game_commands.strategies.shipped()}
    return data


def show_all(games: list[Summary]) -> None:
    """Print the games, a row each, then the commands that are theirs alone."""
    from rich.console import Console

    from bloodstones.cli.terminal.text_tables import Table

    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for name in ("Game", "Title"):
        table.add_column(name, no_wrap=True)
    for name in ("Players", "Clauses", "Options", "Boards"):
        table.add_column(name, justify="right", no_wrap=True)
    for game in games:
        table.add_row(
            game.id,
            game.title,
            _range(game),
            f"{game.executable}/{game.clauses}" if game.clauses else UNKNOWN,
            str(game.options) if game.clauses else UNKNOWN,
            str(len(game.boards)) if game.boards else UNKNOWN,
        )
    commands = Table.grid(padding=(0, 2))
    for game in games:
        commands.add_row(f"  {game.id}", ", ".join(game.commands) or "none")
    console = Console(highlight=False)
    console.print(table)
    console.print("\nOwn commands")
    console.print(commands)
    console.print("\nbloodstones games ID tells more of one.")


def show_one(game_commands: GameCommands) -> None:
    """Print a game: what it offers, its roles, boards and strategies."""
    from rich import box
    from rich.console import Console

    from bloodstones.cli.terminal.text_tables import Table

    game = summary(game_commands)
    facts = Table(box=box.SIMPLE, show_header=False)
    facts.add_row("game", f"{game.id} ({game.title})")
    facts.add_row("players", _range(game))
    if game.clauses:
        facts.add_row("clauses", f"{game.executable} executable, {game.clauses} in all")
        facts.add_row("options", str(game.options))
    if game.numbers:
        facts.add_row("rule numbers", str(game.numbers))
    if game.roles:
        facts.add_row(plural(game_commands.role), ", ".join(game.roles))
    if game.boards:
        facts.add_row("boards", ", ".join(game.boards))
    if game_commands.strategies is not None:
        names = (strategy.id for strategy in game_commands.strategies.shipped())
        facts.add_row("strategies", ", ".join(names))
    facts.add_row("works with", ", ".join(game.offers))
    for name, line in game.commands.items():
        facts.add_row(f"bloodstones {name}", line)
    Console(highlight=False).print(facts)


def _range(game: Summary) -> str:
    return UNKNOWN if game.players is None else f"{game.players[0]} to {game.players[1]}"
