"""What workers play for a balance study: a setting's games for their win credits alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.balance.settings import Setting, text_of
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
    """

    setup: Setup
    label: str
    setting: str

    @property
    def id(self) -> str:
        """Readable, for messages."""
        return f"{self.label} {self.setting}".rstrip()

    def played(self, game: Game, seed: int, replicates: range) -> tuple[bytes, str]:
        """Play some replicates and return the win credits of all seats as the store keeps them.

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
            Win credits as bytes of little-endian floats, replicate by replicate and seat by seat.
        areas
            `NO_AREAS`: nothing is summed by area.
        """
        chunk = game.simulate(self.setup, seed, self.label, replicates)
        return np.asarray(chunk.rows["win_credit"], CREDIT).tobytes(), NO_AREAS


@dataclass(frozen=True, slots=True)
class Retuned:
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


def scored(cells: Sequence[Cell], setting: Setting, purpose: str) -> list[Scored]:
    """Return cells under a setting, with the luck of a purpose.

    Parameters
    ----------
    cells
        Under the printed rules.
    setting
        The changed numbers.
    purpose
        Keys the luck together with the label of a cell: settings with the same purpose are played
        on the same luck.
    """
    arm = text_of(setting)
    return [Scored(changed(cell.setup, setting), f"{purpose}/{cell.label}", arm) for cell in cells]


def changed(setup: Setup, setting: Setting) -> Setup:
    """Return a setup under a setting."""
    return replace(setup, overrides={**setup.overrides, **dict(setting)})


def credits_of(chunks: Sequence[bytes], seats: int) -> NDArray[np.float64]:
    """Return the win credits that the store keeps.

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
