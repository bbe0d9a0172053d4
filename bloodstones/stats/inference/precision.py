"""How precise the figures of a study are while it runs, and when that is enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, sqrt

from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile, wilson_interval
from bloodstones.stats.inference.sequential import (
    CONTINUITY,
    LookPlan,
    plan_width_looks,
    rate_at_look,
)

RULE = "fixed width at planned looks (Chow and Robbins)"


def mean_half_width(
    values: int, variance: float, confidence: float = CONFIDENCE, margin: float = CONTINUITY
) -> float:
    """Return half of the interval of a mean, Wilson's with the variance that was measured.

    With `variance` = p (1 - p) and no `margin` it is Wilson's half width of a rate p. A sample
    without any variance still has an interval.

    Parameters
    ----------
    values
        Number of independent values, at least 1.
    variance
        Their sample variance.
    margin
        Correction for continuity: that many values either way.

    Examples
    --------
    >>> round(mean_half_width(9604, 0.25), 4)
    0.01
    >>> round(mean_half_width(10, 0.0), 2)
    0.19
    """
    z = normal_quantile(confidence)
    spread = sqrt(variance / values + (z / (2 * values)) ** 2)
    return z * spread / (1 + z * z / values) + margin / values


def rate_interval(
    wins: float,
    games: int,
    stopping: Mapping[str, object] | None,
    confidence: float = CONFIDENCE,
) -> tuple[float, float]:
    """Return the interval of a rate of a study, whichever way the study ended.

    Parameters
    ----------
    wins, games
        Win credit and independent games of the rate.
    stopping
        The rule of a study that stopped at a target precision, as its provenance has it; None for
        one whose games were fixed: its interval is Wilson's. A study that stops when its intervals
        are narrow, and for no other reason, keeps their coverage with as many standard errors and
        the correction for continuity that its rule looked with (see `Precision`).

    Examples
    --------
    >>> rule = Precision(0.1).to_json
    >>> fixed, stopped = rate_interval(30, 100, None), rate_interval(30, 100, rule)
    >>> [f"{low:.3f} {high:.3f}" for low, high in (fixed, stopped)]
    ['0.219 0.396', '0.215 0.401']
    """
    if stopping is None:
        return wilson_interval(wins, games, confidence)
    only = LookPlan((games,), (normal_quantile(confidence),), confidence)
    return rate_at_look(only, 0, wins, games)


@dataclass(frozen=True, slots=True)
class Precision:
    """The intervals of a running study, and the interim analyses up to a target precision.

    A study that ends when its intervals are narrow, and for no other reason, keeps their coverage
    (see `sequential.plan_width_looks`).

    Parameters
    ----------
    wanted
        Half width of every interval, above 0 and below 0.5; None without such a wish.
    differences
        Whether differences of two rates are among the figures: they may need twice the games.
    """

    wanted: float | None = None
    differences: bool = False
    confidence: float = CONFIDENCE

    @property
    def to_json(self) -> dict[str, object]:
        """The rule in words and numbers."""
        return {"rule": RULE, "half_width": self.wanted, "confidence": self.confidence}

    def rounds(self, per_replicate: int, players: int, most: int | None) -> tuple[int, ...]:
        """Return the replicates at each look, ascending, none above `most`.

        Parameters
        ----------
        per_replicate
            Independent values that a replicate adds to the figure that gets fewest.
        players
            Seats at the table; any rate may occur, so that it plays no part here.

        Examples
        --------
        >>> rule = Precision(0.01)
        >>> rule.rounds(6, 4, None)[0], rule.rounds(6, 4, None)[-1], rule.rounds(6, 4, 999)[-1]
        (405, 1618, 999)
        """
        assert self.wanted is not None
        width = self.wanted / sqrt(2) if self.differences else self.wanted
        looks = plan_width_looks(width, confidence=self.confidence).looks
        replicates = {max(1, ceil(look / per_replicate)) for look in looks}
        if most is not None:
            replicates = {min(most, number) for number in replicates}
        return tuple(sorted(replicates))

    def half_width(self, look: int, values: int, mean: float, variance: float) -> float:
        """Return half of the interval of a mean; it is the same at every look.

        Parameters
        ----------
        look
            Which look, from 0.
        values
            How many independent values the mean is of.
        mean, variance
            Of the values: from 0 to 1, of differences from -1 to 1.
        """
        return mean_half_width(values, variance, self.confidence)
