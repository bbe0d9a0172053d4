"""What `bloodstones study plan` prints before a game is played: games, precision, power, time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

import click

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.api.game_parts.facts import changed_lines
from bloodstones.api.studies.plan import NOTE, PERCENT, StudyPlan
from bloodstones.core.terminal.text_tables import new_table, print_table

if TYPE_CHECKING:
    from bloodstones.batch.study.definition import Study
    from bloodstones.batch.study.plan import Plan

MINUTE: Final = 60
MOST_NAMES: Final = 2
HALF_WIDTH: Final = "± points"
FINDS: Final = "Detects"


def time_words(time: Mapping[str, Any]) -> str:
    """Return the sentence of `api.studies.plan.time_figures`."""
    from bloodstones.batch.running.progress import duration, speed

    if time["seconds"] is None:
        return "speed not measured"
    how = "measured" if time["measured"] else "given"
    if time.get("kinds_measured", 0) < time.get("kinds", 0):
        how = f"measured on {time['kinds_measured']} of {time['kinds']} kinds of games"
    return (
        f"about {duration(time['seconds'])} with {time['jobs']} jobs "
        f"({speed(time['games_per_second'])} per core, {how})"
    )


def show_plan(planned: StudyPlan) -> None:
    """Print the figures of a plan and what they cost."""
    study, plan, lines, time = planned.file.study, planned.plan, planned.lines, planned.time
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
        click.echo(f"Left out: {count} line-ups of {players}, which do not fit on {board}")
    click.echo(_time(study, time))
    click.echo(NOTE)


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
        "level": "Player type",
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
        f"{text}, at least {first:,}: each group of cells ends when its figures are known within "
        f"± {plan.half_width * PERCENT:g} points"
    )


def _time(study: Study, time: dict[str, Any]) -> str:
    """Return the time of a plan in a line, beside the budget."""
    from bloodstones.batch.running.progress import duration

    text = time_words(time)
    if study.budget_minutes is None or time["seconds"] is None:
        return text
    budget = study.budget_minutes * MINUTE
    if budget >= time["seconds"]:
        return f"{text}; your budget of {duration(budget)} is enough"
    share = budget / time["seconds"]
    wider = sqrt(1 / share)
    return (
        f"{text}; your budget of {duration(budget)} is enough for about {share:.0%} of the games, "
        f"with intervals {wider:.1f} times as wide"
    )
