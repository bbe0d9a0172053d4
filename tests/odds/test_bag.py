"""Bags against every ordered draw of physical tiles."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb, factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.odds.bag import Bag, best_sum, sums
from bloodstones.odds.distribution import Distribution

COMBAT_BAG = (2, 2, 3, 3, 4, 4, 5, 5)


@st.composite
def bags_and_draws(draw: st.DrawFn) -> tuple[list[int], int]:
    tiles = draw(st.lists(st.integers(-3, 5), min_size=1, max_size=5))
    return tiles, draw(st.integers(0, len(tiles)))


@settings(max_examples=100, deadline=None)
@given(bags_and_draws())
def test_draws_are_those_of_all_ordered_draws(case: tuple[list[int], int]) -> None:
    tiles, drawn = case
    ordered = Counter(tuple(sorted(order)) for order in permutations(tiles, drawn))
    counted = {draw.tiles: draw.ways * factorial(drawn) for draw in Bag(tiles).draws(drawn)}
    assert counted == ordered


@settings(max_examples=100, deadline=None)
@given(bags_and_draws(), st.integers(1, 6))
def test_best_sums_are_those_of_all_ordered_draws(
    case: tuple[list[int], int], counted: int
) -> None:
    tiles, drawn = case
    ordered = Counter(
        max(sum(some) for some in permutations(order, min(counted, drawn)))
        for order in permutations(tiles, drawn)
    )
    weights = Bag(tiles).best_sum(drawn, counted)
    assert {outcome: n * factorial(drawn) for outcome, n in weights.items()} == ordered


@pytest.mark.parametrize("drawn", [3, 4])
def test_best_three_of_the_combat_bag_equal_all_ordered_draws(drawn: int) -> None:
    ordered = Counter(sum(sorted(order)[-3:]) for order in permutations(COMBAT_BAG, drawn))
    weights = Bag(COMBAT_BAG).best_sum(drawn, 3)
    assert weights.denominator == comb(8, drawn)
    assert {outcome: n * factorial(drawn) for outcome, n in weights.items()} == ordered


def test_the_order_of_the_tiles_does_not_matter() -> None:
    assert Bag((5, 2, 3)).draws(2) == Bag((2, 3, 5)).draws(2)
    assert repr(Bag((5, 2))) == "Bag([2, 5])"


def test_best_sum_takes_all_when_there_are_fewer() -> None:
    assert best_sum((4, 2), 3) == 6
    assert best_sum((), 3) == 0


def test_sums_adds_up_equal_outcomes() -> None:
    assert sums([(1, 1), (1, 2), (0, 4)]) == Distribution({0: 4, 1: 3})
    assert sums([]) == Distribution({})


@pytest.mark.parametrize("drawn", [-1, 9])
def test_no_more_tiles_are_drawn_than_the_bag_holds(drawn: int) -> None:
    with pytest.raises(InputError, match=f"expected 0 to 8 tiles drawn from the bag, got {drawn}"):
        Bag(COMBAT_BAG).draws(drawn)
