"""The command line; each command lives in a module of its own and is imported when called."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from bloodstones import __version__
from bloodstones.core.errors import BloodstonesError, InputError, near_matches

COMMANDS = {
    "bench": "Measure the speed of the engine.",
    "draws": "Exact chances of a faction's draws.",
    "maps": "List, show, draw, check, generate, compare and judge maps.",
    "odds": "Exact odds of a battle.",
    "odds-page": "Write the odds page for the table.",
    "play": "Play one game and show or record it.",
    "replay": "Show a recorded game turn by turn.",
    "report": "Make the report of a finished study.",
    "rerun": "Play a result again from its provenance and compare.",
    "rules": "Show the rules: clauses, open points, options.",
    "strategies": "List the strategies and their parameters.",
    "study": "Run a study file in parallel.",
    "tune": "Improve the parameters of a strategy.",
    "verify": "Check records by the rules.",
}
# Commands that live with the game.
OF_GAME = frozenset({"draws", "maps", "odds", "odds-page"})
EXIT_RUN_FAILED = 1
EXIT_BAD_INPUT = 2


def load(name: str) -> click.Command:
    """Return the command called `name`, imported now; its module has _ for each - in the name."""
    module = name.replace("-", "_")
    home = "bloodstones.cli"
    if name in OF_GAME:
        from bloodstones.games.registry import GAMES, module_of

        home = module_of(next(iter(GAMES)), "cli")
    command: click.Command = import_module(f"{home}.{module}").command
    return command


class LazyGroup(click.Group):
    """A group that imports `bloodstones.cli.<command>` only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command itself, imported now."""
        if cmd_name not in COMMANDS:
            return None
        return load(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command; an unknown one lists its near matches."""
        name = args[0] if args else ""
        if args and name not in COMMANDS and not name.startswith("-"):
            tip = near_matches(name, COMMANDS) or f"known: {', '.join(sorted(COMMANDS))}"
            raise InputError(f"expected a command, got {name!r} (bloodstones COMMAND)", tip)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def group() -> None:
    """The balance laboratory for the board game Bloodstones."""


def main(args: list[str] | None = None) -> int:
    """Run the command line and return the exit code: 0, 1 (failed run) or 2 (bad input)."""
    try:
        code = group.main(args=args, prog_name="bloodstones", standalone_mode=False)
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


def run() -> None:
    """Entry point of the `bloodstones` command."""
    sys.exit(main())
