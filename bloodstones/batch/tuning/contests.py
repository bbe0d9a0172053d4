"""Contests: candidates at the tables of a field, played by the workers and kept in their store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.sequential_cells import SequentialCells
from bloodstones.batch.tuning.field import CandidateTable, TableRotation
from bloodstones.core.contract.game import Game, Setup
from bloodstones.core.contract.tunable import Tunable, Weights

CREDIT: Final = "<f8"
NO_AREAS: Final = "{}"


@dataclass(frozen=True, slots=True)
class Contest:
    """A candidate at a table, as workers see it (see `chunks.Playable`).

    Attributes
    ----------
    weights
        The candidate's parameters; None: it plays as the strategy that sits there.
    label
        Keys the luck: purpose and table, so that candidates share it.
    """

    table: CandidateTable
    weights: Weights | None
    label: str

    @property
    def id(self) -> str:
        """Readable, for messages."""
        return f"{self.label} seat {self.table.seat}"

    @property
    def setup(self) -> Setup:
        """What is played."""
        return self.table.setup

    def played(self, game: Game, seed: int, replicates: range) -> tuple[bytes, str]:
        """Play some replicates and return the candidate's win credits as the store keeps them.

        Parameters
        ----------
        game
            That can be tuned.
        seed
            Of the task; with the label and the replicate it keys the luck.
        replicates
            Which of them, ascending.

        Returns
        -------
        rows
            Win credits of the candidate's seat as bytes of little-endian floats, one a replicate.
        areas
            `NO_AREAS`: nothing is summed by area.
        """
        seat = self.table.seat
        changed = {} if self.weights is None else {seat: self.weights}
        credit = cast(Tunable, game).contest(self.setup, changed, seed, self.label, replicates)
        return credit[:, seat].astype(CREDIT).tobytes(), NO_AREAS


def contest_of(table: CandidateTable, candidate: Mapping[str, Weights], purpose: str) -> Contest:
    """Return the contest of a candidate at a table.

    Parameters
    ----------
    table
        With the seat of the candidate.
    candidate
        Parameters by role; without any for this role the strategy plays as it is.
    purpose
        Keys the luck together with the table.
    """
    return Contest(table, candidate.get(table.role), f"{purpose}/{table.label}")


class Contests:
    """Plays contests through a caller that asks workers for cells."""

    def __init__(self, cells_asked: SequentialCells) -> None:
        self._asking = cells_asked

    def credits(
        self,
        field: TableRotation,
        candidates: Sequence[Mapping[str, Weights]],
        purpose: str,
        games: range,
    ) -> list[NDArray[np.float64]]:
        """Return the win credits of candidates in the same games.

        Parameters
        ----------
        candidates
            Parameters by role; a role without any plays as the strategy that sits there.
        purpose
            Keys the luck beside the table: games of another purpose are fresh ones.

        Returns
        -------
        list of NDArray
            By candidate, of shape (len(games),), in the order of the games.
        """
        spans = field.spans(games)
        contests = [
            contest_of(table, candidate, purpose)
            for candidate in candidates
            for table in field.tables
        ]
        stored = self._asking.played(contests, spans * len(candidates))
        credit = [_credits(chunks) for chunks in stored]
        tables = len(field.tables)
        rows = [credit[first : first + tables] for first in range(0, len(credit), tables)]
        return [field.in_order(row, games) for row in rows]


def _credits(chunks: Sequence[bytes]) -> NDArray[np.float64]:
    """Return the win credits in the chunks of a contest."""
    parts = [np.frombuffer(rows, CREDIT) for rows in chunks]
    return np.concatenate(parts) if parts else np.zeros(0)
