"""Is a role fair at nearly every table, or only on average over its line-ups?

A rate that is fair on average can come from line-ups at which it never is: 7 % with one opponent at
the table and 49 % without. The rule counts line-ups. "Nearly every" allows one exception in ten
line-ups played, so none where they are fewer than ten. Each of the two claims is made only where
chance explains the counts in at most 5 % of studies:

- *fair at nearly every table*: so many intervals are wholly inside the band that, if more line-ups
  than the exceptions were unfair, so many of them would not be inside by chance;
- *not fair at single tables*: more intervals are wholly outside the band than the exceptions and
  chance explain, or more rates are outside than the exceptions and half of the others.

All else is undecided. Of the tests of a partial conjunction (Y. Benjamini and R. Heller, Biometrics
64 (2008)) these count verdicts only, so that they hold for every kind of interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from bloodstones.stats.inference.intervals import CONFIDENCE
from bloodstones.stats.verdicts import BAND, check_band

if TYPE_CHECKING:
    import pandas as pd

FEWEST: Final = 2  # line-ups of which a role can be fair only on average
EXCEPTIONS: Final = 10  # one line-up in so many may be unfair
LEVEL: Final = 0.05  # of studies, in which a claim is wrong at most
TAIL: Final = (1 - CONFIDENCE) / 2  # chance that an interval misses on one side
COLUMNS: Final = (
    *("line_ups", "inside", "outside", "off", "least", "most"),
    *("least_against", "most_against", "tables"),
)


class Tables(StrEnum):
    """What single tables say of a role."""

    FAIR = "fair at nearly every table"
    UNFAIR = "not fair at single tables"
    OPEN = "too few games at single tables"


class OnAverage(StrEnum):
    """The verdict on a role whose average is fair, unless it is fair at nearly every table."""

    ONLY = "fair only on average"
    UNDECIDED = "fair on average"


@dataclass(frozen=True, slots=True)
class Counts:
    """Line-ups of a role: all, those inside and outside the band for certain, rates outside."""

    line_ups: int
    inside: int
    outside: int
    off: int


def tables_verdict(counts: Counts) -> Tables:
    """Return whether a role is fair at nearly every table, as far as its line-ups show.

    Parameters
    ----------
    counts
        Its line-ups by whether their 95 % intervals are wholly inside or outside the band, and how
        many rates are outside.

    Examples
    --------
    >>> tables_verdict(Counts(line_ups=6, inside=6, outside=0, off=0)).value
    'fair at nearly every table'
    >>> tables_verdict(Counts(line_ups=10, inside=0, outside=2, off=9)).value
    'not fair at single tables'
    >>> tables_verdict(Counts(line_ups=10, inside=4, outside=1, off=5)).value
    'too few games at single tables'
    """
    from scipy.stats import binom

    allowed = counts.line_ups // EXCEPTIONS
    others = counts.line_ups - allowed
    # Of `allowed + 1` unfair line-ups, so few would miss the band's inside.
    if binom.cdf(counts.line_ups - counts.inside, allowed + 1, 1 - TAIL) <= LEVEL:
        return Tables.FAIR
    certain = binom.sf(counts.outside - allowed - 1, others, TAIL)
    likely = binom.sf(counts.off - allowed - 1, others, 1 / 2)
    if counts.outside > allowed and certain <= LEVEL / 2:
        return Tables.UNFAIR
    if counts.off > allowed and likely <= LEVEL / 2:
        return Tables.UNFAIR
    return Tables.OPEN


def table_verdicts(
    rates: pd.DataFrame, by: Sequence[str] = ("players", "faction"), band: float = BAND
) -> pd.DataFrame:
    """Return for each role what its single tables say of it.

    Parameters
    ----------
    rates
        Win rates by line-up, as of `opponents.rates_by_line_up`: the columns of `by`, `opponents`,
        `rate`, `low`, `high`, `fair_share`.
    by
        Columns that make a role; one row for each of its line-ups.
    band
        Half width of the band of fair rates, as a part of the fair share.

    Returns
    -------
    DataFrame
        One row a role with two line-ups or more: the columns of `by`, `line_ups`, `inside` and
        `outside` (line-ups whose interval is wholly inside or outside the band), `off` (whose rate
        is outside), `least` and `most` (rates), `least_against` and `most_against` (opponents
        there), `tables` (`Tables`).
    """
    import pandas as pd

    check_band(band)
    lines = []
    for key, group in rates.groupby(list(by), sort=True):
        if len(group) < FEWEST:
            continue
        values = key if isinstance(key, tuple) else (key,)
        share, width = group["fair_share"], group["fair_share"] * band
        counts = Counts(
            len(group),
            int(((group["low"] >= share - width) & (group["high"] <= share + width)).sum()),
            int(((group["low"] > share + width) | (group["high"] < share - width)).sum()),
            int(((group["rate"] - share).abs() > width).sum()),
        )
        ordered = group.sort_values("rate", kind="stable")
        ends = (ordered.iloc[0], ordered.iloc[-1])
        extremes = (*(float(one["rate"]) for one in ends), *(one["opponents"] for one in ends))
        sizes = (counts.line_ups, counts.inside, counts.outside, counts.off)
        lines.append((*values, *sizes, *extremes, tables_verdict(counts).value))
    return pd.DataFrame(lines, columns=[*by, *COLUMNS])
