"""One run of the evolution strategy: CMA-ES over the ranks that races give.

N. Hansen, "The CMA evolution strategy: a tutorial" (arXiv 1604.00772), by the library `cma`. It
receives ranks alone, so that candidates which dropped out early need no value of their own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bloodstones.batch.tuning.contests import Contests
from bloodstones.batch.tuning.field import Field
from bloodstones.batch.tuning.log import Log
from bloodstones.batch.tuning.race import Credits, Race, run_race
from bloodstones.batch.tuning.space import Point, Space
from bloodstones.batch.tuning.task import STAGES, Effort
from bloodstones.core.contract.tunable import Weights

SEARCH = "tuning/search"
FINAL = "tuning/final"
FINALISTS = 3  # best candidates of the last generations
DIGITS = 4
QUIET = -9

Progress = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the evolution strategy.

    Attributes
    ----------
    name
        In the log; it also keys the luck of the search.
    roles
        That share the parameters.
    space
        The parameters as a unit cube.
    start
        Parameters that the search starts from.
    field
        The tables where candidates play.
    effort
        Generations, population and games.
    seed
        Of the task.
    """

    name: str
    roles: tuple[str, ...]
    space: Space
    start: Weights
    field: Field
    effort: Effort
    seed: int

    def stages(self, games: int) -> tuple[int, ...]:
        """Return the games of a race's stages: whole rounds of the tables."""
        tables = len(self.field.tables)
        return tuple(part * tables * -(-games // tables) for part in STAGES)

    def candidate(self, point: Point) -> Mapping[str, Weights]:
        """Return the weights of a point by role."""
        return dict.fromkeys(self.roles, self.space.weights(point))


def evolve(run: Run, log: Log, contests: Contests, tell: Progress) -> Point:
    """Return the point that won the final race; the start takes part in it.

    Parameters
    ----------
    run
        What is searched.
    log
        Gets a line for each generation and the final race; lines that it has already are checked.
    contests
        Plays or looks up.
    tell
        Called after each race with a line of progress and the games that it took.

    Returns
    -------
    array of shape (parameters,)
        From 0 to 1, in the unit cube of `run.space`.

    Raises
    ------
    RunError
        The log has another line in its place.
    """
    start = run.space.point(run.start)
    search = _search(start, run)
    finalists: list[Point] = []
    stages = run.stages(run.effort.games)
    for generation in range(run.effort.generations):
        points = [np.clip(point, 0.0, 1.0) for point in search.ask()]
        first = generation * sum(stages)
        line = _raced(
            run, points, stages, SEARCH, first, log, contests, kind="generation", number=generation
        )
        search.tell(points, [float(rank) for rank in line["ranks"]])
        best = line["ranks"].index(0)
        finalists = [*finalists, points[best]][-FINALISTS:]
        tell(
            f"{run.name}: generation {generation + 1} of {run.effort.generations}, "
            f"best {line['means'][best]:.1%}",
            line["games"],
        )
    if not finalists:
        return start
    finalists += [start, np.clip(search.result.xfavorite, 0.0, 1.0)]
    stages = run.stages(run.effort.final_games)
    line = _raced(run, finalists, stages, FINAL, 0, log, contests, kind="final", number=0)
    tell(f"{run.name}: final race", line["games"])
    winner: Point = finalists[line["ranks"].index(0)]
    return winner


def _search(start: Point, run: Run) -> Any:
    """Return the evolution strategy, its luck from a generator of its own."""
    from cma import CMAEvolutionStrategy

    luck = np.random.default_rng([run.seed, *run.name.encode()])
    options = {
        "bounds": [0.0, 1.0],
        "popsize": run.effort.population,
        "randn": lambda *shape: luck.standard_normal(shape),
        "seed": np.nan,
        "verbose": QUIET,
        "verb_log": 0,
    }
    return CMAEvolutionStrategy(start, run.effort.sigma, options)


def _raced(
    run: Run,
    points: Sequence[Point],
    stages: Sequence[int],
    purpose: str,
    first: int,
    log: Log,
    contests: Contests,
    **keys: Any,
) -> dict[str, Any]:
    """Run a race, write its line to the log and return it."""
    candidates = [run.candidate(point) for point in points]
    mark = hashlib.sha256(np.array(points).astype("<f8").tobytes()).hexdigest()

    def play(who: Sequence[int], games: range) -> list[Credits]:
        return contests.credits(run.field, [candidates[each] for each in who], purpose, games)

    race: Race = run_race(len(points), play, stages, first)
    return log.add(
        {
            "run": run.name,
            **keys,
            "candidates": mark,
            "ranks": race.ranks,
            "means": [round(mean, DIGITS) for mean in race.means],
            "games": sum(race.played),
            "best": candidates[race.best][run.roles[0]],
        }
    )
