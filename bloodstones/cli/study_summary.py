"""What `bloodstones study` prints: the precision of a plan, the summary of a run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    import pandas as pd

    from bloodstones.batch.plan import Plan

SUMMARY_COLUMNS = ("cell", "players", "faction", "strategy", "win_credit")
HALF_WIDTH = "± points"
NUMBERS = ("Players", "Cells", "Games", HALF_WIDTH)
PERCENT = 100
SHORTEST_SECONDS = 0.1


def precision(planned: Plan) -> list[dict[str, Any]]:
    """Return the games of each faction by player count and strategies, and what they buy.

    The half-width is that of a Wilson interval of a rate at the fair share 1/players. Games that
    share their luck (a mix seats its strategies in several ways at one table) count as one here,
    so that a mix may turn out more precise but not less.
    """
    from bloodstones.stats.intervals import wilson_interval

    labels: dict[tuple[int, str, str], list[str]] = {}
    for cell in planned.cells:
        seats = cell.setup.seats
        arm = " + ".join(sorted({seat.strategy for seat in seats}))
        for faction in {seat.faction for seat in seats}:
            key = (len(seats), arm, faction)
            labels.setdefault(key, []).append(cell.label)
    lines = []
    for (players, arm, faction), cells in sorted(labels.items()):
        separate = len(set(cells)) * planned.replicates
        low, high = wilson_interval(separate / players, separate)
        lines.append(
            {
                "players": players,
                "strategies": arm,
                "faction": faction,
                "cells": len(cells),
                "games": len(cells) * planned.replicates,
                "half_width": (high - low) / 2,
            }
        )
    return lines


def win_rates(folder: Path) -> list[dict[str, Any]]:
    """Return the win rate of each faction where one strategy plays all seats, with intervals.

    Games of one strategy have luck of their own, so a Wilson interval holds. Empty for a game
    whose table lacks the columns.
    """
    import pyarrow.parquet as pq

    from bloodstones.batch.result import RESULTS
    from bloodstones.stats.intervals import wilson_interval

    names = pq.read_schema(folder / RESULTS).names
    if not set(SUMMARY_COLUMNS) <= set(names):
        return []
    rows: pd.DataFrame = pq.read_table(folder / RESULTS, columns=list(SUMMARY_COLUMNS)).to_pandas(
        strings_to_categorical=True
    )
    strategies = rows.groupby("cell", observed=True)["strategy"].nunique()
    level = rows[rows["cell"].isin(strategies.index[strategies == 1])]
    groups = level.groupby(["players", "strategy", "faction"], observed=True)["win_credit"]
    lines = []
    for (players, strategy, faction), wins in groups:
        low, high = wilson_interval(float(wins.sum()), len(wins))
        lines.append(
            {
                "players": int(str(players)),
                "strategy": str(strategy),
                "faction": str(faction),
                "games": len(wins),
                "win_rate": float(wins.mean()),
                "low": low,
                "high": high,
            }
        )
    return lines


def show_plan(planned: Plan, lines: list[dict[str, Any]]) -> None:
    """Print the games of a plan and the precision they buy."""
    table = _table("Players", "Strategies", "Faction", "Cells", "Games", HALF_WIDTH)
    for line in lines:
        table.add_row(
            str(line["players"]),
            line["strategies"],
            line["faction"],
            str(line["cells"]),
            f"{line['games']:,}",
            f"{line['half_width'] * PERCENT:.1f}",
        )
    _print(table)
    click.echo(f"{len(planned.cells)} cells x {planned.replicates:,} = {planned.games:,} games")
    click.echo("± points: half of a 95 % interval of the win rate, in percentage points")


def _files(folder: Path) -> list[str]:
    """Return where the files of a result are."""
    from bloodstones.batch.result import AREAS, PROVENANCE, RESULTS

    return [str(folder / name) for name in (RESULTS, AREAS, PROVENANCE)]


def as_dict(told: dict[str, Any], folder: Path, rates: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the summary for `--json`."""
    keys = ("study", "games", "cells", "replicates", "quick", "table_hash", "areas_hash", "run")
    return {
        **{key: told[key] for key in keys},
        "games_per_second": _speed(told),
        "win_rates": rates,
        "files": _files(folder),
    }


def _speed(told: dict[str, Any]) -> float:
    """Return games a second over the whole run."""
    return float(round(told["games"] / max(told["run"]["seconds"], SHORTEST_SECONDS), 1))


def show_summary(told: dict[str, Any], folder: Path, rates: list[dict[str, Any]]) -> None:
    """Print the summary of a finished run."""
    from bloodstones.stats.rounding import show_percent

    if rates:
        table = _table("Players", "Strategy (all seats)", "Faction", "Games", "Win rate (95 %)")
        for rate in rates:
            shown = show_percent(rate["win_rate"], rate["low"], rate["high"])
            table.add_row(
                str(rate["players"]),
                rate["strategy"],
                rate["faction"],
                f"{rate['games']:,}",
                shown,
            )
        _print(table)
    seconds = told["run"]["seconds"]
    click.echo(f"{told['games']:,} games in {seconds:,} s, {_speed(told):,.0f} games/s")
    for path in _files(folder):
        click.echo(path)


def _table(*headers: str) -> Any:
    """Return an empty table with these headers."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE)
    for header in headers:
        table.add_column(header, justify="right" if header in NUMBERS else "left")
    return table


def _print(table: Any) -> None:
    """Print a table on the standard output."""
    from rich.console import Console

    Console().print(table)
