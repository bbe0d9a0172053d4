"""Means of playouts with 95 % intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from bloodstones.core.kernels.layout import Array

Z: Final = 1.959964  # two-sided, 95 %
NONE_SEEN: Final = 3.0  # n without a case exclude a rate above 3 / n, with 95 %
WORTHWHILE: Final = 4


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of `n` playouts with its 95 % interval."""

    value: float
    low: float
    high: float
    n: int

    @property
    def sure(self) -> bool:
        """Whether it differs significantly from 0: the interval leaves 0 out."""
        return self.low > 0 or self.high < 0


def chance_of(credits: Array) -> Estimate:
    """Return a chance of winning from win credits: Wilson's interval where they are 0 or 1.

    Shared wins and chances of winning have a normal interval, see `mean_of`.

    >>> import numpy as np
    >>> estimate = chance_of(np.array([1.0, 0.0, 1.0, 1.0]))
    >>> estimate.value, round(estimate.low, 2), round(estimate.high, 2)
    (0.75, 0.3, 0.95)
    """
    n, rate = len(credits), float(credits.mean())
    if not ((credits == 0.0) | (credits == 1.0)).all():
        estimate = mean_of(credits)
        return Estimate(rate, max(0.0, estimate.low), min(1.0, estimate.high), n)
    centre = (rate + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * math.sqrt(rate * (1 - rate) / n + Z * Z / (WORTHWHILE * n * n)) / (1 + Z * Z / n)
    return Estimate(rate, max(0.0, centre - half), min(1.0, centre + half), n)


def mean_of(differences: Array) -> Estimate:
    """Return the mean of paired differences with a normal interval, never of width 0.

    >>> import numpy as np
    >>> mean_of(np.zeros(300)).high
    0.01
    """
    n, mean = len(differences), float(differences.mean())
    error = float(differences.std(ddof=1)) / math.sqrt(n) if n > 1 else 1.0
    half = max(Z * error, NONE_SEEN / n)
    return Estimate(mean, mean - half, mean + half, n)
