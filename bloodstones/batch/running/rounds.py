"""Playing a plan round by round: its parts to the workers, an interim analysis now and then.

A group of cells ends after a round, never within one. An interim analysis sees the games of whole
rounds, so the result is the same for any workers, chunks and interruptions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

from bloodstones.batch.result_files.store import StoredChunk
from bloodstones.batch.result_files.tally import Tallies, Tally
from bloodstones.batch.running.chunks import CellPart, wanted_parts
from bloodstones.batch.running.progress import FigureReached
from bloodstones.batch.running.workers import WorkerPool
from bloodstones.batch.study.faults import Figure
from bloodstones.batch.study.plan import MeasuredTogether, Plan
from bloodstones.core.errors import RunError

SLACK: Final = 1e-9
REPLICATES, PRECISION, BUDGET = "replicates", "precision", "budget"


class Intervals(Protocol):
    """How wide the interval of a mean is."""

    def half_width(self, look: int, values: int, mean: float, variance: float) -> float:
        """Half of the interval at an interim analysis (from 0).

        Parameters
        ----------
        look
            At the figures, from 0.
        values
            How many independent values the mean is of.
        mean, variance
            Of the values; the variance is that of the sample.
        """


@dataclass(frozen=True)
class PlanReached:
    """How far a plan came.

    Attributes
    ----------
    rounds_end
        Replicates of every cell of a group, by group.
    half_widths
        The widest half interval of each group's figures; None where it was not measured.
    ended_by
        "replicates", "precision" or "budget".
    """

    plan: Plan
    rounds_end: tuple[int, ...]
    half_widths: tuple[float | None, ...]
    ended_by: str

    @property
    def games(self) -> int:
        """Playthroughs that count."""
        pairs = zip(self.plan.groups, self.rounds_end, strict=True)
        return sum(len(group.cells) * (end - group.first) for group, end in pairs)

    @cached_property
    def replicates(self) -> Mapping[int, range]:
        """Replicates that count, by cell."""
        return {
            cell: range(group.first, end)
            for group, end in zip(self.plan.groups, self.rounds_end, strict=True)
            for cell in group.cells
        }


class Rounds:
    """A plan that is being played.

    Parameters
    ----------
    plan
        What is played.
    worker_pool
        Plays and stores.
    figures
        What is looked at after each round.
    intervals
        How wide the intervals of those are; None: nothing is looked at.
    """

    def __init__(
        self,
        plan: Plan,
        worker_pool: WorkerPool,
        figures: Sequence[Figure] = (),
        intervals: Intervals | None = None,
    ) -> None:
        self.plan, self._workers = plan, worker_pool
        self._figures, self._intervals = figures, intervals
        self._rounds = max(len(group.rounds) for group in plan.groups)
        self._round_of = {index: group.rounds for group in plan.groups for index in group.cells}
        self._reached = [0] * len(plan.groups)
        self._half_widths: list[float | None] = [None] * len(plan.groups)
        self._known: list[list[FigureReached]] = [[] for _ in plan.groups]
        self._tallies = Tallies(plan, worker_pool.store, figures)

    def play(self) -> PlanReached:
        """Play until the end, and return how far the plan came."""
        everything = range(len(self.plan.groups))
        if self.plan.half_width is None:
            self._play_rounds(range(self._rounds), list(everything))
            return self._end()
        for number in range(self._rounds):
            active = [index for index in everything if self._goes_on(index, number)]
            self._play_rounds(range(number, number + 1), active)
        return self._end()

    def _goes_on(self, index: int, number: int) -> bool:
        """Whether a group plays a round: it has one, has played those before and is too wide."""
        if number >= len(self.plan.groups[index].rounds) or self._reached[index] != number:
            return False
        return not self._is_precise(index)

    def _is_precise(self, index: int) -> bool:
        """Whether a group has the precision that is wanted; never without such a wish."""
        half_width, wanted = self._half_widths[index], self.plan.half_width
        return wanted is not None and half_width is not None and half_width <= wanted + SLACK

    def _end(self) -> PlanReached:
        """Return how far the study came."""
        reached = list(zip(self.plan.groups, self._reached, strict=True))
        ends = [group.rounds[number - 1] if number else 0 for group, number in reached]
        if not all(ends):
            raise RunError(
                "expected a first round of games in the time budget, got "
                f"{self._workers.games:,} games",
                "give it more time (budget_minutes) and continue with --resume",
            )
        wide = [index for index in range(len(reached)) if not self._is_precise(index)]
        cut = [index for index in wide if self._reached[index] < len(reached[index][0].rounds)]
        reason = BUDGET if cut else REPLICATES if wide else PRECISION
        return PlanReached(self.plan, tuple(ends), tuple(self._half_widths), reason)

    def _play_rounds(self, rounds: range, groups: list[int]) -> None:
        """Play what is missing of some rounds; look at the figures as each is complete."""
        left: dict[int, int] = {}

        def missing() -> Iterator[CellPart]:
            done = self._workers.store.done()
            for number in rounds:
                parts = wanted_parts(self.plan, (number,), groups, done)
                left[number] = sum(len(part.replicates) for part in parts)
            self._look(rounds, groups, left)
            return wanted_parts(self.plan, rounds, groups, done)

        def stored(chunks: Sequence[StoredChunk]) -> None:
            for chunk in chunks:
                ends = self._round_of[chunk.cell]
                number = next(place for place, end in enumerate(ends) if chunk.stop <= end)
                left[number] -= chunk.stop - chunk.first
            self._look(rounds, groups, left)

        self._workers.play(missing, stored)

    def _look(self, rounds: range, groups: list[int], left: dict[int, int]) -> None:
        """Look at the figures of the groups after every round that is newly complete."""
        for number in rounds:
            if left[number]:
                return
            new = [
                index
                for index in groups
                if self._reached[index] == number and number < len(self.plan.groups[index].rounds)
            ]
            for index in new:
                self._reached[index] = number + 1
                if self._intervals is not None and self._figures:
                    replicates = self.plan.groups[index].rounds[number]
                    tallies = self._tallies.advance(index, replicates)
                    self._known[index] = [self._reached_by(tally, number) for tally in tallies]
                    widest = max((each.half_width for each in self._known[index]), default=0.0)
                    self._half_widths[index] = widest
            widths = [width for width in self._half_widths if width is not None]
            if new and widths:
                self._workers.progress.precision(max(widths), self.plan.half_width)
                figures = [each for known in self._known for each in known]
                self._workers.progress.figures(self._games, figures)

    @property
    def _games(self) -> int:
        """Games of the rounds that are complete."""
        return sum(
            len(group.cells) * (group.rounds[reached - 1] - group.first)
            for group, reached in zip(self.plan.groups, self._reached, strict=True)
            if reached
        )

    def _reached_by(self, tally: Tally, look: int) -> FigureReached:
        """Return a figure with its interval at a look."""
        assert self._intervals is not None
        line, mean = tally.line, tally.mean
        width = self._intervals.half_width(look, tally.values, mean, tally.variance)
        table = self._tables[line.group]
        return FigureReached(line.figure.value, line.of, line.arm, table, mean, width, tally.values)

    @cached_property
    def _tables(self) -> Mapping[MeasuredTogether, str]:
        """What tells the groups apart, in words."""
        facts = {
            group: (
                group.board,
                f"{group.players} players",
                group.level,
                " + ".join(group.mix),
                group.choices,
            )
            for group in self.plan.groups
        }
        differing = [len(set(column)) > 1 for column in zip(*facts.values(), strict=True)]
        return {
            group: ", ".join(text for text, differs in zip(row, differing, strict=True) if differs)
            for group, row in facts.items()
        }
