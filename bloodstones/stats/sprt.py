"""The sequential probability ratio test of one strategy against another on mirrored pairs.

Generalised test: under either hypothesis the pair scores have the likeliest distribution with that
mean (M. Van den Bergh, "A practical introduction to the GSPRT", 2019, the rule of the Stockfish
project's Fishtest). A. Wald, Sequential Analysis (1947), for the bounds. A score that was not seen
yet counts a thousandth of a pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

ERROR = 0.05
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 1e-3
SLACK = 1e-12
SAME = 1e-9


class Decision(StrEnum):
    """The answers of a sequential test."""

    BETTER = "better"
    NOT_BETTER = "not better"
    GO_ON = "go on"


@dataclass(frozen=True, slots=True)
class SprtResult:
    """Log-likelihood ratio of the two hypotheses, its bounds, and the decision."""

    pairs: int
    score: float
    ratio: float
    low: float
    high: float
    decision: Decision


def pair_counts(
    first: ArrayLike, second: ArrayLike, scores: Sequence[float] = PAIR_SCORES
) -> tuple[int, ...]:
    """Return how many mirrored pairs had each mean score.

    Parameters
    ----------
    first, second
        Win credit of A in the two games of each pair (same luck, seats exchanged), shape (pairs,).
    scores
        Possible means of a pair, ascending. With win credit 0, 1/2 and 1 there are five, hence
        "pentanomial".

    Examples
    --------
    >>> pair_counts([1, 1, 0], [1, 0, 0.5])
    (0, 1, 1, 0, 1)
    """
    import numpy as np

    mean = (np.asarray(first, dtype=np.float64) + np.asarray(second, dtype=np.float64)) / 2
    support = np.asarray(scores, dtype=np.float64)
    near = np.abs(mean[:, None] - support[None, :])
    if mean.size and near.min(axis=1).max() > SAME:
        worst = mean[near.min(axis=1).argmax()]
        raise expected(f"pairs with a mean score of {list(scores)}", float(worst), "first, second")
    closest = near.argmin(axis=1) if mean.size else np.zeros(0, dtype=np.int64)
    return tuple(int(count) for count in np.bincount(closest, minlength=len(support)))


def sprt(
    counts: Sequence[int],
    worse: float,
    better: float,
    *,
    scores: Sequence[float] = PAIR_SCORES,
    false_better: float = ERROR,
    false_not: float = ERROR,
) -> SprtResult:
    """Say whether A's mean score is at least `better` or at most `worse`, or play on.

    It may be asked after every pair. When the true mean is `worse`, "better" comes out with
    probability of about `false_better` at most; when it is `better`, "not better" with about
    `false_not`.

    Parameters
    ----------
    counts
        Pairs with each mean score, see `pair_counts`. The two games of a pair depend on each
        other and count once.
    worse, better
        Mean scores of the two hypotheses, within `scores`; 1/2 is equal strength with two players.
    scores
        The possible mean scores of a pair, ascending.
    false_better, false_not
        Wanted error rates, between 0 and 1/2.

    Examples
    --------
    >>> found = sprt([5, 20, 60, 40, 20], worse=0.5, better=0.55)
    >>> found.decision.value, round(found.ratio, 2)
    ('better', 6.67)
    """
    import numpy as np

    if len(counts) != len(scores) or min(counts) < 0:
        raise expected(f"{len(scores)} counts of at least 0", list(counts), "counts")
    if not min(scores) < worse < better < max(scores):
        raise expected("worse < better, both within the scores", (worse, better), "worse, better")
    for name, error in (("false_better", false_better), ("false_not", false_not)):
        if not 0 < error < 1 / 2:
            raise expected("an error rate between 0 and 1/2", error, name)
    support = np.asarray(scores, dtype=np.float64)
    seen = np.maximum(np.asarray(counts, dtype=np.float64), UNSEEN)
    share = seen / seen.sum()
    tilted = [_likeliest(share, support - mean) for mean in (worse, better)]
    ratio = float(seen @ np.log(tilted[1] / tilted[0]))
    low, high = log(false_not / (1 - false_better)), log((1 - false_not) / false_better)
    decision = Decision.GO_ON
    if ratio >= high:
        decision = Decision.BETTER
    elif ratio <= low:
        decision = Decision.NOT_BETTER
    return SprtResult(sum(counts), float(share @ support), ratio, low, high, decision)


def _likeliest(share: Floats, distance: Floats) -> Floats:
    """Return the likeliest distribution given these shares whose mean distance is 0."""
    from scipy.optimize import brentq

    low, high = -1 / distance[-1], -1 / distance[0]
    room = (high - low) * SLACK

    def mean(tilt: float) -> float:
        return float((share * distance / (1 + tilt * distance)).sum())

    tilt = brentq(mean, low + room, high - room, xtol=SLACK)
    tilted: Floats = share / (1 + tilt * distance)
    return tilted
