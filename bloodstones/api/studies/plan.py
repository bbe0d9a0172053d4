"""What a study needs, asked before it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from bloodstones.api.frames import in_wide
from bloodstones.api.results.html import section, table_html
from bloodstones.core.arguments import jobs_of, real_of
from bloodstones.core.errors import expected
from bloodstones.core.questions.function import as_function
from bloodstones.stats.inference.planning import GamesNeeded

if TYPE_CHECKING:
    import pandas as pd

    from bloodstones.batch.study.definition import StudyFile
    from bloodstones.batch.study.lines import StudyNumber
    from bloodstones.batch.study.plan import Plan
    from bloodstones.core.contract.game import Game
    from bloodstones.stats.inference.precision import Precision


POWER: Final = 0.8
ALPHA: Final = 0.05
PERCENT: Final = 100
MEASURING: Final = "Measuring the speed with a few games … (skip this with --no-measure)"
HEADS: Final = {
    "figure": "Figure",
    "of": "Of",
    "map": "Map",
    "players": "Players",
    "level": "Player type",
    "choices": "Choices",
    "strategies": "Strategies",
    "arm": "Arm",
    "cells": "Cells",
    "games": "Games",
}
ALWAYS: Final = ("figure", "of", "cells", "games")
POINTS: Final = {"half_width": "± points", "finds": "Detects"}
NOTE: Final = (
    "± points: half the width of the 95 % interval. Detects: the smallest difference found with "
    f"{PERCENT * POWER:.0f} % power."
)


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """The plan of a study.

    Attributes
    ----------
    file
        The study.
    plan
        Its cells and how often each is played.
    lines
        Every figure with the games and the precision that the plan buys, see `plan_lines`.
    time
        `games_per_second` of one core, `measured` or given, `jobs`, and the `seconds` that it
        takes; None where neither is known. Of measured ones also the `kinds` of cells, and
        `kinds_measured`: the others count as the mean of these.
    """

    file: StudyFile = field(repr=False)
    plan: Plan = field(repr=False)
    lines: list[dict[str, Any]] = field(repr=False)
    time: dict[str, Any] = field(repr=False)

    @property
    def games(self) -> int:
        """Playthroughs of the whole plan, at most."""
        return self.plan.games

    @property
    def cells(self) -> tuple[str, ...]:
        """The ids of its cells."""
        return tuple(cell.id for cell in self.plan.cells)

    @property
    def seconds(self) -> float | None:
        """How long it takes, about; None if the speed was neither given nor measured."""
        seconds: float | None = self.time["seconds"]
        return seconds

    def data(self) -> dict[str, Any]:
        """Return the plan as `bloodstones study plan --json` prints it."""
        return {
            "study": self.plan.study,
            "question": self.file.study.question,
            "cells": list(self.cells),
            "replicates": self.plan.replicates,
            "games": self.plan.games,
            "half_width": self.plan.half_width,
            "left_out": [
                {"map": board, "players": players, "lineups": count}
                for (board, players), count in (self.plan.left_out or {}).items()
            ],
            "time": self.time,
            "precision": self.lines,
        }

    @in_wide
    def to_pandas(self) -> pd.DataFrame:
        """Return the figures as a frame, one row a figure, see `plan_lines`."""
        import pandas as pd

        return pd.DataFrame(self.lines)

    @property
    def _heading(self) -> str:
        from bloodstones.batch.running.progress import duration

        most = "at most " if self.plan.half_width is not None else ""
        size = f"{len(self.plan.cells):,} cells, {most}{self.plan.games:,} games"
        if self.seconds is None:
            return f"{size}, speed not measured"
        return f"{size}, about {duration(self.seconds)} with {self.time['jobs']} jobs"

    def __repr__(self) -> str:
        return f"<StudyPlan {self.plan.study!r}: {self._heading}>"

    def _repr_html_(self) -> str:
        """Return the plan as a notebook shows it."""
        shown = [
            name
            for name in HEADS
            if name in ALWAYS or len({line.get(name, "") for line in self.lines}) > 1
        ]
        rows = [
            [*(_shown(line.get(name, "")) for name in shown), *_points(line)] for line in self.lines
        ]
        heads = [*(HEADS[name] for name in shown), *POINTS.values()]
        parts = [table_html(heads, rows)]
        return section(self.plan.study, f"{self.file.study.question} {self._heading}.", parts, NOTE)


def _shown(value: object) -> str:
    """Return a cell of the table."""
    return f"{value:,}" if isinstance(value, int) else str(value)


def _points(line: dict[str, Any]) -> list[str]:
    """Return the precision of a line in percentage points."""
    return [f"{line[name] * PERCENT:.1f}" for name in POINTS]


def study_plan(
    file: StudyFile,
    *,
    quick: bool = False,
    replicates: int | None = None,
    games_per_second: float | None = None,
    jobs: int | None = None,
    measure: bool = True,
    note: Callable[[str], object] | None = None,
) -> StudyPlan:
    """Return the plan of a study.

    Parameters
    ----------
    quick
        Use the small number of replicates in the study's `quick`.
    replicates
        Playthroughs of each cell, instead of the study's.
    games_per_second
        Games per second on one core, above 0; None: measured with a few games.
    jobs
        Number of cores; by default all.
    measure
        Whether the speed is measured if it is not given.
    note
        Called with a sentence before the speed is measured.

    Raises
    ------
    InputError
        The game cannot play the study, or an argument is out of its range.
    """
    from bloodstones.batch.study.plan import check_plan
    from bloodstones.core.processors import cores

    check_pace(games_per_second, jobs)
    planned, game, _ = make_study_plan(file, quick, replicates)
    check_plan(planned, game, file.name)
    lines = plan_lines(planned)
    workers = cores() if jobs is None else jobs
    if games_per_second is None and not measure:
        time = time_figures(planned.games, None, workers, measured=False)
    else:
        time = time_needed(planned, game, games_per_second, workers, note)
    return StudyPlan(file, planned, lines, time)


def check_pace(games_per_second: float | None, jobs: int | None) -> None:
    """Raise InputError unless these can be a speed and a number of workers."""
    speed, where = "a speed above 0", "--games-per-second"
    if games_per_second is not None and real_of(games_per_second, where, speed) <= 0:
        raise expected(speed, games_per_second, where)
    jobs_of(jobs, "--jobs")


def make_study_plan(
    file: StudyFile, quick: bool, replicates: int | None
) -> tuple[Plan, Game, Precision]:
    """Return the cells of a study, with the game and the rule for stopping."""
    from bloodstones.batch.study.plan import make_plan
    from bloodstones.games.registry import load_game
    from bloodstones.stats.inference.precision import Precision

    study = file.study
    game = load_game(study.game, f"game in {file.name}")
    rule = Precision(study.half_width, study.compares_arms)
    return make_plan(study, game, quick=quick, replicates=replicates, stopping=rule), game, rule


def plan_lines(plan: Plan) -> list[dict[str, Any]]:
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


def _as_object(line: StudyNumber) -> dict[str, Any]:
    """Return one figure as a flat object."""
    from bloodstones.batch.study.faults import Figure
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
    plan: Plan,
    game: Game,
    games_per_second: float | None,
    jobs: int,
    note: Callable[[str], object] | None = None,
) -> dict[str, Any]:
    """Return how long the plan takes on so many cores.

    Parameters
    ----------
    games_per_second
        Of one core; None: measured with a few games, which `note` describes.
    """
    from bloodstones.batch.running.timing import core_seconds, measure_speed

    if games_per_second is None:
        if note is not None:
            note(MEASURING)
        game.warm_up()
        speed, kinds = measure_speed(plan, game)
        seconds = core_seconds(plan, speed)
        figures = time_figures(plan.games, seconds, jobs, measured=True)
        return {**figures, "kinds": len(speed), "kinds_measured": kinds}
    return time_figures(plan.games, plan.games / games_per_second, jobs, measured=False)


def time_figures(games: int, seconds: float | None, jobs: int, *, measured: bool) -> dict[str, Any]:
    """Return the figures on the time of games that take one core this many seconds, if known."""
    return {
        "games_per_second": None if seconds is None else games / seconds,
        "measured": measured,
        "jobs": jobs,
        "seconds": None if seconds is None else seconds / jobs,
    }


games_needed = as_function(GamesNeeded)
