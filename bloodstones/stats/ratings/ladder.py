"""How strong strategies are beside each other: ratings, duels, what their games look like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from bloodstones.core.errors import InputError, expected
from bloodstones.stats.balance import win_rates
from bloodstones.stats.inference.intervals import CONFIDENCE, SHARES, bootstrap_mean_by_game
from bloodstones.stats.ratings.strengths import strengths
from bloodstones.stats.table import GAME, game_labels, luck_labels, one_row_a_game

if TYPE_CHECKING:
    import pandas as pd

Figures = Mapping[str, float]
RATES = ("games", "seats", "rate", "low", "high", "fair_share")
RATINGS = ("players", "strategy", "games", "strength", "low", "high", "rate")
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

    A strength is a log worth against the mean of those who played; an interval is that of
    resampled luck (`strengths.strengths`). A strategy that never finished before another one
    has no finite strength: it is below all others, with a strength of minus infinity.

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
        strongest first.

    Raises
    ------
    InputError
        If some strategies met others not even by way of a third: nothing compares them.
    """
    import pandas as pd

    lines = []
    for players, group in rows.groupby("players", sort=True):
        games = group.assign(_game=game_labels(group)).groupby("strategy")["_game"].nunique()
        credit = group.groupby("strategy")["win_credit"].mean()
        fit, lost = _fitted(group, seed)
        table = fit[fit["effect"] == "strategy"].set_index("level")
        for name in table.index:
            ends = (table["strength"][name], table["low"][name], table["high"][name])
            lines.append((players, name, int(games[name]), *map(float, ends), credit[name]))
        for name in lost:
            lines.append((players, name, int(games[name]), *NO_STRENGTH, credit[name]))
    strengths = pd.DataFrame(lines, columns=list(RATINGS))
    ordered = strengths.sort_values(["players", "strength"], ascending=[True, False])
    return ordered.reset_index(drop=True)


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


def _fitted(rows: pd.DataFrame, seed: int) -> tuple[pd.DataFrame, list[str]]:
    """Return the strengths, and the strategies left out: those that never finished before one."""
    lost: list[str] = []
    left = rows
    while always := _always_last(left):
        lost += always
        left = left[~left["strategy"].isin(always)]
        left = left[left.groupby(list(GAME))["strategy"].transform("nunique") > 1]
    _check_meetings(left)
    try:
        return strengths(left, ["strategy"], bootstrap=True, seed=seed).table, lost
    except InputError:
        return strengths(left, ["strategy"]).table, lost


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
    """Return how often the first of each pair wins mirrored games of two players.

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
        bootstrap by luck, which both games of a mirrored pair share; when all were won or all
        lost, the Wilson interval of as many games as there were deals.
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
