"""The Plackett-Luce likelihood of finishing orders, its maximum and its resampling by game.

A row with design x has the worth exp(x . slopes); the first place goes to a row with probability
proportional to its worth, the second to one of the others in the same way, and so on.

Rows that share a rank finished in an order that nobody saw: the likelihood is the sum of the
probabilities of all orders that agree with the ranks (the exact marginal likelihood of Kalbfleisch
and Prentice). Two consequences: nothing is learned from a game in which all share one rank, and a
table that knows only winners (rank 1, all others rank 2) gives the conditional logit of the
winners.

R. L. Plackett, "The analysis of permutations", Applied Statistics 24 (1975); R. D. Luce,
Individual Choice Behavior (1959); J. D. Kalbfleisch and R. L. Prentice, "Marginal likelihoods based
on Cox's regression and life model", Biometrika 60 (1973). The log-likelihood is concave with shared
ranks too (the event is a convex set of Gumbel utilities; Prékopa 1973), so that Newton's method
with halved steps finds the only maximum.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from typing import TYPE_CHECKING

from bloodstones.core.errors import InputError, expected

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

RESAMPLES = 400
STEPS = 60
HALVINGS = 40
TOLERANCE = 1e-9
SINGULAR = 1e-9
VANISHED = 1e-13
LARGEST_SPREAD = 20.0  # of log worths in a game; beyond it, steps end at TOLERANCE
MOST_SHARING = 6
TOGETHER = (
    "expected effects that can be told apart, got two that always go together or one that all "
    "rows of each game share (Plackett-Luce design)"
)
TOGETHER_TIP = (
    "what all seats of a game share (map, number of players) needs an interaction, such as "
    "faction:map"
)
SEPARATED_TIP = (
    "a level that always wins or always loses has no finite strength: play more games, "
    "or leave it out"
)


@dataclass(frozen=True, slots=True)
class Orders:
    """Finishing orders, equal ones kept once.

    A *pattern* is a set of games with the same rows in the same places. A pattern with a shared
    rank covers several *orders*, one of which was played.

    Attributes
    ----------
    design
        Rows of every order from first to last, shape (orders, most players, slopes).
    present
        Which places are filled, shape (orders, most players).
    chosen
        Which places count as a choice among those not yet placed, same shape: all before the
        last rank.
    pattern
        Pattern of every order, ascending, shape (orders,).
    pattern_of_game
        Pattern of every game, shape (games,), games in ascending order of their labels.
    """

    design: Floats
    present: Bools
    chosen: Bools
    pattern: Ints
    pattern_of_game: Ints

    @property
    def frequency(self) -> Floats:
        """Games of each pattern, shape (patterns,)."""
        import numpy as np

        return np.bincount(self.pattern_of_game).astype(np.float64)


@dataclass(frozen=True, slots=True)
class OrderFit:
    """The maximum of a Plackett-Luce likelihood.

    Attributes
    ----------
    slopes
        Log-strength per unit of each column of the design, shape (slopes,).
    covariance
        Inverse of the observed information, shape (slopes, slopes).
    log_likelihood
        At the maximum.
    games
        Number of games.
    """

    slopes: Floats
    covariance: Floats
    log_likelihood: float
    games: int


def finishing_orders(ranks: ArrayLike, games: ArrayLike, design: ArrayLike) -> Orders:
    """Return the finishing orders of games, ready for `fit_orders`.

    Parameters
    ----------
    ranks
        Place of each row in its game, 1 the best, equal when shared, shape (rows,).
    games
        Which game a row belongs to, integers or strings, shape (rows,).
    design
        What is known of each row, shape (rows, slopes).

    Raises
    ------
    InputError
        If shapes differ, a value is not finite, or more than six share a rank that is not the
        last one.
    """
    import numpy as np

    matrix = np.atleast_2d(np.asarray(design, dtype=np.float64))
    places = np.asarray(ranks, dtype=np.float64)
    labels = np.asarray(games)
    if places.ndim != 1 or not places.size or not len(places) == len(labels) == len(matrix):
        raise expected("as many ranks as game labels and rows of the design", places.shape, "ranks")
    if not (np.isfinite(matrix).all() and np.isfinite(places).all()):
        raise expected("finite ranks and designs", "nan or infinity", "design")
    types, kind = np.unique(matrix, axis=0, return_inverse=True)
    rank, type_of = _games_as_rows(places, labels, kind.reshape(-1))
    patterns, pattern_of_game = np.unique(
        np.concatenate([rank, type_of], axis=1), axis=0, return_inverse=True
    )
    most = rank.shape[1]
    order, pattern = _all_orders(patterns[:, :most])
    seated = np.take_along_axis(patterns[pattern, most:], order, axis=1)
    place = np.take_along_axis(patterns[pattern, :most], order, axis=1)
    present = place >= 0
    chosen = present & (place < place.max(axis=1, keepdims=True))
    rows = np.where(present[:, :, None], types[seated], 0.0)
    return Orders(rows, present, chosen, pattern, pattern_of_game.reshape(-1).astype(np.int64))


def fit_orders(
    orders: Orders,
    *,
    frequency: Floats | None = None,
    start: Floats | None = None,
    penalty: Floats | None = None,
) -> OrderFit:
    """Return the maximum-likelihood slopes of a Plackett-Luce model.

    Shared ranks count as the module's first lines say.

    Parameters
    ----------
    orders
        See `finishing_orders`.
    frequency
        Games of each pattern; those that were played unless given (resampling).
    start
        Slopes to start from, 0 unless given.
    penalty
        Precision of a normal prior about 0 of the slopes, shape (slopes, slopes): the fit is then
        the posterior mode, which always exists, and `covariance` the inverse of its curvature.

    Raises
    ------
    InputError
        If columns of the design are collinear, or the likelihood has no maximum (some
        level always wins or always loses).

    Examples
    --------
    The first of two wins three games of four: its log-strength is log 3 above the other.

    >>> orders = finishing_orders([1, 2, 1, 2, 1, 2, 2, 1], [0, 0, 1, 1, 2, 2, 3, 3],
    ...                           [[1], [0]] * 4)
    >>> round(float(fit_orders(orders).slopes[0]), 4)
    1.0986
    """
    import numpy as np

    weight = orders.frequency if frequency is None else frequency
    prior = 0.0 if penalty is None else penalty
    slopes = np.zeros(orders.design.shape[2]) if start is None else start
    value, gradient, information = _penalised(orders, weight, slopes, prior)
    if start is None and _smallest(information) <= SINGULAR:
        raise InputError(TOGETHER, TOGETHER_TIP)
    for _ in range(STEPS):
        if _spread(orders, slopes) > LARGEST_SPREAD or _smallest(information) <= VANISHED:
            break
        step = np.linalg.solve(information, gradient)
        if gradient @ step < TOLERANCE:
            covariance = np.linalg.inv(information).astype(np.float64, copy=False)
            return OrderFit(slopes, covariance, value, int(weight.sum()))
        for halving in range(HALVINGS):
            tried = slopes + step / 2.0**halving
            better, gradient, information = _penalised(orders, weight, tried, prior)
            if better >= value:
                break
        slopes, value = tried, better
    raise InputError(
        "expected a likelihood with a maximum, got slopes that grow without bound "
        f"(Plackett-Luce fit of {int(weight.sum())} games)",
        SEPARATED_TIP,
    )


def resampled_slopes(
    orders: Orders,
    fit: OrderFit,
    clusters: ArrayLike | None = None,
    *,
    seed: int,
    resamples: int = RESAMPLES,
) -> Floats:
    """Return the slopes of tables whose games were drawn with replacement.

    Parameters
    ----------
    fit
        The fit of `orders`: where each new fit starts.
    clusters
        Label of each game, shape (games,) in ascending order of the games' labels; games with one
        label (those that share their luck) are drawn together. Every game on its own unless given.
    seed, resamples
        The same seed gives the same slopes.

    Returns
    -------
    ndarray
        Shape (resamples, slopes).

    Raises
    ------
    InputError
        If a resampled table has no maximum (few games, a level near always winning): take the
        intervals of the observed information there.
    """
    import numpy as np

    games = len(orders.pattern_of_game)
    labels = np.arange(games) if clusters is None else np.asarray(clusters)
    if labels.shape != (games,):
        raise expected(f"{games} cluster labels", labels.shape, "clusters")
    _, cluster = np.unique(labels, return_inverse=True)
    count = int(cluster.max()) + 1
    rng = np.random.default_rng(seed)
    slopes = np.empty((resamples, len(fit.slopes)))
    for index in range(resamples):
        drawn = np.bincount(rng.integers(0, count, count), minlength=count)
        weights = np.bincount(orders.pattern_of_game, weights=drawn[cluster.reshape(-1)])
        again = fit_orders(orders, frequency=weights.astype(np.float64), start=fit.slopes)
        slopes[index] = again.slopes
    return slopes


def _games_as_rows(places: Floats, labels: NDArray[np.generic], kind: Ints) -> tuple[Ints, Ints]:
    """Return dense ranks and row kinds, one line a game, first to last; -1 where nobody is."""
    import numpy as np

    names, game = np.unique(labels, return_inverse=True)
    order = np.lexsort((kind, places, game))
    game, places, kind = game[order], places[order], kind[order]
    first = np.r_[True, game[1:] != game[:-1]]
    lower = np.r_[False, places[1:] > places[:-1]] & ~first
    start = np.flatnonzero(first)
    column = np.arange(len(game)) - start[game]
    climbed = np.cumsum(lower)
    rank = np.full((len(names), int(column.max()) + 1), -1, dtype=np.int64)
    type_of = rank.copy()
    rank[game, column] = climbed - climbed[start][game]
    type_of[game, column] = kind
    return rank, type_of


def _all_orders(ranks: Ints) -> tuple[Ints, Ints]:
    """Return every order that agrees with each line of ranks, and the line it belongs to."""
    import numpy as np

    lines, owners = [], []
    places = np.arange(ranks.shape[1])
    shared = (ranks[:, 1:] == ranks[:, :-1]) & (ranks[:, 1:] >= 0)
    inner = shared & (ranks[:, 1:] < ranks.max(axis=1, keepdims=True))
    for index in np.flatnonzero(inner.any(axis=1)):
        line = ranks[index]
        groups = [places[line == rank] for rank in range(int(line.max()))]
        if max(map(len, groups)) > MOST_SHARING:
            raise expected(f"at most {MOST_SHARING} rows that share a rank", line.tolist(), "ranks")
        rest = places[(line == line.max()) | (line < 0)]
        for choice in product(*(permutations(group) for group in groups)):
            lines.append(np.r_[*choice, rest])
            owners.append(index)
    plain = np.flatnonzero(~inner.any(axis=1))
    every = np.concatenate([np.tile(places, (len(plain), 1)), *[row[None] for row in lines]])
    owner = np.concatenate([plain, np.array(owners, dtype=np.int64)])
    back = np.argsort(owner, kind="stable")
    return every[back].astype(np.int64), owner[back].astype(np.int64)


def _penalised(
    orders: Orders, weight: Floats, slopes: Floats, prior: Floats | float
) -> tuple[float, Floats, Floats]:
    """Return the log-posterior of slopes with a normal prior, its gradient and its curvature."""
    import numpy as np

    value, gradient, information = _likelihood(orders, weight, slopes)
    pull = np.asarray(prior * np.eye(len(slopes)) if np.ndim(prior) == 0 else prior)
    force = pull @ slopes
    return value - float(slopes @ force) / 2, gradient - force, information + pull


def _likelihood(orders: Orders, weight: Floats, slopes: Floats) -> tuple[float, Floats, Floats]:
    """Return the log-likelihood, its gradient and the observed information."""
    import numpy as np

    design, chosen = orders.design, orders.chosen
    utility = np.where(orders.present, design @ slopes, -np.inf)
    utility = utility - utility.max(axis=1, keepdims=True)
    worth = np.exp(utility)
    left = np.cumsum(worth[:, ::-1], axis=1)[:, ::-1]
    share = np.where(chosen, 1.0 / np.where(chosen, left, 1.0), 0.0)
    logs = np.where(chosen, utility, 0.0) + np.log(np.where(chosen, share, 1.0))
    posterior, log_pattern = _posterior(orders.pattern, logs.sum(axis=1))
    weighted = np.cumsum((worth[:, :, None] * design)[:, ::-1], axis=1)[:, ::-1]
    mean = weighted * share[:, :, None]
    score = (np.where(chosen[:, :, None], design, 0.0) - mean).sum(axis=1)
    size = weight[orders.pattern] * posterior
    spread = worth * np.cumsum(share, axis=1) * size[:, None]
    flat = design.reshape(-1, design.shape[2])
    centre = (mean * np.sqrt(size)[:, None, None]).reshape(flat.shape)
    pattern_score = np.zeros((len(weight), len(slopes)))
    np.add.at(pattern_score, orders.pattern, posterior[:, None] * score)
    information = (
        flat.T @ (flat * spread.reshape(-1, 1))
        - centre.T @ centre
        - score.T @ (score * size[:, None])
        + pattern_score.T @ (pattern_score * weight[:, None])
    )
    return float(weight @ log_pattern), weight @ pattern_score, information


def _posterior(pattern: Ints, logs: Floats) -> tuple[Floats, Floats]:
    """Return each order's part of its pattern's probability, and that probability's logarithm."""
    import numpy as np

    first = np.flatnonzero(np.r_[True, pattern[1:] != pattern[:-1]])
    top = np.maximum.reduceat(logs, first)
    part = np.exp(logs - top[pattern])
    total = np.add.reduceat(part, first)
    return part / total[pattern], top + np.log(total)


def _spread(orders: Orders, slopes: Floats) -> float:
    """Return the largest difference of log worths within a game."""
    import numpy as np

    worth = orders.design @ slopes
    high = np.where(orders.present, worth, -np.inf).max(axis=1)
    low = np.where(orders.present, worth, np.inf).min(axis=1)
    return float((high - low).max())


def _smallest(information: Floats) -> float:
    """Return the smallest eigenvalue as a share of the largest one (of 1 if that is larger)."""
    import numpy as np

    values = np.linalg.eigvalsh(information)
    return float(values[0] / max(values[-1], 1.0))
