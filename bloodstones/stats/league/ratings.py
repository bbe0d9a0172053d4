"""Strengths of people and of roles from the order in which seats finished.

One model for all games of a list: the worth of a seat is that of its player, of its role and of its
seat (Plackett-Luce, `ratings.plackett_luce`). A role is then adjusted for the people who played it:
its adjusted win rate is what the model expects in the same line-ups, if all players were alike.

Players are a sample: their strengths are normal with a variance estimated from the games (EM
on a Laplace approximation, as in generalised linear mixed models: N. E. Breslow and D. G. Clayton,
Journal of the American Statistical Association 88 (1993)). The fewer games somebody played, the
nearer to the mean the rating; a player who always won has one as well. Roles and seats have a wide
prior, which only matters where a role won or lost all its games, or had one player alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.ratings.plackett_luce import OrderFit, finishing_orders, fit_orders
from bloodstones.stats.verdicts import BAND, fairness_verdict

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PLAYER, ROLE, SEAT = "strategy", "faction", "seat"
WIDE: Final = 2.0  # standard deviation of the prior of roles and seats, in log-strength
FIRST_SPREAD: Final = 0.7  # of players, before the first step
LEAST_SPREAD: Final = 0.05
STEPS: Final = 40
CLOSE: Final = 0.005
DRAWS: Final = 400
MOST_PLAYERS: Final = 150  # with a rating of their own; those with the fewest games are one group
FEWEST_GAMES: Final = 2  # of a player with a rating
OTHERS: Final = ""
MOST_SHARING: Final = 3  # seats that share a rank before the last; more count as not ranked
PEOPLE: Final = ("player", "games", "wins", "rate", "fair_share", "strength", "low", "high")
AHEAD: Final = ("ahead", "ahead_low", "ahead_high")
ADJUSTED: Final = (
    "games",
    "rate",
    "fair_share",
    "players_of",
    "adjusted",
    "low",
    "high",
    "verdict",
)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fit of players, roles and seats.

    Attributes
    ----------
    levels
        By effect: its levels.
    contrasts
        By effect: slopes of the whole model -> strengths of its levels, shape (levels, slopes).
    codes
        By effect: the level of each row of the table.
    fit
        The slopes and their covariance.
    spread
        Standard deviation of the players' strengths.
    """

    levels: dict[str, list[str]]
    contrasts: dict[str, Floats]
    codes: dict[str, NDArray[np.intp]]
    fit: OrderFit
    spread: float

    def strengths(self, effect: str) -> tuple[Floats, Floats]:
        """Return the strengths of the levels of an effect, and their standard errors."""
        contrast = self.contrasts[effect]
        variance = np.einsum("ij,jk,ik->i", contrast, self.fit.covariance, contrast)
        return contrast @ self.fit.slopes, np.sqrt(np.maximum(0.0, variance))


def fitted(rows: pd.DataFrame, effects: Sequence[str]) -> Fitted | None:
    """Return the fit of a league's games; None where nothing differs or nothing was ranked.

    Parameters
    ----------
    rows, effects
        As of `games.League`.
    """
    table = rows.assign(**{PLAYER: _with_others(rows)})
    effects = [name for name in effects if table[name].nunique() > 1]
    if SEAT in effects and ROLE in effects and _seat_is_role(table):
        effects.remove(SEAT)
    if not effects:
        return None
    levels, codes, blocks = {}, {}, []
    for name in effects:
        names, code = np.unique(table[name].astype(str).to_numpy(), return_inverse=True)
        levels[name], codes[name] = [str(each) for each in names], code.reshape(-1)
        blocks.append(np.vstack([np.eye(len(names) - 1), -np.ones(len(names) - 1)]))
    width = sum(block.shape[1] for block in blocks)
    contrasts, start = {}, 0
    for name, block in zip(effects, blocks, strict=True):
        contrasts[name] = np.zeros((block.shape[0], width))
        contrasts[name][:, start : start + block.shape[1]] = block
        start += block.shape[1]
    design = np.sum([contrasts[name][codes[name]] for name in effects], axis=0)
    orders = finishing_orders(_known_ranks(rows), rows["replicate"].to_numpy(), design)
    if not orders.chosen.any():
        return None
    spread, fit = FIRST_SPREAD, None
    for _ in range(STEPS):
        penalty = np.zeros((width, width))
        for name in effects:
            wide = spread if name == PLAYER else WIDE
            penalty += contrasts[name].T @ contrasts[name] / wide**2
        fit = fit_orders(orders, start=None if fit is None else fit.slopes, penalty=penalty)
        found = Fitted(levels, contrasts, codes, fit, spread)
        if PLAYER not in effects:
            return found
        strength, error = found.strengths(PLAYER)
        size = len(strength)
        after = float(np.sqrt((strength**2 + error**2).sum() / (size - 1)))
        if abs(after - spread) < CLOSE * spread or after < LEAST_SPREAD:
            return found
        spread = after
    return found


def player_ratings(
    rows: pd.DataFrame, fit: Fitted | None, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Return how strong each player is, the strongest first.

    Parameters
    ----------
    rows
        As of `games.League`.
    fit
        Of these rows.

    Returns
    -------
    DataFrame
        `player`, `games`, `wins` (win credit), `rate`, `fair_share` (mean of 1/players),
        `strength` (log-strength; 0 is the mean), `low`, `high`, and `ahead`: how often the player
        finishes ahead of an average one with the same role, with `ahead_low` and `ahead_high`.
        Players with a single game have no line.
    """
    import pandas as pd

    if fit is None or PLAYER not in fit.levels:
        return pd.DataFrame(columns=[*PEOPLE, *AHEAD])
    z = normal_quantile(confidence)
    strength, error = fit.strengths(PLAYER)
    found = dict(zip(fit.levels[PLAYER], zip(strength, error, strict=True), strict=True))
    lines = []
    for name, group in rows.assign(_fair=1 / rows["players"]).groupby(PLAYER, sort=True):
        if name not in found:
            continue
        value, half = found[str(name)][0], z * found[str(name)][1]
        wins, games = float(group["win_credit"].sum()), len(group)
        ends = (value, value - half, value + half)
        ahead = (1 / (1 + np.exp(-each)) for each in ends)
        lines.append((name, games, wins, wins / games, float(group["_fair"].mean()), *ends, *ahead))
    table = pd.DataFrame(lines, columns=[*PEOPLE, *AHEAD])
    return table.sort_values("strength", ascending=False, kind="stable", ignore_index=True)


def adjusted_rates(
    rows: pd.DataFrame, fit: Fitted | None, *, band: float = BAND, seed: int = 0
) -> pd.DataFrame:
    """Return the win rate of each role, if all players were alike.

    Parameters
    ----------
    rows, fit
        As of `player_ratings`.
    band
        Half width of the band of fair rates, as a part of the fair share.
    seed
        Of the draws behind the intervals.

    Returns
    -------
    DataFrame
        One row a role: `faction`, `games`, `rate` as played, `fair_share`, `players_of` (different
        people who played it), `adjusted` with its interval `low` and `high`, and `verdict` on it.
    """
    import pandas as pd

    if fit is None or PLAYER not in fit.levels or ROLE not in fit.levels:
        return pd.DataFrame(columns=[ROLE, *ADJUSTED])
    rng = np.random.default_rng(seed)
    root = np.linalg.cholesky(fit.fit.covariance + 1e-12 * np.eye(len(fit.fit.slopes)))
    drawn = fit.fit.slopes[:, None] + root @ rng.standard_normal((len(root), DRAWS))
    slopes = np.hstack([fit.fit.slopes[:, None], drawn])
    game = np.unique(rows["replicate"].to_numpy(), return_inverse=True)[1].reshape(-1)
    tables = {name: fit.contrasts[name] @ slopes for name in (ROLE, SEAT) if name in fit.levels}
    role = fit.codes[ROLE]
    sums = np.zeros((len(fit.levels[ROLE]), DRAWS + 1))
    # A draw at a time: a long list times all draws would not fit in memory.
    for draw in range(DRAWS + 1):
        worth = np.exp(sum(table[fit.codes[name], draw] for name, table in tables.items()))
        chance = worth / np.bincount(game, weights=worth)[game]
        sums[:, draw] = np.bincount(role, weights=chance)
    seats = np.bincount(role)
    rates = sums / seats[:, None]
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(rates[:, 1:], [tail, 1 - tail], axis=1)
    table = rows.assign(_fair=1 / rows["players"]).groupby(ROLE, sort=True)
    fair = table["_fair"].mean().to_numpy()
    verdicts = [
        fairness_verdict(min(a, b), max(a, b), share, band).value
        for a, b, share in zip(low, high, fair, strict=True)
    ]
    columns = {
        ROLE: fit.levels[ROLE],
        "games": table["replicate"].nunique().to_numpy(),
        "rate": table["win_credit"].mean().to_numpy(),
        "fair_share": fair,
        "players_of": table[PLAYER].nunique().to_numpy(),
        "adjusted": rates[:, 0],
        "low": low,
        "high": high,
        "verdict": verdicts,
    }
    return pd.DataFrame(columns)


def _with_others(rows: pd.DataFrame) -> pd.Series[str]:
    """Return the players; those with the fewest games are one group."""
    counts = rows[PLAYER].value_counts()
    fewest = FEWEST_GAMES
    if (counts >= fewest).sum() > MOST_PLAYERS:
        fewest = int(counts.iloc[MOST_PLAYERS]) + 1
    return rows[PLAYER].where(rows[PLAYER].map(counts) >= fewest, OTHERS)


def _seat_is_role(rows: pd.DataFrame) -> bool:
    """Whether each role always has the same seat, so that the two are one effect."""
    return bool((rows.groupby(ROLE)[SEAT].nunique() == 1).all()) and rows[ROLE].nunique() > 1


def _known_ranks(rows: pd.DataFrame) -> NDArray[np.float64]:
    """Return ranks in which more than a few that share one, and all behind, count as last."""
    sizes = rows.groupby(["replicate", "rank"])["rank"].transform("size")
    last = rows.groupby("replicate")["rank"].transform("max")
    wide = rows["rank"].where((sizes > MOST_SHARING) & (rows["rank"] < last))
    cut = wide.groupby(rows["replicate"]).transform("min")
    return rows["rank"].where(~(rows["rank"] >= cut), cut).to_numpy(np.float64)
