"""What one side may do in a fight with swaps: draws put together, tiles worth spending.

A drawn hand of combat tiles matters by two numbers only: its sum that counts and its lowest tile
that counts, for a tile swapped in replaces the lowest one. (Any drawn tile may be replaced, but a
lower sum with the same tile spent is never better: nobody sees more than the fact of a swap before
the reveal, BS-COMBAT-22, and Corsairs, who do see the sum, gain by a lower one.) Draws alike in
both are one information set, weighted by the ways in which they come. One case needs every choice:
an enemy who spends pips by habit may be worth more in a re-fight than beaten, so that a tie is
sought.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from bloodstones.games.bloodstones.odds.fight import CACHED_FIGHTS, Tiles
from bloodstones.games.bloodstones.odds.hands import NO_TILE, Hand, Swap
from bloodstones.odds.bag import Bag, best_sum

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


class DrawClass(NamedTuple):
    """An equivalence class of draws: the same sums with and without a swap.

    Attributes
    ----------
    kept
        The sum that counts without a swap.
    lowest
        The lowest tile that counts.
    ways
        In how many ways such a draw comes.
    draws
        The draws, each in ascending order.
    """

    kept: int
    lowest: int
    ways: int
    draws: tuple[tuple[int, ...], ...]

    def swapped(self, tile: int, counted: int) -> int:
        """Return the sum that counts with a tile swapped in for the lowest one drawn.

        Parameters
        ----------
        tile
            Pips of the tile swapped in.
        counted
            How many tiles count.
        """
        return best_sum((*self.draws[0][1:], tile), counted)

    def all_swapped(self, tile: int, counted: int) -> tuple[int, ...]:
        """Return every sum that a tile can give, for a class of one draw; best first.

        Parameters
        ----------
        tile
            Pips of the tile swapped in, for any tile drawn.
        counted
            How many tiles count.
        """
        draw = self.draws[0]
        sums = {best_sum((*draw[:at], *draw[at + 1 :], tile), counted) for at in range(len(draw))}
        return tuple(sorted(sums, reverse=True))


@lru_cache(maxsize=CACHED_FIGHTS)
def draw_classes(tiles: Tiles, draws: int, apart: bool = False) -> tuple[DrawClass, ...]:
    """Return the classes of draws in ascending order; the ways sum to comb(bag size, draws).

    Parameters
    ----------
    tiles
        The tile rules.
    draws
        Combat tiles drawn.
    apart
        Whether every draw is a class of its own.

    Examples
    --------
    >>> tiles = Tiles((2, 2, 3, 3, 4, 4, 5, 5), 4, 3, 3)
    >>> draw_classes(tiles, 3)[1]
    DrawClass(kept=8, lowest=2, ways=4, draws=((2, 2, 4), (2, 3, 3)))
    >>> [len(draw_classes(tiles, n, apart)) for n in (3, 4) for apart in (False, True)]
    [12, 16, 11, 19]
    """

    def sight(draw: tuple[int, ...]) -> tuple[int, ...]:
        counting = draw[-tiles.counted :]
        return (sum(counting), counting[0], *(draw if apart else ()))

    ordered = sorted((sight(draw.tiles), draw) for draw in Bag(tiles.bag).draws(draws))
    classes = []
    for key, group in groupby(ordered, key=lambda pair: pair[0]):
        alike = [draw for _, draw in group]
        ways = sum(draw.ways for draw in alike)
        classes.append(DrawClass(key[0], key[1], ways, tuple(draw.tiles for draw in alike)))
    return tuple(classes)


@dataclass(frozen=True, eq=False)
class Options:
    """The options of a side in a fight: one row an option, grouped by class of draws.

    Attributes
    ----------
    classes
        Its classes of draws.
    group, spent, total, ways
        For each option: number of its class, pips of the tile swapped in (`NO_TILE` for none), sum
        that counts, ways of the class. Within a class `spent` ascends.
    """

    classes: tuple[DrawClass, ...]
    group: Ints
    spent: Ints
    total: Ints
    ways: Ints

    @cached_property
    def spans(self) -> tuple[slice, ...]:
        """The options of each class."""
        import numpy as np

        ends = np.searchsorted(self.group, range(len(self.classes) + 1))
        return tuple(slice(a, b) for a, b in pairwise(ends.tolist()))

    @cached_property
    def chance(self) -> Floats:
        """The chance of each option's class of draws."""
        return self.ways / sum(one.ways for one in self.classes)

    def cheapest_best(self, worth: Floats, tolerance: float) -> Floats:
        """Return 1 for the option taken in each class and 0 for the others.

        It is the first, so the one that spends least, of those worth the most within `tolerance`.

        Parameters
        ----------
        worth
            Shape (..., options).
        """
        import numpy as np

        taken = np.zeros_like(worth)
        for span in self.spans:
            part = worth[..., span]
            near = part >= part.max(axis=-1, keepdims=True) - tolerance
            np.put_along_axis(taken[..., span], near.argmax(axis=-1)[..., None], 1.0, axis=-1)
        return taken


class Scope(Enum):
    """Which swaps can be part of best play; the others are left out.

    Attributes
    ----------
    RAISING
        Those that raise the sum: no other swap can bluff, and a tile in hand is never worse than
        none.
    SEEN
        One for each tile: the enemy sees the fact of a swap, so any may be a bluff.
    EVERY
        One for each tile and each sum that it can give.
    """

    RAISING = 0
    SEEN = 1
    EVERY = 2


@lru_cache(maxsize=CACHED_FIGHTS)
def side_options(tiles: Tiles, draws: int, hand: Hand, swap: Swap, scope: Scope) -> Options:
    """Return what a side may do in a fight.

    Parameters
    ----------
    tiles
        The tile rules.
    draws
        Combat tiles drawn.
    hand
        Pips, best first.
    swap
        `Swap.NEVER` and `Swap.GREEDY` leave one option a class of draws.
    scope
        Which swaps the other models consider.
    """
    import numpy as np

    classes = draw_classes(tiles, draws, swap.solved and scope is Scope.EVERY)
    rows = []
    for number, one in enumerate(classes):
        for spent, total in _choices(one, tiles.counted, hand, swap, scope):
            rows.append((number, spent, total, one.ways))
    return Options(classes, *np.array(rows, dtype=np.int64).T)


def _choices(
    one: DrawClass, counted: int, hand: Hand, swap: Swap, scope: Scope
) -> Iterator[tuple[int, int]]:
    """Yield tile spent and sum of each option, the cheapest first."""
    best = one.swapped(hand[0], counted) if hand else one.kept
    if swap is Swap.GREEDY and best > one.kept:
        yield hand[0], best
        return
    yield NO_TILE, one.kept
    for tile in sorted(set(hand)) if swap.solved else ():
        if scope is Scope.EVERY:
            yield from ((tile, total) for total in one.all_swapped(tile, counted))
        elif scope is Scope.SEEN or one.swapped(tile, counted) > one.kept:
            yield tile, one.swapped(tile, counted)
