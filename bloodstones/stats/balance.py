"""Win rates with intervals, and whether they are fair within a stated band."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import (
    CONFIDENCE,
    SHARES,
    bootstrap_mean_by_game,
    normal_quantile,
)
from bloodstones.stats.inference.nested import NestedVariance, nested_interval, nested_variance
from bloodstones.stats.inference.precision import rate_interval
from bloodstones.stats.setups import (
    COLUMNS,
    LINE_UP,
    SETUP,
    possible_setups,
    with_setups,
    without_boards,
)
from bloodstones.stats.table import FINISHED, GAME, game_labels, luck_labels
from bloodstones.stats.verdicts import (
    BAND,
    check_band,
    fairness_verdict,
    more_games,
    more_orders,
    strength,
)

if TYPE_CHECKING:
    import pandas as pd

Ends = partial[tuple[float, float]]
PAIR = 2
WILSON = "Wilson"
BOOTSTRAP = "bootstrap by game"
SPANNING = "Wilson, spanning orders"
ONE_ORDER = "Wilson, of one order"
SPANNING_BOOTSTRAP = "bootstrap by game, spanning orders"
LABELS = ("_game", "_luck", "_fair")  # of a row: its playthrough, its luck, its fair share
MEASURED = (*LABELS, "cell", "win_credit", "players", FINISHED, *COLUMNS)
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
    "setups",
    "order_part",
    "more_games",
    "more_orders",
)


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
        See `verdicts.fairness_verdict` and `wilson_interval`.
    seed
        Seed of the bootstrap, used only for groups with several seats in one playthrough.
    stopping
        The rule by which the study stopped, of its provenance (`precision.rate_interval`).

    Returns
    -------
    DataFrame
        One row a group in ascending order: the columns of `by`, `games` (playthroughs), `seats`
        (rows), `wins` (win credit), `rate`, `low`, `high`, `fair_share` (mean of 1/players over
        the seats), `verdict`, `interval` (how it was made), `unfinished` (playthroughs), `setups`
        (boards, line-ups and orders round the table), `order_part` (of the variance, see
        `NestedVariance`), `more_games` and `more_orders` (`verdicts`).
        Rows that share a playthrough or its luck (`table.luck_labels`) depend on each other. A
        group without such rows has a Wilson interval of its nested variance (`inference.nested`);
        in any other, what shares its luck is resampled as one, and the variance of orders is added.
        A study that stopped at a wanted precision keeps the interval of its rule where no order is
        sampled.

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
    table = rows if SETUP in rows else with_setups(rows)
    return _measured(table.assign(**labels), by, band, ends, confidence, seed)


def strategy_rates(rates: pd.DataFrame) -> pd.DataFrame:
    """Return win rates of strategies that play each other, stronger or weaker but never fair.

    Parameters
    ----------
    rates
        From `win_rates`.
    """
    ends = zip(rates["low"], rates["high"], rates["fair_share"], strict=True)
    return rates.assign(verdict=[strength(*one).value for one in ends])


def match_ups(
    rows: pd.DataFrame,
    by: Sequence[str] = ("players",),
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
    by
        Columns that part the games.
    band, confidence, seed, stopping
        As of `win_rates`.

    Returns
    -------
    DataFrame
        The columns of `by`, `faction`, `opponent` and those of `win_rates`; every pair is there
        twice, once from each side.
    """
    import numpy as np

    game, luck = game_labels(rows), luck_labels(rows)
    table = with_setups(rows).assign(_game=game, _luck=luck, _fair=1 / PAIR)
    table = table[list(dict.fromkeys((*by, *GAME, "faction", "rank", *MEASURED)))]
    other = rows[[*GAME, "faction", "rank"]].rename(
        columns={"faction": "opponent", "rank": "_rank"}
    )
    pairs = table.merge(other, on=list(GAME))
    pairs = pairs[pairs["faction"] != pairs["opponent"]]
    ahead = (1 + np.sign(pairs["_rank"] - pairs["rank"])) / PAIR
    ends = partial(rate_interval, stopping=stopping, confidence=confidence)
    keys = [*by, "faction", "opponent"]
    return _measured(pairs.assign(win_credit=ahead), keys, band, ends, confidence, seed)


def _measured(
    table: pd.DataFrame, by: Sequence[str], band: float, ends: Ends, confidence: float, seed: int
) -> pd.DataFrame:
    """Return the measures of every group of a table with the columns `MEASURED`."""
    import pandas as pd

    lines = []
    needed = table[list(dict.fromkeys((*by, *MEASURED)))]
    needed = needed.astype(dict.fromkeys(("cell", LINE_UP, SETUP), "category"))
    for key, group in needed.groupby(list(by), sort=True):
        values = key if isinstance(key, tuple) else (key,)
        measures = _measures(group, band, ends, confidence, seed)
        lines.append((*values, *(measures[name] for name in MEASURES)))
    return pd.DataFrame(lines, columns=[*by, *MEASURES])


def _measures(
    group: pd.DataFrame, band: float, ends: Ends, confidence: float, seed: int
) -> dict[str, object]:
    """Return the measures of one group."""
    seats, games = len(group), int(group["_game"].nunique())
    wins = min(float(group["win_credit"].sum()), float(seats))
    method, (low, high), part = _interval(group, wins, ends, confidence, seed)
    fair = float(group["_fair"].mean())
    setups = int(group[SETUP].nunique())
    judged = low, high, fair, band, part
    return {
        "games": games,
        "seats": seats,
        "wins": wins,
        "rate": wins / seats,
        "low": low,
        "high": high,
        "fair_share": fair,
        "verdict": fairness_verdict(*judged).value,
        "interval": method,
        "unfinished": int(group.loc[~group[FINISHED], "_game"].nunique()),
        "setups": setups,
        "order_part": part,
        "more_games": more_games(games, *judged),
        "more_orders": more_orders((setups, possible_setups(group)), *judged),
    }


def _interval(
    group: pd.DataFrame, wins: float, ends: Ends, confidence: float, seed: int
) -> tuple[str, tuple[float, float], float]:
    """Return how the interval of a group is made, the interval, and the part of it of orders."""
    seats = len(group)
    if group["_luck"].nunique() != seats:
        return _resampled(group, confidence, seed)
    variance = nested_variance(group, cell="cell", shares=True)
    how = SPANNING if variance.orders else WILSON
    if not variance.known:
        how = ONE_ORDER
    if ends.keywords["stopping"] is None:
        interval = nested_interval(wins / seats, seats, variance, confidence)
        return how, interval, variance.order_part
    return how, *_widened(wins / seats, ends(wins, seats), variance, confidence)


def _resampled(
    group: pd.DataFrame, confidence: float, seed: int
) -> tuple[str, tuple[float, float], float]:
    """Return the bootstrap interval of rows that share their luck, widened by that of orders."""
    # All seats of a game together win their fair share, which leaves no room for an error.
    whole = len(group) == group.drop_duplicates("_game")["players"].sum()
    bounds = None if whole else SHARES
    low, high = bootstrap_mean_by_game(
        group["win_credit"], group["_luck"], confidence, seed=seed, bounds=bounds
    )
    orders = _orders_of_lucks(group)
    if orders is None or high == low:
        return BOOTSTRAP, (low, high), 0.0
    rate = float(group["win_credit"].mean())
    return SPANNING_BOOTSTRAP, *_widened(rate, (low, high), orders, confidence)


def _widened(
    rate: float, of_games: tuple[float, float], variance: NestedVariance, confidence: float
) -> tuple[tuple[float, float], float]:
    """Return the interval of a rate by its games, widened by its orders, and the part of these."""
    low, high = of_games
    z = normal_quantile(confidence)
    both = replace(variance, luck=((high - low) / 2 / z) ** 2)
    wider = both.quantile(confidence) / z * sqrt(both.total / both.luck)
    ends = max(0.0, rate - wider * (rate - low)), min(1.0, rate + wider * (high - rate))
    return ends, both.order_part


def _orders_of_lucks(group: pd.DataFrame) -> NestedVariance | None:
    """Return the variance by orders of rows that share their luck; None where there is none.

    Boards share the luck of their games, so that they are no setups of their own. Where each luck
    has an order of its own, the bootstrap draws orders as well.
    """
    lucks = without_boards(group).groupby("_luck", sort=False)
    means = lucks[list(COLUMNS)].first().assign(win_credit=lucks["win_credit"].mean())
    if (means.groupby(SETUP, sort=False).size() <= 1).any():
        return None
    variance = nested_variance(means)
    return variance if variance.orders else None
