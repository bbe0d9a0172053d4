"""What-ifs of a study: how each arm differs from the base, group by group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE, SHARES
from bloodstones.stats.inference.nested import NestedVariance, nested_variance
from bloodstones.stats.inference.paired import (
    PairedDifference,
    nested_difference,
    paired_difference,
)
from bloodstones.stats.setups import COLUMNS, SETUP, with_setups
from bloodstones.stats.table import BASE, game_labels, luck_labels, seated

if TYPE_CHECKING:
    import pandas as pd

ARM = "arm"
LUCK = "luck"
MAP = "map"
SEATED = "seated"
PAIRED_T = "paired t"
PAIRED_SPANNING = "paired t, spanning orders"
PAIRED_ONE = "paired t, of one order"
CHANGE = "_change"
BOUNDS = {"win_credit": (SHARES[0] - SHARES[1], SHARES[1] - SHARES[0])}  # of differences, by value


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
        Tidy table with a column of arms. Rows of two arms are a pair when map, line-up, strategies
        of all seats, replicate and seat agree. The columns of `setups.with_setups` are made where
        they are not there.
    by
        Columns that make a group.
    arm, base
        The column of arms, and the arm that the others are compared with.
    value
        What is compared: `win_credit`, `score`, `game_turns`, …

    Returns
    -------
    DataFrame
        See `compare_arms`.

    Raises
    ------
    InputError
        If a column or the base is missing, or an arm has fewer than two pairs in a group.
    """
    if arm not in rows:
        raise expected("a column of the table", arm, "what-if")
    grouped = rows if SETUP in rows else with_setups(rows, boards=False)
    game = game_labels(rows).to_numpy()
    table = grouped.assign(**{LUCK: luck_labels(rows)})
    table[SEATED] = seated(rows, game, "strategy")[game]
    keys = (LUCK, *(name for name in (MAP,) if name in rows), SEATED, "seat")
    return compare_arms(table, keys, by, arm=arm, base=base, value=value, confidence=confidence)


def compare_arms(
    table: pd.DataFrame,
    keys: Sequence[str],
    by: Sequence[str],
    *,
    arm: str = ARM,
    base: str = BASE,
    value: str = "win_credit",
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Return the paired differences of arms.

    Parameters
    ----------
    table
        One row a result, with the columns of `keys` and `by`, `arm`, `value` and those of
        `setups.with_setups`.
    keys
        Columns that make a pair together with those of `by`; one of them is `luck`. Pairs of one
        luck and group count as one with their mean.
    by, arm, base, value, confidence
        See `what_if`.

    Returns
    -------
    DataFrame
        One row a group and arm: the columns of `by`, `arm`, the attributes of
        `paired.PairedDifference`, `unpaired` (rows of the arm or of the base in that group without
        a partner), `setups` (line-ups and orders round the table), `order_part` (of the variance)
        and `interval` (how it was made). The variance of the mean of the pairs is the nested one:
        line-ups are fixed, orders round the table a sample (`inference.nested`).
    """
    import pandas as pd

    for name in (*by, arm, value):
        if name not in table:
            raise expected("a column of the table", name, "what-if")
    if base not in set(table[arm]):
        raise expected(f"the arm {base}", sorted(set(table[arm])), arm)
    key = [*keys, *(name for name in by if name not in keys)]
    if table.duplicated([arm, *key]).any():
        raise expected("each line-up once with each random stream and arm", "some twice", arm)
    ours = table.loc[table[arm] == base, [*key, value, *COLUMNS]]
    lines: list[tuple[object, ...]] = []
    for other, theirs in table[table[arm] != base].groupby(arm, sort=True):
        rows = ours.merge(
            theirs[[*key, value]], "outer", key, suffixes=("", "_other"), indicator="found"
        )
        for values, group in rows.groupby(list(by), sort=True):
            lines.append((*values, other, *_compared(group, value, confidence)))
    names = [*by, arm, *PairedDifference.__slots__, "unpaired", "setups", "order_part", "interval"]
    return pd.DataFrame(lines, columns=names)


def _compared(group: pd.DataFrame, value: str, confidence: float) -> tuple[object, ...]:
    """Return the columns of `compare_arms` from the difference on, of the rows of one group."""
    pairs = group[group["found"] == "both"]
    means = pairs.groupby(LUCK)[[value, f"{value}_other"]].mean()
    base, other = means[value], means[f"{value}_other"]
    games = paired_difference(base, other, confidence, bounds=BOUNDS.get(value))
    variance = _variance(pairs, other - base)
    difference = nested_difference(games, variance, confidence)
    fields = [getattr(difference, field) for field in PairedDifference.__slots__]
    unpaired = len(group) - len(pairs)
    return *fields, unpaired, variance.setups, variance.order_part, _how(variance)


def _variance(pairs: pd.DataFrame, changes: pd.Series[float]) -> NestedVariance:
    """Return the variance of the mean of the differences of pairs, one a luck."""
    lucks = pairs.drop_duplicates(LUCK).set_index(LUCK)[list(COLUMNS)]
    return nested_variance(lucks.assign(**{CHANGE: changes}), CHANGE)


def _how(variance: NestedVariance) -> str:
    """Return how an interval of this variance is made."""
    if not variance.known:
        return PAIRED_ONE
    return PAIRED_SPANNING if variance.orders else PAIRED_T
