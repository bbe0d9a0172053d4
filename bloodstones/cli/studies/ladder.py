"""Ladder files: strategies meet at random tables; win rates at once, ratings in a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from bloodstones.cli.terminal.missing_letters import tell_letters
from bloodstones.core.errors import expected

JSON_INDENT = 2
RESULTS_FOLDER = "results"


def refuse_replicates(path: Path, replicates: int | None) -> None:
    """Raise InputError if replicates are asked for: each pool of a ladder has its own."""
    if replicates is not None:
        where = f"{path.name}, --replicates"
        raise expected("the replicates of the pools in a ladder's file", replicates, where)


def run(file: Path, out: Path | None, as_json: bool, **options: Any) -> None:
    """Play a ladder and print the win rates of its pools."""
    from bloodstones.core.extras import require_extra

    require_extra("study")
    from bloodstones.batch.ladder.definition import read_ladder
    from bloodstones.batch.ladder.run import run_ladder
    from bloodstones.batch.running.progress import on_terminal
    from bloodstones.batch.study.place import at, beside
    from bloodstones.games.registry import load_tunable

    here = Path.cwd()
    with beside(file) as seen:
        read = read_ladder(seen)
        tell_letters(read.ladder.model_dump(mode="json"))
        game = load_tunable(read.ladder.game, f"game in {file.name}")
        folder = out or Path(RESULTS_FOLDER) / read.ladder.id
        with on_terminal() as progress:
            result = run_ladder(read, game, at(here, folder), progress=progress, **options)
    rates = _win_rates(folder)
    if as_json:
        click.echo(json.dumps({**result, "win_rates": rates}, indent=JSON_INDENT))
    else:
        _show(result, folder, rates)


def _win_rates(folder: Path) -> list[dict[str, Any]]:
    """Return the win rates by pool, players and strategy."""
    from bloodstones.batch.ladder.run import ROWS
    from bloodstones.batch.result_files.tidy_tables import read_frame
    from bloodstones.stats.ratings.ladder import pool_rates

    rows = read_frame(folder / ROWS)
    return [
        {str(key): value for key, value in row.items()}
        for row in pool_rates(rows).to_dict("records")
    ]


def _show(result: dict[str, Any], folder: Path, rates: list[dict[str, Any]]) -> None:
    """Print win rates and where the files are."""
    from rich import box
    from rich.console import Console

    from bloodstones.core.terminal.text_tables import TextTable
    from bloodstones.stats.inference.rounding import show_percent

    table = TextTable("pool", "players", "strategy", "seats", "win rate (95 %)", box=box.SIMPLE)
    for rate in rates:
        shown = show_percent(rate["rate"], rate["low"], rate["high"])
        table.add_row(
            rate["pool"], str(rate["players"]), rate["strategy"], f"{rate['seats']:,}", shown
        )
    Console().print(table)
    click.echo(f"{result['games']:,} games at {result['tables']:,} tables: {folder}")
