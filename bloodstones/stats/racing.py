"""A race of many arms on the same luck: drop what is certainly worse, go on with the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.sequential import critical_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

FEWEST = 2


@dataclass(frozen=True, slots=True)
class Dropped:
    """Why an arm left the race: at how many games, behind whom, by how much.

    `low` and `high` are the interval of how much better `behind` is, over all looks and arms.
    """

    arm: str
    games: int
    behind: str
    difference: float
    low: float
    high: float


@dataclass(slots=True)
class Race:
    """Successive elimination of arms by paired differences.

    The best arm (of several equally good ones, each) is dropped at any look with probability at
    most 1 - `confidence`: each of the arms - 1 comparisons with it has its share of the error
    (Bonferroni), spread over the planned looks (`sequential.critical_values`) with a t quantile in
    place of the normal one.

    Parameters
    ----------
    arms
        Names, at least two.
    looks
        Games of each arm at each look, ascending.
    confidence
        Probability that the best arm is never dropped.

    Attributes
    ----------
    alive
        Arms still in the race, in the order given.
    dropped
        Arms that left it, in the order in which they did.

    Notes
    -----
    E. Even-Dar, S. Mannor, Y. Mansour, "Action elimination and stopping conditions for the
    multi-armed bandit and reinforcement learning problems", Journal of Machine Learning Research 7
    (2006); O. Maron and A. W. Moore, "Hoeffding races", NIPS 6 (1994).

    Examples
    --------
    >>> race = Race(["cautious", "bold"], looks=[4, 8])
    >>> race.look({"cautious": [0, 0, 1, 0], "bold": [1, 1, 1, 1]})
    ['cautious', 'bold']
    >>> race.look({"cautious": [0, 0, 1, 0, 0, 0, 0, 0], "bold": [1] * 8})
    ['bold']
    >>> race.dropped[0].arm, race.dropped[0].games
    ('cautious', 8)
    """

    arms: Sequence[str]
    looks: Sequence[int]
    confidence: float = CONFIDENCE
    alive: list[str] = field(init=False)
    dropped: list[Dropped] = field(init=False)

    def __post_init__(self) -> None:
        normal_quantile(self.confidence)
        if len(set(self.arms)) != len(self.arms) or len(self.arms) < FEWEST:
            raise expected("at least 2 arms with different names", list(self.arms), "arms")
        if not self.looks or self.looks[0] < FEWEST:
            raise expected("looks with at least 2 games", list(self.looks), "looks")
        critical_values(self.looks, self._each())
        self.alive, self.dropped = list(self.arms), []

    def look(self, values: Mapping[str, ArrayLike]) -> list[str]:
        """Drop every arm that another one is certainly better than; return those still alive.

        Parameters
        ----------
        values
            All outcomes so far of each arm still alive (more is better), shape (games,) with the
            games of a planned look: entry i of every arm was played with the same luck.

        Raises
        ------
        InputError
            If an arm is missing, or the number of games is not that of a planned look.
        """
        import numpy as np
        from scipy.stats import norm, t

        absent = [arm for arm in self.alive if arm not in values]
        if absent:
            raise expected("outcomes of every arm still alive", f"none of {absent}", "values")
        played = {len(np.asarray(values[arm])) for arm in self.alive}
        if len(played) != 1 or not played <= set(self.looks):
            raise expected(
                f"games of one of the looks {list(self.looks)}", sorted(played), "values"
            )
        games = played.pop()
        table = np.stack([np.asarray(values[arm], dtype=np.float64) for arm in self.alive])
        z = critical_values(self.looks, self._each())[list(self.looks).index(games)]
        errors = float(t.isf(norm.sf(z), games - 1))
        behind = [self._behind(table, arm, errors) for arm in range(len(self.alive))]
        self.dropped += [line for line in behind if line]
        self.alive = [arm for arm, line in zip(self.alive, behind, strict=True) if not line]
        return list(self.alive)

    def _each(self) -> float:
        """Return the two-sided confidence of one comparison with the best arm; one side counts."""
        return 1 - 2 * (1 - self.confidence) / (len(self.arms) - 1)

    def _behind(self, table: Floats, arm: int, errors: float) -> Dropped | None:
        """Return the arm that this one is farthest behind with certainty, if any."""
        import numpy as np

        games = table.shape[1]
        difference = table - table[arm]
        mean = difference.mean(axis=1)
        half = errors * difference.std(axis=1, ddof=1) / np.sqrt(games)
        low = mean - half
        best = int(low.argmax())
        if low[best] <= 0:
            return None
        return Dropped(
            self.alive[arm],
            games,
            self.alive[best],
            float(mean[best]),
            float(low[best]),
            float(mean[best] + half[best]),
        )
