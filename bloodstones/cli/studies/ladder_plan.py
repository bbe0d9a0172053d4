"""What `bloodstones study plan` prints for a ladder: tables, games, precision and time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import click

from bloodstones.api.studies.plan import MEASURING, PERCENT, time_figures
from bloodstones.cli.studies.plan import HALF_WIDTH, time_words
from bloodstones.core.terminal.text_tables import new_table, print_table

if TYPE_CHECKING:
    from bloodstones.batch.ladder.random_tables import LadderTable
    from bloodstones.core.contract.game import Game, Setup

JSON_INDENT: Final = 2

Kind = tuple[str, int]
Tables = Mapping[Kind, Sequence["LadderTable"]]


def show(
    file: Path,
    as_json: bool,
    *,
    quick: bool,
    jobs: int,
    games_per_second: float | None,
    measure: bool = True,
) -> None:
    """Print what a ladder would play, how long that takes and how precise its win rates get."""
    from bloodstones.batch.ladder.definition import read_ladder
    from bloodstones.batch.ladder.random_tables import draw_tables
    from bloodstones.games.registry import load_tunable

    ladder = read_ladder(file).ladder
    game = load_tunable(ladder.game, f"game in {file.name}")
    tables: dict[Kind, list[LadderTable]] = {}
    for table in draw_tables(ladder, game, quick=quick):
        players = len(_first(table).seats)
        tables.setdefault((table.pool, players), []).append(table)
    lines = [_line(kind, planned) for kind, planned in tables.items()]
    spent = _time(tables, game, ladder.seed, jobs, games_per_second, measure)
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
    tables: Tables,
    game: Game,
    seed: int,
    jobs: int,
    games_per_second: float | None,
    measure: bool,
) -> dict[str, Any]:
    """Return how long the games take on so many cores, measured unless the speed is given."""
    counts = {kind: sum(table.games for table in planned) for kind, planned in tables.items()}
    games = sum(counts.values())
    seconds: float | None = None
    if games_per_second is not None:
        seconds = games / games_per_second
    elif measure:
        click.echo(MEASURING, err=True)
        seconds = _measured(tables, counts, game, seed)
    measured = games_per_second is None and measure
    return {"games": games, **time_figures(games, seconds, jobs, measured=measured)}


def _measured(tables: Tables, counts: Mapping[Kind, int], game: Game, seed: int) -> float:
    """Return the seconds of all games, measured; pools for which no time is left count as others.

    `counts`: games by pool and players.
    """
    from bloodstones.batch.running.timing import MOST_SECONDS, SECONDS, seconds_a_game

    begun = perf_counter()
    _warm_up(tables, game, seed, begun + MOST_SECONDS)
    share, measured = SECONDS / len(tables), dict[Kind, float]()
    for kind, planned in tables.items():
        measured[kind] = seconds_a_game(game, [_first(table) for table in planned], seed, share)
        if perf_counter() - begun >= MOST_SECONDS:
            break
    mean = sum(measured.values()) / len(measured)
    return sum(count * measured.get(kind, mean) for kind, count in counts.items())


def _warm_up(tables: Tables, game: Game, seed: int, end: float) -> None:
    """Compile the rules, and what each strategy needs by a game of it, at the smallest tables.

    No further game begins after `end`, a time of `perf_counter`.
    """
    from bloodstones.batch.running.timing import LABEL

    game.warm_up()
    warm: set[str] = set()
    for _, planned in sorted(tables.items(), key=lambda item: item[0][1]):
        for table in planned:
            setup = _first(table)
            names = {seat.strategy for seat in setup.seats}
            if not names <= warm and perf_counter() < end:
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
        "± points: half the width of the 95 % interval of a strategy's win rate. Games with the "
        "same random numbers count as one."
    )
