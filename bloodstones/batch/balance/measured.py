"""What a setting makes of the game: its figures, and how far from their goals they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bloodstones.batch.balance.figures import TABLE, Floats, Output, Outputs
from bloodstones.batch.balance.targets import DRAWS, FIRST_SEAT


@dataclass(frozen=True)
class Measured:
    """The figures under a setting.

    Attributes
    ----------
    values
        By output, a value of each playthrough (and seat), in an order that settings share.
    """

    outputs: Outputs
    values: tuple[Floats, ...]

    @property
    def rates(self) -> Floats:
        """The figures, win rates and other means: shape (outputs,)."""
        return np.array([each.mean() for each in self.values])

    @property
    def variances(self) -> Floats:
        """Of these: shape (outputs,)."""
        return np.array([each.var(ddof=1) / len(each) for each in self.values])

    @property
    def gaps(self) -> Floats:
        """How far each is above the low end of its goal, in its unit."""
        return self.rates * self.outputs.scales - self.outputs.lows

    @property
    def noise(self) -> float:
        """What chance adds to the squared distance from the targets."""
        spread = self.variances * self.outputs.scales**2 * self.outputs.counted(self.gaps)
        return float(self.outputs.shares @ spread)

    @property
    def distance(self) -> float:
        """How far off all are: the root of their mean squared gap, with chance taken out."""
        return distance(self.outputs, self.gaps, self.noise)

    def shift(self, base: Measured) -> tuple[Floats, float]:
        """Return how far each gap is from that of the base, on the same luck, and the noise in it.

        Returns
        -------
        tuple
            Shape (outputs,), and the mean variance of these over the outputs.
        """
        pairs = [mine - theirs for mine, theirs in zip(self.values, base.values, strict=True)]
        scales = self.outputs.scales
        spread = np.array([each.var(ddof=1) / len(each) for each in pairs]) * scales**2
        return np.array([each.mean() for each in pairs]) * scales, float(spread.mean())


def distance(outputs: Outputs, gaps: Floats, noise: float = 0.0) -> float:
    """Return the root of the mean squared gap, less what chance adds to it.

    Parameters
    ----------
    outputs
        The figures that are measured.
    gaps
        How far each is above the low end of its goal, in its unit: shape (outputs,).
    noise
        What chance adds to the squared distance.

    Returns
    -------
    float
        0 or more; of win rates in fair shares.

    Examples
    --------
    >>> two = Outputs((Output("", 2, "red"), Output("", 2, "blue")), ((), ()))
    >>> distance(two, np.array([0.2, -0.2]))
    0.2
    """
    squared = float(outputs.shares @ outputs.outside(gaps) ** 2)
    return float(np.sqrt(max(0.0, squared - noise)))


def measured(outputs: Outputs, tables: Sequence[Floats]) -> Measured:
    """Return the figures in what is known of cells.

    Parameters
    ----------
    outputs
        The figures that are measured.
    tables
        Of each cell, shape (replicates, seats, fields), or (replicates, seats) of win credits.
    """
    seen = [each.reshape(*each.shape[:2], -1) for each in tables]
    columns = outputs.columns or (0,) * len(outputs.every)
    values = tuple(
        np.concatenate([_values(output, seen[cell], seat, column) for cell, seat in seats])
        for output, seats, column in zip(outputs.every, outputs.seats, columns, strict=True)
    )
    return Measured(outputs, values)


def _values(output: Output, table: Floats, seat: int, column: int) -> Floats:
    """Return the values of an output in a cell, one a playthrough."""
    if seat != TABLE:
        return np.asarray(table[:, seat, 0])
    if output.target == DRAWS:
        return np.asarray(1.0 - np.any(table[:, :, 0] == 1, axis=1))
    if output.target == FIRST_SEAT:
        first = table[:, :, column].argmin(axis=1)
        return np.asarray(table[np.arange(len(table)), first, 0])
    return np.asarray(table[:, :, column].mean(axis=1))
