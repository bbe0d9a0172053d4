"""`bloodstones study match`: a claim of strength, played with its controls."""

from __future__ import annotations

import json
from typing import Any, Final

import click

from bloodstones.cli.terminal.layout import Command, RareOption
from bloodstones.cli.terminal.options import code_option, data_option, game_option, reading_option
from bloodstones.cli.terminal.usage import WHOLE_NUMBER
from bloodstones.core.errors import EXIT_RUN_FAILED

JSON_INDENT: Final = 2
NAMES: Final = {
    name: f"--{name}" for name in ("players", "tables", "replicates", "jobs", "data", "seed")
} | {"board": "--map", "choices": "--choice", "options": "--option"}
EPILOG: Final = """\b
Examples:
  bloodstones study match value_8 champion --controls
  bloodstones study match glance_8 champion --players 4 --tables 50
"""


@click.command(
    "match",
    cls=Command,
    short_help="Test a claim of strength against controls.",
    epilog=EPILOG,
)
@click.argument("strategy")
@click.argument("others")
@game_option
@click.option(
    "--controls",
    is_flag=True,
    help="Also play a self-match of each strategy, and each against random play.",
)
@click.option(
    "--players", type=WHOLE_NUMBER, metavar="N", default=2, help="Number of players (default: 2)."
)
@click.option(
    "--map", "board", metavar="MAP", help="Id or path of the map (default: that of the game)."
)
@click.option(
    "--choice",
    "choices",
    cls=RareOption,
    metavar="NAME=VALUE",
    multiple=True,
    help="Set a choice made before the game starts.",
)
@reading_option
@click.option(
    "--tables",
    type=WHOLE_NUMBER,
    metavar="N",
    default=100,
    help="Number of random line-ups (default: 100).",
)
@click.option(
    "--replicates",
    type=WHOLE_NUMBER,
    metavar="N",
    default=2,
    help="Number of games of each line-up with STRATEGY in each seat (default: 2).",
)
@click.option("--seed", type=WHOLE_NUMBER, metavar="N", default=1, help="Random seed (default: 1).")
@click.option(
    "--jobs",
    type=WHOLE_NUMBER,
    metavar="N",
    help="Number of parallel workers (default: one per core).",
)
@data_option
@code_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(strategy: str, others: str, game_id: str, as_json: bool, **told: Any) -> None:
    """Measure how often one seat of STRATEGY wins when OTHERS plays all other seats.

    Each random line-up is played once with STRATEGY in every seat, using the same random numbers.

    With --controls, the command also tests the method: a strategy that plays against itself must
    win its fair share, and each strategy must win more than that against random play. If a control
    fails, do not trust the result; the exit code is then 1.
    """
    from bloodstones.api.game_parts.commands import game_commands_of
    from bloodstones.api.studies.matches import match
    from bloodstones.batch.running.progress import on_terminal
    from bloodstones.cli.play import read_choices
    from bloodstones.core.terminal.answers import show

    commands = game_commands_of(game_id)
    told["choices"] = read_choices(told["choices"], commands)
    told["options"] = commands.read_changes((), told["options"])[0]
    with on_terminal() as progress:
        answer = match(commands, strategy, others, names=NAMES, progress=progress, **told)
    if as_json:
        click.echo(json.dumps(answer.as_json(), indent=JSON_INDENT))
    else:
        show(answer)
    if not answer.data()["holds"]:
        raise click.exceptions.Exit(EXIT_RUN_FAILED)
