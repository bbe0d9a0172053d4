"""Win rates with intervals, and whether they are fair within a stated band."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE, SHARES, bootstrap_mean_by_game
from bloodstones.stats.inference.precision import rate_interval
from bloodstones.stats.setups import ORDERS, SETUP, spanning_interval, spread, with_setups
from bloodstones.stats.table import FINISHED, GAME, game_labels, luck_labels
from bloodstones.stats.verdicts import BAND, check_band, fairness_verdict, more_games, strength

if TYPE_CHECKING:
    import pandas as pd

Ends = Callable[[float, int], tuple[float, float]]
PAIR = 2
WILSON = "Wilson"
BOOTSTRAP = "bootstrap by game"
SPANNING = "Wilson, spanning set-ups"
LABELS = ("_game", "_luck", "_fair")  # of a row: its playthrough, its luck, its fair share
MEASURED = (*LABELS, "win_credit", "players", FINISHED, SETUP, ORDERS)
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
    "more_games",
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
        (boards, line-ups and orders round the table), `more_games` (`verdicts.more_games`).
        Rows that share a playthrough or its luck (`table.luck_labels`) depend on each other. A
        group without such rows has a Wilson interval, which spans set-ups where not all orders
        were played (`setups`); in any other, what shares its luck is resampled as one.

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
    return _measured(with_setups(rows).assign(**labels), by, band, ends, confidence, seed)


def strategy_rates(rates: pd.DataFrame) -> pd.DataFrame:
    """Return win rates of strategies that meet, judged stronger or weaker and never fair.

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
    for key, group in needed.groupby(list(by), sort=True):
        values = key if isinstance(key, tuple) else (key,)
        lines.append((*values, *_measures(group, band, ends, confidence, seed)))
    return pd.DataFrame(lines, columns=[*by, *MEASURES])


def _measures(
    group: pd.DataFrame, band: float, ends: Ends, confidence: float, seed: int
) -> tuple[int, int, float, float, float, float, float, str, str, int, int, int]:
    """Return the measures of one group, in the order of MEASURES."""
    seats, games = len(group), int(group["_game"].nunique())
    wins = min(float(group["win_credit"].sum()), float(seats))
    method, (low, high) = _interval(group, wins, ends, confidence, seed)
    fair = float(group["_fair"].mean())
    verdict = fairness_verdict(low, high, fair, band)
    stopped = group.loc[~group[FINISHED], "_game"]
    unfinished = int(stopped.nunique())
    more = more_games(games, low, high, fair, band)
    measures = games, seats, wins, wins / seats, low, high, fair, verdict.value, method, unfinished
    return *measures, int(group[SETUP].nunique()), more


def _interval(
    group: pd.DataFrame, wins: float, ends: Ends, confidence: float, seed: int
) -> tuple[str, tuple[float, float]]:
    """Return how the interval of a group is made, and the interval."""
    seats = len(group)
    if group["_luck"].nunique() != seats:
        # All seats of a game together win their fair share, which leaves no room for an error.
        whole = seats == group.drop_duplicates("_game")["players"].sum()
        bounds = None if whole else SHARES
        return BOOTSTRAP, bootstrap_mean_by_game(
            group["win_credit"], group["_luck"], confidence, seed=seed, bounds=bounds
        )
    setup_spread = spread(group)
    if setup_spread.variance > 0:
        return SPANNING, spanning_interval(wins, seats, setup_spread, confidence)
    return WILSON, ends(wins, seats)
