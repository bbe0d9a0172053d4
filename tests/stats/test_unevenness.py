"""Unevenness: right on average, whatever the number of games; maps in pairs."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.unevenness import as_percent, unevenness, unevenness_difference
from tests.judged_games import judged_rows

EDGE, START = 0.12, 0.06
SEEDS = 24
PLAYERS = 3
# Three factions: one `edge` above, two half of it below; the same for the start player.
SQUARES = ((EDGE**2 + 2 * (EDGE / 2) ** 2) / 3 + (START**2 + 2 * (START / 2) ** 2) / 3) / 2
TRUE = SQUARES * PLAYERS**2  # of the fair share


def test_a_fair_map_has_none_on_average_even_with_few_games() -> None:
    found = [unevenness(judged_rows(seed, 60)).total for seed in range(SEEDS)]
    error = np.std(found) / np.sqrt(len(found))
    assert abs(np.mean(found)) < 3.5 * error
    assert min(found) < 0 < max(found)


def test_planted_differences_are_found_on_average_and_covered_by_the_interval() -> None:
    found = [unevenness(judged_rows(seed, 300, edge=EDGE, start=START)) for seed in range(SEEDS)]
    totals = [one.total for one in found]
    assert abs(np.mean(totals) - TRUE) < 3.5 * np.std(totals) / np.sqrt(len(totals))
    assert sum(one.low <= TRUE <= one.high for one in found) >= SEEDS - 5
    assert np.mean([one.factions for one in found]) > np.mean([one.turn_orders for one in found])


def test_per_cent_are_a_root_and_games_are_counted() -> None:
    found = unevenness(judged_rows(1, 100, edge=EDGE))
    assert found.games == 200
    assert found.percent == as_percent(found.total) == pytest.approx(100 * np.sqrt(found.total))


def test_the_same_luck_makes_the_difference_of_like_maps_precise() -> None:
    luck = np.random.default_rng(4).random((2, 400))
    one = judged_rows(1, 400, edge=0.10, luck=luck)
    other = judged_rows(2, 400, edge=0.12, luck=luck)
    apart = judged_rows(3, 400, edge=0.12)
    paired, loose = unevenness_difference(one, other), unevenness_difference(one, apart)
    assert paired.correlation > 0.8
    assert abs(loose.correlation) < 0.5
    assert paired.high - paired.low < 0.7 * (loose.high - loose.low)
    assert unevenness_difference(one, one).total == 0


def test_typical_distances_differ_by_the_roots() -> None:
    one, other = judged_rows(1, 400, edge=0.10), judged_rows(2, 400, edge=0.30)
    typical = unevenness_difference(one, other, rooted=True)
    roots = [as_percent(unevenness(rows).total) / 100 for rows in (one, other)]
    assert typical.total == pytest.approx(roots[0] - roots[1])
    assert typical.low < typical.total < typical.high < 0


def test_too_few_games_and_unequal_tables_are_refused() -> None:
    with pytest.raises(InputError, match=r"expected at least 80 playthroughs, got 40 \(table\)"):
        unevenness(judged_rows(1, 20))
    with pytest.raises(InputError, match="expected tables with equal numbers of playthroughs"):
        unevenness_difference(judged_rows(1, 50), judged_rows(1, 60))
