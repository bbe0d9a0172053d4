"""`bloodstones strategies`: the strategies with their families and parameters."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.strategies.policy import Strategy

JSON_INDENT = 2
WHERE = "bloodstones strategies"


@click.command()
@click.argument("name", required=False, metavar="[ID]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(name: str | None, as_json: bool) -> None:
    """List the strategies, or one of them, with their parameters.

    Worths are in victory points, odds are win probabilities.
    """
    from bloodstones.games.bloodstones.strategies.policy import find_strategy, strategies

    if name is not None:
        found = find_strategy(name, WHERE)
        chosen: Sequence[Strategy] = [found]
        told: Any = as_dict(found)
    else:
        chosen = list(strategies().values())
        told = [as_dict(strategy) for strategy in chosen]
    if as_json:
        click.echo(json.dumps(told, indent=JSON_INDENT))
    else:
        show(chosen)


def as_dict(strategy: Strategy) -> dict[str, Any]:
    """Return what `--json` prints of a strategy."""
    return {
        "id": strategy.id,
        "title": strategy.title,
        "family": strategy.family.id,
        "parameters": dict(strategy.weights),
    }


def show(chosen: Sequence[Strategy]) -> None:
    """Print the strategies and, for those that have any, their parameters side by side."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table("Strategy", "Family", "What it does", box=box.SIMPLE)
    for strategy in chosen:
        table.add_row(strategy.id, strategy.family.id, strategy.title)
    console.print(table)
    tuned = [strategy for strategy in chosen if strategy.weights]
    if not tuned:
        return
    numbers = Table("Parameter", box=box.SIMPLE)
    for strategy in tuned:
        numbers.add_column(strategy.id, justify="right")
    for name in dict.fromkeys(name for strategy in tuned for name in strategy.weights):
        numbers.add_row(name, *(f"{strategy.weights.get(name, 0.0):g}" for strategy in tuned))
    console.print(numbers)
