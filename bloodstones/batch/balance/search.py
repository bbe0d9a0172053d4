"""The search: every single change, then what the surrogate asks for, then the finalists again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from bloodstones.batch.balance.aims import Aims
from bloodstones.batch.balance.cells import fields_of, scored
from bloodstones.batch.balance.definition import Balance
from bloodstones.batch.balance.figures import Outputs, SettingFigures, measured, outputs_of
from bloodstones.batch.balance.finished import Setting, text_of
from bloodstones.batch.balance.settings import PRINTED, SearchedNumbers
from bloodstones.batch.balance.surrogate import Base, Surrogate, expected_gains, smoothed
from bloodstones.batch.sequential_cells import SequentialCells
from bloodstones.batch.study.plan import Cell, Plan
from bloodstones.batch.tuning.log import Log
from bloodstones.core.contract.game import Game
from bloodstones.core.errors import DamagedFileError, InputError

SEARCH: Final = "balance/search"
FINAL: Final = "balance/final"
SINGLE, ASKED, FINALIST = "single", "asked", "final"  # stages
MOST_SETTINGS: Final = 20_000  # of one number of changes that the surrogate looks at
FEWEST_CHANGES_ASKED: Final = 2
TRIES: Final = 50  # settings that the rules refuse, one after the other

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Tried:
    """A setting that was played.

    Attributes
    ----------
    stage
        "single", "asked" or "final".
    cost
        Of the departure from the printed rules.
    """

    setting: Setting
    stage: str
    cost: float
    measured: SettingFigures

    @property
    def objective(self) -> float:
        """Distance from the targets and cost together, as measured."""
        return self.measured.distance + self.cost


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    Attributes
    ----------
    tried
        Every setting with every stage in which it was played; the printed rules first.
    smoothed
        By place in `tried`, the distance from the targets by the surrogate.
    answers
        The best setting of one change, of two, ….
    """

    tried: tuple[Tried, ...]
    smoothed: tuple[float, ...]
    answers: tuple[Setting, ...]

    @property
    def finals(self) -> dict[Setting, Tried]:
        """The settings that were played again, the printed rules first."""
        return {each.setting: each for each in self.tried if each.stage == FINALIST}

    def best(self, count: int) -> tuple[Setting, ...]:
        """Return the best answers by distance and cost, as many as are wanted, in their order."""
        ranked = sorted(self.answers, key=lambda setting: self.finals[setting].objective)
        return tuple(setting for setting in self.answers if setting in ranked[:count])


@dataclass
class Search:
    """A search of settings.

    Parameters
    ----------
    first, last
        The levels that are searched and the duels, under the printed rules: how often the search
        plays their cells at a setting, and how often at a finalist.
    """

    balance: Balance
    knobs: SearchedNumbers
    first: Plan
    last: Plan
    game: Game
    cells_asked: SequentialCells
    log: Log
    tell: Progress
    tried: list[Tried] = field(default_factory=list)
    refused: set[Setting] = field(default_factory=set)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """What is played at a setting."""
        return self.first.cells

    @cached_property
    def outputs(self) -> Outputs:
        """The figures that are measured."""
        return outputs_of(self.cells, self.aims)

    @cached_property
    def aims(self) -> Aims:
        """The targets."""
        return Aims.of(self.balance)

    def run(self) -> SearchResult:
        """Search, and return what was found."""
        singles = [setting for setting in self.knobs.singles if self._allowed(setting)]
        if not singles:
            raise InputError(
                "expected a number or option that can change by itself, got none (numbers)"
            )
        self.tell(f"Single changes: {len(singles)} settings …")
        self._play((PRINTED, *singles), SINGLE)
        asked = range(FEWEST_CHANGES_ASKED, self.balance.most_changes + 1)
        for number in range(self.balance.search.rounds if len(asked) else 0):
            settings = self._next(asked)
            if not settings:
                break
            texts = "; ".join(map(text_of, settings))
            self.tell(f"Round {number + 1} of {self.balance.search.rounds}: {texts} …")
            self._play(settings, ASKED)
        surrogate, base = self._fit()
        points = [self.knobs.point(each.setting) for each in self.tried]
        smooth = smoothed(surrogate, base, points)
        answers = self._final(smooth.tolist())
        again = [self.knobs.point(each.setting) for each in self.tried[len(smooth) :]]
        last = smoothed(surrogate, base, again) if again else np.zeros(0)
        every = map(float, np.concatenate([smooth, last]))
        return SearchResult(tuple(self.tried), tuple(every), answers)

    def _allowed(self, setting: Setting) -> bool:
        """Whether every cell can be played under a setting."""
        if setting in self.refused:
            return False
        try:
            for cell in self.cells:
                self.game.check(self.knobs.changed(cell.setup, setting))
        except DamagedFileError:
            raise
        except InputError:
            self.refused.add(setting)
            return False
        return True

    def _play(self, settings: Sequence[Setting], stage: str) -> None:
        """Play settings, all on the same luck, and take note of them."""
        self.log.add({"kind": stage, "settings": [text_of(setting) for setting in settings]})
        final = stage == FINALIST
        spans = (self.last if final else self.first).every_replicate
        cells = [
            cell
            for setting in settings
            for cell in scored(
                self.cells, setting, self.knobs, FINAL if final else SEARCH, self.aims.fields
            )
        ]
        stored = self.cells_asked.played(cells, spans * len(settings))
        tables = [
            fields_of(chunks, len(cell.setup.seats), len(self.aims.fields))
            for cell, chunks in zip(cells, stored, strict=True)
        ]
        for place, setting in enumerate(settings):
            tables_of_setting = tables[place * len(self.cells) : (place + 1) * len(self.cells)]
            cost = self.knobs.cost(setting, self.balance.cost)
            self.tried.append(
                Tried(setting, stage, cost, measured(self.outputs, tables_of_setting))
            )

    def _searched(self) -> list[Tried]:
        """Return what was played in the search, the printed rules first."""
        return [each for each in self.tried if each.stage != FINALIST]

    def _fit(self) -> tuple[Surrogate, Base]:
        """Return the surrogate of all that was played, and the printed rules."""
        first, *others = self._searched()
        base = Base(self.outputs, first.measured.gaps, first.measured.noise)
        shifts = [each.measured.shift(first.measured) for each in others]
        surrogate = Surrogate.fitted(
            np.array([self.knobs.point(each.setting) for each in others]),
            np.array([shift for shift, _ in shifts]),
            np.array([noise for _, noise in shifts]),
        )
        return surrogate, base

    def _next(self, numbers: range) -> list[Setting]:
        """Return the most promising setting of each number of changes; none that was played."""
        surrogate, base = self._fit()
        chosen: list[Setting] = []
        for changes in numbers:
            setting = self._promising(surrogate, base, changes, chosen)
            if setting is not None:
                chosen.append(setting)
                surrogate = surrogate.believing(self.knobs.point(setting))
        return chosen

    def _promising(
        self, surrogate: Surrogate, base: Base, changes: int, chosen: Sequence[Setting]
    ) -> Setting | None:
        """Return the setting of this many changes with the largest expected gain."""
        played = {each.setting for each in self.tried} | self.refused | set(chosen)
        settings = [each for each in self._settings(changes) if each not in played]
        if not settings:
            return None
        points = np.array([self.knobs.point(each) for each in settings])
        costs = np.array([self.knobs.cost(each, self.balance.cost) for each in settings])
        gains = expected_gains(surrogate, base, points, costs, self._best(surrogate, base, changes))
        order = np.argsort(-gains, kind="stable")[:TRIES]
        return next((settings[place] for place in order if self._allowed(settings[place])), None)

    def _settings(self, changes: int) -> Iterator[Setting]:
        """Yield settings of so many changes: all, or as many of them, drawn, as are looked at."""
        count = self.knobs.count(changes)
        if count <= MOST_SETTINGS:
            yield from self.knobs.of(changes)
            return
        luck = np.random.default_rng([self.balance.seed, changes])
        kept = set(map(int, luck.choice(count, MOST_SETTINGS, replace=False)))
        for place, setting in enumerate(self.knobs.of(changes)):
            if place in kept:
                yield setting

    def _best(self, surrogate: Surrogate, base: Base, changes: int) -> float:
        """Return the least distance and cost so far, by the surrogate.

        Of settings of so many changes, so that every number of changes is searched; of all as long
        as there is none.
        """
        played = self._searched()
        candidates = [each for each in played if len(each.setting) == changes] or played
        points = [self.knobs.point(each.setting) for each in candidates]
        costs = np.array([each.cost for each in candidates])
        return float((smoothed(surrogate, base, points) + costs).min())

    def _final(self, distances: Sequence[float]) -> tuple[Setting, ...]:
        """Play the best settings of each number of changes again, and return the best of each."""
        order = np.argsort([d + each.cost for d, each in zip(distances, self.tried, strict=True)])
        chosen: list[Setting] = []
        for changes in range(1, self.balance.most_changes + 1):
            ranked = [
                self.tried[place].setting
                for place in order
                if len(self.tried[place].setting) == changes
            ]
            chosen += ranked[: self.balance.search.finalists]
        self.tell(f"Finalists: {len(chosen)} settings on fresh luck …")
        self._play((PRINTED, *chosen), FINALIST)
        finals = self.tried[-len(chosen) :]
        answers = []
        for changes in range(1, self.balance.most_changes + 1):
            of_size = [each for each in finals if len(each.setting) == changes]
            if of_size:
                answers.append(min(of_size, key=lambda each: each.objective).setting)
        return tuple(answers)
