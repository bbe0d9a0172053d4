"""Many battles or draws at once, over NumPy arrays, of the games that offer them.

A game has these functions in its module `questions.arrays`, where it has any.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import Signature, signature
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from bloodstones.api.seats import check_seed
from bloodstones.core.arguments import name_of, real_of, whole_of
from bloodstones.core.errors import InputError, expected
from bloodstones.core.extras import require_package
from bloodstones.core.faults import nearest
from bloodstones.core.questions.answer import (
    FINE_CHANCE,
    MEAN,
    Answer,
    Column,
    Fact,
    Facts,
    Table,
)
from bloodstones.games.registry import GAMES, check_game, find_part

if TYPE_CHECKING:
    import pandas as pd

MODULE: Final = "questions.arrays"
MOST_SAMPLES: Final = 1_000_000_000
MOST_DRAWS: Final = 100_000_000


@dataclass(frozen=True, slots=True)
class Sample:
    """How often a side won battles fought at random.

    Attributes
    ----------
    wins, n
        Battles won, of how many.
    seed
        Their luck.
    """

    wins: int
    n: int
    seed: int

    @property
    def rate(self) -> float:
        """The share that was won, 0 to 1."""
        return self.wins / self.n

    def confidence_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return the Wilson interval of the rate.

        Parameters
        ----------
        confidence
            Its coverage, above 0 and below 1.
        """
        from bloodstones.stats.inference.intervals import wilson_interval

        wanted = "a coverage above 0 and below 1"
        if not 0 < real_of(confidence, "confidence=", wanted) < 1:
            raise expected(wanted, confidence, "confidence=")
        return wilson_interval(self.wins, self.n, confidence)

    def to_pandas(self) -> pd.DataFrame:
        """Return a frame of one row: wins, n, rate and its 95 % interval, seed."""
        require_package("pandas", "study")
        import pandas as pd

        low, high = self.confidence_interval()
        line = {"wins": self.wins, "n": self.n, "rate": self.rate, "low": low, "high": high}
        return pd.DataFrame([{**line, "seed": self.seed}])

    def _repr_html_(self) -> str:
        """Return the rate with its interval as a notebook shows it."""
        low, high = map(FINE_CHANCE.words, self.confidence_interval())
        facts = [
            Fact("", "The attacker wins", self.rate, FINE_CHANCE),
            Fact("", "95 % interval", f"{low} to {high}"),
        ]
        title = f"{self.n:,} battles fought at random, seed {self.seed}"
        return Answer(title, [Facts(facts, bars=True)])._repr_html_()


@dataclass(frozen=True, slots=True)
class DrawnHands:
    """Hands drawn at random; NumPy takes them as the array of their counts.

    Attributes
    ----------
    units
        The tiles by id, in the order of the columns.
    counts
        How many of each are in each hand, int64 of shape (n, units).
    """

    units: tuple[str, ...]
    counts: NDArray[np.int64] = field(repr=False)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.counts, dtype=dtype, copy=copy)

    def __len__(self) -> int:
        return len(self.counts)

    def to_pandas(self) -> pd.DataFrame:
        """Return a frame with a column for each tile."""
        require_package("pandas", "study")
        import pandas as pd

        return pd.DataFrame(self.counts, columns=list(self.units))

    def _repr_html_(self) -> str:
        """Return how many of each tile a hand has on average as a notebook shows it."""
        means = self.counts.mean(axis=0) if len(self) else np.zeros(len(self.units))
        lines = [(unit, float(mean)) for unit, mean in zip(self.units, means, strict=True)]
        columns = [Column("", "Tile"), Column("", "In a hand on average", MEAN)]
        return Answer(f"{len(self):,} hands", [Table(columns, lines)])._repr_html_()


def odds_array(game: str, /, *values: Any, **named: Any) -> NDArray[Any]:
    """Return exact win probabilities of many battles, arguments broadcast like those of NumPy.

    Parameters
    ----------
    game
        Id of the game.
    *values, **named
        What its battles come to: see `help(array_function(game, "odds_array"))`.

    Raises
    ------
    InputError
        The game has no such table, or a value cannot be.

    Examples
    --------
    >>> odds_array("bloodstones", [4, 3], 3, [[2], [0]]).round(3)
    array([[0.953, 0.838],
           [0.753, 0.5  ]])
    """
    return cast("NDArray[Any]", _called(game, "odds_array", values, named))


def sample_battles(game: str, /, *forces: Any, n: int, seed: int = 1, **named: Any) -> Sample:
    """Simulate battles and return how often the attacker wins.

    Parameters
    ----------
    game
        Id of the game.
    *forces, **named
        The battle, as `odds` of the game takes it.
    n, seed
        Number of battles, 1 to 1,000,000,000, and the random seed, a whole number of at least 0.

    Raises
    ------
    InputError
        The game has no battles to sample, or the battle cannot be.

    Examples
    --------
    >>> forces = "dragon_riders: cavalry, leader", "horse_lords: swordsman"
    >>> sample = sample_battles("bloodstones", *forces, terrain="plains", n=100_000, seed=1)
    >>> low, high = sample.confidence_interval()
    >>> low < sample.rate < high, round(high - low, 3) < 0.01
    (True, True)
    """
    n, seed = _check_sample(n, seed, MOST_SAMPLES)
    wins = _called(game, "sample_battles", forces, {**named, "n": n, "seed": seed})
    return Sample(int(wins), n, seed)


def sample_draws(game: str, role: str, /, *, n: int, seed: int = 1, **named: Any) -> DrawnHands:
    """Return hands that a role draws at random from all its tiles.

    Parameters
    ----------
    game, role
        Ids of the game and of the role.
    n, seed
        Number of hands, 1 to 100,000,000, and the random seed, a whole number of at least 0.
    **named
        Other arguments of the game, such as `tiles=5` for the hand size.

    Raises
    ------
    InputError
        Nothing is drawn in the game, or there is no such role.

    Examples
    --------
    >>> hands = sample_draws("bloodstones", "corsairs", n=1000, seed=1)
    >>> hands.counts.shape == (1000, len(hands.units)), hands.counts.sum(axis=1).max().item()
    (True, 9)
    """
    n, seed = _check_sample(n, seed, MOST_DRAWS)
    name_of(role, "role=", "a role")
    units, counts = _called(game, "sample_draws", (role,), {**named, "n": n, "seed": seed})
    return DrawnHands(units, counts)


def array_function(game: str, name: str) -> Callable[..., Any]:
    """Return the function of a game that works on arrays; InputError if it has none.

    Parameters
    ----------
    game
        Id of the game.
    name
        `odds_array`, `sample_battles` or `sample_draws`.
    """
    found = getattr(find_part(check_game(game, "game="), MODULE), name, None)
    if found is None:
        have = [each for each in GAMES if hasattr(find_part(each, MODULE), name)]
        tip = f"games that have it: {', '.join(have) or 'none'}"
        raise expected(f"a game with {name}", game, "game=", tip)
    return cast("Callable[..., Any]", found)


def _called(game: str, name: str, values: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call a function of a game; a missing argument is told in the words of the house."""
    function = array_function(game, name)
    _check_arguments(signature(function), name, values, named)
    return function(*values, **named)


def _check_arguments(
    takes: Signature, name: str, values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    """Raise InputError unless a function takes these arguments."""
    try:
        takes.bind(*values, **named)
    except TypeError as error:
        parameters = list(takes.parameters)
        odd = [each for each in named if each not in parameters]
        plain = [each.replace(annotation=Signature.empty) for each in takes.parameters.values()]
        form = f"{name}{Signature(plain)}"
        tip = nearest(odd[0], parameters) if odd else form
        raise InputError(f"expected arguments of {name}, got others: {error}", tip) from None


def _check_sample(n: Any, seed: Any, most: int) -> tuple[int, int]:
    """Return how many are sampled, and their luck; InputError unless they can be."""
    number = whole_of(n, "n=", f"1 to {most:,} samples", 1, most)
    return number, check_seed(seed, "seed=")
