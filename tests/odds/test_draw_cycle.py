"""The chain of spending and refilling against tiles drawn one at a time, in every order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.odds.draw_cycle import Piles, Spending, refill, spend, start, turn
from tests.odds import draw_sampling

Tiles = tuple[int, ...]
World = tuple[Tiles, Tiles, Tiles, int]  # kinds of the tiles in hand, bag, discard; reshuffles


def drawn_one_by_one(world: World, limit: int, p: Fraction, out: Counter[World]) -> None:
    """Add the chance of every result of drawing single physical tiles up to the limit."""
    hand, bag, discard, shuffles = world
    if len(hand) >= limit or not (bag or discard):
        out[tuple(sorted(hand)), tuple(sorted(bag)), tuple(sorted(discard)), shuffles] += p
        return
    if not bag:
        drawn_one_by_one((hand, discard, (), shuffles + 1), limit, p, out)
        return
    for place, tile in enumerate(bag):
        rest = bag[:place] + bag[place + 1 :]
        drawn_one_by_one(((*hand, tile), rest, discard, shuffles), limit, p / len(bag), out)


def spent_one_by_one(world: World, spending: Spending) -> World:
    """Spend single tiles: those to be placed first, then others, in the order of the kinds."""
    hand, bag, discard, shuffles = world
    left, gone, placed = list(hand), 0, 0
    for kind in spending.order:
        while kind in left and kind in spending.placeable and placed < spending.placed:
            left.remove(kind)
            placed += 1
    for kind in spending.order:
        while kind in left and placed + gone < spending.tiles:
            left.remove(kind)
            discard = (*discard, kind)
            gone += 1
    return tuple(left), bag, discard, shuffles


def as_tiles(piles: Piles) -> World:
    def spread(counts: tuple[int, ...]) -> Tiles:
        return tuple(kind for kind, n in enumerate(counts) for _ in range(n))

    return spread(piles.hand), spread(piles.bag), spread(piles.discard), piles.reshuffles


@st.composite
def cycles(draw: st.DrawFn) -> tuple[Piles, Spending, int]:
    counts = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 1))
    piles = Piles(draw(counts), draw(counts), draw(counts))
    order = tuple(draw(st.permutations(range(3)))[: draw(st.integers(0, 3))])
    tiles = draw(st.integers(0, 3))
    placeable = frozenset(draw(st.sets(st.integers(0, 2))))
    return (
        piles,
        Spending(tiles, draw(st.integers(0, tiles)), order, placeable),
        draw(st.integers(0, 4)),
    )


@settings(max_examples=60)
@given(cycles())
def test_two_turns_are_those_of_tiles_drawn_one_by_one(case: tuple[Piles, Spending, int]) -> None:
    piles, spending, limit = case
    weights = refill({piles: 1}, limit)
    expected: Counter[World] = Counter()
    drawn_one_by_one(as_tiles(piles), limit, Fraction(1), expected)
    for _ in range(2):
        total = sum(weights.values())
        found = {as_tiles(each): Fraction(n, total) for each, n in weights.items()}
        assert found == expected
        weights = turn(weights, spending, limit)
        before, expected = expected, Counter()
        for world, p in before.items():
            drawn_one_by_one(spent_one_by_one(world, spending), limit, p, expected)


def test_a_hand_above_the_limit_is_kept() -> None:
    piles = start((3, 0), (0, 2))
    assert refill({piles: 1}, 2) == {piles: 1}


def test_emptying_the_bag_exactly_is_no_reshuffle() -> None:
    (after,) = refill({Piles((0,), (2,), (3,)): 1}, 2)
    assert after == Piles((2,), (0,), (3,), 0)


def test_forgetting_the_discards_changes_no_hand_that_needs_none() -> None:
    spending = Spending(2, 1, (0, 1), frozenset({0, 1}))
    kept = forgot = refill({start((0, 0), (4, 5)): 1}, 2)
    for _ in range(3):
        kept = turn(kept, spending, 2)
        forgot = turn(forgot, spending, 2, forget=True)

    def hands_of(weights: dict[Piles, int]) -> dict[tuple[int, ...], Fraction]:
        found: Counter[tuple[int, ...]] = Counter()
        for piles, n in weights.items():
            found[piles.hand] += Fraction(n, sum(weights.values()))
        return dict(found)

    assert len(forgot) < len(kept)
    assert hands_of(forgot) == hands_of(kept)


def test_negative_spending_is_refused() -> None:
    with pytest.raises(InputError, match="expected at least 0 tiles spent and placed"):
        turn({start((1,), (1,)): 1}, Spending(-1, 0, (0,), frozenset()), 1)


@settings(max_examples=40)
@given(cycles())
def test_a_sample_spends_the_same_tiles(case: tuple[Piles, Spending, int]) -> None:
    piles, spending, _ = case
    kinds = np.repeat(np.arange(3), [3, 3, 3])
    places = draw_sampling.full_bags(1, 9)
    for kind, n in enumerate(piles.hand):
        places[0, 3 * kind : 3 * kind + n] = draw_sampling.HAND
    draw_sampling.spend(places, kinds, spending)
    after = spend(start(piles.hand, (0, 0, 0)), spending)
    for where, counts in (("HAND", after.hand), ("DISCARD", after.discard)):
        found = draw_sampling.counts_of(places, kinds, getattr(draw_sampling, where))
        assert tuple(found[0]) == counts
