"""Exact odds of 100,000 and more distinct battles, as fractions, against the enumerator."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from bloodstones.games.bloodstones.odds.table import odds_table
from tests.games.bloodstones.odds.test_battle import check_by_the_enumerator, distinct_battles
from tests.oracle import battle_enumerator as oracle

pytestmark = pytest.mark.statistical
SEED = 20261127
BATTLES = 100_000
LEADS = range(-8, 9)
MOST_TILES = 4
HANDS = [
    hand for n in range(MOST_TILES + 1) for hand in combinations_with_replacement((5, 4, 3), n)
]


def test_odds_of_distinct_forces_equal_the_enumerator() -> None:
    for battle in distinct_battles(SEED, BATTLES):
        check_by_the_enumerator(*battle)


def test_the_table_equals_the_enumerator_in_battles_of_distinct_numbers() -> None:
    """All differ in draws, lead, tie rule or in tiles that can raise a sum."""
    grid = list(product((3, 4), (3, 4), LEADS, (False, True), HANDS, HANDS))
    battles = random.Random(SEED).sample(grid, BATTLES)
    columns = [np.array(column) for column in zip(*(battle[:4] for battle in battles), strict=True)]
    hands = [
        np.array([battle[side] + (0,) * (MOST_TILES - len(battle[side])) for battle in battles])
        for side in (4, 5)
    ]
    table = odds_table(
        columns[0],
        columns[1],
        columns[2],
        columns[3],
        attacker_hand=hands[0],
        defender_hand=hands[1],
        exact=True,
    )
    for (ours, theirs, lead, shield, *held), chance in zip(battles, table, strict=True):
        long_way = oracle.attacker_probability(ours, theirs, lead, 0, shield, *held, True, True)
        assert chance == long_way, (ours, theirs, lead, shield, held)
