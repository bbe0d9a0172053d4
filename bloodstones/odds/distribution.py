"""A distribution of integers as exact integer weights over one denominator."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import gcd
from typing import NamedTuple, Self

from bloodstones.core.errors import InputError, expected
from bloodstones.core.html_tables import chance_text, html_table


def digit_bits(most: int) -> int:
    """Return the size of a digit, in bits, that holds weights of up to `most`.

    >>> digit_bits(70)
    7
    """
    return most.bit_length()


def packed(weighted: Iterable[tuple[int, int]], most: int, lowest: int = 0) -> int:
    """Return outcomes with their weights as one integer.

    Parameters
    ----------
    weighted
        Outcome, weight.
    most
        No weight, of these or of what is made of them, is larger.
    lowest
        The outcome of the first digit; none is lower.
    """
    bits = digit_bits(most)
    number = 0
    for outcome, weight in weighted:
        number += weight << bits * (outcome - lowest)
    return number


def unpacked(number: int, most: int) -> list[int]:
    """Return the weights of the lowest outcome, the next one, … up to the highest that has any.

    `most` as it was packed.

    Parameters
    ----------
    number
        A distribution as one whole number, a digit an outcome.
    most
        The largest weight that a digit holds, see `digit_bits`.
    """
    bits = digit_bits(most)
    digit = (1 << bits) - 1
    weights = []
    while number:
        weights.append(number & digit)
        number >>= bits
    return weights


CACHED_MARGINS = 4096


class Comparison(NamedTuple):
    """Weights of a first value being above, level with and below an independent second one."""

    above: int
    level: int
    below: int


class Margins(NamedTuple):
    """Weights of all margins of a first value over an independent second one.

    Attributes
    ----------
    lowest
        The lowest margin.
    below
        The weight below the lowest margin, the next higher number and so on, to beyond the highest.
    """

    lowest: int
    below: tuple[int, ...]

    def compare(self, lead: int = 0) -> Comparison:
        """Compare the first value plus `lead` with the second one.

        Parameters
        ----------
        lead
            What is added to the first value.

        Examples
        --------
        >>> die = Distribution(dict.fromkeys(range(1, 7), 1))
        >>> die.margins(die).compare(2)
        Comparison(above=26, level=4, below=6)
        """
        return Comparison(*self.weights(lead))

    def weights(self, lead: int = 0) -> tuple[int, int, int]:
        """Return what `compare` returns, without its names, which cost more than the rest.

        >>> die = Distribution(dict.fromkeys(range(1, 7), 1))
        >>> die.margins(die).weights(2)
        (26, 4, 6)
        """
        lowest, below = self
        place, everything = -lead - lowest, below[-1]
        if place < 0:
            return everything, 0, 0
        if place >= len(below) - 1:
            return 0, 0, everything
        less, up_to = below[place], below[place + 1]
        return everything - up_to, up_to - less, less


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

    __slots__ = ("_denominator", "_weights")

    def __init__(self, weights: Mapping[int, int]) -> None:
        for weight in weights.values():
            if type(weight) is not int or weight < 0:
                raise expected("integer weights of at least 0", weight, "distribution")
        self._weights = {outcome: n for outcome, n in sorted(weights.items()) if n}
        self._denominator = sum(self._weights.values())

    def __getitem__(self, outcome: int) -> int:
        return self._weights[outcome]

    def __iter__(self) -> Iterator[int]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def items(self) -> ItemsView[int, int]:
        """Return outcomes and weights, in ascending order."""
        return self._weights.items()

    def __hash__(self) -> int:
        return hash(tuple(self._weights.items()))

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

        Parameters
        ----------
        function
            Outcome -> outcome; outcomes that become one add their weights.

        Examples
        --------
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

        Parameters
        ----------
        other
            Of an independent value.
        lead
            What is added to this value.

        Examples
        --------
        >>> die = Distribution(dict.fromkeys(range(1, 7), 1))
        >>> die.compare(die), die.compare(die, lead=2)
        (Comparison(above=15, level=6, below=15), Comparison(above=26, level=4, below=6))
        """
        return _margins(self, other).compare(lead)

    def margins(self, other: Distribution) -> Margins:
        """Return what this value may be above an independent `other`, to compare at many leads."""
        if not self or not other:
            return Margins(0, (0,))
        most = self._denominator * other._denominator
        lowest, highest = min(self._weights), max(other._weights)
        ways = packed(self._weights.items(), most, lowest)
        ways *= packed([(-value, n) for value, n in other._weights.items()], most, -highest)
        return Margins(lowest - highest, tuple(accumulate(unpacked(ways, most), initial=0)))

    def _positive(self) -> int:
        if not self.denominator:
            raise InputError("expected a distribution with an outcome, got none (distribution)")
        return self.denominator


@lru_cache(maxsize=CACHED_MARGINS)
def _margins(own: Distribution, other: Distribution) -> Margins:
    return own.margins(other)
