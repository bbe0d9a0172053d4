"""A distribution of integers as exact integer weights over one denominator."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import gcd
from typing import NamedTuple, Self

from bloodstones.core.errors import InputError, expected
from bloodstones.core.notebook import chance_text, html_table

CACHED_MARGINS = 4096


class Comparison(NamedTuple):
    """Weights of a first value being above, level with and below an independent second one."""

    above: int
    level: int
    below: int


class Distribution(Mapping[int, int]):
    """Outcomes with positive integer weights; the denominator is the sum of the weights.

    Immutable and hashable. Weights are kept as given, so two distributions are equal only over the
    same denominator; `simplify` divides by the common factor.

    Parameters
    ----------
    weights
        Outcome -> weight, an int of at least 0; outcomes of weight 0 are left out.

    Raises
    ------
    InputError
        If a weight is no int or negative.

    Examples
    --------
    >>> coin = Distribution({0: 1, 1: 1})
    >>> coin + coin
    Distribution({0: 1, 1: 2, 2: 1})
    >>> (coin + coin).probability(1), (coin + coin).denominator, (coin + 3).mean()
    (Fraction(1, 2), 4, Fraction(7, 2))
    """

    __slots__ = ("_denominator", "_hash", "_weights")

    def __init__(self, weights: Mapping[int, int]) -> None:
        for weight in weights.values():
            if type(weight) is not int or weight < 0:
                raise expected("integer weights of at least 0", weight, "distribution")
        self._weights = {
            outcome: weights[outcome] for outcome in sorted(weights) if weights[outcome]
        }
        self._denominator = sum(self._weights.values())
        self._hash = hash(tuple(self._weights.items()))

    def __getitem__(self, outcome: int) -> int:
        return self._weights[outcome]

    def __iter__(self) -> Iterator[int]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self._weights == other._weights

    def _repr_html_(self) -> str:
        """Return the outcomes with their chances for a notebook."""
        rows = [(str(outcome), chance_text(self.probability(outcome))) for outcome in self]
        return html_table(f"{len(self)} outcomes", ("outcome", "chance"), rows)

    def __repr__(self) -> str:
        return f"Distribution({self._weights})"

    def __add__(self, other: int | Distribution) -> Distribution:
        """Add a number to every outcome, or the outcome of an independent distribution."""
        if isinstance(other, int):
            return Distribution({outcome + other: n for outcome, n in self.items()})
        total: dict[int, int] = {}
        for mine, n in self.items():
            for theirs, m in other.items():
                total[mine + theirs] = total.get(mine + theirs, 0) + n * m
        return Distribution(total)

    __radd__ = __add__

    @classmethod
    def single(cls, outcome: int) -> Self:
        """Return the distribution of a certain outcome.

        >>> Distribution.single(7)
        Distribution({7: 1})
        """
        return cls({outcome: 1})

    @property
    def denominator(self) -> int:
        """The sum of the weights; 0 without any outcome."""
        return self._denominator

    def probability(self, outcome: int) -> Fraction:
        """Return the chance of exactly this outcome, 0 if it cannot happen."""
        return Fraction(self._weights.get(outcome, 0), self._positive())

    def at_least(self, outcome: int) -> Fraction:
        """Return the chance of this outcome or a higher one.

        >>> Distribution({1: 1, 2: 2, 3: 1}).at_least(2)
        Fraction(3, 4)
        """
        return Fraction(sum(n for value, n in self.items() if value >= outcome), self._positive())

    def mean(self) -> Fraction:
        """Return the expected outcome."""
        return Fraction(sum(value * n for value, n in self.items()), self._positive())

    def map(self, function: Callable[[int], int]) -> Distribution:
        """Return the distribution of `function(outcome)`.

        >>> Distribution({1: 1, 2: 2, 3: 1}).map(lambda value: value % 2)
        Distribution({0: 2, 1: 2})
        """
        mapped: dict[int, int] = {}
        for outcome, n in self.items():
            image = function(outcome)
            mapped[image] = mapped.get(image, 0) + n
        return Distribution(mapped)

    def simplify(self) -> Distribution:
        """Return the same chances over the smallest denominator.

        >>> Distribution({1: 4, 2: 6}).simplify()
        Distribution({1: 2, 2: 3})
        """
        factor = gcd(*self.values()) or 1
        return Distribution({outcome: n // factor for outcome, n in self.items()})

    def compare(self, other: Distribution, lead: int = 0) -> Comparison:
        """Compare `self + lead` with an independent `other`.

        The three weights sum to the product of the two denominators.

        >>> die = Distribution(dict.fromkeys(range(1, 7), 1))
        >>> die.compare(die), die.compare(die, lead=2)
        (Comparison(above=15, level=6, below=15), Comparison(above=26, level=4, below=6))
        """
        margins, below_each = _margins(self, other)
        first = bisect_left(margins, -lead)
        below = below_each[first]
        level = below_each[bisect_left(margins, 1 - lead, first)] - below
        return Comparison(below_each[-1] - below - level, level, below)

    def _positive(self) -> int:
        if not self.denominator:
            raise InputError("expected a distribution with an outcome, got none (distribution)")
        return self.denominator


@lru_cache(maxsize=CACHED_MARGINS)
def _margins(own: Distribution, other: Distribution) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the margins `own - other` in order and, for each and beyond, the weight below it."""
    weights: dict[int, int] = {}
    for mine, n in own.items():
        for theirs, m in other.items():
            weights[mine - theirs] = weights.get(mine - theirs, 0) + n * m
    margins = tuple(sorted(weights))
    return margins, tuple(accumulate((weights[margin] for margin in margins), initial=0))
