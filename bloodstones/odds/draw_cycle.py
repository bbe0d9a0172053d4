"""A hand that is spent and refilled turn by turn from a bag that takes the discards back.

The chain of all that can happen, as exact integer weights over one denominator. Tiles differ only
by their kind; whatever the history, the tiles in the bag are as likely to come in any order.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, gcd, lcm
from typing import NamedTuple

from bloodstones.core.errors import expected
from bloodstones.odds.bag import Counts, hands


class Piles(NamedTuple):
    """Where the tiles are, by kind, and how often the discards went back into the bag.

    Tiles that are in none of the three have left the cycle.

    Attributes
    ----------
    hand, bag, discard
        Tiles by kind, of the same length.
    reshuffles
        How often the discards went back into the bag.
    """

    hand: Counts
    bag: Counts
    discard: Counts
    reshuffles: int = 0


Weights = Mapping[Piles, int]


class Spending(NamedTuple):
    """What leaves the hand in a turn.

    Attributes
    ----------
    tiles
        At most so many tiles leave the hand.
    placed
        At most so many of them, chosen first, leave the cycle; the others are discarded.
    order
        The kinds that are spent, first to last; any other kind is kept.
    placeable
        The kinds that may leave the cycle.
    """

    tiles: int
    placed: int
    order: tuple[int, ...]
    placeable: frozenset[int]


def start(hand: Counts, bag: Counts) -> Piles:
    """Return piles without discards.

    Parameters
    ----------
    hand, bag
        Tiles by kind, of the same length.

    Examples
    --------
    >>> start((1, 0), (1, 2))
    Piles(hand=(1, 0), bag=(1, 2), discard=(0, 0), reshuffles=0)
    """
    return Piles(hand, bag, (0,) * len(bag))


def spend(piles: Piles, spending: Spending) -> Piles:
    """Return the piles after a turn's spending.

    Parameters
    ----------
    piles
        Before; they stay as they are.
    spending
        How many tiles, of which kinds.

    Examples
    --------
    >>> spend(start((2, 1), (0, 5)), Spending(2, 1, (1, 0), frozenset({0})))
    Piles(hand=(1, 0), bag=(0, 5), discard=(0, 1), reshuffles=0)
    """
    hand = list(piles.hand)
    placeable = [kind for kind in spending.order if kind in spending.placeable]
    placed = sum(_take(hand, placeable, min(spending.placed, spending.tiles)))
    dropped = _take(hand, spending.order, spending.tiles - placed)
    return piles._replace(hand=tuple(hand), discard=_plus(piles.discard, tuple(dropped)))


def refill(weights: Weights, limit: int) -> dict[Piles, int]:
    """Return the piles after drawing up to `limit` tiles.

    A hand above the limit is kept. When a tile is needed and the bag is empty, all discards go
    into the bag and the drawing goes on; with both empty it stops short.

    Parameters
    ----------
    weights
        Piles -> weight.
    limit
        Tiles in a full hand.

    Examples
    --------
    >>> refill({start((0, 0), (1, 1)): 1}, 1)
    {Piles(hand=(0, 1), bag=(1, 0), discard=(0, 0), reshuffles=0): 1,
     Piles(hand=(1, 0), bag=(0, 1), discard=(0, 0), reshuffles=0): 1}
    """
    ready = [(*_ready(piles, limit), weight) for piles, weight in weights.items()]
    ways = [comb(sum(piles.bag), needed) for piles, needed, _ in ready]
    common = lcm(*ways)
    result: dict[Piles, int] = {}
    for (piles, needed, weight), all_ways in zip(ready, ways, strict=True):
        scale = weight * (common // all_ways)
        for drawn, n in hands(piles.bag, needed):
            after = piles._replace(hand=_plus(piles.hand, drawn), bag=_minus(piles.bag, drawn))
            result[after] = result.get(after, 0) + scale * n
    return _simplified(result)


def turn(
    weights: Weights, spending: Spending, limit: int, *, forget: bool = False
) -> dict[Piles, int]:
    """Return the piles after a turn: spend, then draw up to `limit` tiles.

    Parameters
    ----------
    weights
        Piles -> weight, over one denominator.
    spending
        What leaves the hand.
    limit
        Tiles in a full hand.
    forget
        Let the discards leave the cycle, which makes far fewer states: right as long as no later
        turn needs them.

    Raises
    ------
    InputError
        If fewer than 0 tiles are spent or placed.
    """
    if min(spending.tiles, spending.placed) < 0:
        raise expected("at least 0 tiles spent and placed", spending[:2], "draw cycle")
    spent: dict[Piles, int] = {}
    for piles, weight in weights.items():
        after = spend(piles, spending)
        if forget:
            after = start(after.hand, after.bag)._replace(reshuffles=after.reshuffles)
        spent[after] = spent.get(after, 0) + weight
    return refill(spent, limit)


def _take(hand: list[int], order: tuple[int, ...] | list[int], tiles: int) -> list[int]:
    """Take up to `tiles` out of the hand, in this order of kinds; return them by kind."""
    taken = [0] * len(hand)
    for kind in order:
        taken[kind] = min(hand[kind], tiles)
        hand[kind] -= taken[kind]
        tiles -= taken[kind]
    return taken


def _ready(piles: Piles, limit: int) -> tuple[Piles, int]:
    """Return the piles and the tiles to draw from a bag that holds as many.

    If the bag is too small, all of it is drawn for certain and the discards become the bag.
    """
    needed = max(0, limit - sum(piles.hand))
    if needed > sum(piles.bag):
        empty = (0,) * len(piles.bag)
        again = piles.reshuffles + (1 if any(piles.discard) else 0)
        piles = Piles(_plus(piles.hand, piles.bag), piles.discard, empty, again)
        needed = min(limit - sum(piles.hand), sum(piles.bag))
    return piles, needed


def _simplified(weights: dict[Piles, int]) -> dict[Piles, int]:
    factor = gcd(*weights.values()) or 1
    return {piles: weight // factor for piles, weight in weights.items()}


def _plus(first: Counts, second: Counts) -> Counts:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def _minus(first: Counts, second: Counts) -> Counts:
    return tuple(a - b for a, b in zip(first, second, strict=True))
