"""Random streams: golden words, uniformity, independence of purposes."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.streams import game_key, next_below, next_word, open_streams, redrawn
from tests.core.sfc32 import Sfc32

KEY = (7, "golden", 0)
GOLDEN_KEY = [4022433078, 3635093558, 206041764]
GOLDEN_WORDS = {
    0: [99515811, 2048226970, 2243353336, 2146353090],
    14: [1672552905, 3743527097, 3681392970, 83971914],
}
WORDS = st.integers(min_value=0, max_value=2**32 - 1)


@entry
def opened(streams, key):
    open_streams(streams, key)


@entry
def words(streams, index, out):
    for place in range(out.size):
        out[place] = next_word(streams, index)


@entry
def numbers(streams, index, bound, out):
    for place in range(out.size):
        out[place] = next_below(streams, index, bound)


def streams_of(key, count: int = 15) -> np.ndarray:
    streams = np.zeros((count, 4), np.int64)
    opened(streams, np.asarray(key, np.int64))
    return streams


def drawn(streams, index: int, count: int, bound: int = 0) -> list[int]:
    out = np.zeros(count, np.int64)
    if bound:
        numbers(streams, index, bound, out)
    else:
        words(streams, index, out)
    return out.tolist()


def test_the_words_of_a_key_never_change() -> None:
    assert game_key(*KEY).tolist() == GOLDEN_KEY
    streams = streams_of(game_key(*KEY))
    for index, expected in GOLDEN_WORDS.items():
        assert drawn(streams, index, 4) == expected


@given(st.tuples(WORDS, WORDS, WORDS), st.integers(min_value=0, max_value=14))
def test_the_words_are_those_of_sfc32(key, index: int) -> None:
    oracle = Sfc32.keyed(key, index)
    assert drawn(streams_of(key), index, 20) == [next(oracle) for _ in range(20)]


@given(st.tuples(WORDS, WORDS, WORDS), st.integers(min_value=1, max_value=2**31))
def test_numbers_stay_below_their_bound(key, bound: int) -> None:
    oracle = Sfc32.keyed(key, 3)
    found = drawn(streams_of(key), 3, 20, bound)
    assert found == [oracle.below(bound) for _ in range(20)]
    assert all(0 <= number < bound for number in found)


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 7, 8, 27, 36])
def test_numbers_are_uniform(bound: int) -> None:
    counts = Counter(drawn(streams_of(game_key(*KEY)), 1, 40_000, bound))
    assert len(counts) == bound
    assert chisquare([counts[number] for number in range(bound)]).pvalue > 1e-3


def test_words_fill_all_32_bits_evenly() -> None:
    found = np.array(drawn(streams_of(game_key(*KEY)), 2, 20_000))
    for bit in range(32):
        ones = int(((found >> bit) & 1).sum())
        assert abs(ones - 10_000) < 5 * 71  # five standard deviations


def test_successive_numbers_are_independent() -> None:
    found = drawn(streams_of(game_key(*KEY)), 4, 40_000, 6)
    pairs = Counter(zip(found[::2], found[1::2], strict=True))
    assert chisquare([pairs[a, b] for a in range(6) for b in range(6)]).pvalue > 1e-3


def test_the_first_numbers_of_neighbouring_replicates_are_uniform() -> None:
    counts = Counter()
    for replicate in range(3000):
        counts[drawn(streams_of(game_key(7, "cell", replicate), 3), 2, 1, 6)[0]] += 1
    assert chisquare([counts[number] for number in range(6)]).pvalue > 1e-3


def test_streams_of_different_purposes_differ() -> None:
    streams = streams_of(game_key(*KEY))
    first = [tuple(drawn(streams, index, 3)) for index in range(15)]
    assert len(set(first)) == 15


def test_drawing_from_one_stream_leaves_the_others_alone() -> None:
    streams = streams_of(game_key(*KEY))
    others = np.delete(streams, 5, axis=0)
    drawn(streams, 5, 100)
    assert np.array_equal(np.delete(streams, 5, axis=0), others)


@pytest.mark.parametrize(
    "other", [(8, "golden", 0), (7, "silver", 0), (7, "golden", 1), (71, "golden", 0), (7, "", 0)]
)
def test_seed_label_and_replicate_each_give_another_key(other) -> None:
    assert game_key(*other).tolist() != game_key(*KEY).tolist()


def test_keys_do_not_confuse_seed_and_label() -> None:
    assert game_key(1, "2", 3).tolist() != game_key(12, "", 3).tolist()
    assert game_key(1, "23", 4).tolist() != game_key(1, "2", 34).tolist()


def test_a_stream_goes_on_from_a_copied_state() -> None:
    streams = streams_of(game_key(*KEY))
    drawn(streams, 0, 10)
    twin = streams.copy()
    assert drawn(streams, 0, 10) == drawn(twin, 0, 10)


def test_streams_that_are_drawn_anew_differ_and_all_others_stay() -> None:
    seed, label, replicate = KEY
    first = streams_of(game_key(*KEY))
    count = len(first)
    for number in (1, 2):
        again = streams_of(game_key(seed, redrawn(label, range(1, 2), number), replicate))
        same = (again == first).all(axis=1)
        assert same.tolist() == [index != 1 for index in range(count)]
    assert redrawn(label, range(1, 2), 0) == label
