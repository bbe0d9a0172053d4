"""Distributions against plain enumeration of equally likely outcomes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.odds.distribution import Comparison, Distribution

rolls = st.lists(st.integers(-9, 9), min_size=1, max_size=7)


def of(outcomes: list[int]) -> Distribution:
    return Distribution({outcome: outcomes.count(outcome) for outcome in set(outcomes)})


@given(rolls, rolls)
def test_a_sum_counts_every_pair(first: list[int], second: list[int]) -> None:
    assert of(first) + of(second) == of([a + b for a, b in product(first, second)])


@given(rolls, rolls, st.integers(-20, 20))
def test_a_comparison_counts_every_pair(first: list[int], second: list[int], lead: int) -> None:
    pairs = list(product(first, second))
    counted = Comparison(
        sum(a + lead > b for a, b in pairs),
        sum(a + lead == b for a, b in pairs),
        sum(a + lead < b for a, b in pairs),
    )
    assert of(first).compare(of(second), lead) == counted


@given(rolls)
def test_chances_are_those_of_the_list(outcomes: list[int]) -> None:
    distribution, n = of(outcomes), len(outcomes)
    assert distribution.denominator == n
    assert distribution.mean() == Fraction(sum(outcomes), n)
    for value in range(-10, 11):
        assert distribution.probability(value) == Fraction(outcomes.count(value), n)
        assert distribution.at_least(value) == Fraction(sum(o >= value for o in outcomes), n)


@given(rolls, st.integers(-5, 5))
def test_shift_and_map_move_every_outcome(outcomes: list[int], by: int) -> None:
    assert of(outcomes) + by == by + of(outcomes) == of([outcome + by for outcome in outcomes])
    assert of(outcomes).map(abs) == of([abs(outcome) for outcome in outcomes])


@given(rolls, st.integers(1, 9))
def test_simplify_keeps_chances_over_the_smallest_denominator(outcomes: list[int], n: int) -> None:
    blown = Distribution({outcome: n * w for outcome, w in of(outcomes).items()})
    assert blown.simplify() == of(outcomes).simplify()
    assert blown.simplify().mean() == blown.mean()


def test_outcomes_are_sorted_and_those_of_weight_zero_left_out() -> None:
    assert list(Distribution({5: 1, 2: 3, 4: 0}).items()) == [(2, 3), (5, 1)]


def test_equality_and_hash_follow_the_weights() -> None:
    coin = Distribution({0: 1, 1: 1})
    assert coin == Distribution({1: 1, 0: 1})
    assert hash(coin) == hash(Distribution({1: 1, 0: 1}))
    assert coin != Distribution({0: 2, 1: 2})
    assert coin != {0: 1, 1: 1}
    assert repr(coin) == "Distribution({0: 1, 1: 1})"


def test_changing_the_source_does_not_change_the_distribution() -> None:
    weights = {1: 1}
    distribution = Distribution(weights)
    weights[2] = 5
    assert distribution == Distribution.single(1)


@pytest.mark.parametrize("weight", [-1, 0.5, True])
def test_weights_are_integers_of_at_least_zero(weight: object) -> None:
    with pytest.raises(InputError, match="expected integer weights of at least 0, got"):
        Distribution({1: weight})  # type: ignore[dict-item]


@pytest.mark.parametrize("ask", ["probability", "at_least"])
def test_an_empty_distribution_has_no_chances(ask: str) -> None:
    empty = Distribution({})
    assert empty.denominator == 0
    assert empty.simplify() == empty
    with pytest.raises(InputError, match="expected a distribution with an outcome, got none"):
        getattr(empty, ask)(1)
    with pytest.raises(InputError, match="expected a distribution with an outcome, got none"):
        empty.mean()
