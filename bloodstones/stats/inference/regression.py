"""What features go with an outcome: regressions, with intervals that allow for many looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE

if TYPE_CHECKING:
    import pandas as pd

SPARE = 10  # rows for each feature, at least
ROBUST = "HC3"
COLUMNS = ("outcome", "feature", "effect", "low", "high", "p_value", "sure", "r2", "rows", "looks")


def regressions(
    table: pd.DataFrame,
    features: Sequence[str],
    outcomes: Sequence[str],
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Return what each feature does to each outcome with all other features held still.

    Parameters
    ----------
    table, features, outcomes
        One row a case, and its columns; features are taken in standard deviations over the cases.
    confidence
        That all intervals of the whole table hold together (Bonferroni over features and
        outcomes), so that one may look at all of them.

    Returns
    -------
    DataFrame
        One row an outcome and feature: `effect` of one standard deviation of the feature, with
        `low` and `high`, `p_value` (of this look alone), `sure` (whether the interval leaves 0
        out), `r2` (share of the outcome's variance explained, adjusted for the features), `rows`
        and `looks`.

    Raises
    ------
    InputError
        Fewer than ten cases a feature, or a feature or outcome that does not vary.

    The errors hold for unequal variances (HC3: MacKinnon and White, J. Econometrics 29, 1985).

    Examples
    --------
    >>> import pandas as pd
    >>> luck = np.random.default_rng(2)
    >>> cases = pd.DataFrame({"sea": luck.normal(0, 2, 200), "hills": luck.normal(size=200)})
    >>> cases["length"] = 3 * cases["sea"] + luck.normal(size=200)
    >>> found = regressions(cases, ["sea", "hills"], ["length"])
    >>> found[["feature", "sure"]].values.tolist(), bool(found["effect"].iloc[0] > 5)
    ([['sea', True], ['hills', False]], True)
    """
    import pandas as pd

    _check(table, features, outcomes)
    looks = len(features) * len(outcomes)
    design = table[list(features)].astype(np.float64)
    scaled = (design - design.mean()) / design.std()
    lines = []
    for outcome in outcomes:
        fitted = _fitted(table[outcome].astype(np.float64), scaled)
        ends = fitted.conf_int((1 - confidence) / looks)
        r2 = float(fitted.rsquared_adj)
        for name in features:
            low, high = map(float, ends.loc[name])
            effect, p_value = float(fitted.params[name]), float(fitted.pvalues[name])
            sure = not low <= 0 <= high
            lines.append((outcome, name, effect, low, high, p_value, sure, r2, len(table), looks))
    return pd.DataFrame(lines, columns=list(COLUMNS))


def _fitted(outcome: pd.Series[float], scaled: pd.DataFrame) -> Any:
    """Return the least squares of an outcome on features and a constant."""
    import statsmodels.api as sm

    return sm.OLS(outcome, sm.add_constant(scaled)).fit(cov_type=ROBUST, use_t=True)


def _check(table: pd.DataFrame, features: Sequence[str], outcomes: Sequence[str]) -> None:
    """Raise InputError unless there are cases enough and all columns vary."""
    if len(table) < SPARE * len(features):
        raise expected(f"at least {SPARE * len(features)} cases", len(table), "features")
    for name in (*features, *outcomes):
        if name not in table:
            raise expected("a column of the table", name, "features")
        if not float(table[name].std()) > 0:
            raise expected("a column that varies", name, "features")
