"""Win rates with intervals, and whether they are fair within a stated band."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.intervals import CONFIDENCE, bootstrap_mean_by_game
from bloodstones.stats.precision import rate_interval
from bloodstones.stats.table import FINISHED, GAME, game_labels, luck_labels

if TYPE_CHECKING:
    import pandas as pd

Ends = Callable[[float, int], tuple[float, float]]
BAND = 0.05
LARGEST_BAND = 0.5
PAIR = 2
WILSON = "Wilson"
BOOTSTRAP = "bootstrap by game"
MEASURES = (
    "games",
    "seats",
    "wins",
    "rate",
    "low",
    "high",
    "fair_share",
    "verdict",
    "interval",
    "unfinished",
)


class Verdict(StrEnum):
    """The three answers of an equivalence test against a band."""

    FAIR = "fair"
    UNFAIR = "unfair"
    TOO_FEW = "too few games"


def fairness_verdict(low: float, high: float, fair_share: float, band: float = BAND) -> Verdict:
    """Say whether a win rate is fair, as far as its interval can tell.

    The band reaches from `fair_share - band` to `fair_share + band`. An interval wholly inside
    it shows that the rate is fair, one wholly outside shows that it is not, and one that crosses
    an edge needs more games. A large sample therefore never calls a trifle unfair, and a small
    one never calls anything fair. With a 95 % interval each of the two claims is wrong in at most
    5 % of studies (a two one-sided test at 2.5 % a side; Schuirmann 1987).

    Parameters
    ----------
    low, high
        Interval of the win rate, 0 to 1.
    fair_share
        The rate of a fair game, 1/players.
    band
        Half width of the band of rates that count as fair, above 0 and up to 0.5.

    Examples
    --------
    >>> fairness_verdict(0.48, 0.53, fair_share=0.5).value
    'fair'
    >>> fairness_verdict(0.57, 0.61, fair_share=0.5).value
    'unfair'
    >>> fairness_verdict(0.50, 0.60, fair_share=0.5).value
    'too few games'
    """
    check_band(band)
    if low >= fair_share - band and high <= fair_share + band:
        return Verdict.FAIR
    if low > fair_share + band or high < fair_share - band:
        return Verdict.UNFAIR
    return Verdict.TOO_FEW


def check_band(band: float, where: str = "band") -> None:
    """Raise InputError unless `band` is above 0 and at most 0.5."""
    if not 0 < band <= LARGEST_BAND:
        raise expected(f"a band above 0 and up to {LARGEST_BAND}", band, where)


def win_rates(
    rows: pd.DataFrame,
    by: Sequence[str],
    *,
    band: float = BAND,
    confidence: float = CONFIDENCE,
    seed: int = 0,
    stopping: Mapping[str, object] | None = None,
) -> pd.DataFrame:
    """Return the win rate of every group of a tidy table.

    Wins are win credit: 1/k for each of k winners. Playthroughs stopped by the turn limit stay
    in and are counted in `unfinished`.

    Parameters
    ----------
    rows
        Tidy table, one row a seat a playthrough.
    by
        Columns that make a group, such as ("players", "faction").
    band, confidence
        See `fairness_verdict` and `wilson_interval`.
    seed
        Seed of the bootstrap, used only for groups with several seats in one playthrough.
    stopping
        The rule by which the study stopped, of its provenance (`precision.rate_interval`).

    Returns
    -------
    DataFrame
        One row a group in ascending order: the columns of `by`, `games` (playthroughs), `seats`
        (rows), `wins` (win credit), `rate`, `low`, `high`, `fair_share` (mean of 1/players over
        the seats), `verdict`, `interval` (how it was made), `unfinished` (playthroughs).
        Rows that share a playthrough or its luck (`table.luck_labels`) depend on each other. A
        group without such rows has a Wilson interval; in any other, what shares its luck is
        resampled as one.

    Raises
    ------
    InputError
        If a column of `by` is not in the table or the band is out of range.
    """
    check_band(band)
    for name in by:
        if name not in rows:
            raise expected("a column of the table", name, "by")
    labels = {"_game": game_labels(rows), "_luck": luck_labels(rows), "_fair": 1 / rows["players"]}
    ends = partial(rate_interval, stopping=stopping, confidence=confidence)
    return _measured(rows.assign(**labels), by, band, ends, confidence, seed)


def match_ups(
    rows: pd.DataFrame,
    *,
    band: float = BAND,
    confidence: float = CONFIDENCE,
    seed: int = 0,
    stopping: Mapping[str, object] | None = None,
) -> pd.DataFrame:
    """Return how often each faction finishes ahead of each other one at the same table.

    With two players that is its win rate. With more, others take most of the wins, but two of
    them still finish one before the other: `rate` is the share of playthroughs in which the
    faction ranks better, shared ranks counting half, and the fair share is 1/2.

    Parameters
    ----------
    rows
        Tidy table; playthroughs with the same faction twice give no pair of it with itself.
    band, confidence, seed, stopping
        As of `win_rates`.

    Returns
    -------
    DataFrame
        `players`, `faction`, `opponent` and the columns of `win_rates`; every pair is there
        twice, once from each side.
    """
    import numpy as np

    table = rows.assign(_game=game_labels(rows), _luck=luck_labels(rows), _fair=1 / PAIR)
    other = rows[[*GAME, "faction", "rank"]].rename(
        columns={"faction": "opponent", "rank": "_rank"}
    )
    met = table.merge(other, on=list(GAME))
    met = met[met["faction"] != met["opponent"]]
    ahead = (1 + np.sign(met["_rank"] - met["rank"])) / PAIR
    by = ["players", "faction", "opponent"]
    ends = partial(rate_interval, stopping=stopping, confidence=confidence)
    return _measured(met.assign(win_credit=ahead), by, band, ends, confidence, seed)


def _measured(
    table: pd.DataFrame, by: Sequence[str], band: float, ends: Ends, confidence: float, seed: int
) -> pd.DataFrame:
    """Return the measures of every group of a table with `_game`, `_luck` and `_fair`."""
    import pandas as pd

    lines = []
    for key, group in table.groupby(list(by), sort=True):
        values = key if isinstance(key, tuple) else (key,)
        lines.append((*values, *_measures(group, band, ends, confidence, seed)))
    return pd.DataFrame(lines, columns=[*by, *MEASURES])


def _measures(
    group: pd.DataFrame, band: float, ends: Ends, confidence: float, seed: int
) -> tuple[int, int, float, float, float, float, float, str, str, int]:
    """Return the measures of one group, in the order of MEASURES."""
    seats, games = len(group), int(group["_game"].nunique())
    wins = min(float(group["win_credit"].sum()), float(seats))
    if group["_luck"].nunique() == seats:
        method = WILSON
        low, high = ends(wins, seats)
    else:
        method = BOOTSTRAP
        low, high = bootstrap_mean_by_game(
            group["win_credit"], group["_luck"], confidence, seed=seed
        )
    fair = float(group["_fair"].mean())
    verdict = fairness_verdict(low, high, fair, band)
    stopped = group.loc[~group[FINISHED], "_game"]
    unfinished = int(stopped.nunique())
    rate = wins / seats
    return games, seats, wins, rate, low, high, fair, verdict.value, method, unfinished
