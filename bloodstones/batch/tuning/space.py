"""The space that is searched: parameters of a strategy as points of a unit cube."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.tunable import Parameter, Weights

Point = NDArray[np.float64]
DIGITS = 6


@dataclass(frozen=True, slots=True)
class Space:
    """Some parameters, each with its range as an edge of a unit cube.

    Examples
    --------
    >>> space = Space((Parameter("army", 1, 5, whole=True), Parameter("raid", 0.0, 4.0)))
    >>> space.weights(space.point({"army": 3.0, "raid": 1.0, "luck": 4.0}))
    {'army': 3.0, 'raid': 1.0}
    """

    parameters: tuple[Parameter, ...]

    def point(self, weights: Weights) -> Point:
        """Return the point of some weights; outside their range they are moved to its border."""
        parts = [(weights[p.name] - p.low) / (p.high - p.low) for p in self.parameters]
        point: Point = np.clip(np.array(parts), 0.0, 1.0)
        return point

    def weights(self, point: Sequence[float] | Point) -> dict[str, float]:
        """Return the weights of a point, whole where they must be, else of `DIGITS` digits."""
        by_name = {}
        for each, part in zip(self.parameters, np.clip(point, 0.0, 1.0), strict=True):
            value = each.low + float(part) * (each.high - each.low)
            by_name[each.name] = float(round(value)) if each.whole else float(f"{value:.{DIGITS}g}")
        return by_name
