"""Pools of dice against every throw counted one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.odds.dice import at_most, dice_pool, face_die, hit_die, mixed_pool
from bloodstones.odds.distribution import Distribution


def thrown(dice: list[list[int]]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for faces in product(*dice):
        counts[sum(faces)] = counts.get(sum(faces), 0) + 1
    return counts


faces = st.lists(st.integers(0, 3), min_size=1, max_size=6)


@given(st.lists(faces, max_size=4))
def test_a_mixed_pool_counts_every_throw(dice: list[list[int]]) -> None:
    assert dict(mixed_pool(map(face_die, dice))) == thrown(dice)


@given(st.integers(0, 5), faces)
def test_a_pool_of_equal_dice_counts_every_throw(dice: int, die: list[int]) -> None:
    assert dict(dice_pool(dice, face_die(die))) == thrown([die] * dice)


@given(st.integers(1, 4), st.integers(0, 4), st.integers(0, 3))
def test_a_miss_is_rolled_again_and_a_hit_is_kept(faces: int, hitting: int, rerolls: int) -> None:
    hitting = min(hitting, faces)
    throws = list(product(range(faces), repeat=rerolls + 1))
    hits = sum(any(face < hitting for face in throw) for throw in throws)
    assert hit_die(faces, hitting, rerolls) == Distribution({0: len(throws) - hits, 1: hits})


def test_the_wagers_of_the_chevalier_de_mere() -> None:
    assert dice_pool(4, hit_die(6, 1)).at_least(1) == Fraction(671, 1296)
    assert float(dice_pool(24, hit_die(36, 1)).at_least(1)) == pytest.approx(0.4914, abs=5e-5)


def test_newton_answers_pepys() -> None:
    """At least n sixes of 6n dice, n = 1, 2, 3: Newton's letter of 1693."""
    chances = [float(dice_pool(6 * n, hit_die(6, 1)).at_least(n)) for n in (1, 2, 3)]
    assert chances == pytest.approx([0.6651, 0.6187, 0.5973], abs=5e-5)


def test_many_dice_take_one_sum_a_doubling() -> None:
    pool = dice_pool(1000, hit_die(6, 3))
    assert (len(pool), pool.denominator, pool.mean()) == (1001, 6**1000, 500)


def test_hits_above_what_can_be_taken_are_lost() -> None:
    pool = dice_pool(3, hit_die(6, 3))
    assert at_most(pool, 2).probability(2) == pool.at_least(2)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: hit_die(0, 0), "expected a die with at least one face, got 0"),
        (lambda: hit_die(6, 7), "expected 0 to 6 hitting faces, got 7"),
        (lambda: hit_die(6, 1, -1), "expected at least 0 re-rolls, got -1"),
        (lambda: dice_pool(-1, hit_die(6, 1)), "expected at least 0 dice, got -1"),
        (lambda: face_die([]), "expected a die with at least one face"),
    ],
)
def test_dice_that_cannot_be_are_refused(make: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()  # type: ignore[operator]
