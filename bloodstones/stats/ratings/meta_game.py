"""The game of choosing a strategy: who beats whom, Nash averaging, and both with their noise.

D. Balduzzi, K. Tuyls, J. Perolat, T. Graepel, "Re-evaluating evaluation", NeurIPS 2018: strategies
are rated against the equilibrium of largest entropy of the game in which two players each choose
one, so that copies of a weak opponent in the field lift nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bloodstones.core.errors import RunError, expected
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.table import game_labels, luck_labels

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

ANTISYMMETRY = 1e-9
SUPPORT = 1e-7
SMALLEST_SHARE = 1e-12
PRECISION = 1e-14
ITERATIONS = 1000
FAILED = 1e-6
RESAMPLES = 200
FEWEST_GAMES = 2
MEASURES = ("nash", "skill")
NO_EQUILIBRIUM = "expected an equilibrium of the payoffs, got none (Nash averaging)"


@dataclass(frozen=True, slots=True)
class Payoffs:
    """Who beats whom.

    Attributes
    ----------
    strategies
        Names, in the order of rows and columns.
    mean, error
        Win credit of the row less that of the column in playthroughs where they met, and its
        standard error; shape (strategies, strategies), 0 on the diagonal, `mean` antisymmetric.
    games
        Playthroughs of each pair, same shape.
    """

    strategies: tuple[str, ...]
    mean: Floats
    error: Floats
    games: NDArray[np.int64]


def payoff_table(rows: pd.DataFrame) -> Payoffs:
    """Return who beats whom from playthroughs in which two strategies met.

    Parameters
    ----------
    rows
        Tidy table. Playthroughs with exactly two strategies count; the payoff is the mean win
        credit of a seat of the one less that of a seat of the other. Playthroughs that share their
        luck count as one.

    Raises
    ------
    InputError
        If some pair of strategies met in fewer than two playthroughs.
    """
    import numpy as np

    table = rows.assign(_game=game_labels(rows), _luck=luck_labels(rows))
    names = tuple(sorted(set(rows["strategy"])))
    means = table.groupby(["_luck", "_game", "strategy"])["win_credit"].mean().unstack("strategy")
    means = means.reindex(columns=list(names))[means.notna().sum(axis=1) == FEWEST_GAMES]
    mean = np.zeros((len(names), len(names)))
    error, games = mean.copy(), mean.astype(np.int64)
    for i, first in enumerate(names):
        for j, second in enumerate(names[:i]):
            apart = (means[first] - means[second]).dropna()
            lucks = apart.groupby("_luck").mean().to_numpy()
            if len(lucks) < FEWEST_GAMES:
                what = f"at least {FEWEST_GAMES} playthroughs of {second} against {first}"
                raise expected(what, len(lucks), "strategies")
            mean[i, j] = lucks.mean()
            error[i, j] = error[j, i] = lucks.std(ddof=1) / np.sqrt(len(lucks))
            games[i, j] = games[j, i] = len(apart)
            mean[j, i] = -mean[i, j]
    return Payoffs(names, mean, error, games)


def nash_average(payoff: ArrayLike) -> tuple[Floats, Floats]:
    """Return the equilibrium of largest entropy and how each strategy does against it.

    Parameters
    ----------
    payoff
        Antisymmetric payoffs, row against column, shape (strategies, strategies).

    Returns
    -------
    tuple of ndarray
        Shares of the equilibrium, shape (strategies,), and skill: the payoff of each strategy
        against it; 0 for those in it, at most 0 for all.

    Examples
    --------
    >>> shares, skill = nash_average([[0, 1, -1, 2], [-1, 0, 1, 2], [1, -1, 0, 2], [-2, -2, -2, 0]])
    >>> shares.round(3).tolist(), (skill.round(3) + 0).tolist()
    ([0.333, 0.333, 0.333, 0.0], [0.0, 0.0, 0.0, -2.0])
    """
    import numpy as np

    table = np.asarray(payoff, dtype=np.float64)
    count = len(table)
    if table.shape != (count, count) or not np.allclose(table, -table.T, atol=ANTISYMMETRY):
        raise expected("an antisymmetric table of payoffs", table.shape, "payoff")
    scaled = table / max(float(np.abs(table).max()), 1.0)
    shares = _largest_entropy(scaled, _widest(scaled))
    if (scaled @ shares).max() > FAILED:
        raise RunError(NO_EQUILIBRIUM)
    return shares, table @ shares


def meta_game(
    payoffs: Payoffs,
    *,
    confidence: float = CONFIDENCE,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> pd.DataFrame:
    """Return Nash averages of strategies, with what the noise of payoffs does.

    Parameters
    ----------
    payoffs
        See `payoff_table`.
    confidence, seed, resamples
        Payoffs are redrawn within their errors `resamples` times; intervals are percentiles.

    Returns
    -------
    DataFrame
        One row a strategy: `strategy`, `games`, `mean_payoff` (over the others), and `nash`
        and `skill`, each with `…_low` and `…_high`.
    """
    import pandas as pd

    def draw(rng: np.random.Generator) -> Floats:
        return _measures(drawn_payoffs(payoffs, rng))

    best = _measures(payoffs.mean)
    noise = Noise(draw, resamples, seed, confidence)
    columns: dict[str, object] = {
        "strategy": list(payoffs.strategies),
        "games": payoffs.games.sum(axis=1),
        "mean_payoff": payoffs.mean.sum(axis=1) / max(len(payoffs.strategies) - 1, 1),
    }
    return pd.DataFrame(columns | with_intervals(MEASURES, best, noise))


@dataclass(frozen=True, slots=True)
class Noise:
    """How often and from which seed measures are redrawn within the errors of payoffs.

    Attributes
    ----------
    draw
        Generator -> measures of payoffs that it draws, shape (measures, strategies).
    resamples
        How often, 1 or more.
    seed
        Of the generator.
    confidence
        Coverage of the intervals, above 0 and below 1.
    """

    draw: Callable[[np.random.Generator], Floats]
    resamples: int
    seed: int
    confidence: float


def with_intervals(names: Sequence[str], best: Floats, noise: Noise) -> dict[str, Floats]:
    """Return measures by name, each with `…_low` and `…_high`: percentiles of what is drawn.

    Parameters
    ----------
    names
        Of the measures.
    best
        Measures of the payoffs as they are, shape (measures, strategies).

    Raises
    ------
    InputError
        If the confidence is not between 0 and 1.

    Examples
    --------
    >>> import numpy as np
    >>> noise = Noise(lambda rng: rng.random((1, 2)), resamples=9, seed=1, confidence=0.95)
    >>> list(with_intervals(["nash"], np.ones((1, 2)), noise))
    ['nash', 'nash_low', 'nash_high']
    """
    import numpy as np

    normal_quantile(noise.confidence)
    rng = np.random.default_rng(noise.seed)
    drawn = [noise.draw(rng) for _ in range(noise.resamples)]
    tail = (1 - noise.confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    columns: dict[str, Floats] = {}
    for index, name in enumerate(names):
        columns |= {name: best[index], f"{name}_low": low[index], f"{name}_high": high[index]}
    return columns


def _measures(payoff: Floats) -> Floats:
    """Return shares and skills, shape (2, strategies)."""
    import numpy as np

    return np.stack(nash_average(payoff))


def drawn_payoffs(payoffs: Payoffs, rng: np.random.Generator) -> Floats:
    """Return payoffs drawn within their errors, antisymmetric and within -1 to 1.

    Parameters
    ----------
    payoffs
        Means and errors.
    rng
        Where the errors come from.
    """
    import numpy as np

    upper = np.triu(rng.normal(payoffs.mean, payoffs.error), 1)
    drawn: Floats = np.clip(upper - upper.T, -1, 1)
    return drawn


def _widest(table: Floats) -> Floats:
    """Return an equilibrium with every strategy that is in any."""
    import numpy as np
    from scipy.optimize import linprog

    count = len(table)
    corners = np.zeros((count, count))
    for strategy in range(count):
        solution = linprog(
            -np.eye(count)[strategy],
            A_ub=table,
            b_ub=np.zeros(count),
            A_eq=np.ones((1, count)),
            b_eq=[1.0],
            bounds=(0, 1),
            method="highs",
        )
        if solution.x is None:
            raise RunError(NO_EQUILIBRIUM)
        corners[strategy] = solution.x
    centre: Floats = corners.mean(axis=0)
    return np.where(centre > SUPPORT, centre, 0.0)


def _largest_entropy(table: Floats, start: Floats) -> Floats:
    """Return the equilibrium of largest entropy among those with the strategies of `start`.

    In every equilibrium each of these strategies has payoff 0, so that one moves freely in the
    null space of their table, as far as no share and no payoff of the others changes its sign.
    """
    import numpy as np
    from scipy.linalg import null_space
    from scipy.optimize import LinearConstraint, minimize

    used = start > 0
    inside = table[np.ix_(used, used)]
    free = null_space(np.vstack([inside, np.ones(len(inside))]), rcond=SUPPORT)
    shares: Floats = start / start.sum()
    if not free.shape[1]:
        return shares
    base = shares[used]
    limits = np.vstack([free, -table[~used][:, used] @ free])
    slack = np.concatenate([base - SMALLEST_SHARE, -table[~used][:, used] @ base])

    def mix(step: Floats) -> Floats:
        mixed: Floats = np.maximum(base + free @ step, SMALLEST_SHARE)
        return mixed

    def disorder(step: Floats) -> tuple[float, Floats]:
        logs = np.log(mix(step))
        return float(mix(step) @ logs), free.T @ (logs + 1)

    solution = minimize(
        disorder,
        np.zeros(free.shape[1]),
        jac=True,
        constraints=[LinearConstraint(limits, -np.maximum(slack, 0.0), np.inf)],
        method="SLSQP",
        options={"ftol": PRECISION, "maxiter": ITERATIONS},
    )
    shares[used] = mix(solution.x) / mix(solution.x).sum()
    return shares
