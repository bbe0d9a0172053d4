"""How strong strategies are beside each other: ratings, duels, what their games look like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import erfc, sqrt
from typing import TYPE_CHECKING

from bloodstones.core.errors import InputError, expected
from bloodstones.stats.balance import win_rates
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.intervals import (
    CONFIDENCE,
    SHARES,
    bootstrap_mean_by_game,
    normal_quantile,
)
from bloodstones.stats.ratings.strengths import Strengths, strengths
from bloodstones.stats.table import GAME, game_labels, luck_labels, one_row_a_game

if TYPE_CHECKING:
    import pandas as pd

Figures = Mapping[str, float]
RATES = ("games", "seats", "rate", "low", "high", "fair_share")
RATINGS = ("players", "strategy", "games", "strength", "low", "high", "rate")
LEADS = ("lead", "lead_low", "lead_high", "p_value")  # over the next one below
STRATEGY = "strategy"
DUEL = 2
MORE_TABLES = "groups that never met cannot be rated together: play more tables"
NO_STRENGTH = (float("-inf"), float("-inf"), float("-inf"))
USUAL = (0.05, 0.5, 0.95)


def pool_rates(rows: pd.DataFrame, *, seed: int = 0) -> pd.DataFrame:
    """Return the win rates by pool, players and strategy, the best first.

    Parameters
    ----------
    rows
        One row a seat a playthrough of a ladder.
    seed
        Of the resampling.

    Returns
    -------
    DataFrame
        `pool`, `players`, `strategy`, `games`, `seats`, `rate`, `low`, `high`, `fair_share`;
        intervals as of `balance.win_rates`.
    """
    rates = win_rates(rows, ["pool", "players", "strategy"], seed=seed)
    ordered = rates.sort_values(["pool", "players", "rate"], ascending=[True, True, False])
    return ordered[["pool", "players", "strategy", *RATES]].reset_index(drop=True)


def ratings(rows: pd.DataFrame, *, seed: int = 0) -> pd.DataFrame:
    """Return Plackett-Luce strengths of the strategies for each number of players.

    A strength is a log-strength relative to the mean of the players; an interval is that of
    resampled luck (`strengths.strengths`). A strategy that never finished before another one has no
    finite strength: it is below all others, with a strength of minus infinity.

    Parameters
    ----------
    rows
        One row a seat a playthrough of a ladder.
    seed
        Of the resampling.

    Returns
    -------
    DataFrame
        `players`, `strategy`, `games`, `strength`, `low`, `high` and `rate` (mean win credit), the
        strongest first; `lead` over the next one below with its 95 % interval (`lead_low`,
        `lead_high`), the two-sided `p_value` of no lead, that after Holm's correction over all
        neighbours of a size (`holm`), and `sure`: whether the difference of the two is significant,
        at 5 %. The last of those with a finite strength leads nobody: not a number, and not sure.

    Raises
    ------
    InputError
        If some strategies met others not even by way of a third: nothing compares them.
    """
    import pandas as pd

    tables = []
    for players, group in rows.groupby("players", sort=True):
        games = group.assign(_game=game_labels(group)).groupby("strategy")["_game"].nunique()
        credit = group.groupby("strategy")["win_credit"].mean()
        fit, lost = _fitted(group, seed)
        found = fit.table[fit.table["effect"] == STRATEGY].set_index("level")
        lines = []
        for name in found.index:
            ends = (found["strength"][name], found["low"][name], found["high"][name])
            lines.append((players, name, int(games[name]), *map(float, ends), credit[name]))
        for name in lost:
            lines.append((players, name, int(games[name]), *NO_STRENGTH, credit[name]))
        table = pd.DataFrame(lines, columns=list(RATINGS))
        table = table.sort_values("strength", ascending=False, kind="stable", ignore_index=True)
        tables.append(table.join(_leads(table["strategy"][: len(found)].tolist(), fit)))
    found = pd.concat(tables, ignore_index=True)
    return found.assign(sure=found["sure"].eq(True))


def _leads(ordered: Sequence[str], fit: Strengths) -> pd.DataFrame:
    """Return the leads of strategies, the strongest first, over the next ones below."""
    import pandas as pd

    z = normal_quantile(CONFIDENCE)
    lines = []
    for name, below in pairwise(ordered):
        lead, error = fit.lead(STRATEGY, name, below)
        p_value = float(erfc(lead / error / sqrt(2))) if error > 0 else float(lead == 0)
        lines.append((lead, lead - z * error, lead + z * error, p_value))
    table = pd.DataFrame(lines, columns=list(LEADS))
    adjusted = adjust_family(dict(zip(ordered, table["p_value"], strict=False)), "neighbours")
    return table.assign(holm=adjusted["adjusted"], sure=adjusted["holds"])


def _check_meetings(rows: pd.DataFrame) -> None:
    """Raise InputError unless all strategies met, one by way of the others."""
    groups: list[set[str]] = []
    for opponents in rows.groupby(list(GAME))["strategy"].agg(frozenset).unique():
        joined = [group for group in groups if group & opponents]
        groups = [group for group in groups if not group & opponents]
        groups.append(set(opponents).union(*joined))
    if len(groups) > 1:
        apart = "; ".join(sorted(", ".join(sorted(group)) for group in groups))
        players = int(rows["players"].iloc[0])
        wanted = f"a ladder of {players} players in which all strategies meet, by way of others"
        raise expected(wanted, apart, "tables", MORE_TABLES)


def _fitted(rows: pd.DataFrame, seed: int) -> tuple[Strengths, list[str]]:
    """Return the strengths, and the strategies left out: those that never finished before one."""
    lost: list[str] = []
    left = rows
    while always := _always_last(left):
        lost += always
        left = left[~left["strategy"].isin(always)]
        left = left[left.groupby(list(GAME))["strategy"].transform("nunique") > 1]
    _check_meetings(left)
    try:
        return strengths(left, [STRATEGY], bootstrap=True, seed=seed), lost
    except InputError:
        return strengths(left, [STRATEGY]), lost


def _always_last(rows: pd.DataFrame) -> list[str]:
    """Return strategies that never finished before another one, though behind some.

    What shares a rank may have come in either order, so it says nothing of strength.
    """
    worst_of_others = []
    for name in sorted(rows["strategy"].unique()):
        ranks = rows[rows["strategy"] == name].groupby(list(GAME))["rank"].min()
        others = rows[rows["strategy"] != name].groupby(list(GAME))["rank"].max()
        both = ranks.to_frame("own").join(others.rename("others"), how="inner")
        lead = both["others"] - both["own"]
        if lead.max() <= 0 and lead.min() < 0:
            worst_of_others.append(name)
    return worst_of_others


def duels(rows: pd.DataFrame, pairs: Sequence[tuple[str, str]], *, seed: int = 0) -> pd.DataFrame:
    """Return how often the first of each pair wins games of two players, played from both sides.

    Parameters
    ----------
    rows
        One row a seat a playthrough of a ladder.
    pairs
        Pairs of strategies; the rate is that of the first.
    seed
        Of the resampling.

    Returns
    -------
    DataFrame
        `first`, `second`, `games`, `rate` (mean win credit of the first), `low`, `high`: 95 %
        bootstrap by random stream, which both games of a pair share; when all were won or all lost,
        the Wilson interval of as many games as there were deals.
    """
    import pandas as pd

    table = rows[rows["players"] == DUEL]
    meetings = table.groupby(list(GAME))["strategy"].agg(lambda names: "+".join(sorted(names)))
    table = table.assign(_luck=luck_labels(table)).join(meetings.rename("_met"), on=list(GAME))
    lines = []
    for first, second in pairs:
        group = table[table["_met"] == "+".join(sorted((first, second)))]
        games_of_first = group[group["strategy"] == first]
        if games_of_first.empty:
            raise expected("games of the pair", f"none of {first} and {second}", "duels")
        rate = float(games_of_first["win_credit"].mean())
        low, high = bootstrap_mean_by_game(
            games_of_first["win_credit"],
            games_of_first["_luck"],
            CONFIDENCE,
            seed=seed,
            bounds=SHARES,
        )
        lines.append((first, second, len(games_of_first), rate, low, high))
    return pd.DataFrame(lines, columns=["first", "second", "games", "rate", "low", "high"])


def course(
    rows: pd.DataFrame,
    sources: Sequence[str],
    more: Callable[[pd.DataFrame], Figures] | None = None,
) -> pd.DataFrame:
    """Return what games look like for each number of players.

    Parameters
    ----------
    rows
        Tidy table, one row a seat a playthrough.
    sources
        The columns with the role `POINTS`.
    more
        Gives figures of the game's own, by name, for the rows of one number of players.

    Returns
    -------
    DataFrame
        `players`, `games`, `turns` (a seat's own, mean), `turns_short`, `turns_long` (5 and 95 %
        of games), the figures of the game's own, and one column a source of points: its share of
        all points scored.
    """
    import pandas as pd

    lines = []
    for players, group in rows.groupby("players", sort=True):
        games = one_row_a_game(group)
        each = games["game_turns"] / games["players"]
        points = group[list(sources)].sum()
        lines.append(
            {
                "players": players,
                "games": len(games),
                "turns": float(each.mean()),
                "turns_short": float(each.quantile(USUAL[0])),
                "turns_long": float(each.quantile(USUAL[2])),
                **(more(group) if more else {}),
                **{source: float(points[source] / points.sum()) for source in sources},
            }
        )
    return pd.DataFrame(lines)
