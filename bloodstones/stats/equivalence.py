"""The p-value of a claim of fairness, for families of such claims.

D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power approach",
Journal of Pharmacokinetics and Biopharmaceutics 15 (1987).
"""

from __future__ import annotations

from statistics import NormalDist

from bloodstones.core.errors import expected
from bloodstones.stats.balance import BAND, check_band


def equivalence_p_value(rate: float, error: float, fair_share: float, band: float = BAND) -> float:
    """Return the p-value of the claim "fair": the larger of two one-sided ones.

    At most 2.5 % exactly when the 95 % interval of `error` standard errors lies within the band. It
    makes claims of fairness a family for `families.adjust_family`.

    Parameters
    ----------
    rate, error
        Estimate (a rate, or a difference of two with `fair_share` 0) and its standard error, at
        least 0.
    fair_share, band
        See `balance.fairness_verdict`.

    Examples
    --------
    >>> round(equivalence_p_value(0.52, 0.01, 0.5), 4)
    0.0013
    """
    check_band(band)
    if error < 0:
        raise expected("a standard error of at least 0", error, "error")
    room = band - abs(rate - fair_share)
    return NormalDist().cdf(-room / error) if error else float(room < 0)
