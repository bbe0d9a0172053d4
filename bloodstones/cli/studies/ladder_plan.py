"""What `bloodstones study plan` prints for a ladder: tables, games, precision and time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from bloodstones.api.studies.plan import PERCENT, time_figures
from bloodstones.cli.studies.plan import HALF_WIDTH, time_words
from bloodstones.core.terminal.text_tables import new_table, print_table

if TYPE_CHECKING:
    from bloodstones.batch.ladder.line_ups import LadderTable
    from bloodstones.core.contract.game import Game, Setup

JSON_INDENT: Final = 2

Kind = tuple[str, int]
Tables = Mapping[Kind, Sequence["LadderTable"]]


def show(
    file: Path, as_json: bool, *, quick: bool, jobs: int, games_per_second: float | None
) -> None:
    """Print what a ladder would play, how long that takes and how precise its win rates get."""
    from bloodstones.batch.ladder.definition import read_ladder
    from bloodstones.batch.ladder.line_ups import draw_tables
    from bloodstones.games.registry import load_tunable

    ladder = read_ladder(file).ladder
    game = load_tunable(ladder.game, f"game in {file.name}")
    tables: dict[Kind, list[LadderTable]] = {}
    for table in draw_tables(ladder, game, quick=quick):
        players = len(_first(table).seats)
        tables.setdefault((table.pool, players), []).append(table)
    lines = [_line(kind, planned) for kind, planned in tables.items()]
    spent = _time(tables, game, ladder.seed, jobs, games_per_second)
    if as_json:
        output = {"study": ladder.id, "question": ladder.question, "pools": lines, "time": spent}
        click.echo(json.dumps(output, indent=JSON_INDENT))
        return
    _print(lines, spent)


def _line(kind: Kind, tables: Sequence[LadderTable]) -> dict[str, Any]:
    """Return a pool at one size as a flat object.

    Half-widths are Wilson's at the fair share for the strategy, or the pair, that plays least; the
    seatings of a table share its luck and count as one game.
    """
    from bloodstones.stats.inference.intervals import wilson_interval

    lucks: Counter[tuple[tuple[str, ...], str]] = Counter()
    for table in tables:
        for name in {seat.strategy for seat in _first(table).seats}:
            lucks[table.group, name] += len(table.replicates)
    least, share = min(lucks.values()), 1 / kind[1]
    low, high = wilson_interval(least * share, least)
    return {
        "pool": kind[0],
        "players": kind[1],
        "strategies": len({name for _, name in lucks}),
        "tables": len(tables),
        "games": sum(table.games for table in tables),
        "lucks": least,
        "half_width": (high - low) / 2,
    }


def _time(
    tables: Tables, game: Game, seed: int, jobs: int, games_per_second: float | None
) -> dict[str, Any]:
    """Return how long the games take on so many cores, measured unless the speed is given."""
    from bloodstones.batch.running.timing import SECONDS, seconds_a_game

    counts = {kind: sum(table.games for table in planned) for kind, planned in tables.items()}
    games = sum(counts.values())
    if games_per_second is None:
        click.echo("Measuring the speed with a few games of each pool …", err=True)
        _warm_up(tables, game, seed)
        share = SECONDS / len(tables)
        seconds = sum(
            counts[kind] * seconds_a_game(game, [_first(table) for table in planned], seed, share)
            for kind, planned in tables.items()
        )
    else:
        seconds = games / games_per_second
    measured = games_per_second is None
    return {"games": games, **time_figures(games, seconds, jobs, measured=measured)}


def _warm_up(tables: Tables, game: Game, seed: int) -> None:
    """Compile the rules, and what each strategy needs by a game of it, at the smallest tables."""
    from bloodstones.batch.running.timing import LABEL

    game.warm_up()
    warm: set[str] = set()
    for _, planned in sorted(tables.items(), key=lambda item: item[0][1]):
        for table in planned:
            setup = _first(table)
            names = {seat.strategy for seat in setup.seats}
            if not names <= warm:
                game.simulate(setup, seed, LABEL, range(1))
                warm |= names


def _first(table: LadderTable) -> Setup:
    """Return the first setup of a table; the others turn its strategies round."""
    return table.seatings[0].setup


def _print(lines: Sequence[Mapping[str, Any]], spent: Mapping[str, Any]) -> None:
    """Print the pools as a table, and games and time below."""
    table = new_table("Pool", "Players", "Strategies", "Tables", "Games", HALF_WIDTH)
    for line in lines:
        table.add_row(
            line["pool"],
            str(line["players"]),
            str(line["strategies"]),
            f"{line['tables']:,}",
            f"{line['games']:,}",
            f"{line['half_width'] * PERCENT:.1f}",
        )
    print_table(table)
    click.echo(f"{spent['games']:,} games, {time_words(spent)}")
    click.echo(
        "± points: half of a 95 % interval of a strategy's win rate, in percentage points; "
        "games of a table with the same luck count as one."
    )
