"""`bloodstones bench`: how fast the engine is on this machine, on one core."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from bloodstones.cli.usage import REAL_NUMBER, WHOLE_NUMBER

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.strategies.bench import Speed
    from bloodstones.kit.timeshare import Share

JSON_INDENT = 2
DECIMALS = 2
WHOLE_FROM = 100
BYTES_IN_KILOBYTE = 1000
RATES = {
    "random_decisions_per_s": "random decisions a second",
    "random_games_per_s": "random games a second",
    "scripted_games_per_s": "scripted games a second",
    "scripted_decisions_per_s": "scripted decisions a second",
    "battles_per_s": "battles a second",
    "state_copies_per_s": "copies of a state a second",
}


@click.command()
@click.option("--players", type=WHOLE_NUMBER, metavar="N", help="2 to 4; by default the most.")
@click.option(
    "--seconds",
    type=REAL_NUMBER,
    metavar="S",
    help="For each of the four measurements; default 1.",
)
@click.option("--where", is_flag=True, help="Tell also where the time of playthroughs goes.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(players: int | None, seconds: float | None, where: bool, as_json: bool) -> None:
    """Measure the engine on one core, for a few seconds after warming up.

    Random and scripted playthroughs on Map 1, battles of four units against two.
    """
    from bloodstones.games.bloodstones.strategies.bench import measure
    from bloodstones.kit.bench import SECONDS

    click.echo("Preparing the game (the first time, its rules are compiled) …", err=True)
    speed = measure(players, SECONDS if seconds is None else seconds)
    shares = time_shares(speed) if where else {}
    if as_json:
        told = {who: [asdict(share) for share in found] for who, found in shares.items()}
        click.echo(json.dumps(as_dict(speed) | told, indent=JSON_INDENT))
    else:
        show(speed)
        for who, found in shares.items():
            show_shares(who, found)


def time_shares(speed: Speed) -> dict[str, list[Share]]:
    """Where the time goes in random and in scripted playthroughs of those who were measured."""
    from bloodstones.games.bloodstones.rules.names import Faction
    from bloodstones.games.bloodstones.strategies.bench import SCRIPTED
    from bloodstones.games.bloodstones.strategies.timeshare import time_shares

    factions = [Faction.parse(name, "bench") for name in speed.factions]
    return {
        "random_time": time_shares(factions, ["random"]),
        "scripted_time": time_shares(factions, SCRIPTED),
    }


def as_dict(speed: Speed) -> dict[str, object]:
    """Return the figures by name: whole numbers from 100 on, else two decimals."""
    figures: dict[str, object] = asdict(speed)
    for name in RATES:
        rate = getattr(speed, name)
        figures[name] = round(rate) if rate >= WHOLE_FROM else round(rate, DECIMALS)
    figures["compile_s"] = round(speed.compile_s, DECIMALS)
    return figures


def show(speed: Speed) -> None:
    """Print the figures as a table."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, title in RATES.items():
        table.add_row(title, f"{getattr(speed, name):,.0f}")
    table.add_row("size of a state, kB", f"{speed.state_bytes / BYTES_IN_KILOBYTE:.1f}")
    table.add_row(f"kernels {_origin(speed)}, s", f"{speed.compile_s:.{DECIMALS}f}")
    console = Console()
    console.print(f"One core, {speed.players} players: {', '.join(speed.factions)}", soft_wrap=True)
    console.print(table)


def show_shares(who: str, shares: list[Share]) -> None:
    """Print what each kind of decision costs."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    title = f"Where the time of {who.partition('_')[0]} playthroughs goes"
    table = Table("decision", box=box.SIMPLE, title=title, title_justify="left")
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


def _origin(speed: Speed) -> str:
    """Where the kernels came from."""
    if not speed.jit:
        return "not compiled"
    return "loaded from the cache" if speed.compile_cached else "compiled"
