"""Hands drawn from a bag of several kinds of tiles (multivariate hypergeometric), exactly."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from bloodstones.core.errors import expected
from bloodstones.odds.distribution import Distribution

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
