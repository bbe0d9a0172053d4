"""What-ifs on common random numbers: the same luck in two arms, and the difference between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.table import game_labels, luck_labels

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

BASE = "base"
ARM = "arm"
FEWEST_PAIRS = 2
PAIRED_T = "paired t"


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A difference of two arms with the same luck.

    Attributes
    ----------
    pairs
        Independent pairs (games with their own luck).
    base, other, difference
        Means of the arms; `difference` is other - base.
    low, high, error
        Interval and standard error of the difference.
    p_value
        Two-sided, of no difference.
    correlation
        Between the arms, over the pairs; what the common random numbers achieved. 0 when an arm
        does not vary.
    independent_pairs
        Games that each of two independent arms would need for the same standard error.
    saved
        Games saved by pairing: 2 * (independent_pairs - pairs), below 0 when it cost some.
        Infinite when the difference is always the same and the arms are not.
    """

    pairs: int
    base: float
    other: float
    difference: float
    low: float
    high: float
    error: float
    p_value: float
    correlation: float
    independent_pairs: float
    saved: float


def paired_difference(
    base: ArrayLike, other: ArrayLike, confidence: float = CONFIDENCE
) -> PairedDifference:
    """Return the mean difference of two arms that were played with the same luck.

    Parameters
    ----------
    base, other
        One number a pair, shape (pairs,); entry i of both had the same luck, different entries are
        independent. Several rows of one pair (seats) go in as their mean.
    confidence
        Coverage wanted.

    Notes
    -----
    Student's interval of the differences. For the variance of a difference of two independent arms
    see A. M. Law, Simulation Modeling and Analysis (2015), chapter 11 (common random numbers).

    Examples
    --------
    >>> found = paired_difference([0, 1, 0, 1, 1, 0, 0, 0], [0, 1, 1, 1, 1, 0, 0, 1])
    >>> found.difference, round(found.correlation, 2), round(found.saved, 1)
    (0.25, 0.6, 24.0)
    """
    import numpy as np
    from scipy.stats import t

    normal_quantile(confidence)
    first, second = np.asarray(base, dtype=np.float64), np.asarray(other, dtype=np.float64)
    if first.ndim != 1 or first.shape != second.shape or len(first) < FEWEST_PAIRS:
        raise expected(
            f"at least {FEWEST_PAIRS} pairs, one value an arm each",
            (first.shape, second.shape),
            "base, other",
        )
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        raise expected("finite values", "nan or infinity", "base, other")
    pairs = len(first)
    spread = float((second - first).var(ddof=1))
    apart = float(first.var(ddof=1) + second.var(ddof=1))
    product = float(first.std(ddof=1) * second.std(ddof=1))
    error, mean = float(np.sqrt(spread / pairs)), float((second - first).mean())
    half = float(t.ppf((1 + confidence) / 2, pairs - 1)) * error
    p_value = float(2 * t.sf(abs(mean) / error, pairs - 1)) if error else float(mean == 0)
    alone = pairs * apart / spread if spread else (np.inf if apart else float(pairs))
    return PairedDifference(
        pairs,
        float(first.mean()),
        float(second.mean()),
        mean,
        mean - half,
        mean + half,
        error,
        p_value,
        (apart - spread) / 2 / product if product else 0.0,
        float(alone),
        2 * (float(alone) - pairs),
    )


@dataclass(frozen=True, slots=True)
class McNemar:
    """Pairs that only the base won, that only the other arm won, and the exact p-value."""

    only_base: int
    only_other: int
    p_value: float


def mcnemar(base: ArrayLike, other: ArrayLike) -> McNemar:
    """Return McNemar's exact test of two arms whose pairs are won or not.

    Parameters
    ----------
    base, other
        0 or 1 for each pair, shape (pairs,). Shared wins (win credit between) need
        `paired_difference`.

    Notes
    -----
    Q. McNemar, Psychometrika 12 (1947); exact binomial form: never more false alarms than stated,
    fewer with few pairs that differ.

    Examples
    --------
    >>> mcnemar([0, 1, 0, 0, 0, 0, 0, 0], [1, 0, 1, 1, 1, 1, 1, 1])
    McNemar(only_base=1, only_other=7, p_value=0.0703125)
    """
    import numpy as np
    from scipy.stats import binomtest

    first, second = np.asarray(base, dtype=np.float64), np.asarray(other, dtype=np.float64)
    if first.shape != second.shape or not np.isin([first, second], (0, 1)).all():
        raise expected("as many outcomes of 0 or 1 in both arms", first.shape, "base, other")
    lost, won = int((first > second).sum()), int((first < second).sum())
    p_value = float(binomtest(lost, lost + won).pvalue) if lost + won else 1.0
    return McNemar(lost, won, p_value)


def what_if(
    rows: pd.DataFrame,
    by: Sequence[str] = ("faction",),
    *,
    arm: str = ARM,
    base: str = BASE,
    value: str = "win_credit",
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Return how each arm of a study differs from the base, group by group.

    Parameters
    ----------
    rows
        Tidy table with a column of arms. Rows of two arms are a pair when map, line-up, replicate,
        seat and everything in `by` agree; rows of one luck (`table.luck_labels`) count as one pair
        with their mean.
    by
        Columns that make a group.
    arm, base
        The column of arms, and the arm that the others are compared with.
    value
        What is compared: `win_credit`, `score`, `game_turns`, …

    Returns
    -------
    DataFrame
        One row a group and arm: the columns of `by`, `arm`, the attributes of `PairedDifference`,
        `unpaired` (rows of the arm or of the base in that group without a partner) and `interval`.

    Raises
    ------
    InputError
        If a column or the base is missing, or an arm has fewer than two pairs in a group.
    """
    import pandas as pd

    for name in (*by, arm, value):
        if name not in rows:
            raise expected("a column of the table", name, "what-if")
    if base not in set(rows[arm]):
        raise expected(f"the arm {base}", sorted(set(rows[arm])), arm)
    table = _keyed(rows)
    keys = ["_luck", "seat", "_twin", *(name for name in by if name != "seat")]
    ours = table[table[arm] == base]
    lines: list[tuple[object, ...]] = []
    for other, theirs in table[table[arm] != base].groupby(arm, sort=True):
        if ours.duplicated(keys).any() or theirs.duplicated(keys).any():
            raise expected("each line-up once with each luck", f"several of {other}", arm)
        pairs = ours[[*keys, value]].merge(theirs[[*keys, value]], on=keys, suffixes=("", "_other"))
        both = pd.concat([ours, theirs]).groupby(list(by)).size().to_dict()
        for key, group in pairs.groupby(list(by), sort=True):
            values = key if isinstance(key, tuple) else (key,)
            means = group.groupby("_luck")[[value, f"{value}_other"]].mean()
            found = paired_difference(means[value], means[f"{value}_other"], confidence)
            fields = [getattr(found, field) for field in PairedDifference.__slots__]
            alone = int(both[key if len(by) > 1 else values[0]]) - 2 * len(group)
            lines.append((*values, other, *fields, alone, PAIRED_T))
    names = [*by, arm, *PairedDifference.__slots__, "unpaired", "interval"]
    return pd.DataFrame(lines, columns=names)


def _keyed(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the table with its luck, and a number for cells that an arm plays with one luck."""
    table = rows.assign(_luck=luck_labels(rows), _game=game_labels(rows))
    seats = table.sort_values(["_game", "seat"], kind="stable").groupby("_game")["strategy"]
    return table.assign(_twin=table["_game"].map(seats.agg("+".join)))
