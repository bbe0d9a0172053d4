"""What workers play for a balance study: a setting's games for what its targets read alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.balance.aims import CREDIT as WIN_CREDIT
from bloodstones.batch.balance.finished import Setting, text_of
from bloodstones.batch.balance.settings import SearchedNumbers
from bloodstones.batch.result_files.tidy_tables import decode_column
from bloodstones.batch.study.plan import Cell
from bloodstones.core.contract.game import Game, Setup
from bloodstones.core.contract.tunable import Tunable, Weights

CREDIT: Final = "<f8"
NO_AREAS: Final = "{}"


@dataclass(frozen=True, slots=True)
class Scored:
    """A cell of a study under a setting, as workers see it (see `chunks.Playable`).

    Attributes
    ----------
    label
        Keys the luck: purpose, board and line-up, so that settings share it.
    fields
        What is kept of a seat of a playthrough, win credit first.
    """

    setup: Setup
    label: str
    setting: str
    fields: tuple[str, ...] = (WIN_CREDIT,)

    @property
    def id(self) -> str:
        """Readable, for messages."""
        return f"{self.label} {self.setting}".rstrip()

    def played(self, game: Game, seed: int, replicates: range) -> tuple[bytes, str]:
        """Play some replicates and return the fields of all seats as the store keeps them.

        Parameters
        ----------
        game
            That plays the setup.
        seed
            Of the study; with the label and the replicate it keys the luck.
        replicates
            Which of them, ascending.

        Returns
        -------
        rows
            As bytes of little-endian floats: replicate by replicate, seat by seat, field by field.
        areas
            `NO_AREAS`: nothing is summed by area.
        """
        chunk = game.simulate(self.setup, seed, self.label, replicates)
        fields = [np.asarray(chunk.rows[name], CREDIT) for name in self.fields]
        return np.stack(fields, axis=-1).tobytes(), NO_AREAS


@dataclass(frozen=True, slots=True)
class RetunedLineUp:
    """A line-up whose seats play with parameters of their own, as workers see it.

    Attributes
    ----------
    setup
        What is played.
    label
        Keys the luck.
    weights
        Seat -> parameters in place of those of the strategy that sits there.
    """

    setup: Setup
    label: str
    weights: Mapping[int, Weights]

    @property
    def id(self) -> str:
        """Readable, for messages."""
        return self.label

    def played(self, game: Game, seed: int, replicates: range) -> tuple[bytes, str]:
        """Play some replicates and return the win credits of all seats as the store keeps them."""
        credit = cast(Tunable, game).contest(self.setup, self.weights, seed, self.label, replicates)
        return np.asarray(credit, CREDIT).tobytes(), NO_AREAS


def scored(
    cells: Sequence[Cell],
    setting: Setting,
    knobs: SearchedNumbers,
    purpose: str,
    fields: tuple[str, ...] = (WIN_CREDIT,),
) -> list[Scored]:
    """Return cells under a setting, with the luck of a purpose.

    Parameters
    ----------
    cells
        Under the printed rules.
    setting, knobs
        The changes, and what may be changed.
    purpose
        Keys the luck together with the label of a cell: settings with the same purpose use the same
        random numbers.
    fields
        What is kept of a seat of a playthrough.
    """
    arm = text_of(setting)
    return [
        Scored(knobs.changed(cell.setup, setting), f"{purpose}/{cell.label}", arm, fields)
        for cell in cells
    ]


def fields_of(chunks: Sequence[bytes], seats: int, fields: int) -> NDArray[np.float64]:
    """Return the fields that the store keeps of cells of `Scored`.

    Parameters
    ----------
    chunks
        What the store keeps of each chunk, in the order of the replicates.
    seats, fields
        How many of each.

    Returns
    -------
    ndarray of float64
        Shape (replicates, seats, fields).
    """
    joined = np.concatenate([np.frombuffer(rows, CREDIT) for rows in chunks])
    return joined.reshape(-1, seats, fields)


def fields_of_rows(
    chunks: Sequence[bytes], seats: int, fields: Sequence[str]
) -> NDArray[np.float64]:
    """Return fields of the tidy rows that the store keeps of cells of a study.

    Parameters
    ----------
    chunks, seats
        As of `fields_of`.
    fields
        Names of columns.

    Returns
    -------
    ndarray of float64
        Shape (replicates, seats, fields).
    """
    columns = [
        np.concatenate([decode_column(rows, name).to_numpy(False) for rows in chunks])
        for name in fields
    ]
    return np.stack(columns, axis=-1).astype(np.float64).reshape(-1, seats, len(fields))


def credits_of(chunks: Sequence[bytes], seats: int) -> NDArray[np.float64]:
    """Return the win credits that the store keeps of cells of `RetunedLineUp`.

    Parameters
    ----------
    chunks
        What the store keeps of each chunk, in the order of the replicates.
    seats
        Seats of a table.

    Returns
    -------
    ndarray of float64
        Shape (replicates, seats).
    """
    joined = np.concatenate([np.frombuffer(rows, CREDIT) for rows in chunks])
    return joined.reshape(-1, seats)
