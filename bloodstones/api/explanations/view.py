"""The explanation of a playthrough: printed, as JSON, and as a curve of chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from bloodstones.api.game_parts.facts import outcome
from bloodstones.kit.explain.explained import THRESHOLDS

if TYPE_CHECKING:
    from bloodstones.api.explanations.judge import Judge
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.core.terminal.text_tables import TextTable
    from bloodstones.kit.explain.explained import Explained, Point, Swing
    from bloodstones.kit.explain.recorded_steps import RecordedCourse
    from bloodstones.kit.explain.rollouts import Estimate

SHOWN: Final = 4  # turning points
LINES: Final = 6  # of a moment
PERCENT: Final = 100
DIGITS: Final = 4
BAR: Final = 20
INDENT, DEEPER = (0, 0, 0, 2), (0, 0, 0, 4)
ROWS: Final = 40  # of the table of chances
UNSURE: Final = "?"
NOT_APART: Final = "no significant difference from 0; narrow the intervals with {more}"
NONE: Final = "none that differs significantly from 0 with this many playouts"
JOINED: Final = "there are too few playouts to separate luck from decisions; use {more}"
MORE: Final = "--playouts N"
FULL, LEADS = "█", "▸"
STRENGTH: Final = (
    "Based on {n:,} playouts with {player} in every seat; its strength against human players was "
    "not measured. {whose} {what} Decisions are compared with what {player} would have done. One "
    "round of playouts selected the moments, and another round measured them."
)
CALLED: Final = (
    "Labels follow the points lost beyond the error (the end of the 95 % interval closer to no "
    "loss): {marks} (the thresholds of lichess)."
)
TO_THE_END: Final = "Chances for equally strong players come directly from these games."
FADED: Final = "fading advantage in strength"
BY_VALUES: Final = (
    "Each playout stops at the end of the turn, and the learned values of the strategy {values} "
    "evaluate the position. Chances for equally strong players predict games of {player}. In "
    "{games:,} other games with these players the predictions were off by {error} points on "
    "average; the intervals do not include that error."
)


def show(
    explained: Explained, course: RecordedCourse, game_commands: GameCommands, judge: Judge
) -> None:
    """Print the chances by turn, turning points, luck, decisions, and their reliability."""
    from rich.padding import Padding
    from rich.text import Text

    from bloodstones.core.terminal.console import narrow_console
    from bloodstones.kit.explain.recorded_steps import WHOLE_TURN

    console = narrow_console()
    console.print(Text(heading(explained, course), style="bold"))
    each = _each(explained)
    often = "each turn" if each == 1 else f"every {each} turns"
    console.print(f"\nChance of winning at the start of {often}, score in brackets")
    console.print(_chances(explained, course, console.width))
    for title, swings, describe in (
        ("Turning points", explained.turning[:SHOWN], _turned),
        ("Costliest decisions", explained.costly, _cost),
    ):
        console.print(Text(f"\n{title}", style="bold"))
        if not swings:
            console.print(f"  {NONE}")
        for swing in swings:
            first, *rest = describe(swing, course, game_commands, judge.player)
            console.print(Padding(Text(first), INDENT))
            for line in rest:
                console.print(Padding(Text(line, style="dim"), DEEPER))
    if explained.costly:
        console.print(Padding(Text(called(), style="dim"), INDENT))
    console.print(
        Text("\nEffect of luck on the chance of winning, in percentage points", style="bold")
    )
    if WHOLE_TURN in explained.luck:
        console.print(Padding(Text(JOINED.format(more=MORE)), INDENT))
    else:
        console.print(_luck(explained, course, game_commands))
        console.print(Padding(Text(f"{UNSURE} {NOT_APART.format(more=MORE)}"), INDENT))
    console.print(Text(f"\n{strength(explained, judge)}", style="dim"))


def strength(explained: Explained, judge: Judge) -> str:
    """Return a sentence on the reliability of the figures."""
    what = TO_THE_END
    if judge.calibration is not None:
        error = f"{judge.calibration.error * PERCENT:.1f}"
        games = judge.calibration.games
        what = BY_VALUES.format(values=judge.values, player=judge.player, games=games, error=error)
    return STRENGTH.format(
        n=explained.playouts, player=judge.player, whose=judge.among.words, what=what
    )


def _each(explained: Explained) -> int:
    """Return how many turns a row of the table stands for."""
    turns = explained.points[-1].turn + 1
    return max(1, explained.span, -(-turns // ROWS))


def heading(explained: Explained, course: RecordedCourse) -> str:
    """Return who played, and who won."""
    named = [
        f"{name} ({seat.strategy})"
        for name, seat in zip(course.seats, course.setup.seats, strict=True)
    ]
    end = explained.points[-1]
    won = [name for name, each in zip(course.seats, end.chances, strict=True) if each.value > 0]
    return f"{' against '.join(named)}\n{outcome(won)} after {end.turn} turns"


def _chances(explained: Explained, course: RecordedCourse, width: int) -> TextTable:
    """Return the chances turn by turn; a bar for the first of two seats where there is room."""
    from rich import box

    from bloodstones.core.terminal.console import WIDTH
    from bloodstones.core.terminal.text_tables import TextTable

    names = course.seats
    table = TextTable(box=box.SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("turn", justify="right", no_wrap=True)
    for name in names:
        table.add_column(name, justify="right")
    barred = len(names) == len(("first", "other")) and width >= WIDTH
    if barred:
        table.add_column(f"chance of {names[0]}", no_wrap=True)
    each, stretch = _each(explained), -1
    end = explained.points[-1]
    for point in explained.points:
        if point is not end and point.turn // each == stretch:
            continue
        stretch = point.turn // each
        cells = [_cell(point, seat) for seat in range(len(names))]
        bar = [FULL * round(BAR * point.chances[0].value)] if barred else []
        table.add_row("end" if point is end else str(point.turn), *cells, *bar)
    return table


def _cell(point: Point, seat: int) -> str:
    chance = point.chances[seat]
    mark = LEADS if point.leader == seat else " "
    half = f" ±{_half(chance):.0f}" if chance.n > 1 else ""
    return f"{mark}{chance.value * PERCENT:.0f} %{half} ({point.scores[seat]})"


def _half(estimate: Estimate) -> float:
    return (estimate.high - estimate.low) / 2 * PERCENT


def _points(estimate: Estimate) -> str:
    """Return a difference with its interval, in percentage points."""
    low, high = estimate.low * PERCENT, estimate.high * PERCENT
    text = f"{estimate.value * PERCENT:+.0f} ({low:+.0f} to {high:+.0f})"
    return text.replace("-", "−")


def _sum(estimate: Estimate) -> str:
    """Return a sum with its interval, marked where it does not differ significantly from 0."""
    return f"{_points(estimate)} {' ' if estimate.sure else UNSURE}"


def _turned(
    swing: Swing, course: RecordedCourse, game_commands: GameCommands, _: str
) -> Iterator[str]:
    """Yield the effect of a turning point, then its lines."""
    moment = swing.moment
    what = _chance(game_commands, moment.chance) if moment.chance else "decisions"
    whose = f", {course.seats[moment.seat]}" if moment.seat >= 0 else ""
    yield (
        f"Turn {moment.turn}{whose}, {what}: {course.seats[swing.seat]} "
        f"{swing.before.value * PERCENT:.0f} % {_points(swing.change)}, n = {swing.change.n}"
    )
    yield from swing_lines(moment.lines, course)


def _cost(swing: Swing, course: RecordedCourse, _: GameCommands, judge: str) -> Iterator[str]:
    """Yield the cost of decisions, their lines, and the choice of the judge."""
    moment = swing.moment
    yield (
        f"Turn {moment.turn}, {course.seats[moment.seat]}: {_called(swing)}"
        f"{swing.before.value * PERCENT:.0f} % {_points(swing.change)}, n = {swing.change.n}"
    )
    yield from swing_lines(moment.lines, course)
    yield f"{judge} would: {'; '.join(swing.instead[:LINES]) or 'do nothing'}"


def called() -> str:
    """Return from which losses on decisions are called mistakes, in a sentence."""
    marks = [f"{name.id} from {share * PERCENT:.0f}" for name, share in THRESHOLDS.items()]
    return CALLED.format(marks=", ".join(marks))


def _called(swing: Swing) -> str:
    """Return what a decision is called, before its figures; "" for nothing."""
    return f"{swing.judgement.id}, " if swing.judgement else ""


def swing_lines(places: Sequence[int], course: RecordedCourse) -> Iterator[str]:
    """Yield the lines of a moment in words, the first of many and how many more there are."""
    texts = [text for text in map(course.tell, places) if text]
    yield from texts[:LINES]
    if len(texts) > LINES:
        left = len(texts) - LINES
        yield f"and {left} more {'line' if left == 1 else 'lines'}"


def _chance(game_commands: GameCommands, kind: str) -> str:
    return game_commands.chance.get(kind, kind.replace("_", " "))


def _luck(explained: Explained, course: RecordedCourse, game_commands: GameCommands) -> TextTable:
    """Return the effect of chance on each seat, by kind of draw, and of its decisions."""
    from rich import box

    from bloodstones.core.terminal.text_tables import TextTable

    kinds = [kind for kind in explained.luck if kind]
    table = TextTable(box=box.SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("")
    for name in course.seats:
        table.add_column(name, justify="right")
    for kind in (*kinds, ""):
        label = _chance(game_commands, kind) if kind else "all luck"
        table.add_row(label, *map(_sum, explained.luck[kind]))
    table.add_row("own decisions", *map(_sum, explained.decided))
    if explained.faded:
        table.add_row(FADED, *map(_sum, explained.faded))
    return table


def judge_data(judge: Judge) -> dict[str, Any]:
    """Return the evaluator as JSON."""
    data: dict[str, Any] = {
        "strategy": judge.player,
        "values": judge.values or None,
        "strengths": judge.among.data(),
        "among": judge.among.words,
    }
    if judge.calibration is not None:
        error = round(judge.calibration.error, DIGITS)
        data["calibration"] = {"games": judge.calibration.games, "mean_error": error}
    return data


def as_object(
    explained: Explained, course: RecordedCourse, game_commands: GameCommands
) -> dict[str, Any]:
    """Return it as JSON; chances and changes are shares of 1 with their 95 % intervals."""
    seats = zip(course.seats, course.setup.seats, strict=True)
    return {
        "playouts": explained.playouts,
        "turns_as_one": explained.span,
        "seats": [
            {"name": name, "role": seat.role, "strategy": seat.strategy} for name, seat in seats
        ],
        "points": [
            {
                "turn": point.turn,
                "seat": point.seat if point.seat >= 0 else None,
                "line": course.number(point.place) if point.place >= 0 else 1,
                "leader": point.leader,
                "scores": list(point.scores),
                "chances": [_estimate(each) for each in point.chances],
            }
            for point in explained.points
        ],
        "luck": {
            _chance(game_commands, kind) if kind else "all": [_difference(each) for each in by_seat]
            for kind, by_seat in explained.luck.items()
        },
        "decisions": [_difference(each) for each in explained.decided],
        **({"fading": [_difference(each) for each in explained.faded]} if explained.faded else {}),
        "turning_points": [_swing(swing, course, game_commands) for swing in explained.turning],
        "costly_decisions": [_swing(swing, course, game_commands) for swing in explained.costly],
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    names = ("value", "low", "high")
    return {name: round(getattr(estimate, name), DIGITS) for name in names} | {"n": estimate.n}


def _difference(estimate: Estimate) -> dict[str, Any]:
    return _estimate(estimate) | {"told_apart_from_0": estimate.sure}


def _swing(swing: Swing, course: RecordedCourse, game_commands: GameCommands) -> dict[str, Any]:
    moment = swing.moment
    return {
        "turn": moment.turn,
        "decider": moment.seat if moment.seat >= 0 else None,
        "chance": _chance(game_commands, moment.chance) if moment.chance else None,
        "seat": swing.seat,
        "before": _estimate(swing.before),
        "change": _estimate(swing.change),
        "lines": [course.number(place) for place in moment.lines],
        "text": list(swing_lines(moment.lines, course)),
        **({"judgement": swing.judgement.id} if swing.judgement else {}),
        **({"instead": list(swing.instead)} if swing.instead else {}),
    }


def curve_of(explained: Explained, course: RecordedCourse, judge: Judge) -> dict[str, Any]:
    """Return the chances of winning and the costly decisions as the replay page shows them."""
    return {
        "playouts": explained.playouts,
        "among": judge.among.words,
        "points": [
            {
                "line": course.number(point.place) if point.place >= 0 else 1,
                "chances": [
                    [round(each.value, DIGITS), round(each.low, DIGITS), round(each.high, DIGITS)]
                    for each in point.chances
                ],
            }
            for point in explained.points
        ],
        "decisions": [_decision(swing, course) for swing in explained.costly],
        "none": "" if explained.costly else NONE,
        "called": called(),
    }


def _decision(swing: Swing, course: RecordedCourse) -> dict[str, Any]:
    """Return a decision that cost its seat chances, as the replay page lists it."""
    moment = swing.moment
    return {
        "line": min(map(course.number, filter(course.tell, moment.lines)), default=1),
        "turn": moment.turn,
        "seat": moment.seat,
        "called": swing.judgement.id if swing.judgement else "",
        "before": round(swing.before.value, DIGITS),
        "change": [
            round(number, DIGITS)
            for number in (swing.change.value, swing.change.low, swing.change.high)
        ],
        "text": list(swing_lines(moment.lines, course)),
        "instead": list(swing.instead[:LINES]),
    }
