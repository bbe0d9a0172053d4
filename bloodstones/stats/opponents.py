"""How much a role's win rate depends on its opponents.

The rate of a role in each of its line-ups, a test that all are the same, and what each other role
at the table adds or takes. Rows that share their luck count as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from bloodstones.stats.inference.families import LEVEL, adjust_family
from bloodstones.stats.inference.intervals import CONFIDENCE
from bloodstones.stats.inference.nested import (
    NestedVariance,
    members_table,
    nested_interval,
    nested_variance,
)
from bloodstones.stats.setups import (
    COLUMNS,
    LINE_UP,
    SETUP,
    members_of,
    with_setups,
    without_boards,
)
from bloodstones.stats.table import luck_labels
from bloodstones.stats.verdicts import BAND, check_band

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FEWEST: Final = 2  # line-ups that can be compared
NOBODY: Final = ""
RATES: Final = ("line_up", "opponents", "games", "rate", "low", "high", "fair_share")
TESTS: Final = (
    *("line_ups", "games", "rate", "fair_share", "deviation", "band", "least", "most"),
    *("statistic", "freedom", "error_freedom", "p_value", "holm", "depends"),
)
EFFECTS: Final = ("opponent", "with_it", "without", "effect", "low", "high")


@dataclass(frozen=True, slots=True)
class LineUps:
    """The rates of a role by line-up and their variances, in the same order.

    Attributes
    ----------
    names
        Line-ups, as in the column `_line_up`.
    rates
        Shape (line-ups,).
    luck, total
        Variances of the rates: by games alone, and with the orders that were not played.
    freedom
        Degrees of freedom of `total`.
    """

    names: tuple[str, ...]
    rates: Floats
    luck: Floats
    total: Floats
    freedom: float


def rates_by_line_up(
    rows: pd.DataFrame,
    by: Sequence[str] = ("players", "faction"),
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Return the win rate of every role in each of its line-ups.

    Parameters
    ----------
    rows
        Tidy table, all seats of their playthroughs.
    by
        Columns that make a group; `faction` is among them.
    confidence
        Coverage of the intervals.

    Returns
    -------
    DataFrame
        One row a group and line-up: the columns of `by`, `line_up`, `opponents` (those of the role,
        joined by "+"), `games` (of independent luck), `rate`, `low`, `high` (Wilson's of the nested
        variance, see `inference.nested`; orders differ as much as in all line-ups of the group),
        `fair_share`. Groups of fewer than two line-ups are left out.
    """
    import pandas as pd

    lines = []
    for values, group in _groups(rows, by):
        role = str(dict(zip(by, values, strict=True))["faction"])
        found = line_ups_of(group)
        sizes, shares = group.groupby(LINE_UP).size(), group.groupby(LINE_UP)["_fair"].mean()
        parts = zip(found.names, found.rates, found.luck, found.total, strict=True)
        for name, rate, luck, total in parts:
            spread = NestedVariance(luck, max(0.0, total - luck), found.freedom)
            ends = nested_interval(float(rate), int(sizes[name]), spread, confidence)
            others = _others(name, role)
            share = float(shares[name])
            lines.append((*values, name, others, int(sizes[name]), float(rate), *ends, share))
    return pd.DataFrame(lines, columns=[*by, *RATES])


def homogeneity(
    rows: pd.DataFrame, by: Sequence[str] = ("players", "faction"), band: float = BAND
) -> pd.DataFrame:
    """Return one test per role: is its win rate the same against all opponents?

    The statistic is Cochran's Q, the squared distances of the rates from their weighted mean in
    units of their variances, a degree of freedom. With known variances (all orders played) it is
    chi-square; where the variance of orders is an estimate, Q by its degrees of freedom is compared
    with F with the freedom of that estimate (B. L. Welch, Biometrika 38 (1951)). Where each line-up
    has one order, the estimate has effects of pairs of roles in it, so that the test finds too
    little rather than too much. p-values are adjusted for the roles of a table by Holm.

    Parameters
    ----------
    rows
        Tidy table, all seats of their playthroughs.
    by
        Columns that make a group; those before the last one make a table of roles.
    band
        Half width of the band of fair rates, as a part of the fair share.

    Returns
    -------
    DataFrame
        One row a group with two line-ups or more: the columns of `by`, `line_ups`, `games`, `rate`
        (mean over line-ups), `fair_share`, `deviation` (standard deviation of the rates between
        line-ups, with what luck and orders explain taken out), `band` (its half width, in rates),
        `least` and `most` (rates, as measured), `statistic` (Q by its freedom), `freedom`,
        `error_freedom`, `p_value`, `holm`, and `depends`: whether `holm` is below 5 % and the
        deviation larger than the band.

    Notes
    -----
    W. G. Cochran, Biometrics 10 (1954). The deviation is that of R. DerSimonian and N. Laird,
    Controlled Clinical Trials 7 (1986), by the method of moments.
    """
    import pandas as pd

    check_band(band)
    lines = []
    for values, group in _groups(rows, by):
        found, share = line_ups_of(group), float(group["_fair"].mean())
        size = len(found.names), len(group)
        mean, least, most = (float(each) for each in _summary(found.rates))
        spread = (mean, share, deviation(found), band * share, least, most)
        lines.append((*values, *size, *spread, *cochran(found)))
    names = [*by, *TESTS[: TESTS.index("holm")]]
    table = pd.DataFrame(lines, columns=names)
    if table.empty:
        return table.assign(holm=[], depends=[])
    tables = table.groupby(list(by[:-1]), sort=False)["p_value"] if len(by) > 1 else None
    adjusted = _holm(table["p_value"]) if tables is None else tables.transform(_holm)
    significant = (adjusted < LEVEL) & (table["deviation"] > table["band"])
    return table.assign(holm=adjusted, depends=significant)


def opponent_effects(
    rows: pd.DataFrame,
    by: Sequence[str] = ("players", "faction"),
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Return which other roles at the table raise and lower the win rate of a role.

    Parameters
    ----------
    rows
        Tidy table, all seats of their playthroughs.
    by
        Columns that make a group; `faction` is among them.
    confidence
        Coverage of the intervals.

    Returns
    -------
    DataFrame
        One row a group and other role that sits in some of its line-ups and not in all: the columns
        of `by`, `opponent`, `with_it` and `without` (means over line-ups), `effect` (their
        difference), `low`, `high` (Student's t with the freedom of the variance of orders).
    """
    import pandas as pd
    from scipy.stats import t

    lines = []
    for values, group in _groups(rows, by):
        role = str(dict(zip(by, values, strict=True))["faction"])
        found = line_ups_of(group)
        quantile = float(t.ppf((1 + confidence) / 2, found.freedom))
        seated = [set(_others(name, role).split("+")) - {NOBODY} for name in found.names]
        for other in sorted(set.union(*seated)):
            there = np.array([other in each for each in seated])
            if there.all():
                continue
            means = [float(found.rates[part].mean()) for part in (there, ~there)]
            errors = [float(found.total[part].sum()) / part.sum() ** 2 for part in (there, ~there)]
            effect, half = means[0] - means[1], quantile * sqrt(sum(errors))
            lines.append((*values, other, *means, effect, effect - half, effect + half))
    return pd.DataFrame(lines, columns=[*by, *EFFECTS])


def line_ups_of(group: pd.DataFrame) -> LineUps:
    """Return the rates of a group by line-up, with the variance that games and orders give them.

    Parameters
    ----------
    group
        Rows of one role with `win_credit` and the columns of `setups.with_setups`, independent.
    """
    whole = nested_variance(group, shares=True)
    by_line_up = group.groupby(LINE_UP, sort=True)
    names = tuple(str(name) for name in by_line_up.groups)
    rates = by_line_up["win_credit"].mean().to_numpy(np.float64)
    parts = [nested_variance(each, shares=True) for _, each in by_line_up]
    luck = np.array([part.luck for part in parts])
    if not whole.orders:
        return LineUps(names, rates, luck, luck, inf)
    weights = by_line_up.size().to_numpy(np.float64) / len(group)
    left = np.array([1 / part.setups - 1 / part.possible for part in parts])
    scale = whole.orders / float((weights**2 * left).sum())
    total = luck + scale * left
    freedom = whole.freedom / whole.order_part**2
    return LineUps(names, rates, luck, total, float(freedom))


def cochran(found: LineUps) -> tuple[float, int, float, float]:
    """Return Q by its degrees of freedom, these, those of the variance, and the p-value.

    Parameters
    ----------
    found
        The rates of two line-ups or more.

    Examples
    --------
    >>> same = LineUps(("/a+b", "/a+c"), np.array([0.3, 0.3]), *[np.full(2, 0.001)] * 2, inf)
    >>> cochran(same)
    (0.0, 1, inf, 1.0)
    """
    from scipy.stats import chi2, f

    freedom = len(found.names) - 1
    if not found.total.all():
        return 0.0, freedom, found.freedom, 1.0
    weights = 1 / found.total
    middle = float(weights @ found.rates / weights.sum())
    statistic = float(weights @ (found.rates - middle) ** 2) / freedom
    if found.freedom == inf:
        return statistic, freedom, inf, float(chi2.sf(statistic * freedom, freedom))
    p_value = float(f.sf(statistic, freedom, found.freedom))
    return statistic, freedom, found.freedom, p_value


def deviation(found: LineUps) -> float:
    """Return the standard deviation of rates between line-ups, without what luck and orders give.

    Parameters
    ----------
    found
        The rates of two line-ups or more.

    Examples
    --------
    >>> apart = np.array([0.2, 0.3, 0.4])
    >>> round(deviation(LineUps(("/a", "/b", "/c"), apart, *[np.full(3, 0.0036)] * 2, inf)), 3)
    0.08
    """
    return sqrt(max(0.0, float(found.rates.var(ddof=1)) - float(found.total.mean())))


def _groups(rows: pd.DataFrame, by: Sequence[str]) -> list[tuple[tuple[object, ...], pd.DataFrame]]:
    """Return the groups that have several line-ups, with a row a luck: boards share it."""
    table = without_boards(rows if SETUP in rows else with_setups(rows))
    table = table.assign(_luck=luck_labels(rows), _fair=1 / rows["players"])
    keys = [*by, "_luck"]
    first = table.groupby(keys, sort=True)[[*COLUMNS, "_fair"]].first()
    lucks = first.assign(win_credit=table.groupby(keys, sort=True)["win_credit"].mean())
    parts = lucks.reset_index().groupby(list(by), sort=True)
    return [
        (values if isinstance(values, tuple) else (values,), group)
        for values, group in parts
        if group[LINE_UP].nunique() >= FEWEST and _differ(group)
    ]


def _differ(group: pd.DataFrame) -> bool:
    """Return whether line-ups differ by their members, and not by the choices made in a game."""
    return bool(members_table(sorted(group[LINE_UP].unique())).shape[1] > FEWEST)


def _others(line_up: str, role: str) -> str:
    """Return the members of a line-up without one of a role.

    >>> _others("north/blue+red+red", "red")
    'blue+red'
    """
    members = members_of(line_up)
    if role in members:
        members.remove(role)
    return "+".join(members)


def _summary(rates: Floats) -> tuple[float, float, float]:
    """Return mean, least and most."""
    return float(rates.mean()), float(rates.min()), float(rates.max())


def _holm(p_values: pd.Series[float]) -> Floats:
    """Return the p-values of the roles of one table, adjusted for their number."""
    named = {str(place): float(value) for place, value in enumerate(p_values)}
    adjusted = adjust_family(named, "roles of a table", level=LEVEL)["adjusted"]
    return np.asarray(adjusted, dtype=np.float64)
