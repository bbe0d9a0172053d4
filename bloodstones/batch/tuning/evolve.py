"""One run of the evolution strategy: CMA-ES over the ranks that races give.

N. Hansen, "The CMA evolution strategy: a tutorial" (arXiv 1604.00772), by the library `cma`. It
receives ranks alone, so that candidates which dropped out early need no value of their own.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.tuning.contests import Contests
from bloodstones.batch.tuning.equal_work import EqualWork, Priced
from bloodstones.batch.tuning.field import TableRotation
from bloodstones.batch.tuning.log import Log
from bloodstones.batch.tuning.task import STAGES, TuningEffort
from bloodstones.core.contract.tunable import TunableParameter, Weights

Point = NDArray[np.float64]
PLACES = 6


@dataclass(frozen=True, slots=True)
class Space:
    """Some parameters, each with its range as an edge of a unit cube.

    Examples
    --------
    >>> army = TunableParameter("army", 1, 5, whole=True)
    >>> space = Space((army, TunableParameter("raid", 0.0, 4.0)))
    >>> space.weights(space.point({"army": 3.0, "raid": 1.0, "luck": 4.0}))
    {'army': 3.0, 'raid': 1.0}
    """

    parameters: tuple[TunableParameter, ...]

    def point(self, weights: Weights) -> Point:
        """Return the point of some weights; outside their range they are moved to its border."""
        parts = [(weights[p.name] - p.low) / (p.high - p.low) for p in self.parameters]
        point: Point = np.clip(np.array(parts), 0.0, 1.0)
        return point

    def weights(self, point: Sequence[float] | Point) -> dict[str, float]:
        """Return the weights of a point, whole where they must be, else of `PLACES` digits."""
        by_name = {}
        for each, part in zip(self.parameters, np.clip(point, 0.0, 1.0), strict=True):
            value = each.low + float(part) * (each.high - each.low)
            by_name[each.name] = float(round(value)) if each.whole else float(f"{value:.{PLACES}g}")
        return by_name


Credits = NDArray[np.float64]
Play = Callable[[Sequence[int], range], Sequence[Credits]]

CLEAR = 2.0  # standard errors of a paired difference


@dataclass(frozen=True, slots=True)
class Race:
    """How a race ended.

    Attributes
    ----------
    ranks
        By candidate, 0 for the best: later drop-outs before earlier ones, then by mean credit.
    means
        Mean win credit by candidate, over the games that it played.
    played
        Games by candidate.
    """

    ranks: tuple[int, ...]
    means: tuple[float, ...]
    played: tuple[int, ...]

    @property
    def best(self) -> int:
        """The winner."""
        return self.ranks.index(0)


def run_race(candidates: int, play: Play, stages: Sequence[int], first: int = 0) -> Race:
    """Race candidates 0..candidates-1.

    Parameters
    ----------
    play
        Takes candidates and games and returns the win credit of each candidate in these games.
    stages
        Games of each stage; those of the next stage follow those of the one before.
    first
        Number of the first game.

    Examples
    --------
    >>> chances = (0.2, 0.8)
    >>> play = lambda who, games: [np.full(len(games), chances[each]) for each in who]
    >>> run_race(2, play, (4, 4)).ranks
    (1, 0)
    """
    credits: list[list[Credits]] = [[] for _ in range(candidates)]
    alive = list(range(candidates))
    dropped: list[int] = []  # the worst first
    for number, games in enumerate(stages):
        if number == len(stages) - 1 and number > 0:
            keep = max(1, math.ceil(candidates / 2))
            alive, worse = alive[:keep], alive[keep:]
            dropped += reversed(worse)
        for who, credit in zip(alive, play(alive, range(first, first + games)), strict=True):
            credits[who].append(credit)
        first += games
        whole = {who: np.concatenate(credits[who]) for who in alive}
        alive.sort(key=lambda who: (-float(whole[who].mean()), who))
        out = [who for who in alive[1:] if clearly_worse(whole[alive[0]], whole[who])]
        dropped += reversed(out)
        alive = [who for who in alive if who not in out]
    order = [*alive, *reversed(dropped)]
    return Race(
        tuple(order.index(who) for who in range(candidates)),
        tuple(float(np.concatenate(parts).mean()) for parts in credits),
        tuple(sum(map(len, parts)) for parts in credits),
    )


def clearly_worse(leader: Credits, other: Credits) -> bool:
    """Whether `other` did worse than the leader by more than chance, game by game.

    Parameters
    ----------
    leader, other
        Win credit in the same games, shape (games,).

    Examples
    --------
    >>> clearly_worse(np.ones(50), np.zeros(50)), clearly_worse(np.ones(50), np.ones(50))
    (True, False)
    """
    difference = leader - other
    error = float(difference.std(ddof=1)) / math.sqrt(len(difference)) if len(difference) > 1 else 1
    return bool(difference.mean() > CLEAR * error)


SEARCH = "tuning/search"
FINAL = "tuning/final"
FINALISTS = 3  # best candidates of the last generations
DIGITS = 4
QUIET = -9
FEWEST_DIMENSIONS = 2  # of `cma`
MIDDLE = 0.5  # of the unit cube

Progress = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class Evolution:
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
    base
        Parameters that all candidates have beside those of the space.
    """

    name: str
    roles: tuple[str, ...]
    space: Space
    start: Weights
    field: TableRotation
    effort: TuningEffort
    seed: int
    base: Weights

    def stages(self, games: int) -> tuple[int, ...]:
        """Return the games of a race's stages: whole rounds of the tables."""
        tables = len(self.field.tables)
        return tuple(part * tables * -(-games // tables) for part in STAGES)

    def weights(self, point: Point) -> Weights:
        """Return the weights of a point."""
        return {**self.base, **self.space.weights(point)}

    def by_role(self, weights: Weights) -> Mapping[str, Weights]:
        """Return the same weights for each of its roles."""
        return dict.fromkeys(self.roles, weights)


def evolve(
    run: Evolution,
    log: Log,
    contests: Contests,
    tell: Progress,
    equal_work: EqualWork | None = None,
) -> Mapping[str, Weights]:
    """Return the weights, by role, that won the final race; the start takes part in it.

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
    equal_work
        Gives candidates their budgets; None where the strategy has none.

    Raises
    ------
    RunError
        The log has another line in its place.
    """
    races = Races(run, log, contests, equal_work)
    start = run.space.point(run.start)
    search = _search(start, run)
    finalists: list[Point] = []
    stages = run.stages(run.effort.games)
    for generation in range(run.effort.generations):
        asked = [np.clip(point, 0.0, 1.0) for point in search.ask()]
        points = [point[: len(start)] for point in asked]
        first = generation * sum(stages)
        line = races.raced(points, stages, SEARCH, first, kind="generation", number=generation)
        search.tell(asked, [float(rank) for rank in line["ranks"]])
        best = line["ranks"].index(0)
        finalists = [*finalists, points[best]][-FINALISTS:]
        tell(
            f"{run.name}: generation {generation + 1} of {run.effort.generations}, "
            f"best {line['means'][best]:.1%}",
            line["games"],
        )
    if not finalists:
        return run.by_role(races.priced([start])[0].weights)
    finalists += [start, np.clip(search.result.xfavorite[: len(start)], 0.0, 1.0)]
    line = races.raced(finalists, run.stages(run.effort.final_games), FINAL, kind="final", number=0)
    tell(f"{run.name}: final race", line["games"])
    return run.by_role(races.priced(finalists)[line["ranks"].index(0)].weights)


def _search(start: Point, run: Evolution) -> Any:
    """Return the evolution strategy, its luck from a generator of its own.

    It cannot search one dimension: there it gets another one that changes nothing.
    """
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
    ballast = [MIDDLE] * (FEWEST_DIMENSIONS - len(start))
    return CMAEvolutionStrategy([*start, *ballast], run.effort.sigma, options)


@dataclass(frozen=True, slots=True)
class Races:
    """The races of a run.

    Attributes
    ----------
    run, log, contests, equal_work
        As in `evolve`.
    """

    run: Evolution
    log: Log
    contests: Contests
    equal_work: EqualWork | None

    def priced(self, points: Sequence[Point]) -> list[Priced]:
        """Return the candidates of points, with their budgets if the strategy has one."""
        weights = [self.run.weights(point) for point in points]
        if self.equal_work is None:
            return [Priced(each, 1.0) for each in weights]
        return self.equal_work.priced(weights)

    def raced(
        self,
        points: Sequence[Point],
        stages: Sequence[int],
        purpose: str,
        first: int = 0,
        **keys: Any,
    ) -> dict[str, Any]:
        """Run a race, write its line to the log and return it.

        Candidates that do too much work even with the least budget do not play: they come last.

        Parameters
        ----------
        points
            The candidates.
        stages
            Games of each stage.
        purpose
            Keys the luck together with the table.
        first
            Number of the first game.
        **keys
            Further keys of the line.
        """
        priced, roles = self.priced(points), self.run.by_role
        playing = [place for place, each in enumerate(priced) if not each.dear]

        def play(who: Sequence[int], games: range) -> list[Credits]:
            candidates = [roles(priced[playing[each]].weights) for each in who]
            return self.contests.credits(self.run.field, candidates, purpose, games)

        race: Race = run_race(len(playing), play, stages, first)
        results = dict(
            zip(playing, zip(race.ranks, race.means, race.played, strict=True), strict=True)
        )
        dear = [place for place, each in enumerate(priced) if each.dear]
        results |= {place: (len(playing) + n, 0.0, 0) for n, place in enumerate(dear)}
        ranks, means, played = zip(*(results[place] for place in range(len(points))), strict=True)
        mark = hashlib.sha256(np.array(points).astype("<f8").tobytes()).hexdigest()
        work = {"work": [each.share for each in priced]} if self.equal_work else {}
        return self.log.add(
            {
                "run": self.run.name,
                **keys,
                "candidates": mark,
                "ranks": ranks,
                "means": [round(mean, DIGITS) for mean in means],
                **work,
                "games": sum(played),
                "best": priced[ranks.index(0)].weights,
            }
        )
