"""Knapsacks against every possible choice."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.odds.knapsack import Item, best_choice

ITEMS = st.lists(
    st.builds(
        Item,
        st.integers(0, 3),
        st.tuples(st.integers(-2, 4), st.integers(-3, 3)),
        st.integers(0, 3),
    ),
    min_size=1,
    max_size=4,
)


def worth_of(items: list[Item], taken: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        sum(n * item.worth[place] for n, item in zip(taken, items, strict=True))
        for place in range(2)
    )


@given(st.integers(0, 7), ITEMS)
def test_the_best_choice_is_the_best_of_all(budget: int, items: list[Item]) -> None:
    every = [
        taken
        for taken in product(*(range(item.copies + 1) for item in items))
        if sum(n * item.cost for n, item in zip(taken, items, strict=True)) <= budget
    ]
    best = best_choice(budget, tuple(items))
    assert best.taken in every
    assert best.worth == worth_of(items, best.taken)
    assert best.worth == max(worth_of(items, taken) for taken in every)


def test_choices_of_the_same_worth_take_fewest_of_the_last_item() -> None:
    assert best_choice(1, (Item(1, (5,), 1), Item(1, (5,), 1))).taken == (1, 0)


@pytest.mark.parametrize(
    ("budget", "items", "complaint"),
    [
        (-1, (Item(1, (1,), 1),), "expected a budget of at least 0, got -1"),
        (5, (), "expected items with costs"),
        (5, (Item(-1, (1,), 1),), "expected items with costs and copies of at least 0"),
    ],
)
def test_impossible_knapsacks_are_refused(budget: int, items: tuple[Item, ...], complaint) -> None:
    with pytest.raises(InputError, match=complaint):
        best_choice(budget, items)
