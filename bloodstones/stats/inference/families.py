"""Many tests at once: adjusted p-values of a stated family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LEVEL = 0.05
HOLM = "holm"
METHODS = (HOLM, "benjamini-hochberg")


def adjust_family(
    p_values: Mapping[str, float], family: str, *, method: str = HOLM, level: float = LEVEL
) -> pd.DataFrame:
    """Return the p-values of a family of tests, adjusted for their number.

    Parameters
    ----------
    p_values
        p-value of each claim by its name, 0 to 1; all that were tested, not only the striking ones.
    family
        In words, which tests these are: it is part of the result.
    method
        "holm" for named claims: the chance of even one false claim is at most `level`, whatever
        the dependence. "benjamini-hochberg" for a screen: of the claims made a share of at most
        `level` is false on average (independent or positively dependent tests).
    level
        Error rate of the family.

    Returns
    -------
    DataFrame
        In the order given: `claim`, `p_value`, `adjusted` (reject when at most `level`), `holds`
        (the claim stands), `family`, `tests` (size of the family), `method`, `level`.

    Notes
    -----
    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
    Statistics 6 (1979); Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate",
    Journal of the Royal Statistical Society B 57 (1995).

    Examples
    --------
    >>> claims = adjust_family({"red": 0.01, "blue": 0.04, "green": 0.6}, "three factions")
    >>> claims[["claim", "adjusted", "holds"]].values.tolist()
    [['red', 0.03, True], ['blue', 0.08, False], ['green', 0.6, False]]
    """
    import numpy as np
    import pandas as pd

    if method not in METHODS:
        raise expected(f"one of {', '.join(METHODS)}", method, "method")
    if not 0 < level < 1:
        raise expected("a level between 0 and 1", level, "level")
    if not p_values or not family.strip():
        raise expected("a family with a name and at least one test", family, "family")
    for claim, value in p_values.items():
        if not 0 <= value <= 1:
            raise expected("a p-value between 0 and 1", value, claim)
    values = np.array(list(p_values.values()), dtype=np.float64)
    adjusted = _holm(values) if method == HOLM else _benjamini_hochberg(values)
    claims = pd.DataFrame({"claim": list(p_values), "p_value": values, "adjusted": adjusted})
    return claims.assign(
        holds=adjusted <= level, family=family, tests=len(p_values), method=method, level=level
    )


def _holm(values: Floats) -> Floats:
    """Return each p-value times the number of claims not yet made, never below an earlier one."""
    import numpy as np

    order = np.argsort(values, kind="stable")
    steps = values[order] * np.arange(len(values), 0, -1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1)
    return adjusted


def _benjamini_hochberg(values: Floats) -> Floats:
    import numpy as np
    from scipy.stats import false_discovery_control

    return np.asarray(false_discovery_control(values), dtype=np.float64)
