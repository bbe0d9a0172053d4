"""Joint tests: seldom wrong on even tables, never want of games for what is uneven for certain."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.stats.balance import win_rates
from bloodstones.stats.joint import chi_square, joint_tests, joint_verdict
from bloodstones.stats.verdicts import Verdict
from tests.judged_games import judged_rows


def won_table(winners, players=3):
    """Games that the seats of these numbers win."""
    games = len(winners)
    seat = np.tile(np.arange(players), games)
    return pd.DataFrame(
        {
            "_luck": np.repeat(np.arange(games), players),
            "seat": seat,
            "players": players,
            "win_credit": (seat == np.repeat(winners, players)).astype(float),
        }
    )


def test_of_whole_wins_it_is_the_chi_square_of_pearson():
    winners = [0] * 380 + [1] * 320 + [2] * 300
    found, freedom, p_value = chi_square(won_table(winners), "seat")
    pearson = sum((n - 1000 / 3) ** 2 / (1000 / 3) for n in (380, 320, 300))
    assert freedom == 2
    assert found == pytest.approx(pearson, rel=0.06)
    assert p_value == pytest.approx(np.exp(-found / 2))


def test_even_tables_are_called_uneven_in_a_twentieth_of_studies():
    rng = np.random.default_rng(3)
    found = [chi_square(won_table(rng.integers(0, 3, 200)), "seat")[2] < 0.05 for _ in range(400)]
    assert 0.02 < np.mean(found) < 0.085


def test_the_same_luck_counts_once():
    winners = [0] * 60 + [1] * 40 + [2] * 50
    once = won_table(winners)
    twice = pd.concat([once, once])
    assert chi_square(twice, "seat")[0] == pytest.approx(chi_square(once, "seat")[0])


def verdict_of(start, games):
    rows = judged_rows(1, games, start=start)
    rates = win_rates(rows, ["players", "turn_order"])
    return joint_tests(rows, rates, "turn_order")["verdict"].item()


def test_the_verdict_on_seats_has_its_answers():
    assert verdict_of(0.0, 2500) == Verdict.FAIR
    assert verdict_of(0.2, 1500) == Verdict.UNFAIR
    assert verdict_of(0.0, 60) == Verdict.TOO_FEW
    assert verdict_of(0.07, 400) == Verdict.BORDERLINE  # uneven for certain


def test_one_place_just_outside_is_unfair_only_with_the_error_shared_among_places():
    half = 0.0214
    rates = pd.DataFrame({"rate": [0.4228, 0.29, 0.29], "fair_share": 1 / 3, "order_part": 0.0})
    rates = rates.assign(low=rates["rate"] - half, high=rates["rate"] + half)
    assert joint_verdict(rates.head(1), 0.0) is Verdict.UNFAIR
    assert joint_verdict(rates, 0.0) is Verdict.BORDERLINE
    wide = rates.assign(low=rates["rate"] - 0.1, high=rates["rate"] + 0.1)
    assert joint_verdict(wide, 0.2) is Verdict.TOO_FEW
    assert joint_verdict(wide, 0.001) is Verdict.BORDERLINE
