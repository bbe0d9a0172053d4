"""Playing a plan round by round: tasks to workers, their tables to the store, a look now and then.

A group of cells ends after a round, never within one. What a look sees is the games of whole
rounds, so the result is the same for any workers, chunks and interruptions.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from bloodstones.batch.chunks import Pace, Part, Task, tasks, wanted_parts
from bloodstones.batch.definition import Figure
from bloodstones.batch.plan import Plan
from bloodstones.batch.progress import Progress
from bloodstones.batch.store import Store
from bloodstones.batch.tally import Tallies, Tally
from bloodstones.batch.workers import Backend, WorkerDiedError
from bloodstones.core.errors import RunError
from bloodstones.core.game import Game

MOST_DEATHS: Final = 3
SLACK: Final = 1e-9
REPLICATES, PRECISION, BUDGET = "replicates", "precision", "budget"


class Intervals(Protocol):
    """How wide the interval of a mean is."""

    def half_width(self, look: int, values: int, mean: float, variance: float) -> float:
        """Half of the interval at a look (from 0)."""


@dataclass(frozen=True, slots=True)
class Played:
    """How far a study came.

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
        return sum(len(group.cells) * replicates for group, replicates in pairs)

    def replicates(self, cell: int) -> int:
        """Replicates of a cell that count."""
        for group, replicates in zip(self.plan.groups, self.rounds_end, strict=True):
            if cell in group.cells:
                return replicates
        raise IndexError(cell)


@dataclass
class Play:
    """A study that is being played.

    Parameters
    ----------
    figures
        What is looked at after each round.
    intervals
        How wide the intervals of those are; None: nothing is looked at.
    seconds_left
        Time that the study may still take; None: as much as it needs.
    """

    plan: Plan
    game: Game
    store: Store
    backend: Backend
    pace: Pace
    progress: Progress
    figures: Sequence[Figure] = ()
    intervals: Intervals | None = None
    seconds_left: float | None = None
    _given: dict[tuple[int, int], Part] = field(default_factory=dict)

    def __post_init__(self) -> None:
        groups = self.plan.groups
        self._rounds = max(len(group.rounds) for group in groups)
        self._reached = [0] * len(groups)
        self._half_widths: list[float | None] = [None] * len(groups)
        self._tallies = Tallies(self.plan, self.store, self.figures)
        self._games = self._stored()
        self._before, self._start = self.store.seconds, time.monotonic()
        self._ready = False

    def _stored(self) -> int:
        """Games in the store."""
        return sum(len(part) for parts in self.store.done().values() for part in parts)

    @property
    def games(self) -> int:
        """Games played so far, in all runs."""
        return self._games

    def play(self) -> Played:
        """Play until the end, and return how far the study came."""
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

    def _end(self) -> Played:
        """Return how far the study came."""
        reached = list(zip(self.plan.groups, self._reached, strict=True))
        ends = [group.rounds[number - 1] if number else 0 for group, number in reached]
        if not all(ends):
            raise RunError(
                f"expected a first round of games in the time budget, got {self._games:,} games",
                "give it more time (budget_minutes) and go on with --resume",
            )
        wide = [index for index in range(len(reached)) if not self._is_precise(index)]
        cut = [index for index in wide if self._reached[index] < len(reached[index][0].rounds)]
        reason = BUDGET if cut else REPLICATES if wide else PRECISION
        return Played(self.plan, tuple(ends), tuple(self._half_widths), reason)

    def _play_rounds(self, rounds: range, groups: list[int]) -> None:
        """Play what is missing of some rounds; look at the figures as each is complete."""
        deaths = 0
        while True:
            before = self._games
            left = self._left(rounds, groups)
            self._look(rounds, groups, left)
            if not any(left.values()):
                return
            try:
                self._play_parts(rounds, groups, left)
                return
            except WorkerDiedError as error:
                deaths = 1 if self._games > before else deaths + 1
                if deaths == MOST_DEATHS:
                    raise self._deadly(error) from None
                self.progress.message("A worker ended; what it played is played again.")

    def _left(self, rounds: range, groups: list[int]) -> dict[int, int]:
        """Return how many games each round lacks."""
        done = self.store.done()
        return {
            number: sum(
                len(part.replicates) for part in wanted_parts(self.plan, (number,), groups, done)
            )
            for number in rounds
        }

    def _prepare(self) -> None:
        """Compile the game before the clock starts; once."""
        if self._ready:
            return
        self.progress.message("Preparing the game (the first time, its rules are compiled) …")
        self.game.warm_up()
        self.progress.start(self._games, self.plan.games, self.plan.half_width is not None)
        self._start = time.monotonic()
        self._ready = True

    def _play_parts(self, rounds: range, groups: list[int], left: dict[int, int]) -> None:
        """Hand out what is missing and store what comes back."""
        self._prepare()
        parts = wanted_parts(self.plan, rounds, groups, self.store.done())
        round_of = {
            index: self.plan.groups[group].rounds
            for group in groups
            for index in self.plan.groups[group].cells
        }
        self._given.clear()
        handed_out = self._handed_out(tasks(parts, self.pace))
        with self.backend(self.game, self.plan.seed, handed_out) as outcomes:
            for outcome in outcomes:
                for part, seconds in zip(outcome.task.parts, outcome.seconds, strict=True):
                    self.pace.learn(part.cell, len(part.replicates), seconds)
                    self._given.pop(_name(part), None)
                spent = self._before + time.monotonic() - self._start
                for chunk in self.store.add(outcome.chunks, spent):
                    games = chunk.stop - chunk.first
                    ends = round_of[chunk.cell]
                    left[next(i for i, end in enumerate(ends) if chunk.stop <= end)] -= games
                    self._games += games
                self.progress.update(self._games)
                self._look(rounds, groups, left)

    def _handed_out(self, given: Iterator[Task]) -> Iterator[Task]:
        """Yield tasks until the time is over; note which games are out."""
        for task in given:
            if self._time_is_over():
                return
            self._given.update({_name(part): part for part in task.parts})
            yield task

    def _time_is_over(self) -> bool:
        """Whether the time budget is used up."""
        return self.seconds_left is not None and time.monotonic() - self._start > self.seconds_left

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
                if self.intervals is not None and self.figures:
                    replicates = self.plan.groups[index].rounds[number]
                    tallies = self._tallies.advance(index, replicates)
                    self._half_widths[index] = self._widest(tallies, number)
            known = [width for width in self._half_widths if width is not None]
            if new and known:
                self.progress.precision(max(known), self.plan.half_width)

    def _widest(self, tallies: Sequence[Tally], look: int) -> float:
        """Return the widest half interval among the figures of a group, 0 without any."""
        assert self.intervals is not None
        return max(
            (
                self.intervals.half_width(look, tally.values, tally.mean, tally.variance)
                for tally in tallies
            ),
            default=0.0,
        )

    def _deadly(self, error: WorkerDiedError) -> RunError:
        """Return the error that tells which games end their workers."""
        out = [
            f"{part.cell.id} replicates {part.replicates.start} to {part.replicates.stop - 1}"
            for part in self._given.values()
        ]
        return RunError(
            f"expected workers that play on, got {MOST_DEATHS} ends without a game between them; "
            f"seed {self.plan.seed}, one of: {'; '.join(out)}",
            error.tip or "what was played is kept: go on with --resume",
        )


def _name(part: Part) -> tuple[int, int]:
    """Return what a part is known by."""
    return part.index, part.replicates.start
