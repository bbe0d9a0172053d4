"""What `bloodstones study plan` prints before a game is played: games, precision, power, time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

import click

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.api.game_parts.facts import changed_lines
from bloodstones.core.terminal.text_tables import new_table, print_table

if TYPE_CHECKING:
    from bloodstones.batch.study.definition import Study
    from bloodstones.batch.study.lines import Line
    from bloodstones.batch.study.plan import Plan
    from bloodstones.core.contract.game import Game

POWER: Final = 0.8
ALPHA: Final = 0.05
PERCENT: Final = 100
MINUTE: Final = 60
MOST_NAMES: Final = 2
HALF_WIDTH: Final = "± points"
FINDS: Final = "Finds"


def plan_lines(study: Study, plan: Plan) -> list[dict[str, Any]]:
    """Return every figure of a study with the games and the precision that the plan buys.

    Half-widths are Wilson's for a win rate at the fair share 1/players, and those of two such
    rates with luck of their own for a difference; what arms share makes it smaller. Games that
    share their luck (a mix seats its strategies in several ways at one table) count as one, so
    that a mix may turn out more precise but not less. `finds` is the distance from the fair
    share, or between arms, that a study finds with 80 % power at 5 %.
    """
    from bloodstones.batch.study.lines import lines_of

    return [
        _as_object(line) for group in plan.groups for line in lines_of(plan, group, plan.figures)
    ]


def _as_object(line: Line) -> dict[str, Any]:
    """Return one figure as a flat object."""
    from bloodstones.batch.study.figures import Figure
    from bloodstones.stats.inference.intervals import normal_quantile, wilson_interval

    group = line.group
    replicates, share = group.rounds[-1], 1 / group.players
    values = len(line.weights) * replicates
    difference = line.figure is Figure.ARMS
    variance = share * (1 - share) * (2 if difference else 1)
    error = sqrt(variance / values)
    low, high = wilson_interval(values * share, values)
    # P(|Z| <= z) = 2 * POWER - 1 has z with P(Z <= z) = POWER.
    reach = normal_quantile(1 - ALPHA) + normal_quantile(2 * POWER - 1)
    half_width = normal_quantile(1 - ALPHA) * error if difference else (high - low) / 2
    return {
        "figure": line.figure.value,
        "map": group.board,
        "players": group.players,
        "level": group.level,
        "strategies": " + ".join(group.mix),
        **({"choices": group.choices} if group.choices else {}),
        "arm": line.arm,
        "of": line.of,
        "cells": line.cells,
        "games": line.cells * replicates,
        "half_width": half_width,
        "finds": reach * error,
    }


def time_needed(
    plan: Plan, game: Game, games_per_second: float | None, jobs: int
) -> dict[str, Any]:
    """Return how long the plan takes on so many cores.

    Parameters
    ----------
    games_per_second
        Of one core; None: measured with a few games.
    """
    from bloodstones.batch.running.timing import core_seconds, measure_speed

    if games_per_second is None:
        click.echo("Measuring the speed with a few games …", err=True)
        game.warm_up()
        seconds = core_seconds(plan, measure_speed(plan, game))
    else:
        seconds = plan.games / games_per_second
    return time_text(plan.games, seconds, jobs, measured=games_per_second is None)


def time_text(games: int, seconds: float, jobs: int, *, measured: bool) -> dict[str, Any]:
    """Return the JSON figures on the time of games that take one core this many seconds."""
    return {
        "games_per_second": games / seconds,
        "measured": measured,
        "jobs": jobs,
        "seconds": seconds / jobs,
    }


def time_words(time: Mapping[str, Any]) -> str:
    """Return the sentence of `time_text`."""
    from bloodstones.batch.running.progress import duration, speed

    how = "measured" if time["measured"] else "given"
    return (
        f"about {duration(time['seconds'])} with {time['jobs']} jobs "
        f"({speed(time['games_per_second'])} a core, {how})"
    )


def show_plan(study: Study, plan: Plan, lines: list[dict[str, Any]], time: dict[str, Any]) -> None:
    """Print the figures of a plan and what they cost."""
    factors = _factors(lines)
    table = new_table("Figure", *factors.values(), "Cells", "Games", HALF_WIDTH, FINDS)
    for line, of in _joined(lines, factors):
        table.add_row(
            _figure(line["figure"], of),
            *(str(line[name]) for name in factors),
            str(line["cells"]),
            f"{line['games']:,}",
            f"{line['half_width'] * PERCENT:.1f}",
            f"{line['finds'] * PERCENT:.1f}",
        )
    print_table(table)
    for sentence in changes_text(study):
        click.echo(sentence)
    click.echo(_games(plan))
    for (board, players), count in (plan.left_out or {}).items():
        click.echo(f"left out: {count} line-ups of {players}, which {board} does not take")
    click.echo(_time(study, time))
    click.echo(
        "± points: half of a 95 % interval, in percentage points. Finds: the distance from an "
        f"equal share, or between arms, that is found with {POWER:.0%} power."
    )


def changes_text(study: Study) -> list[str]:
    """Return what the changed numbers of a study's rules and arms are, a line each."""
    changed = {**study.rules.overrides}
    for arm in study.arms.values():
        changed |= arm.overrides
    if not changed:
        return []
    numbers = game_commands_of(study.game).numbers(study.data or "")
    return [f"Changed: {line}" for line in changed_lines(numbers, changed)]


def _factors(lines: list[dict[str, Any]]) -> dict[str, str]:
    """Return the factors that differ between lines, with headers; players and strategies always."""
    headers = {
        "map": "Map",
        "players": "Players",
        "level": "Level",
        "choices": "Choices",
        "strategies": "Strategies",
    }
    always = ("players", "strategies")
    return {
        name: header
        for name, header in headers.items()
        if name in always or len({line.get(name) for line in lines}) > 1
    }


def _joined(
    lines: list[dict[str, Any]], factors: Iterable[str]
) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield one line for all that have the same factors and numbers, with what they are of."""
    joined: dict[tuple[Any, ...], tuple[dict[str, Any], dict[str, None]]] = {}
    for line in lines:
        key = tuple(line[name] for name in ("figure", *factors, "cells", "games"))
        joined.setdefault(key, (line, {}))[1][line["of"]] = None
    for line, of in joined.values():
        yield line, list(of)


def _figure(figure: str, of: list[str]) -> str:
    """Return a figure in words, with what it is measured of where that is short."""
    arms = figure == "arms"
    kind = "factions" if arms else figure
    names = ", ".join(of) if len(of) <= MOST_NAMES else f"{len(of)} {kind}"
    return f"arms, {names}" if arms else names


def _games(plan: Plan) -> str:
    """Return the games of a plan in a line."""
    counts = sorted({group.rounds[-1] for group in plan.groups})
    times = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    most = " at most" if plan.half_width is not None else ""
    text = f"{len(plan.cells)} cells x {times} = {plan.games:,} games{most}"
    if plan.half_width is None:
        return text
    first = sum(len(group.cells) * group.rounds[0] for group in plan.groups)
    return (
        f"{text}, {first:,} at least: each group of cells ends when its figures are within "
        f"± {plan.half_width * PERCENT:g} points"
    )


def _time(study: Study, time: dict[str, Any]) -> str:
    """Return the time of a plan in a line, beside the budget."""
    from bloodstones.batch.running.progress import duration

    text = time_words(time)
    if study.budget_minutes is None:
        return text
    budget = study.budget_minutes * MINUTE
    if budget >= time["seconds"]:
        return f"{text}; the budget of {duration(budget)} is enough"
    share = budget / time["seconds"]
    wider = sqrt(1 / share)
    return (
        f"{text}; the budget of {duration(budget)} buys about {share:.0%} of the games and "
        f"intervals {wider:.1f} times as wide"
    )
