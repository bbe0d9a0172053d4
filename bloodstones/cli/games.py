"""`bloodstones games`: the games of the laboratory, and what each offers."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING

import click

from bloodstones.api.game_parts.summaries import Summary, as_object, summary
from bloodstones.cli.terminal.layout import Command
from bloodstones.core.text import plural
from bloodstones.games.registry import GAMES, SHIPPED, default_game

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands

JSON_INDENT = 2
WHERE = "bloodstones games"
UNKNOWN = "-"
EPILOG = """\b
Examples:
  bloodstones games
  bloodstones games bloodstones
  bloodstones games bloodstones --json
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("game_id", required=False, metavar="[ID]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(game_id: str | None, as_json: bool) -> None:
    """List the games, or show one: its players, factions, maps, strategies and commands.

    Commands without --game use the first game of the list. "Clauses" counts the rules that the
    program carries out, of all rules in the register of the game.
    """
    from bloodstones.api.game_parts.commands import all_game_commands, game_commands_of

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
            "not_loaded": dict(GAMES.faults()),
        }
        click.echo(json.dumps(output, indent=JSON_INDENT))
    else:
        show_all([summary(game_commands) for game_commands in games])


def show_all(games: list[Summary]) -> None:
    """Print the games, a row each, then the commands that are theirs alone."""
    from rich.console import Console

    from bloodstones.core.terminal.text_tables import TextTable

    table = TextTable(box=None, padding=(0, 1, 0, 0), pad_edge=False)
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
    commands = TextTable.grid(padding=(0, 2))
    for game in games:
        commands.add_row(f"  {game.id}", ", ".join(game.commands) or "none")
    console = Console(highlight=False)
    console.print(table)
    console.print("\nCommands of single games")
    console.print(commands)
    elsewhere = TextTable.grid(padding=(0, 2))
    for game in games:
        if game.id not in SHIPPED and game.origin:
            elsewhere.add_row(f"  {game.id}", game.origin)
    for name, fault in GAMES.faults().items():
        elsewhere.add_row(f"  {name}", f"not loaded: {fault}")
    if elsewhere.rows:
        console.print("\nFrom other packages")
        console.print(elsewhere)
    console.print("\n`bloodstones games ID` shows one game.")


def show_one(game_commands: GameCommands) -> None:
    """Print a game: what it offers, its roles, boards and strategies."""
    from rich import box
    from rich.console import Console

    from bloodstones.core.terminal.text_tables import TextTable

    game = summary(game_commands)
    facts = TextTable(box=box.SIMPLE, show_header=False)
    facts.add_row("game", f"{game.id} ({game.title})")
    facts.add_row("package", game.origin or UNKNOWN)
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
    for name, words in _words_of(game_commands).items():
        if tuple(words) not in {tuple(game.roles), tuple(game.boards)}:
            facts.add_row(name.lower(), ", ".join(words))
    facts.add_row("supports", ", ".join(game.offers))
    for name, line in game.commands.items():
        facts.add_row(f"bloodstones {name}", line)
    Console(highlight=False).print(facts)


def _words_of(game_commands: GameCommands) -> dict[str, Collection[str]]:
    """Return the lists of words that are too long for the help of the game's own commands."""
    from bloodstones.api.game_parts.questions import question_of
    from bloodstones.cli.questions import long_lists
    from bloodstones.games.registry import game_entry

    entry = game_entry(game_commands.id)
    words: dict[str, Collection[str]] = {}
    for name in entry.questions:
        words |= long_lists(question_of(entry, name))
    return words


def _range(game: Summary) -> str:
    return UNKNOWN if game.players is None else f"{game.players[0]} to {game.players[1]}"
