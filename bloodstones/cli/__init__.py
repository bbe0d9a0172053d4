"""The command line; each command lives in a module of its own and is imported when called.

Imports anything but `tests`. Start with `questions` for commands made from questions, else with the
module that has the name of the command.
"""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from bloodstones.cli.terminal.layout import WIDTH as WIDEST
from bloodstones.core.errors import (
    EXIT_BAD_INPUT,
    EXIT_RUN_FAILED,
    BloodstonesError,
    InputError,
    expected,
    near_matches,
    unwritable,
)
from bloodstones.kit.players.permission import announcing

if TYPE_CHECKING:
    from bloodstones.games.registry import GameEntry

COMMANDS = {
    "bench": "Measure how fast a game runs on this machine.",
    "explain": "Explain a recorded game: leads, turning points, luck, decisions.",
    "games": "List the games, or show one with its factions, maps and units.",
    "lab": "Open the lab in your browser: play games, ask for odds, run studies.",
    "learn": "Train a position evaluator by self-play.",
    "play": "Play one game and show it, or save its record.",
    "position": "Check, draw or analyse a position of any game.",
    "replay": "Show a recorded game turn by turn.",
    "report": "Write the report of a finished study.",
    "rerun": "Repeat a study from its provenance file and compare the results.",
    "rules": "Look up rules: clauses, readings, options and numbers.",
    "strategies": "List the strategies, or show the parameters of one.",
    "study": "Run a study: many games, with statistics.",
    "tune": "Tune the parameters of a strategy.",
    "verify": "Check that recorded games follow the rules.",
}
PROGRAM = "bloodstones"
STANDARD_OUTPUT = 1
WIDTH = "COLUMNS"
LEAST_WIDTH = 40
UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG)


def of_games() -> dict[str, list[GameEntry]]:
    """Return the commands that games bring, each with the games that have it."""
    from bloodstones.games.registry import all_entries

    commands: dict[str, list[GameEntry]] = {}
    for game in all_entries():
        for name in game.commands:
            commands.setdefault(name, []).append(game)
    return commands


def is_command(name: str) -> bool:
    """Return whether a command is called so; games of other packages are looked for last."""
    from bloodstones.games.registry import entries_at_hand

    if name in COMMANDS or any(name in game.commands for game in entries_at_hand()):
        return True
    return name in of_games()


def load(name: str, game_id: str | None = None) -> click.Command:
    """Import and return the command `name`; its module has `_` for each `-` of the name.

    Parameters
    ----------
    game_id
        The game whose command it is, if it is none that all games have; None is the first game.

    Raises
    ------
    InputError
        If that game has no such command.
    """
    module = name.replace("-", "_")
    if name in COMMANDS:
        command: click.Command = import_module(f"bloodstones.cli.{module}").command
        return command
    from bloodstones.games.registry import default_game, game_entry

    game = game_entry(game_id or default_game())
    if name not in game.commands:
        raise _no_command(name, game.id)
    from bloodstones.cli.terminal.options import take_game

    if any(each.split(" ")[0] == name for each in game.questions):
        from bloodstones.cli.question_groups import command_of

        return take_game(command_of(game, name))
    return take_game(import_module(f"{game.home}.cli.{module}").command)


def _no_command(name: str, game_id: str) -> InputError:
    """Return the error for a command that a game lacks, with the reason if it declares one."""
    from bloodstones.api.game_parts.commands import game_commands_of, lacks

    where = f"bloodstones {name}"
    if name in (pointless := game_commands_of(game_id).pointless):
        needed, tip = pointless[name]
        return expected(needed, game_id, where, tip)
    return lacks(game_id, f"the command {name}", where, [each.id for each in of_games()[name]])


class LazyGroup(click.Group):
    """A group that imports the module of a command only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in alphabetical order."""
        return sorted({*COMMANDS, *of_games()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, that of the game which the arguments name."""
        from bloodstones.cli.terminal.options import KEY

        if not is_command(cmd_name):
            return None
        return load(cmd_name, ctx.meta.get(KEY))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command; an unknown one lists its near matches."""
        name = args[0] if args else ""
        if args and not name.startswith("-") and not is_command(name):
            names = self.list_commands(ctx)
            tip = near_matches(name, names) or f"known: {', '.join(names)}"
            raise InputError(f"unknown command {name!r} (bloodstones COMMAND)", tip)
        from bloodstones.cli.terminal.options import remember

        remember(ctx, args[1:])
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them: those of all games, then those of some."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))
        commands = of_games()
        if commands:
            with formatter.section("Commands of single games"):
                formatter.write_dl(
                    [(name, _line(name, commands[name])) for name in sorted(commands)]
                )


def _line(name: str, games: list[GameEntry]) -> str:
    """Return the help line of a command of games, and the games that have it."""
    return f"{games[0].commands[name]} [{', '.join(game.id for game in games)}]"


def _show_versions(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print the versions and end, if they are asked for."""
    if wanted and not ctx.resilient_parsing:
        from bloodstones.cli.terminal.versions import version_lines

        click.echo(version_lines())
        ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDEST},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_versions,
    help="Show the version of bloodstones and of the packages it uses.",
)
def group() -> None:
    """Study the balance of board war games: exact odds, complete games, studies and reports.

    Name the game with --game ID. Without it, a command uses the first game that
    `bloodstones games` lists.
    """


def main(args: list[str] | None = None, command: click.Command = group, name: str = PROGRAM) -> int:
    """Run a command line and return the exit code (see `core.errors`).

    Parameters
    ----------
    args
        The arguments; None takes those of this process.
    command, name
        What is run, and what it is called in its help.
    """
    words = sys.argv[1:] if args is None else args
    try:
        _check_width()
        _check_output()
        _check_folder()
        _check_words(words)
        with announcing(_announce_code):
            code = _run(words, command, name)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough (`| head`): no message
        _drop_output()
        return EXIT_RUN_FAILED
    except OSError as error:
        return _tell(_as_sentence(error))
    except BloodstonesError as error:
        return _tell(error)
    return code


def _announce_code(strategy: str) -> None:
    """Print which user code is about to run."""
    click.echo(f"Running the code of {strategy}", err=True)


def _check_width() -> None:
    """Raise the width of tables to the least that works where `COLUMNS` is 0 or too small."""
    width = os.environ.get(WIDTH, "")
    if width.isdigit() and int(width) < LEAST_WIDTH:
        if int(width):
            os.environ[WIDTH] = str(LEAST_WIDTH)
        else:
            del os.environ[WIDTH]


def _check_output() -> None:
    """Raise WriteError if the standard output was closed: another file would get its place."""
    if sys.stdout is None:
        raise unwritable("an output", "closed", "standard output")


def _check_folder() -> None:
    """Raise InputError if the working folder was deleted."""
    try:
        os.getcwd()  # noqa: PTH109 - its one question
    except OSError as error:
        fault = f"expected a working folder that can be read, got: {error.strerror}"
        raise InputError(fault, "cd to a folder that exists") from None


def _check_words(args: list[str]) -> None:
    """Raise InputError if an argument could not name a file on any system."""
    for word in args:
        try:
            usable = b"\0" not in os.fsencode(word)
        except UnicodeEncodeError:
            usable = False
        if not usable:
            raise expected(
                "text without zero bytes or invalid characters", word, "the command line"
            )


def _run(args: list[str], command: click.Command, name: str) -> int:
    try:
        code = command.main(args=args, prog_name=name, standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return EXIT_BAD_INPUT
    except click.UsageError as error:
        from bloodstones.cli.terminal.usage import as_sentence, command_path

        raise as_sentence(error, command_path(command, name, args)) from None
    except click.Abort:
        click.echo("Stopped.", err=True)
        return EXIT_RUN_FAILED
    return code if isinstance(code, int) else 0


def _tell(error: BloodstonesError) -> int:
    """Print the sentence of an error, and return its exit code."""
    click.echo(f"Error: {error}", err=True)
    return error.exit_code


def _as_sentence(error: OSError) -> InputError:
    """Return a system error as a sentence about the output, or about a file or folder."""
    if error.filename is not None:
        return InputError(
            f"expected a file or folder that can be used, got: {error.strerror} ({error.filename})"
        )
    if error.errno in UNWRITABLE:
        _drop_output()
    return unwritable("an output", error, "standard output or a file")


def _drop_output() -> None:
    """Discard further output: Python would try to write the rest again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), STANDARD_OUTPUT)


def run() -> None:
    """Entry point of the `bloodstones` command; letters that the terminal lacks have stand-ins."""
    from bloodstones.core.terminal.fallbacks import make_readable

    for stream in (sys.stdout, sys.stderr):
        make_readable(stream)
    sys.exit(main())
