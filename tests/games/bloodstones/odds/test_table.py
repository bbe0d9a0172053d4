"""The packed table of odds: equal to the battles it is made of, in any shape, for any rules."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles, attacker_wins, win_table
from bloodstones.games.bloodstones.odds.table import odds_table, packed_table
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.oracle import battle_enumerator as oracle

RULES = load_ruleset()
TILES = Tiles.of(RULES)
SEED = 20261122
FLAT = (3,) * 8


def test_the_table_without_hands_is_the_win_table_at_every_key() -> None:
    keys = list(win_table())
    ours, theirs, ties, leads = (np.array(part) for part in zip(*keys, strict=True))
    chances = odds_table(ours, theirs, leads, ties)
    fractions = odds_table(ours, theirs, leads, ties, exact=True)
    assert chances.dtype == np.float64
    assert fractions.tolist() == list(win_table().values())
    assert chances.tolist() == [float(chance) for chance in win_table().values()]


@pytest.mark.rule("BS-COMBAT-15", "BS-COMBAT-29")
def test_a_tie_is_won_by_who_defends_with_a_shieldbearer_and_fought_again_without() -> None:
    draws, leads = list(product((3, 4), (3, 4))), np.arange(-6, 7)
    ours, theirs = np.array(draws).T[:, :, np.newaxis]
    for shield in (False, True):
        got = odds_table(ours, theirs, leads, shield, exact=True)
        for (mine, yours), row in zip(draws, got.tolist(), strict=True):
            ends = [oracle.attacker_probability(mine, yours, int(n), 0, shield) for n in leads]
            assert row == ends
    assert odds_table(3, 3, [-9, 9], [0, 1]).tolist() == [0, 1]


@pytest.mark.rule("BS-COMBAT-29")
@pytest.mark.parametrize("shield", [2, -1])
def test_a_shieldbearer_defends_or_does_not(shield: int) -> None:
    told = rf"^expected True or False, got {shield} \(defender_wins_ties, row 0\)"
    with pytest.raises(InputError, match=told):
        odds_table(3, 3, 0, shield, attacker_hand=[99])  # the first fault is told


hands = st.lists(st.integers(0, 5), min_size=3, max_size=3)
battles = st.tuples(
    st.sampled_from([3, 4]),
    st.sampled_from([3, 4]),
    st.integers(-30, 30),
    st.booleans(),
    hands,
    hands,
)


def alone(ours: int, theirs: int, lead: int, ties: bool, *pips: list[int]) -> Fraction:
    """The same battle by the function for one."""
    sorted_hands = [tuple(sorted((n for n in hand if n), reverse=True)) for hand in pips]
    return attacker_wins(Numbers(TILES, ours, theirs, lead, ties), *sorted_hands)


@settings(max_examples=100, deadline=None)
@given(st.lists(battles, min_size=1, max_size=6))
def test_a_row_is_the_battle_alone_whatever_the_order_of_its_tiles(rows: list[tuple]) -> None:
    ours, theirs, leads, ties, mine, yours = (np.array(part) for part in zip(*rows, strict=True))
    arguments = (ours, theirs, leads, ties)
    both = {"attacker_hand": mine, "defender_hand": yours}
    expected = [alone(*row) for row in rows]
    assert odds_table(*arguments, **both, exact=True).tolist() == expected
    assert odds_table(*arguments, **both).tolist() == [float(chance) for chance in expected]


def test_long_hands_are_exact_too() -> None:
    rng = random.Random(SEED)
    hand = rng.choices((3, 4, 5), k=RULES.starting_hand)
    got = odds_table(3, 3, 0, False, attacker_hand=hand, defender_hand=[5], exact=True).item()
    assert got == alone(3, 3, 0, False, hand, [5])
    assert got.denominator > np.iinfo(np.int64).max


def test_arguments_broadcast_against_each_other() -> None:
    leads = np.arange(-8, 9)
    draws = np.array([[3], [4]])
    table = odds_table(draws, 3, leads, True, attacker_hand=[5])
    assert table.shape == (2, 17)
    assert table[1, 10] == odds_table(4, 3, 2, True, attacker_hand=[5])


def test_leads_beyond_the_table_are_certain() -> None:
    far = odds_table(3, 4, [-(2**40), -9, 9, 2**40], False, attacker_hand=[5], defender_hand=[5])
    assert far.tolist() == [0, 0, 1, 1]
    assert 0 < odds_table(3, 4, -6, False, attacker_hand=[5]).item() < 1


def test_tiles_that_never_help_share_a_block() -> None:
    table = packed_table()
    odds_table(3, 3, 0, False, attacker_hand=[5, 4])
    before = table.battles
    assert before % table._chances[0].size == 0
    odds_table(3, 3, 0, False, attacker_hand=[[4, 5, 1], [2, 5, 4], [0, 4, 5]])
    assert table.battles == before


def test_other_rules_have_a_table_of_their_own() -> None:
    more = replace(RULES, tiles_more=5)
    assert odds_table(5, 3, 0, False, ruleset=more) > odds_table(4, 3, 0, False)
    with pytest.raises(InputError, match=r"expected 3 or 5 tiles drawn, got 4 \(attacker_draws, r"):
        odds_table(4, 3, 0, False, ruleset=more)
    with pytest.raises(InputError, match="expected a contest that can end"):
        odds_table(3, 3, 0, False, ruleset=replace(RULES, combat_tiles=FLAT))


def test_nothing_asked_is_nothing_answered() -> None:
    assert odds_table([], [], [], []).shape == (0,)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"attacker_draws": [3, 5]}, r"3 or 4 tiles drawn, got 5 \(attacker_draws, row 1\)"),
        ({"defender_draws": [2, 3]}, r"3 or 4 tiles drawn, got 2 \(defender_draws, row 0\)"),
        ({"lead": [0, 0.5]}, r"a whole number, got 0\.5 \(lead, row 1\)"),
        ({"lead": [0, np.nan]}, r"a whole number, got nan \(lead, row 1\)"),
        ({"lead": [0, np.inf]}, r"a whole number, got inf \(lead, row 1\)"),
        ({"lead": ["0", "1"]}, r"whole numbers, got '<U1' \(lead\)"),
        ({"lead": [[1], [2, 3]]}, r"one array of whole numbers, got a ragged list \(lead\)"),
        ({"defender_wins_ties": [0, 2]}, r"True or False, got 2 \(defender_wins_ties, row 1\)"),
        ({"lead": [0, 1, 2]}, r"arguments of equal length, got .* \(odds_table\)"),
        ({"attacker_hand": [[5], [6]]}, r"pips from 1 to 5 .*, got 6 \(attacker_hand, row 1\)"),
        ({"defender_hand": [[5, -1]] * 2}, r"pips from 1 to 5 .*, got -1 \(defender_hand, row 0"),
        ({"defender_hand": 5}, r"hands as rows of pips, got 5 \(defender_hand\)"),
        ({"attacker_hand": [[3] * 10] * 2}, r"at most 9 hand tiles, got 10 \(attacker_hand, row 0"),
    ],
)
def test_bad_values_are_one_sentence_with_row_and_argument(
    change: dict[str, object], message: str
) -> None:
    good: dict[str, object] = {
        "attacker_draws": [3, 4],
        "defender_draws": [3, 3],
        "lead": [0, 1],
        "defender_wins_ties": [False, True],
    }
    assert odds_table(**good).shape == (2,)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=f"^expected {message}"):
        odds_table(**(good | change))  # type: ignore[arg-type]
