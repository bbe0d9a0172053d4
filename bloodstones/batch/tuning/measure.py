"""What tuning gained, on fresh games that no candidate was chosen by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.tuning.evolve import play_all
from bloodstones.batch.tuning.field import Field
from bloodstones.core.tunable import Weights

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

    def told(self) -> dict[str, Any]:
        """Return the figures, rounded."""
        return {name: round(value, DIGITS) for name, value in asdict(self).items()}


def measured_rounds(field: Field, games: int) -> int:
    """Return how many rounds of the tables give each faction `games` games on average."""
    return max(2, -(-games * len(_factions(field)) // len(field.tables)))


def measure(
    field: Field,
    start: Mapping[str, Weights],
    candidate: Mapping[str, Weights],
    purpose: str,
    rounds: int,
    jobs: int,
) -> dict[str, Gain]:
    """Play the strategy as it was and the candidate in the same games.

    Rounds are independent of each other, games of one round need not be: intervals are t intervals
    over rounds.

    Parameters
    ----------
    start
        How it was, by faction; a faction without parameters plays as the strategy that sits there.
    purpose
        Keys the luck; another one than any race had.
    rounds
        How often all tables are played, 2 or more.

    Returns
    -------
    dict
        By faction of the candidate, and `ALL` for the mean over factions.
    """
    tables = len(field.tables)
    both = play_all(field, [start, candidate], purpose, range(rounds * tables), jobs)
    before, after = (credit.reshape(rounds, tables) for credit in both)
    seated = np.array([table.faction for table in field.tables])
    means = {
        faction: tuple(part[:, seated == faction].mean(axis=1) for part in (before, after))
        for faction in _factions(field)
    }
    games = {faction: rounds * int((seated == faction).sum()) for faction in means}
    told = {faction: _gain(games[faction], *pair) for faction, pair in means.items()}
    whole = [np.mean(parts, axis=0) for parts in zip(*means.values(), strict=True)]
    return {ALL: _gain(sum(games.values()), whole[0], whole[1]), **told}


def _factions(field: Field) -> tuple[str, ...]:
    return tuple(dict.fromkeys(table.faction for table in field.tables))


def _gain(games: int, before: NDArray[np.float64], after: NDArray[np.float64]) -> Gain:
    mean, low, high = mean_interval(after)
    return Gain(games, float(before.mean()), mean, low, high, *mean_interval(after - before))


def mean_interval(values: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return the mean of independent values with its 95 % t interval.

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
