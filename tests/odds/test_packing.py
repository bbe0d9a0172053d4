"""Packed weights against plain sums over all pairs."""

from __future__ import annotations

from collections import Counter
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from bloodstones.odds.distribution import packed, unpacked

outcomes = st.dictionaries(st.integers(-5, 12), st.integers(1, 9), min_size=1)


def weights(number: int, most: int, lowest: int) -> dict[int, int]:
    return {at: n for at, n in enumerate(unpacked(number, most), lowest) if n}


@given(outcomes, st.integers(0, 3))
def test_what_is_packed_is_unpacked(ways: dict[int, int], room: int) -> None:
    most = max(ways.values()) + room
    assert weights(packed(ways.items(), most, -5), most, -5) == ways


@given(outcomes, outcomes)
def test_a_product_holds_the_sums_of_all_pairs(one: dict[int, int], two: dict[int, int]) -> None:
    pairs: Counter[int] = Counter()
    for (a, n), (b, m) in product(one.items(), two.items()):
        pairs[a + b] += n * m
    most = sum(one.values()) * sum(two.values())
    number = packed(one.items(), most, -5) * packed(two.items(), most, -5)
    assert weights(number, most, -10) == pairs
