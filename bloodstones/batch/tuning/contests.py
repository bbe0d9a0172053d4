"""Contests: candidates at the tables of a field, played by the crew and kept in its store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.chunks import Part, missing
from bloodstones.batch.crew import Crew
from bloodstones.batch.tuning.field import Field, Table
from bloodstones.core.game import Game, Setup
from bloodstones.core.tunable import Tunable, Weights

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

    table: Table
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
        """Play some replicates and return the candidate's win credits as the store keeps them."""
        seat = self.table.seat
        changed = {} if self.weights is None else {seat: self.weights}
        credit = cast(Tunable, game).contest(self.setup, changed, seed, self.label, replicates)
        return credit[:, seat].astype(CREDIT).tobytes(), NO_AREAS


def contest_of(table: Table, candidate: Mapping[str, Weights], purpose: str) -> Contest:
    """Return the contest of a candidate, whose parameters are told by role, at a table."""
    return Contest(table, candidate.get(table.role), f"{purpose}/{table.label}")


class Contests:
    """Plays contests through a crew.

    Contests are numbered as they are asked for, so that a run which goes on after a stop finds
    those that it played before in the store.
    """

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._asked = 0

    def credits(
        self, field: Field, candidates: Sequence[Mapping[str, Weights]], purpose: str, games: range
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
        numbers = range(self._asked, self._asked + len(contests))
        self._asked = numbers.stop
        wanted = spans * len(candidates)

        def parts() -> Iterator[Part]:
            done = self._crew.store.done(numbers)
            for number, contest, span in zip(numbers, contests, wanted, strict=True):
                for gap in missing(span, done.get(number, ())):
                    yield Part(number, contest, gap)

        self._crew.play(parts)
        credit = [self._stored(*each) for each in zip(numbers, wanted, strict=True)]
        tables = len(field.tables)
        rows = [credit[first : first + tables] for first in range(0, len(credit), tables)]
        return [field.in_order(row, games) for row in rows]

    def _stored(self, number: int, span: range) -> NDArray[np.float64]:
        """Return the win credits of a contest from the store."""
        chunks = self._crew.store.chunks(number, span)
        parts = [np.frombuffer(chunk.rows, CREDIT) for chunk in chunks]
        return np.concatenate(parts) if parts else np.zeros(0)
