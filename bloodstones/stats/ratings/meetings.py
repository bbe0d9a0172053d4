"""Which strategy beats which where exactly two meet: who exploits one of them, and what answers.

A best response bounds how far a strategy can be exploited from below: M. Lanctot et al., "A unified
game-theoretic approach to multiagent reinforcement learning", NeurIPS 2017. Here the responses are
the strategies that a study played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from bloodstones.stats.balance import MEASURES, strategy_rates, win_rates
from bloodstones.stats.joint import widening
from bloodstones.stats.table import GAME
from bloodstones.stats.verdicts import Strength, strength

if TYPE_CHECKING:
    import pandas as pd

PAIR: Final = 2  # strategies at a table
UNEVEN: Final = 0.05  # share of a strategy's seats in other roles or places than its opponent's
FEWEST_SEATS: Final = 30  # of a strategy against another one, to say who beats whom
KEYS: Final = ("players", "strategy", "opponent")
OF_CHALLENGER: Final = ("games", "seats", "rate", "low", "high", "fair_share")
OF_ANSWER: Final = ("seats", "rate", "low", "high")
EXPLOITS: Final = (
    *("players", "standard", "strategy", "games", "seats", "rate", "low", "high", "fair_share"),
    "verdict",
    *("answer", *(f"answer_{name}" for name in OF_ANSWER), "answers"),
)


def meetings(
    rows: pd.DataFrame, *, seed: int = 0, stopping: Mapping[str, object] | None = None
) -> pd.DataFrame:
    """Return how often each strategy wins where it meets another one and nobody else.

    Parameters
    ----------
    rows
        Tidy table; playthroughs with exactly two strategies count.
    seed, stopping
        As of `stats.balance.win_rates`.

    Returns
    -------
    DataFrame
        One row a number of players and ordered pair: `players`, `strategy`, `opponent`, the
        measures of `stats.balance.win_rates` of a seat, and `even`: whether both had the same roles
        and seats equally often. Where they had not, the rates compare roles as well.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = pd.DataFrame({"cell": "a", "replicate": [0, 0, 1, 1, 2, 2], "seat": [0, 1] * 3,
    ...     "players": 2, "map": "", "faction": "", "strategy": ["bold", "meek"] * 3,
    ...     "win_credit": [1, 0, 0, 1, 1, 0], "finished": True})
    >>> table = meetings(rows).set_index(["strategy", "opponent"])
    >>> table["seats"].tolist(), table["wins"].tolist(), table["even"].tolist()
    ([3, 3], [2.0, 1.0], [False, False])
    """
    import pandas as pd

    table = pair_games(rows)
    if table.empty:
        return pd.DataFrame(columns=[*KEYS, *MEASURES, "even"])
    rates = strategy_rates(win_rates(table, list(KEYS), seed=seed, stopping=stopping))
    return rates.assign(even=_even(table, rates))


def pair_games(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of playthroughs in which exactly two strategies met, with the `opponent`."""
    import pandas as pd

    codes, names = pd.factorize(rows["strategy"], sort=True)
    coded = rows.assign(_code=codes)
    games = coded.groupby(list(GAME), sort=False)["_code"]
    least, most = games.transform("min"), games.transform("max")
    met = (games.transform("nunique") == PAIR).to_numpy()
    other = (least + most - coded["_code"]).to_numpy()
    return rows[met].assign(
        strategy=names[codes[met]].astype(str), opponent=names[other[met]].astype(str)
    )


def _even(table: pd.DataFrame, rates: pd.DataFrame) -> list[bool]:
    """Return for each row of `rates` whether both strategies had the same roles and seats."""
    uneven: set[tuple[Any, ...]] = set()
    for column in ("faction", "seat"):
        counts = table.groupby([*KEYS, column], observed=True).size().unstack(fill_value=0)
        shares = counts.div(counts.sum(axis=1), axis=0)
        mirror = shares.reorder_levels(["players", "opponent", "strategy"]).reindex(shares.index)
        away = (shares - mirror).abs().sum(axis=1) / PAIR
        uneven |= set(away[away > UNEVEN].index)
    return [key not in uneven for key in rates[list(KEYS)].itertuples(index=False, name=None)]


def exploiters(table: pd.DataFrame, standard: str) -> pd.DataFrame:
    """Return who beats a strategy, and what does best against each of them.

    Parameters
    ----------
    table
        From `meetings`; uneven pairs and those of fewer than `FEWEST_SEATS` are left out.
    standard
        The strategy that is to be beaten.

    Returns
    -------
    DataFrame
        One row a number of players and challenger, the best first: `players`, `standard`,
        `strategy`; `games`, `seats`, `rate`, `low`, `high`, `fair_share` of a seat of it;
        `verdict`, its `stats.verdicts.Strength` with an interval that is widened because all
        challengers of that table share its error. `answer` is the strategy that wins most against
        the challenger ("" where it met nobody else), with `answer_seats`, `answer_rate`,
        `answer_low`, `answer_high`, and `answers`, whether that is stronger by the same measure.
    """
    import pandas as pd

    counted = table[table["even"].astype(bool) & (table["seats"] >= FEWEST_SEATS)]
    lines = []
    for players, met in counted.groupby("players", sort=True):
        challenged = _by_rate(met[met["opponent"] == standard])
        for _, row in challenged.iterrows():
            others = met[(met["opponent"] == row["strategy"]) & (met["strategy"] != standard)]
            own = [row[name] for name in OF_CHALLENGER]
            verdict = _strength(row, len(challenged)).value
            line = (players, standard, row["strategy"], *own, verdict)
            lines.append((*line, *_answer(_by_rate(others))))
    return pd.DataFrame(lines, columns=list(EXPLOITS))


def _by_rate(table: pd.DataFrame) -> pd.DataFrame:
    return table.sort_values("rate", ascending=False, kind="stable")


def _answer(against: pd.DataFrame) -> tuple[object, ...]:
    """Return the best of those who met a challenger, with its rate, and whether it beats it."""
    if against.empty:
        nan = float("nan")
        return "", 0, nan, nan, nan, False
    best = against.iloc[0]
    rate = (best[name] for name in OF_ANSWER)
    answers = _strength(best, len(against)) is Strength.STRONGER
    return best["strategy"], *rate, answers


def _strength(row: Any, compared: int) -> Strength:
    """Return how strong a rate shows a strategy to be, beside others that are compared with it."""
    wider = widening(compared)
    low, high = (row["rate"] - wider * (row["rate"] - row[end]) for end in ("low", "high"))
    return strength(low, high, row["fair_share"])
