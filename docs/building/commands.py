"""The command reference: the help of every command, as it prints it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from bloodstones.cli import COMMANDS, PROGRAM, load, of_games
from building.writing import Pages

WIDTH = 80


def helps(
    name: str, command: click.Command, above: click.Context | None
) -> Iterator[tuple[str, str]]:
    """Yield the names and help texts of a command and its subcommands."""
    context = click.Context(
        command, info_name=name, parent=above, terminal_width=WIDTH, max_content_width=WIDTH
    )
    yield context.command_path, command.get_help(context)
    if isinstance(command, click.Group):
        for under in command.list_commands(context):
            found = command.get_command(context, under)
            if found is not None:
                yield from helps(under, found, context)


def section(path: str, help_text: str) -> str:
    """Return the part of one command."""
    return f"## {path}\n\n```text\n{help_text}\n```\n"


def write(pages: Pages) -> None:
    """Write one page for the common commands, and one for the commands of single games."""
    top = click.Context(click.Group(PROGRAM), info_name=PROGRAM)
    common = [section(*each) for name in sorted(COMMANDS) for each in helps(name, load(name), top)]
    head = (
        "# Commands for all games\n\n`bloodstones COMMAND --help` prints these texts. `bloodstones "
        "--help` lists all commands. `bloodstones --version` lists the versions of all packages "
        "that results depend on.\n\n"
    )
    pages.write("commands/all.md", head + "\n".join(common))
    parts = [
        "# Commands of single games\n\n`--game ID` chooses the game. Without it, the command of "
        "the first game is used.\n"
    ]
    for name, games in sorted(of_games().items()):
        for game in games:
            for path, help_text in helps(name, load(name, game.id), top):
                parts.append(section(f"{path} ({game.title})", help_text))
    pages.write("commands/games.md", "\n".join(parts))
