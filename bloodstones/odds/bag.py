"""Drawing from a bag without replacement: every draw of k tiles, counted exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import comb
from typing import NamedTuple

from bloodstones.core.errors import expected
from bloodstones.odds.distribution import Distribution, digit_bits, unpacked

CACHED_DRAWS = 4096

Counts = tuple[int, ...]


@lru_cache(maxsize=CACHED_DRAWS)
def hands(counts: Counts, drawn: int) -> tuple[tuple[Counts, int], ...]:
    """Return every hand of `drawn` tiles, by kinds, and in how many ways it comes.

    Parameters
    ----------
    counts
        How many tiles of each kind the bag holds, each at least 0.
    drawn
        0 to the number of tiles in the bag.

    Returns
    -------
    tuple of pairs
        (tiles of each kind, ways); the ways sum to comb(tiles in the bag, drawn).

    Raises
    ------
    InputError
        If the bag does not hold that many tiles.

    Examples
    --------
    >>> hands((2, 1), 2)
    (((1, 1), 2), ((2, 0), 1))
    """
    size = sum(counts)
    if not 0 <= drawn <= size:
        raise expected(f"0 to {size} tiles drawn from the bag", drawn, "draw")
    partial: list[tuple[Counts, int, int]] = [((), drawn, 1)]
    behind = size
    for copies in counts:
        behind -= copies
        partial = [
            ((*hand, taken), left - taken, ways * comb(copies, taken))
            for hand, left, ways in partial
            for taken in range(max(0, left - behind), min(copies, left) + 1)
        ]
    return tuple((hand, ways) for hand, _, ways in partial)


def wanted_drawn(wanted: int, others: int, drawn: int) -> Distribution:
    """Return how many wanted tiles are among `drawn` (hypergeometric).

    The denominator is comb(wanted + others, drawn).

    Parameters
    ----------
    wanted, others
        Tiles of either kind in the bag, 0 or more.
    drawn
        Tiles drawn without putting back, 0 to all.

    Examples
    --------
    >>> wanted_drawn(2, 34, 9).at_least(1)
    Fraction(31, 70)
    """
    return Distribution({hand[0]: ways for hand, ways in hands((wanted, others), drawn)})


class Draw(NamedTuple):
    """Tiles drawn together.

    Attributes
    ----------
    tiles
        In ascending order.
    ways
        In how many ways they come out of the bag.
    """

    tiles: tuple[int, ...]
    ways: int


class Bag:
    """Tiles that differ only by their number.

    Examples
    --------
    >>> bag = Bag([2, 2, 3])
    >>> bag.draws(2)
    (Draw(tiles=(2, 2), ways=1), Draw(tiles=(2, 3), ways=2))
    >>> bag.best_sum(drawn=2, counted=1)
    Distribution({2: 1, 3: 2})
    """

    def __init__(self, tiles: Iterable[int]) -> None:
        self.tiles = tuple(sorted(tiles))

    def __repr__(self) -> str:
        return f"Bag({list(self.tiles)})"

    @cached_property
    def _kinds(self) -> tuple[tuple[int, int], ...]:
        return tuple(sorted(Counter(self.tiles).items()))

    def draws(self, drawn: int) -> tuple[Draw, ...]:
        """Return every different draw of `drawn` tiles; the ways sum to comb(size, drawn).

        Parameters
        ----------
        drawn
            Tiles drawn without putting back, 0 to the size of the bag.

        Raises
        ------
        InputError
            If the bag does not hold that many tiles.
        """
        if not 0 <= drawn <= len(self.tiles):
            raise expected(f"0 to {len(self.tiles)} tiles drawn from the bag", drawn, "draw")
        partial = [Draw((), 1)]
        for tile, copies in self._kinds:
            partial = [
                Draw(tiles + (tile,) * taken, ways * comb(copies, taken))
                for tiles, ways in partial
                for taken in range(min(copies, drawn - len(tiles)) + 1)
            ]
        return tuple(sorted(draw for draw in partial if len(draw.tiles) == drawn))

    def best_sum(self, drawn: int, counted: int) -> Distribution:
        """Return the sum of the `counted` highest of `drawn` tiles.

        The denominator is comb(size, drawn).

        Parameters
        ----------
        drawn
            Tiles drawn without putting back, 0 to the size of the bag.
        counted
            How many of them count, 0 or more; all if there are fewer.

        Examples
        --------
        >>> Bag([2, 2, 3, 3, 4, 4, 5, 5]).best_sum(3, 3).mean()
        Fraction(21, 2)
        """
        if counted <= 0 or drawn < counted or not 0 <= drawn <= len(self.tiles):
            return sums((best_sum(draw.tiles, counted), draw.ways) for draw in self.draws(drawn))
        return _best_sums(self.tiles, drawn, counted)


def _best_sums(tiles: tuple[int, ...], drawn: int, counted: int) -> Distribution:
    """Return the sums of the `counted` highest of at least as many tiles drawn.

    Draws are grouped by their lowest tile that counts: with it come any of the tiles above it
    that count, and any of those below it that do not.

    Parameters
    ----------
    tiles
        In ascending order.
    """
    most = comb(len(tiles), drawn)
    bits, uncounted, lowest = digit_bits(most), drawn - counted, tiles[0]
    above = [1] + [0] * (counted - 1)  # packed sums of 0, 1, … tiles above, each less the lowest
    ways = 0
    for place in range(len(tiles) - 1, uncounted - 1, -1):
        shift = bits * (tiles[place] - lowest)
        ways += comb(place, uncounted) * above[-1] << shift
        for number in range(counted - 1, 0, -1):
            above[number] += above[number - 1] << shift
    return Distribution(dict(enumerate(unpacked(ways, most), counted * lowest)))


def best_sum(tiles: Iterable[int], counted: int) -> int:
    """Return the sum of the `counted` highest tiles, of all if there are fewer.

    Parameters
    ----------
    tiles
        Values of the tiles, in any order.
    counted
        How many of them count, 0 or more.

    Examples
    --------
    >>> best_sum((2, 3, 3, 4), 3)
    10
    """
    return sum(sorted(tiles)[-counted:]) if counted else 0


def sums(weighted: Iterable[tuple[int, int]]) -> Distribution:
    """Return the distribution of outcomes that come one by one with their weights.

    Parameters
    ----------
    weighted
        Pairs (outcome, weight); an outcome may come several times.

    Examples
    --------
    >>> sums([(7, 2), (8, 1), (7, 3)])
    Distribution({7: 5, 8: 1})
    """
    weights: dict[int, int] = {}
    for outcome, ways in weighted:
        weights[outcome] = weights.get(outcome, 0) + ways
    return Distribution(weights)
