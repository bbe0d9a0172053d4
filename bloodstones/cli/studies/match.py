"""`bloodstones study match`: a claim of strength, played with its controls."""

from __future__ import annotations

import json
from typing import Any, Final

import click

from bloodstones.cli.terminal.options import code_option, data_option, game_option, reading_option
from bloodstones.cli.terminal.usage import WHOLE_NUMBER
from bloodstones.core.errors import EXIT_RUN_FAILED

JSON_INDENT: Final = 2
NAMES: Final = {
    name: f"--{name}" for name in ("players", "tables", "replicates", "jobs", "data", "seed")
} | {"choices": "--choice", "options": "--option"}
EPILOG: Final = """\b
Examples:
  bloodstones study match value_8 champion --controls
  bloodstones study match glance_8 champion --players 4 --tables 50
"""


@click.command("match", short_help="Play a claim of strength with its controls.", epilog=EPILOG)
@click.argument("strategy")
@click.argument("others")
@game_option
@click.option("--controls", is_flag=True, help="Play the mirror of both, and both against random.")
@click.option("--players", type=WHOLE_NUMBER, metavar="N", default=2, show_default=True)
@click.option("--map", "board", metavar="MAP", help="Id or path; by default the game's own.")
@click.option(
    "--choice",
    "choices",
    metavar="NAME=VALUE",
    multiple=True,
    help="What can be chosen.",
)
@reading_option
@click.option(
    "--tables",
    type=WHOLE_NUMBER,
    metavar="N",
    default=100,
    show_default=True,
    help="Line-ups drawn by lot.",
)
@click.option(
    "--replicates",
    type=WHOLE_NUMBER,
    metavar="N",
    default=2,
    show_default=True,
    help="Games of each with the seat in each place.",
)
@click.option("--seed", type=WHOLE_NUMBER, metavar="N", default=1, show_default=True)
@click.option("--jobs", type=WHOLE_NUMBER, metavar="N", help="Workers; by default one a core.")
@data_option
@code_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(strategy: str, others: str, game_id: str, as_json: bool, **told: Any) -> None:
    """Play one seat of STRATEGY among OTHERS: how often does it win?

    Line-ups are drawn by lot, and the one seat goes round the table on the same luck. With
    --controls three things stand below each other: the claim, each strategy among itself, which
    must win its fair share, and each against random play, which must win more. The command fails
    with code 1 if a control does not hold.
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
