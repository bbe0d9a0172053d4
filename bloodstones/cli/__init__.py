"""The command line; each command lives in a module of its own and is imported when called."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from bloodstones import __version__
from bloodstones.core.errors import BloodstonesError, InputError, near_matches

if TYPE_CHECKING:
    from bloodstones.games.registry import Declared

COMMANDS = {
    "bench": "Measure the speed of a game's engine.",
    "games": "List the games and what each offers.",
    "learn": "Learn to judge positions from self-play.",
    "play": "Play one game and show or record it.",
    "replay": "Show a recorded game turn by turn.",
    "report": "Make the report of a finished study.",
    "rerun": "Play a result again from its provenance and compare.",
    "rules": "Show the rules: clauses, open points, options, numbers.",
    "strategies": "List the strategies and their parameters.",
    "study": "Run a study file in parallel.",
    "tune": "Improve the parameters of a strategy.",
    "verify": "Check records by the rules.",
}
PROGRAM = "bloodstones"
EXIT_RUN_FAILED = 1
EXIT_BAD_INPUT = 2
STANDARD_OUTPUT = 1
UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EPIPE, errno.EBADF, errno.EFBIG)


def of_games() -> dict[str, list[Declared]]:
    """Return the commands that games bring, each with the games that have it."""
    from bloodstones.games.registry import all_declared

    found: dict[str, list[Declared]] = {}
    for game in all_declared():
        for name in game.commands:
            found.setdefault(name, []).append(game)
    return found


def load(name: str, game_id: str | None = None) -> click.Command:
    """Return the command called `name`, imported now; its module has _ for each - in the name.

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
    from bloodstones.games.registry import declared, default_game

    game = declared(game_id or default_game())
    if name not in game.commands:
        from bloodstones.cli.desk import lacks

        others = [other.id for other in of_games()[name]]
        raise lacks(game.id, f"the command {name}", f"bloodstones {name}", others)
    from bloodstones.cli.options import take_game

    return take_game(import_module(f"{game.home}.cli.{module}").command)


class LazyGroup(click.Group):
    """A group that imports the module of a command only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in alphabetical order."""
        return sorted({*COMMANDS, *of_games()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command itself, imported now: that of the game which the arguments name."""
        from bloodstones.cli.chosen import KEY

        if cmd_name not in self.list_commands(ctx):
            return None
        return load(cmd_name, ctx.meta.get(KEY))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command; an unknown one lists its near matches."""
        name = args[0] if args else ""
        known = self.list_commands(ctx)
        if args and name not in known and not name.startswith("-"):
            tip = near_matches(name, known) or f"known: {', '.join(known)}"
            raise InputError(f"expected a command, got {name!r} (bloodstones COMMAND)", tip)
        from bloodstones.cli.chosen import remember

        remember(ctx, args[1:])
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them: those of all games, then those of some."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))
        found = of_games()
        if found:
            with formatter.section("Commands of games"):
                formatter.write_dl([(name, _line(name, found[name])) for name in sorted(found)])


def _line(name: str, games: list[Declared]) -> str:
    """Return what a command of games does, as the first of them says, and whose it is."""
    return f"{games[0].commands[name]} [{', '.join(game.id for game in games)}]"


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def group() -> None:
    """The balance laboratory for board war games.

    Commands take --game ID; without it they mean the first of `bloodstones games`.
    """


def main(args: list[str] | None = None, command: click.Command = group, name: str = PROGRAM) -> int:
    """Run a command line and return the exit code: 0, 1 (failed run) or 2 (bad input).

    Parameters
    ----------
    args
        The arguments; None takes those of this process.
    command, name
        What is run, and what it is called in its help.
    """
    try:
        code = _run(args, command, name)
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        return _unwritable_output(error)
    return code


def _run(args: list[str] | None, command: click.Command, name: str) -> int:
    try:
        code = command.main(args=args, prog_name=name, standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return EXIT_BAD_INPUT
    except click.UsageError as error:
        from bloodstones.cli.usage import as_sentence

        click.echo(f"Error: {as_sentence(error)}", err=True)
        return EXIT_BAD_INPUT
    except click.Abort:
        click.echo("Stopped.", err=True)
        return EXIT_RUN_FAILED
    except BloodstonesError as error:
        click.echo(f"Error: {error}", err=True)
        return EXIT_BAD_INPUT if isinstance(error, InputError) else EXIT_RUN_FAILED
    return code if isinstance(code, int) else 0


def _unwritable_output(error: OSError) -> int:
    """Tell that what was printed cannot be written, if that is what `error` is, else raise it.

    A reader that has seen enough (`| head`) is told nothing.
    """
    if error.errno not in UNWRITABLE:
        raise error
    # Python would try to write the rest once more at its exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), STANDARD_OUTPUT)
    if isinstance(error, BrokenPipeError):
        return EXIT_RUN_FAILED
    sentence = f"expected an output that can be written, got {error.strerror!r}"
    click.echo(f"Error: {sentence} (standard output or a file)", err=True)
    return EXIT_BAD_INPUT


def run() -> None:
    """Entry point of the `bloodstones` command."""
    sys.exit(main())
