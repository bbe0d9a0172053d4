"""`bloodstones bench`: how fast the engine of a game is on this machine, on one core."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from bloodstones.api.game_parts.facts import SpeedInfo
from bloodstones.cli.terminal.help_text import AboutGame
from bloodstones.cli.terminal.options import game_option
from bloodstones.cli.terminal.usage import REAL_NUMBER, WHOLE_NUMBER

if TYPE_CHECKING:
    from bloodstones.kit.profiling import Share

JSON_INDENT = 2
DECIMALS = 2
BYTES_IN_KILOBYTE = 1000
WHERE = "bloodstones bench"
HELP = """Measure how fast a game runs on one core of this machine.

Each measurement takes about a second, after the game is compiled. {bench}
"""
EPILOG = """\b
Examples:
  bloodstones bench{game}
  bloodstones bench{game} --seconds 5 --json
"""


@click.command(cls=AboutGame, help=HELP, epilog=EPILOG)
@game_option
@click.option(
    "--players",
    type=WHOLE_NUMBER,
    metavar="N",
    help="Number of players ({players}default: the most).",
)
@click.option(
    "--seconds",
    type=REAL_NUMBER,
    metavar="S",
    help="Length of each measurement in seconds (default: 1).",
)
@click.option("--where", is_flag=True, help="Also show how much time each kind of decision takes.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    game_id: str, players: int | None, seconds: float | None, where: bool, as_json: bool
) -> None:
    """Measure, print."""
    from bloodstones.api.game_parts.commands import game_commands_of
    from bloodstones.api.speed import bench_of, measured_speed

    bench = bench_of(game_commands_of(game_id), WHERE)
    click.echo("Preparing the game (each version compiles once) …", err=True)
    speed = measured_speed(bench, players, seconds, shares=where)
    if as_json:
        click.echo(json.dumps(speed.data(), indent=JSON_INDENT))
        return
    show(speed.info)
    for who, measured in speed.shares.items():
        show_shares(who, measured)


def show(speed: SpeedInfo) -> None:
    """Print the figures as a table."""
    from rich import box
    from rich.console import Console

    from bloodstones.core.terminal.text_tables import TextTable

    table = TextTable(box=box.SIMPLE, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for rate in speed.rates:
        table.add_row(rate.words, f"{rate.per_second:,.0f}")
    if speed.state_bytes:
        table.add_row("size of a state, kB", f"{speed.state_bytes / BYTES_IN_KILOBYTE:.1f}")
        table.add_row("part of it copied, kB", f"{speed.copied_bytes / BYTES_IN_KILOBYTE:.1f}")
    table.add_row(f"kernels {_origin(speed)}, s", f"{speed.compile_s:.{DECIMALS}f}")
    console = Console()
    roles = ", ".join(filter(None, speed.roles))
    heading = f"One core, {len(speed.roles)} players{': ' if roles else ''}{roles}"
    console.print(heading, soft_wrap=True)
    console.print(table)


def show_shares(who: str, shares: Sequence[Share]) -> None:
    """Print the time that each kind of decision takes."""
    from rich import box
    from rich.console import Console

    from bloodstones.core.terminal.text_tables import TextTable

    title = f"Time by kind of decision, {who} playthroughs"
    table = TextTable("decision", box=box.SIMPLE, title=title, title_justify="left")
    for name in ("of decisions", "of time", "list, ns", "choose, ns", "carry out, ns"):
        table.add_column(name, justify="right")
    for share in shares:
        times = (share.list_ns, share.choose_ns, share.apply_ns)
        table.add_row(
            share.point.replace("_", " "),
            f"{share.decisions:.1%}",
            f"{share.time:.1%}",
            *(f"{nanoseconds:,.0f}" for nanoseconds in times),
        )
    Console().print(table)


def _origin(speed: SpeedInfo) -> str:
    """Where the kernels came from."""
    if not speed.jit:
        return "not compiled"
    return "loaded from the cache" if speed.compile_cached else "compiled"
