"""Win rates where everyone plays the best mix of some plans: one more player type.

Between two sides, such as two roles or the first and the second to move, choosing a plan is a game
without exchange: each side mixes as its equilibrium says, and the rate is the value of that game.
At other tables everyone draws a plan from one mix, the Nash average of the plans (see `meta_game`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bloodstones.core.errors import InputError
from bloodstones.stats.balance import MEASURES
from bloodstones.stats.ratings.faction_game import faction_payoffs, solved
from bloodstones.stats.ratings.meta_game import drawn_payoffs, nash_average, payoff_table
from bloodstones.stats.table import FINISHED, GAME, game_labels, luck_labels
from bloodstones.stats.verdicts import BAND, fairness_verdict, more_games

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MIXTURE: Final = "mixture"  # in a column of strategies: the mix of all
DRAWN: Final = "payoffs drawn anew"  # how intervals are made
SIDES: Final = 2
ENDS: Final = (0.025, 0.975)
RESAMPLES: Final = 200
SHARES: Final = ("share", "share_low", "share_high")
LEAST_COVERED: Final = 0.5  # of what a mix would seat, that was played


@dataclass(frozen=True, slots=True)
class Mixed:
    """What the mixes of a table come to.

    Attributes
    ----------
    rates
        The columns of `stats.balance.win_rates` after `players`, `strategy` (always `MIXTURE`) and
        what they are by.
    mixes
        `players`, what they are by, `strategy` and its `share` of the mix with `share_low` and
        `share_high`; `covered`, which part of the seatings of that mix was played.
    """

    rates: pd.DataFrame
    mixes: pd.DataFrame


def mixture_rates(
    rows: pd.DataFrame, plans: Sequence[str], by: str, *, band: float = BAND, seed: int = 0
) -> Mixed:
    """Return the win rates of roles or places where everyone plays the best mix of some plans.

    Parameters
    ----------
    rows
        Tidy table; playthroughs of these plans alone count.
    plans
        Two or more strategies. Each played every seat, and every two met at the same tables.
    by
        Whose rates: a column such as `faction` or `turn_order`.
    band
        See `verdicts.fairness_verdict`.
    seed
        Payoffs are redrawn within their errors; the intervals, 95 %, are percentiles.

    Returns
    -------
    Mixed
        Empty tables where the plans did not all meet. Between two sides each has its own mix. Else
        one mix serves all, and of tables at which it would seat three plans none is played: what
        was not played is left out (`covered`), and a size with less than half is left out.
    """
    others = rows.loc[~rows["strategy"].isin(list(plans)), list(GAME)].drop_duplicates()
    known = rows.merge(others.assign(_other=True), on=list(GAME), how="left")
    played = known[known["_other"].isna()].drop(columns="_other")
    rates, mixes = [], []
    for players, table in played.groupby("players", sort=True):
        sides = sorted(table[by].unique())
        of_sides = len(sides) == SIDES == int(str(players))
        try:
            found = (_of_sides if of_sides else _of_all)(table, by, sides, seed)
        except InputError:  # a pair of plans never met
            continue
        if found.covered < LEAST_COVERED:
            continue
        rates.append(_rate_rows(table, by, found, band).assign(players=players))
        mixes.append(_mix_rows(by, found).assign(players=players))
    keys = ["players", "strategy", by]
    return Mixed(_joined(rates, [*keys, *MEASURES]), _joined(mixes, [*keys, *SHARES, "covered"]))


def _joined(tables: Sequence[pd.DataFrame], columns: list[str]) -> pd.DataFrame:
    import pandas as pd

    if not tables:
        return pd.DataFrame(columns=columns)
    return pd.concat(tables, ignore_index=True)[columns]


@dataclass(frozen=True, slots=True)
class _Found:
    """Rates and mixes of one size: the best estimate first, then those drawn anew.

    `rates` has shape (1 + draws, sides), `shares` (1 + draws, sides, plans).
    """

    plans: tuple[str, ...]
    sides: Sequence[object]
    rates: Floats
    shares: Floats
    covered: float


def _of_sides(table: pd.DataFrame, by: str, sides: Sequence[object], seed: int) -> _Found:
    """Return the value of the game between two sides, and the mix of each."""
    import numpy as np

    payoffs = faction_payoffs(table, sides[0], by, spread=True)
    rng = np.random.default_rng(seed)
    drawn = (np.clip(rng.normal(payoffs.rate, payoffs.error), 0, 1) for _ in range(RESAMPLES))
    games = [solved(rate) for rate in (payoffs.rate, *drawn)]
    values = np.array([value for value, _, _ in games])
    shares = np.array([[own, other] for _, own, other in games])
    return _Found(payoffs.strategies, sides, np.stack([values, 1 - values], axis=1), shares, 1.0)


def _of_all(table: pd.DataFrame, by: str, sides: Sequence[object], seed: int) -> _Found:
    """Return the rates where every seat draws its plan from the Nash average of the plans."""
    import numpy as np

    payoffs = payoff_table(table)
    seated = _seated(table, by, payoffs.strategies, sides)
    rng = np.random.default_rng(seed)
    best, _ = nash_average(payoffs.mean)
    # Payoffs with noise have one equilibrium, which needs no search for that of largest entropy.
    mixes = [best, *(solved(drawn_payoffs(payoffs, rng))[1] for _ in range(RESAMPLES))]
    rates = [seated.rates(best, None)]
    rates += [seated.rates(mix, rng) for mix in mixes[1:]]
    shares = np.repeat(np.array(mixes)[:, None, :], len(sides), axis=1)
    covered = float(seated.weights(best).sum() / len(sides))
    return _Found(payoffs.strategies, sides, np.array(rates), shares, covered)


@dataclass(frozen=True, slots=True)
class _Seated:
    """What each side wins in each seating: its own plan, and those of the others by seat.

    Attributes
    ----------
    side
        The side of each line, by its number.
    counts
        How many seats of a line's seating have each plan, shape (lines, plans).
    rate, error
        Mean win credit of the side and its standard error, shape (lines,).
    """

    side: NDArray[np.int64]
    counts: NDArray[np.int64]
    rate: Floats
    error: Floats

    def weights(self, mix: Floats) -> Floats:
        """Return the chance of each line's seating where all draw from a mix."""
        chances: Floats = (mix**self.counts).prod(axis=1)
        return chances

    def rates(self, mix: Floats, rng: np.random.Generator | None) -> Floats:
        """Return the rate of each side, with noise from `rng` if it is given."""
        import numpy as np

        weights = self.weights(mix)
        rate = self.rate if rng is None else rng.normal(self.rate, self.error)
        sums = np.bincount(self.side, weights * rate) / np.bincount(self.side, weights)
        return np.clip(sums, 0, 1)


def _seated(table: pd.DataFrame, by: str, plans: Sequence[str], sides: Sequence[object]) -> _Seated:
    """Return what each side wins in each seating that was played."""
    import numpy as np

    rows = table.assign(_game=game_labels(table), _luck=luck_labels(table))
    seats = rows.pivot(index="_game", columns="seat", values="strategy")
    order = seats.loc[rows["_game"]].to_numpy(dtype=object)
    size = order.shape[1]
    turned = (np.arange(size) + rows["seat"].to_numpy()[:, None]) % size
    around = np.take_along_axis(order, turned, axis=1)
    rows = rows.assign(_around=["+".join(one) for one in around])
    lucks = rows.groupby([by, "_around", "_luck"])["win_credit"].mean()
    lines = lucks.groupby([by, "_around"]).agg(["mean", "size", "std"]).reset_index()
    names = [each.split("+") for each in lines["_around"]]
    smoothed = (lines["mean"] * lines["size"] + 1) / (lines["size"] + SIDES)
    deviation = lines["std"].where(lines["std"] > 0, np.sqrt(smoothed * (1 - smoothed)))
    error = deviation / np.sqrt(lines["size"])
    place = {side: number for number, side in enumerate(sides)}
    return _Seated(
        np.array([place[side] for side in lines[by]], dtype=np.int64),
        np.array([[one.count(plan) for plan in plans] for one in names]),
        lines["mean"].to_numpy(),
        np.asarray(error),
    )


def _rate_rows(table: pd.DataFrame, by: str, found: _Found, band: float) -> pd.DataFrame:
    """Return the rates of one size with the columns of `win_rates`."""
    import numpy as np
    import pandas as pd

    fair = 1 / int(table["players"].iloc[0])
    lows, highs = np.quantile(found.rates[1:], ENDS, axis=0)
    lines = []
    for place, side in enumerate(found.sides):
        of_side = table[table[by] == side]
        games = int(of_side.drop_duplicates(list(GAME)).shape[0])
        rate, low, high = (float(ends[place]) for ends in (found.rates[0], lows, highs))
        low, high = min(low, rate), max(high, rate)
        stopped = of_side.loc[~of_side[FINISHED]].drop_duplicates(list(GAME))
        measures: Mapping[str, object] = {
            "games": games,
            "seats": len(of_side),
            "wins": rate * len(of_side),
            "rate": rate,
            "low": low,
            "high": high,
            "fair_share": fair,
            "verdict": fairness_verdict(low, high, fair, band).value,
            "interval": DRAWN,
            "unfinished": len(stopped),
            "setups": int(of_side["cell"].nunique()),
            "order_part": 0.0,
            "more_games": more_games(games, low, high, fair, band),
            "more_orders": 0,
        }
        lines.append({"strategy": MIXTURE, by: side, **measures})
    return pd.DataFrame(lines)


def _mix_rows(by: str, found: _Found) -> pd.DataFrame:
    """Return the shares of the plans in the mix of each side."""
    import numpy as np
    import pandas as pd

    every = np.clip(found.shares, 0, 1) + 0.0  # no share of -0
    lows, highs = np.quantile(every[1:], ENDS, axis=0)
    return pd.DataFrame(
        {
            by: side,
            "strategy": plan,
            "share": every[0, place, number],
            "share_low": lows[place, number],
            "share_high": highs[place, number],
            "covered": found.covered,
        }
        for place, side in enumerate(found.sides)
        for number, plan in enumerate(found.plans)
    )
