"""What tuning gained, in new games that selected no candidate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.tuning.contests import Contests
from bloodstones.batch.tuning.field import TableRotation
from bloodstones.core.contract.tunable import Weights

CONFIDENCE = 0.95
DIGITS = 5
ALL = "all"


@dataclass(frozen=True, slots=True)
class Gain:
    """The win rates of the strategy as it was and as it is, in the same games.

    Attributes
    ----------
    games
        Of each of both.
    before, after
        Mean win credit.
    gain, low, high
        The mean paired difference with its 95 % interval.
    after_low, after_high
        The 95 % interval of `after`.
    """

    games: int
    before: float
    after: float
    after_low: float
    after_high: float
    gain: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """Return the figures, rounded."""
        return {name: round(value, DIGITS) for name, value in asdict(self).items()}


def measured_rounds(field: TableRotation, games: int) -> int:
    """Return how many rounds of the tables give each role `games` games on average.

    Parameters
    ----------
    field
        The tables and their roles.
    games
        Wanted of each role.

    Returns
    -------
    int
        At least 2: an interval over rounds needs two.
    """
    return max(2, -(-games * len(field.roles) // len(field.tables)))


def measure(
    field: TableRotation,
    start: Mapping[str, Weights],
    candidate: Mapping[str, Weights],
    purpose: str,
    rounds: int,
    contests: Contests,
) -> dict[str, Gain]:
    """Play the strategy as it was and the candidate in the same games.

    Rounds are independent of each other, games of one round need not be: intervals are t intervals
    over rounds.

    Parameters
    ----------
    start
        How it was, by role; a role without parameters plays as the strategy that sits there.
    purpose
        Keys the luck; another one than any race had.
    rounds
        How often all tables are played, 2 or more.

    Returns
    -------
    dict
        By role of the candidate, and `ALL` for the mean over roles.
    """
    tables = len(field.tables)
    both = contests.credits(field, [start, candidate], purpose, range(rounds * tables))
    before, after = (credit.reshape(rounds, tables) for credit in both)
    seated = np.array([table.role for table in field.tables])
    means = {
        role: tuple(part[:, seated == role].mean(axis=1) for part in (before, after))
        for role in field.roles
    }
    games = {role: rounds * int((seated == role).sum()) for role in means}
    gains = {role: _gain(games[role], *pair) for role, pair in means.items()}
    whole = [np.mean(parts, axis=0) for parts in zip(*means.values(), strict=True)]
    return {ALL: _gain(sum(games.values()), whole[0], whole[1]), **gains}


def _gain(games: int, before: NDArray[np.float64], after: NDArray[np.float64]) -> Gain:
    mean, low, high = mean_interval(after)
    return Gain(games, float(before.mean()), mean, low, high, *mean_interval(after - before))


def mean_interval(values: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return the mean of independent values with its 95 % t interval.

    Parameters
    ----------
    values
        Two or more, shape (n,).

    Examples
    --------
    >>> [round(number, 2) for number in mean_interval(np.array([0.0, 1.0, 0.0, 1.0]))]
    [0.5, -0.42, 1.42]
    >>> mean_interval(np.zeros(3))
    (0.0, 0.0, 0.0)
    """
    from scipy import stats

    mean = float(values.mean())
    error = float(stats.sem(values))
    half = error * float(stats.t.ppf((1 + CONFIDENCE) / 2, len(values) - 1))
    return mean, mean - half, mean + half
