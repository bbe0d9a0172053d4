"""What `bloodstones study` prints: the precision of a plan, the summary of a run."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from bloodstones.api.results.summary import (
    arm_differences,
    games_per_second,
    result_files,
    summary_data,
    win_rates,
)
from bloodstones.core.terminal.text_tables import WIN_RATE, new_table, print_table

SOMETIMES = ("map", "choices", "level", "arm")
FACTORS = {
    "map": "Map",
    "choices": "Choices",
    "players": "Players",
    "level": "Player type",
    "strategy": "Strategy (all seats)",
    "arm": "Arm",
    "faction": "Faction",
    "role": "Role",
    "seat": "Seat",
}
JSON_INDENT = 2


def _ending(result: dict[str, Any]) -> str:
    """Return why a study with a stopping rule ended."""
    from bloodstones.batch.running.progress import points

    widths = [group["half_width"] for group in result["groups"]]
    reached = "" if None in widths else f", {points(max(widths), result['half_width'])}"
    reasons = {
        "precision": "Ended: reached the target precision",
        "replicates": "Ended at the largest number of replicates, before the target precision",
        "budget": "Ended by the time budget",
    }
    return reasons[result["ended_by"]] + reached


def show_summary(result: dict[str, Any], folder: Path, as_json: bool) -> None:
    """Print the summary of a finished run."""
    if as_json:
        click.echo(json.dumps(summary_data(result, folder), indent=JSON_INDENT))
        return
    from bloodstones.cli.studies.arms import show_differences

    rates, differences = win_rates(folder, result["stopping"]), arm_differences(folder)
    from bloodstones.batch.running.progress import speed
    from bloodstones.stats.inference.rounding import show_percent

    if rates:
        factors = {
            name: header
            for name, header in FACTORS.items()
            if name in rates[0]
            and (name not in SOMETIMES or len({rate[name] for rate in rates}) > 1)
        }
        table = new_table(*factors.values(), "Games", WIN_RATE)
        for rate in rates:
            percent = show_percent(rate["win_rate"], rate["low"], rate["high"])
            names = (str(rate[name]) for name in factors)
            table.add_row(*names, f"{rate['games']:,}", percent)
        print_table(table)
    show_differences(differences, FACTORS)
    seconds = result["run"]["seconds"]
    most = result.get("most_games", result["games"])  # results of earlier builds do not have it
    up_to = f" of up to {most:,}" if result["games"] < most else ""
    click.echo(
        f"{result['games']:,}{up_to} games in {seconds:,} s, {speed(games_per_second(result))}"
    )
    if result["half_width"] is not None or result["ended_by"] == "budget":
        click.echo(_ending(result))
    for path in result_files(folder):
        click.echo(path)
    for sentence in _next(result, folder):
        click.echo(sentence)


def _next(result: Mapping[str, Any], folder: Path) -> list[str]:
    """Return the next steps, a line each."""
    lines = ["This was a quick run; run the full study without --quick."] if result["quick"] else []
    return [*lines, f"To write the report: bloodstones report {shlex.quote(str(folder))}"]
