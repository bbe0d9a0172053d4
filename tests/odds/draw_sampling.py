"""Many hands spent and refilled at once, tile by tile: a sampler to check the exact chains by.

Every row of `places` is one sample and every column one physical tile; the cell says where it is.
Nothing is shared with the exact chains of `draw_cycle` but the words.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.odds.draw_cycle import Spending

BAG: Final = 0
HAND: Final = 1
DISCARD: Final = 2
AWAY: Final = 3

Places = NDArray[np.int8]
Kinds = NDArray[np.intp]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.intp]


def full_bags(samples: int, tiles: int) -> Places:
    """Return bags that hold every tile.

    Parameters
    ----------
    samples, tiles
        Number of bags, and of tiles in each, 1 or more.

    Returns
    -------
    ndarray of int8
        Where each tile is, shape (samples, tiles).

    Examples
    --------
    >>> full_bags(2, 3).tolist()
    [[0, 0, 0], [0, 0, 0]]
    """
    return np.full((samples, tiles), BAG, np.int8)


def draw(rng: np.random.Generator, places: Places, needed: Numbers) -> None:
    """Move tiles of each bag at random into the hand.

    Parameters
    ----------
    places
        Where each tile is, int8 of shape (samples, tiles); changed in place.
    needed
        Tiles to draw, shape (samples,); all of a bag that has fewer.
    """
    keys = rng.random(places.shape, np.float32)
    keys[places != BAG] = np.inf
    _move(places, keys, needed, HAND)


def refill(rng: np.random.Generator, places: Places, limit: int) -> Flags:
    """Draw up to `limit` tiles; return where the discards went back into the bag.

    Parameters
    ----------
    places
        Where each tile is, int8 of shape (samples, tiles); changed in place.
    limit
        Tiles in a full hand.

    Returns
    -------
    ndarray of bool
        Shape (samples,).

    Examples
    --------
    >>> places = np.array([[BAG, DISCARD, DISCARD], [BAG, BAG, HAND]], np.int8)
    >>> refill(np.random.default_rng(1), places, 3).tolist(), places.tolist()
    ([True, False], [[1, 1, 1], [1, 1, 1]])
    """
    draw(rng, places, _needed(places, limit))
    short = _needed(places, limit)
    again: Flags = (short > 0) & (places == DISCARD).any(axis=1)
    places[again[:, None] & (places == DISCARD)] = BAG
    draw(rng, places, np.where(again, short, 0))
    return again


def spend(places: Places, kinds: Kinds, spending: Spending) -> None:
    """Place and discard hand tiles.

    Parameters
    ----------
    places
        Where each tile is, int8 of shape (samples, tiles); changed in place.
    kinds
        Number of each tile's kind, shape (tiles,).
    spending
        What leaves the hand.
    """
    rank = np.full(int(kinds.max()) + 1, np.inf, np.float32)
    rank[list(spending.order)] = range(len(spending.order))
    placeable = np.isin(kinds, list(spending.placeable))
    samples = len(places)
    before = (places == HAND).sum(axis=1)
    keys = np.where((places == HAND) & placeable, rank[kinds], np.inf)
    _move(places, keys, np.full(samples, min(spending.placed, spending.tiles)), AWAY)
    left = spending.tiles - (before - (places == HAND).sum(axis=1))
    keys = np.where(places == HAND, rank[kinds], np.inf)
    _move(places, keys, left, DISCARD)


def counts_of(places: Places, kinds: Kinds, where: int) -> Numbers:
    """Return how many tiles of each kind are at a place.

    Parameters
    ----------
    places
        Where each tile is, int8 of shape (samples, tiles).
    kinds
        Number of each tile's kind, shape (tiles,).
    where
        A place, such as `HAND`.

    Returns
    -------
    ndarray of intp
        Shape (samples, kinds).
    """
    alike = kinds[:, None] == np.arange(int(kinds.max()) + 1)
    counts: Numbers = (places == where).astype(np.intp) @ alike.astype(np.intp)
    return counts


def move_kinds(places: Places, kinds: Kinds, tiles: Numbers, to: int) -> None:
    """Move hand tiles elsewhere, so many of each kind.

    Parameters
    ----------
    places
        Where each tile is, int8 of shape (samples, tiles); changed in place.
    kinds
        Number of each tile's kind, shape (tiles,).
    tiles
        How many of each kind, shape (samples, kinds).
    to
        A place, such as `DISCARD`.
    """
    for kind in range(tiles.shape[1]):
        keys = np.where((places == HAND) & (kinds == kind), np.float32(0), np.float32(np.inf))
        _move(places, keys, tiles[:, kind], to)


def _needed(places: Places, limit: int) -> Numbers:
    needed: Numbers = np.maximum(0, limit - (places == HAND).sum(axis=1))
    return needed


def _move(places: Places, keys: NDArray[np.floating], tiles: Numbers, to: int) -> None:
    """Move the tiles with the lowest finite keys, up to `tiles` of each sample."""
    most = int(tiles.max(initial=0))
    if most <= 0:
        return
    first = np.argsort(keys, axis=1, kind="stable")[:, :most]
    finite = np.isfinite(np.take_along_axis(keys, first, axis=1))
    chosen = finite & (np.arange(first.shape[1]) < tiles[:, None])
    rows, columns = np.nonzero(chosen)
    places[rows, first[rows, columns]] = to
