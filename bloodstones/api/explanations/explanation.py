"""The explanation of a playthrough as a page shows it: all that the terminal prints, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from bloodstones.api.explanations.judge import Judge, judge_for
from bloodstones.api.explanations.strengths import Given, among
from bloodstones.api.explanations.view import (
    FADED,
    JOINED,
    NOT_APART,
    as_object,
    called,
    heading,
    judge_data,
    strength,
    swing_lines,
)
from bloodstones.api.game_parts.commands import GameCommands
from bloodstones.core.arguments import whole_of
from bloodstones.core.questions.answer import (
    COUNT,
    LINES,
    POINTS,
    SHARE,
    Answer,
    Aside,
    Column,
    Data,
    Table,
)
from bloodstones.kit.explain.analysis import explain
from bloodstones.kit.explain.explained import Explained, Swing
from bloodstones.kit.explain.recorded_steps import WHOLE_TURN, RecordedCourse
from bloodstones.kit.explain.rollouts import Estimate

PLAYOUTS: Final = 30_000
Update = Callable[[int, int], None]


def explained(
    commands: GameCommands,
    course: RecordedCourse,
    strategy: str | None,
    playouts: int,
    seed: int,
    update: Update = lambda done, total: None,
    strengths: tuple[Given, str] = (None, "strengths="),
) -> tuple[Judge, Explained]:
    """Return the evaluator of a course's positions, and its evaluations.

    Parameters
    ----------
    strategy
        The strategy that plays the playouts, or that evaluates with learned values; None: the best
        one of the game.
    playouts
        About how many in all.
    update
        Called with how many were played, and how many there are in all.
    strengths
        Those at the table, see `strengths.among`, and the parameter that gives them, for errors.
    """
    known = among(commands, course.setup, *strengths)
    judge = replace(judge_for(commands, course.setup, strategy, seed), among=known)
    return judge, explain(course, judge.playouts, playouts, update, known.players)


def check_playouts(playouts: object, where: str) -> int:
    """Return a number of playouts; InputError unless it is one."""
    return whole_of(playouts, where, "a whole number of playouts of at least 1", 1)


def explanation(
    commands: GameCommands,
    course: RecordedCourse,
    told: tuple[Judge, Explained],
    name: str,
    seed: int,
) -> Answer:
    """Return the explanation of a course as an answer.

    Parameters
    ----------
    told
        From `explained`.
    name
        Of the record.
    """
    judge, result = told
    header = {"game": commands.id, "record": name, "seed": seed} | judge_data(judge)
    tables = {
        "points": _points(result, course),
        "luck": _luck(result, course, commands),
        "turning_points": _swings(result.turning, course, commands, "Turning points"),
        "costly_decisions": _swings(result.costly, course, commands, "Costliest decisions"),
    }
    asides = [Aside(key, lambda key=key: tables[key]) for key in tables]  # type: ignore[misc]
    shown = [Table(_unnamed(each), each.rows, each.title) for each in tables.values()]
    data = Data(header | as_object(result, course, commands))
    title = f"{commands.title}: {' against '.join(course.seats)}"
    return Answer(title, [*asides, data, *shown])


def _unnamed(table: Table) -> list[Column]:
    """Return the columns of a table that is shown alone."""
    return [Column("", each.label, each.measure, each.bar) for each in table.columns]


def _points(result: Explained, course: RecordedCourse) -> Table:
    """Return the chance of winning of every seat at the start of every turn, and at the end."""
    rows = [
        (point.turn, name, *_numbers(chance), point.scores[seat])
        for point in result.points
        for seat, (name, chance) in enumerate(zip(course.seats, point.chances, strict=True))
    ]
    columns = [
        *(Column("turn", "Turn", COUNT), Column("seat", "Seat")),
        Column("chance", "Chance of winning", SHARE, bar=True),
        *(Column("low", "From", SHARE), Column("high", "To", SHARE)),
        *(Column("n", "Playouts", COUNT), Column("score", "Score", COUNT)),
    ]
    return Table(
        columns, rows, "Chance of winning at the start of each turn, and at the end", "points"
    )


def _luck(result: Explained, course: RecordedCourse, commands: GameCommands) -> Table:
    """Return what chance and its own decisions did to the chance of each seat."""
    kinds = {kind: commands.chance.get(kind, kind) if kind else "all luck" for kind in result.luck}
    rows = [
        (words, name, *_numbers(result.luck[kind][seat]))
        for kind, words in kinds.items()
        for seat, name in enumerate(course.seats)
    ]
    rows += [
        ("decisions", name, *_numbers(change))
        for name, change in zip(course.seats, result.decided, strict=True)
    ]
    rows += [
        (FADED, name, *_numbers(change))
        for name, change in zip(course.seats, result.faded, strict=False)
    ]
    columns = [Column("what", "What"), Column("seat", "Seat"), *_change_columns()]
    return Table(
        columns,
        rows,
        "Effect of luck and decisions on the chance of winning, in percentage points",
        "luck",
    )


def _swings(
    swings: tuple[Swing, ...], course: RecordedCourse, commands: GameCommands, title: str
) -> Table:
    """Return moments that moved the chances."""
    rows = [[*_swing(each, course, commands)] for each in swings]
    columns = [
        *(Column("turn", "Turn", COUNT), Column("seat", "Seat"), Column("what", "What")),
        Column("before", "Before", SHARE),
        *_change_columns(),
        *(Column("text", "Lines", LINES), Column("instead", "Instead", LINES)),
    ]
    return Table(
        columns, rows, title, title, empty=f"{title}: none that differs significantly from 0"
    )


def _swing(swing: Swing, course: RecordedCourse, commands: GameCommands) -> Iterator[Any]:
    moment = swing.moment
    yield from (moment.turn, course.seats[swing.seat])
    judged = swing.judgement.id if swing.judgement else "decisions"
    yield commands.chance.get(moment.chance, moment.chance) if moment.chance else judged
    yield swing.before.value
    yield from _numbers(swing.change)
    yield tuple(swing_lines(moment.lines, course))
    yield tuple(swing.instead)


def _numbers(estimate: Estimate) -> tuple[float, float, float, int]:
    return estimate.value, estimate.low, estimate.high, estimate.n


def _change_columns() -> list[Column]:
    return [
        Column("change", "Change", POINTS),
        *(Column("low", "From", POINTS), Column("high", "To", POINTS)),
        Column("n", "n", COUNT),
    ]


MORE: Final = "more playouts"


def page_data(
    commands: GameCommands,
    course: RecordedCourse,
    told: tuple[Judge, Explained],
    name: str,
    seed: int,
) -> dict[str, Any]:
    """Return an explanation as data for JSON.

    Parameters
    ----------
    commands, course, told, name, seed
        As of `explanation`.

    Returns
    -------
    dict
        What `bloodstones explain --json` prints, and the sentences of the terminal: `heading`;
        `strength`, how reliable it is; `called`, what makes a mistake; `unsure`, what figures
        marked so are; `joined`, why luck and decisions are not separated; "" if they are.
    """
    judge, result = told
    data: dict[str, Any] = explanation(commands, course, told, name, seed).as_json()
    return data | {
        "heading": heading(result, course),
        "strength": strength(result, judge),
        "called": called() if result.costly else "",
        "unsure": NOT_APART.format(more=MORE),
        "joined": JOINED.format(more=MORE) if WHOLE_TURN in result.luck else "",
    }
