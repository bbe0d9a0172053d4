"""Hands of several kinds against every combination of physical tiles."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.odds.bag import hands, wanted_drawn


@st.composite
def bags_and_draws(draw: st.DrawFn) -> tuple[tuple[int, ...], int]:
    counts = tuple(draw(st.lists(st.integers(0, 4), min_size=1, max_size=4)))
    return counts, draw(st.integers(0, sum(counts)))


@given(bags_and_draws())
def test_hands_are_those_of_all_combinations_of_tiles(case: tuple[tuple[int, ...], int]) -> None:
    counts, drawn = case
    tiles = [kind for kind, copies in enumerate(counts) for _ in range(copies)]
    listed = Counter(
        tuple(chosen.count(kind) for kind in range(len(counts)))
        for chosen in combinations(tiles, drawn)
    )
    found = hands(counts, drawn)
    assert dict(found) == listed
    assert len(dict(found)) == len(found)
    assert sum(ways for _, ways in found) == comb(len(tiles), drawn)


def test_wanted_tiles_among_those_drawn() -> None:
    held = wanted_drawn(2, 34, 9)
    assert held.denominator == comb(36, 9)
    assert held[0] == comb(34, 9)
    assert held[2] == comb(34, 7)


@pytest.mark.parametrize("drawn", [-1, 4])
def test_no_more_tiles_are_drawn_than_there_are(drawn: int) -> None:
    with pytest.raises(InputError, match=f"expected 0 to 3 tiles drawn from the bag, got {drawn}"):
        hands((1, 2), drawn)
