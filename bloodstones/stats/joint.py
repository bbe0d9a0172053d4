"""All places or factions of a table at once: do they win equally often at all?

One test for all comes before the verdicts on each, so that a table that is uneven for certain is
never taken for a lack of games. The statistic is the chi-square of the sums of win credit, with the
covariance of independent lucks: it is nearly Pearson's for whole wins of all seats, and holds for
shared wins and for factions that sit at some of the tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from bloodstones.stats.table import game_labels, luck_labels
from bloodstones.stats.verdicts import BAND, Verdict, check_band, fairness_verdict

if TYPE_CHECKING:
    import pandas as pd

ERROR: Final = 0.05
FEWEST_LUCKS: Final = 30
SINGULAR: Final = 1e-9
COLUMNS: Final = ("what", "groups", "games", "chi_square", "freedom", "p_value", "verdict")


def joint_tests(
    rows: pd.DataFrame,
    rates: pd.DataFrame,
    what: str,
    by: Sequence[str] = ("players",),
    band: float = BAND,
) -> pd.DataFrame:
    """Return one test a table: are the rates of its `what` equal to their fair shares?

    Parameters
    ----------
    rows
        Tidy table of games in which one strategy plays all seats.
    rates
        Their win rates by `by` and `what` (`balance.win_rates`).
    what
        The column whose values are compared, such as `turn_order`.
    by
        Columns that make a table.

    Returns
    -------
    DataFrame
        The columns of `by`, then `COLUMNS`: `groups` compared, `games`, the test, and the verdict
        of `joint_verdict`. Tables of one group are left out.
    """
    import pandas as pd

    check_band(band)
    lines = []
    keys = list(by)
    labelled = rows.assign(_luck=luck_labels(rows), _game=game_labels(rows))
    for key, group in labelled.groupby(keys, sort=True):
        values = key if isinstance(key, tuple) else (key,)
        rates_of_table = rates[(rates[keys] == list(values)).all(axis=1)]
        if len(rates_of_table) > 1:
            chi, freedom, p_value = chi_square(group, what)
            verdict = joint_verdict(rates_of_table, p_value, band)
            games = int(group["_game"].nunique())
            lines.append(
                (*values, what, len(rates_of_table), games, chi, freedom, p_value, verdict.value)
            )
    return pd.DataFrame(lines, columns=[*keys, *COLUMNS])


def chi_square(group: pd.DataFrame, what: str) -> tuple[float, int, float]:
    """Return chi-square, degrees of freedom and p-value of equal shares; (0, 0, 1) of too little.

    Parameters
    ----------
    group
        Rows of one table with `_luck`; what shares its luck counts as one.
    """
    from scipy.stats import chi2

    gap = (group["win_credit"] - 1 / group["players"]).to_numpy(np.float64)
    luck = np.unique(group["_luck"].to_numpy(), return_inverse=True)[1]
    names = np.unique(group[what].to_numpy(), return_inverse=True)[1]
    lucks, groups = int(luck.max()) + 1, int(names.max()) + 1
    if lucks < FEWEST_LUCKS:
        return 0.0, 0, 1.0
    parts = np.zeros((lucks, groups))
    np.add.at(parts, (luck, names), gap)
    covariance = lucks * np.cov(parts, rowvar=False).reshape(groups, groups)
    sums, scale = parts.sum(axis=0), float(np.trace(covariance))
    if scale == 0:
        return 0.0, 0, 1.0
    freedom = int(np.linalg.matrix_rank(covariance, tol=SINGULAR * scale))
    statistic = float(sums @ np.linalg.pinv(covariance, rcond=SINGULAR, hermitian=True) @ sums)
    return statistic, freedom, float(chi2.sf(statistic, freedom))


def joint_verdict(rates: pd.DataFrame, p_value: float, band: float = BAND) -> Verdict:
    """Return one verdict on all rates of a table.

    Fair if each is, which needs no correction (the claim is false as soon as one part is; Berger
    1982). Unfair if some rate is outside the band with an interval of a confidence shared among all
    (widened as by Bonferroni). Else borderline if they differ for certain (`p_value` below 5 %) or
    each open one is borderline, and if not, too few games, or too few orders where that is what is
    wanting for one.

    Parameters
    ----------
    rates
        `low`, `high`, `rate`, `fair_share` and `order_part` of each.
    """
    wider = widening(len(rates))
    plain = set()
    names = ["rate", "low", "high", "fair_share", "order_part"]
    for rate, low, high, fair, part in rates[names].itertuples(index=False):
        plain.add(fairness_verdict(low, high, fair, band, part))
        ends = rate - wider * (rate - low), rate + wider * (high - rate)
        if fairness_verdict(*ends, fair, band) is Verdict.UNFAIR:
            return Verdict.UNFAIR
    if plain == {Verdict.FAIR}:
        return Verdict.FAIR
    wanting = [each for each in (Verdict.TOO_FEW_ORDERS, Verdict.TOO_FEW) if each in plain]
    return Verdict.BORDERLINE if p_value < ERROR or not wanting else wanting[0]


def widening(groups: int) -> float:
    """Return how much wider an interval is that shares its error with others, as by Bonferroni.

    >>> widening(1), round(widening(10), 2)
    (1.0, 1.43)
    """
    from scipy.stats import norm

    return float(norm.isf(ERROR / 2 / groups) / norm.isf(ERROR / 2))
