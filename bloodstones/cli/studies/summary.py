"""What `bloodstones study` prints: the precision of a plan, the summary of a run."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bloodstones.cli.terminal.text_tables import WIN_RATE, new_table, print_table

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

NEEDED = ("cell", "players", "strategy", "win_credit")
ROLES = ("faction", "role", "seat")  # the first that a table has
KEYS = ("map", "choices", "players", "level", "strategy", "arm")
SOMETIMES = ("map", "choices", "level", "arm")
FACTORS = {
    "map": "Map",
    "choices": "Choices",
    "players": "Players",
    "level": "Level",
    "strategy": "Strategy (all seats)",
    "arm": "Arm",
    "faction": "Faction",
    "role": "Role",
    "seat": "Seat",
}
SHORTEST_SECONDS = 0.1
JSON_INDENT = 2


def win_rates(folder: Path, stopping: Mapping[str, object] | None = None) -> list[dict[str, Any]]:
    """Return the win rate of each role where one strategy plays all seats, with intervals.

    Without roles it is that of each seat.

    Games of one strategy have luck of their own, so a Wilson interval holds, or that of the rule
    by which the study stopped (`stopping`, of its provenance). Empty for a game whose table lacks
    the columns. Memory holds a row group at a time.
    """
    import pandas as pd
    import pyarrow.parquet as pq

    from bloodstones.batch.result_files.result import RESULTS
    from bloodstones.stats.inference.precision import rate_interval

    with pq.ParquetFile(folder / RESULTS) as file:
        present = file.schema_arrow.names
        roles = [name for name in ROLES if name in present]
        if not roles or not set(NEEDED) <= set(present):
            return []
        keys = [*(name for name in KEYS if name in present), roles[0]]
        columns = ["cell", *keys, "win_credit"]
        parts = [
            _sums(file.read_row_group(number, columns=columns))
            for number in range(file.num_row_groups)
        ]
    sums = pd.concat(parts)
    met = sums.groupby("cell")["strategy"].transform("nunique")
    lines = []
    for values, group in sums[met == 1].groupby(keys, sort=True):
        wins, games = float(group["wins"].sum()), int(group["games"].sum())
        low, high = rate_interval(min(wins, games), games, stopping)
        line: dict[str, Any] = dict(zip(keys, values, strict=True))
        line |= {name: int(line[name]) for name in ("players", "seat") if name in line}
        lines.append({**line, "games": games, "win_rate": wins / games, "low": low, "high": high})
    return lines


def _sums(rows: pa.Table) -> pd.DataFrame:
    """Return games and win credit by cell, strategy and the other keys."""
    keys = [name for name in rows.column_names if name != "win_credit"]
    sums = rows.group_by(keys).aggregate([("win_credit", "sum"), ("win_credit", "count")])
    names = {"win_credit_sum": "wins", "win_credit_count": "games"}
    frame: pd.DataFrame = sums.to_pandas().rename(columns=names)
    return frame


def _ending(result: dict[str, Any]) -> str:
    """Return why a study with a stopping rule ended."""
    from bloodstones.batch.running.progress import points

    widths = [group["half_width"] for group in result["groups"]]
    reached = "" if None in widths else f", {points(max(widths), result['half_width'])}"
    reasons = {
        "precision": "ended with the precision wanted",
        "replicates": "ended with the most replicates before the precision wanted",
        "budget": "ended by the time budget",
    }
    return reasons[result["ended_by"]] + reached


def _files(folder: Path) -> list[str]:
    """Return where the files of a result are."""
    from bloodstones.batch.result_files.result import AREAS, PROVENANCE, RESULTS

    return [str(folder / name) for name in (RESULTS, AREAS, PROVENANCE)]


def _as_dict(
    result: dict[str, Any],
    folder: Path,
    rates: list[dict[str, Any]],
    differences: list[dict[str, Any]],
) -> dict[str, Any]:
    """Return the summary for `--json`."""
    keys = (
        *(
            "study",
            "games",
            "most_games",
            "cells",
            "replicates",
            "quick",
            "ended_by",
            "half_width",
            "groups",
        ),
        *("table_hash", "areas_hash", "run"),
    )
    return {
        **{key: result.get(key) for key in keys},
        "games_per_second": _speed(result),
        "win_rates": rates,
        "differences": differences,
        "files": _files(folder),
    }


def _speed(result: dict[str, Any]) -> float:
    """Return games a second over the whole run."""
    return float(round(result["games"] / max(result["run"]["seconds"], SHORTEST_SECONDS), 1))


def show_summary(result: dict[str, Any], folder: Path, as_json: bool) -> None:
    """Print the summary of a finished run."""
    from bloodstones.cli.studies.arms import arm_differences, show_differences

    rates, differences = win_rates(folder, result["stopping"]), arm_differences(folder)
    if as_json:
        shown = _as_dict(result, folder, rates, differences or [])
        click.echo(json.dumps(shown, indent=JSON_INDENT))
        return
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
    click.echo(f"{result['games']:,}{up_to} games in {seconds:,} s, {speed(_speed(result))}")
    if result["half_width"] is not None or result["ended_by"] == "budget":
        click.echo(_ending(result))
    for path in _files(folder):
        click.echo(path)
    for sentence in _next(result, folder):
        click.echo(sentence)


def _next(result: Mapping[str, Any], folder: Path) -> list[str]:
    """Return the next steps, a line each."""
    lines = ["This was a quick run: without --quick it plays in full."] if result["quick"] else []
    return [*lines, f"Next: bloodstones report {shlex.quote(str(folder))} writes the report of it."]
