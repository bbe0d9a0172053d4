"""Equal work: each candidate of a searching strategy gets the budget for the work of the start.

A clock would make results depend on the machine. What a search does is counted instead, at the same
decisions for all candidates: those of a few playthroughs of the strategy as it is (`count_work` of
`core.contract.tunable`). A candidate gets the largest budget found whose work is not above that of
the strategy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import numpy as np

from bloodstones.batch.sequential_cells import SequentialCells
from bloodstones.batch.tuning.contests import NO_AREAS
from bloodstones.batch.tuning.field import CandidateTable, TableRotation
from bloodstones.core.contract.game import Game, Setup
from bloodstones.core.contract.tunable import Tunable, TunableParameter, Weights
from bloodstones.core.errors import InputError

PURPOSE: Final = "tuning/work"
PROBES: Final = 4  # budgets of a candidate whose work is counted, at most
PROBE_GAMES: Final = 4  # playthroughs at whose decisions it is counted
SLACK: Final = 0.05  # share of the work that a candidate may do beyond it
WORK: Final = "<i8"
SHARE_DIGITS: Final = 3

Key = tuple[tuple[str, float], ...]  # a candidate without its budget


@dataclass(frozen=True, slots=True)
class Probe:
    """A candidate whose work at a table is counted, as workers see it (see `chunks.Playable`).

    Attributes
    ----------
    weights
        The candidate's parameters, its budget among them.
    """

    table: CandidateTable
    weights: Weights

    @property
    def id(self) -> str:
        """Readable, for messages."""
        return f"{PURPOSE}/{self.table.label} seat {self.table.seat}"

    @property
    def setup(self) -> Setup:
        """What is played."""
        return self.table.setup

    def played(self, game: Game, seed: int, replicates: range) -> tuple[bytes, str]:
        """Return the work in some replicates as the store keeps it.

        Parameters
        ----------
        game
            That can be tuned.
        seed
            Of the task; with the table and the replicate it keys the luck.
        replicates
            Which of them, ascending.

        Returns
        -------
        rows
            Work as bytes of little-endian integers, one a replicate.
        areas
            `NO_AREAS`: nothing is summed by area.
        """
        label = f"{PURPOSE}/{self.table.label}"
        work = cast(Tunable, game).count_work(
            self.setup, self.table.seat, self.weights, seed, label, replicates
        )
        return work.astype(WORK).tobytes(), NO_AREAS


@dataclass(frozen=True, slots=True)
class Priced:
    """A candidate with the budget for its work.

    Attributes
    ----------
    weights
        Its parameters, the budget among them.
    share
        Its work as a share of that of the strategy as it is.
    dear
        Whether even the least budget takes more work than is allowed.
    """

    weights: Weights
    share: float
    dear: bool = False


class EqualWork:
    """Gives candidates their budgets.

    Parameters
    ----------
    budget
        The parameter that is the budget; `low` is the least one with which anything is decided.
    plain
        What the strategy has there.
    field
        The tables; work is counted at the first of their games.
    cells_asked
        Plays or looks up.
    """

    def __init__(
        self,
        budget: TunableParameter,
        plain: float,
        field: TableRotation,
        cells_asked: SequentialCells,
    ) -> None:
        self._budget = budget
        self._plain = int(plain)
        self._field = field
        self._asking = cells_asked
        self._known: dict[Key, Priced] = {}
        self._whole = 0.0  # work of the strategy as it is

    def priced(self, candidates: Sequence[Weights]) -> list[Priced]:
        """Return candidates with the budgets that their work allows.

        Parameters
        ----------
        candidates
            Parameters; a budget among them is passed over.

        Raises
        ------
        InputError
            The strategy as it is has nothing to search at these tables.
        """
        if not self._whole:
            (self._whole,) = self._work([{self._budget.name: float(self._plain)}])
            if not self._whole:
                wanted = "a strategy that searches at the tables of the tuning"
                raise InputError(f"expected {wanted}, got one without any work")
        keys = [self._key(each) for each in candidates]
        tried: dict[Key, dict[int, float]] = {key: {} for key in keys if key not in self._known}
        for _ in range(PROBES):
            wanted_by_key = {key: self._next(shares) for key, shares in tried.items()}
            asked = [key for key, wanted in wanted_by_key.items() if wanted not in tried[key]]
            work = self._work([self._with(key, wanted_by_key[key]) for key in asked])
            for key, done in zip(asked, work, strict=True):
                tried[key][wanted_by_key[key]] = done / self._whole
        self._known |= {key: self._best(key, shares) for key, shares in tried.items()}
        return [self._known[key] for key in keys]

    def _key(self, weights: Weights) -> Key:
        others = (each for each in weights.items() if each[0] != self._budget.name)
        return tuple(sorted(others))

    def _with(self, key: Key, budget: int) -> Weights:
        return {**dict(key), self._budget.name: float(budget)}

    def _next(self, tried: Mapping[int, float]) -> int:
        """Return the budget to try: that of the last one, in proportion to its work."""
        if not tried:
            return self._plain
        last = list(tried)[-1]
        wanted = int(last / tried[last]) if tried[last] else int(self._budget.high)
        if wanted in tried and not _allowed(tried):
            wanted = min(tried) - 1
        return int(min(self._budget.high, max(self._budget.low, wanted)))

    def _best(self, key: Key, tried: Mapping[int, float]) -> Priced:
        """Return the largest budget whose work is allowed, else the least one as too dear."""
        allowed = _allowed(tried)
        chosen = max(allowed, default=min(tried))
        share = round(tried[chosen], SHARE_DIGITS)
        return Priced(self._with(key, chosen), share, dear=not allowed)

    def _work(self, candidates: Sequence[Weights]) -> list[float]:
        """Return the work of candidates in the same playthroughs."""
        spans = self._field.spans(range(PROBE_GAMES))
        places = [place for place, span in enumerate(spans) if len(span)]
        probes = [Probe(self._field.tables[place], each) for each in candidates for place in places]
        stored = self._asking.played(probes, [spans[place] for place in places] * len(candidates))
        work = [sum(int(np.frombuffer(rows, WORK).sum()) for rows in chunks) for chunks in stored]
        count = len(places)
        return [float(sum(work[first : first + count])) for first in range(0, len(work), count)]


def _allowed(tried: Mapping[int, float]) -> list[int]:
    """Return the budgets whose share of the work is not too large."""
    return [budget for budget, share in tried.items() if share <= 1 + SLACK]


def most_probes(candidates: int) -> int:
    """Return how many playthroughs it takes at most to count the work of so many candidates.

    >>> most_probes(0)
    4
    """
    return PROBE_GAMES * (1 + PROBES * candidates)
