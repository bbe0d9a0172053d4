"""The game of choosing a strategy for one faction against a field that chooses one too.

The faction's player and the field are two roles of a game without exchange: Nash averaging of
agents against tasks (D. Balduzzi et al., "Re-evaluating evaluation", NeurIPS 2018).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bloodstones.core.errors import RunError, expected
from bloodstones.stats.inference.intervals import CONFIDENCE
from bloodstones.stats.ratings.meta_game import NO_EQUILIBRIUM, Noise, nash_average, with_intervals
from bloodstones.stats.table import GAME, luck_labels

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

RESAMPLES = 100
FEWEST_LUCKS = 2
MET = 2  # strategies at a table, at most
MEASURES = ("nash", "loss")


@dataclass(frozen=True, slots=True)
class FactionPayoffs:
    """What a faction wins.

    Attributes
    ----------
    strategies
        Names, in the order of rows and columns.
    rate, error
        Mean win credit of the faction under the row's strategy where the column's met it, and its
        standard error; shape (strategies, strategies). On the diagonal one strategy plays all.
    lucks
        How many independent lucks each rate is from, same shape.
    """

    strategies: tuple[str, ...]
    rate: Floats
    error: Floats
    lucks: NDArray[np.int64]


def faction_payoffs(
    rows: pd.DataFrame, faction: object, by: str = "faction", *, spread: bool = False
) -> FactionPayoffs:
    """Return what a faction wins under each strategy against each.

    Parameters
    ----------
    rows
        Tidy table of one player count. Playthroughs with one strategy, or with two, count.
    faction, by
        Whose wins: a value of the column `by`, which may have places in turn order instead.
    spread
        Take errors from the spread of lucks: where games on several boards share one, its mean is
        no single game. Else each luck counts as a game.

    Raises
    ------
    InputError
        If some strategy played the faction against some other, or itself, on fewer than two lucks.
    """
    import numpy as np

    names = tuple(sorted(set(rows["strategy"])))
    games = rows.groupby(list(GAME))["strategy"]
    table = rows.assign(
        _luck=luck_labels(rows),
        _met=games.transform("nunique"),
        _least=games.transform("min"),
        _most=games.transform("max"),
    )
    table = table[(table[by] == faction) & (table["_met"] <= MET)]
    other = table["_most"].where(table["strategy"] == table["_least"], table["_least"])
    credits = table.assign(_other=other).groupby(["strategy", "_other", "_luck"])["win_credit"]
    means = credits.mean().groupby(["strategy", "_other"])
    shape = (len(names), len(names))
    lucks = np.zeros(shape, dtype=np.int64)
    rate, deviation = np.zeros(shape), np.zeros(shape)
    for (row, column), credit in means:
        place = names.index(str(row)), names.index(str(column))
        lucks[place], rate[place] = len(credit), credit.mean()
        deviation[place] = credit.std() if len(credit) > 1 else 0.0
    if lucks.min() < FEWEST_LUCKS:
        row, column = (names[place] for place in np.unravel_index(lucks.argmin(), shape))
        what = f"at least {FEWEST_LUCKS} lucks of {faction} by {row} against {column}"
        raise expected(what, int(lucks.min()), "strategies")
    smoothed = (rate * lucks + 1) / (lucks + 2)  # an error also where all was won or lost
    error = np.sqrt(smoothed * (1 - smoothed) / lucks)
    if spread:
        error = np.where(deviation > 0, deviation / np.sqrt(lucks), error)
    return FactionPayoffs(names, rate, error, lucks)


def nash_of_roles(rate: ArrayLike) -> tuple[Floats, Floats]:
    """Return the faction's mix that loses least to any field, and what each strategy loses to it.

    Parameters
    ----------
    rate
        What the row wins against the column, shape (strategies, strategies).

    Returns
    -------
    tuple of ndarray
        Shares of the equilibrium mix of largest entropy, shape (strategies,), and how far the rate
        of each strategy against the field's mix is below that of the best: 0 for those in it.

    Examples
    --------
    >>> shares, loss = nash_of_roles([[0.6, 0.4], [0.4, 0.6]])
    >>> shares.round(3).tolist(), loss.round(3).tolist()
    ([0.5, 0.5], [0.0, 0.0])
    >>> shares, loss = nash_of_roles([[0.7, 0.6], [0.5, 0.3]])
    >>> shares.round(3).tolist(), loss.round(3).tolist()
    ([1.0, 0.0], [0.0, 0.3])
    """
    import numpy as np

    table = np.asarray(rate, dtype=np.float64)
    gains = table - solved(table)[0]
    nothing = np.zeros((len(table), len(table)))
    both, _ = nash_average(np.block([[nothing, gains], [-gains.T, nothing]]))
    mix, field = both[: len(table)], both[len(table) :]
    against = table @ (field / field.sum())
    return mix / mix.sum(), against.max() - against


def faction_game(
    payoffs: FactionPayoffs,
    *,
    confidence: float = CONFIDENCE,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> pd.DataFrame:
    """Return how good each strategy is for a faction, with what the noise of the payoffs does.

    Parameters
    ----------
    payoffs
        See `faction_payoffs`.
    confidence, seed, resamples
        Payoffs are redrawn within their errors; intervals are percentiles.

    Returns
    -------
    DataFrame
        One row a strategy: `strategy`, `lucks` (over the field), `rate` (mean over the field), and
        `nash` and `loss` (see `nash_of_roles`), each with `…_low` and `…_high`.
    """
    import numpy as np
    import pandas as pd

    def draw(rng: np.random.Generator) -> Floats:
        rate: Floats = np.clip(rng.normal(payoffs.rate, payoffs.error), 0, 1)
        return np.stack(_drawn(rate))

    noise = Noise(draw, resamples, seed, confidence)
    best = np.stack(nash_of_roles(payoffs.rate))
    columns: dict[str, object] = {
        "strategy": list(payoffs.strategies),
        "lucks": payoffs.lucks.sum(axis=1),
        "rate": payoffs.rate.mean(axis=1),
    }
    return pd.DataFrame(columns | with_intervals(MEASURES, best, noise))


def _drawn(rate: Floats) -> tuple[Floats, Floats]:
    """Return the faction's mix and losses for payoffs with noise, which have one equilibrium."""
    _, mix, field = solved(rate)
    against = rate @ field
    return mix, against.max() - against


def solved(table: Floats) -> tuple[float, Floats, Floats]:
    """Return what the row player can make sure of, and optimal mixes of both.

    Parameters
    ----------
    table
        What the row wins against the column, and the column loses, shape (rows, rows).

    Returns
    -------
    tuple
        The value of the game, and the shares of each player's mix, shape (rows,).

    Examples
    --------
    >>> import numpy as np
    >>> value, row, column = solved(np.array([[0.7, 0.4], [0.3, 0.6]]))
    >>> round(value, 3), row.round(3).tolist(), column.round(3).tolist()
    (0.5, [0.5, 0.5], [0.333, 0.667])
    """
    import numpy as np
    from scipy.optimize import linprog

    count = len(table)
    solution = linprog(
        np.r_[np.zeros(count), -1.0],
        A_ub=np.hstack([-table.T, np.ones((count, 1))]),
        b_ub=np.zeros(count),
        A_eq=np.r_[np.ones(count), 0.0][None, :],
        b_eq=[1.0],
        bounds=[(0, 1)] * count + [(None, None)],
        method="highs",
    )
    if solution.x is None:
        raise RunError(NO_EQUILIBRIUM)
    field: Floats = np.maximum(-solution.ineqlin.marginals, 0.0)
    return float(solution.x[-1]), solution.x[:-1], field / field.sum()
