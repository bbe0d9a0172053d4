"""Shares and rates that hold together: coverage of all at once."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.shares import rates_together, simultaneous_means, simultaneous_shares
from bloodstones.stats.table import level_games
from tests.synthetic import results_tables

SHARES = np.array([0.24, 0.2, 0.18, 0.16, 0.12, 0.1])


@pytest.mark.parametrize("method", ["goodman", "sison-glaz"])
def test_intervals_of_shares_hold_them(method):
    counts = [120, 100, 90, 80, 60, 50]
    for count, (low, high) in zip(counts, simultaneous_shares(counts, method=method), strict=True):
        assert 0 <= low < count / 500 < high <= 1


def test_a_share_never_seen_starts_at_0():
    assert simultaneous_shares([0, 20, 30])[0][0] == 0


@pytest.mark.parametrize(
    ("counts", "method", "message"),
    [
        ([5], "goodman", "expected two or more counts"),
        ([0, 0], "goodman", "expected two or more counts, not all 0"),
        ([4, 6], "wald", "expected one of goodman, sison-glaz, got 'wald'"),
    ],
)
def test_shares_without_sense_are_refused(counts, method, message):
    with pytest.raises(InputError, match=message):
        simultaneous_shares(counts, method=method)


def test_rates_of_a_study_hold_together_and_are_wider_than_one_alone():
    rows = level_games(results_tables(seed=6, games=200)[0])
    rows = rows[rows["players"] == 3]
    table = rates_together(rows, "faction").set_index("faction")
    assert table["rate"].sum() == pytest.approx(1)
    assert table["rate"].to_dict() == pytest.approx(
        rows.groupby("faction")["win_credit"].mean().to_dict()
    )
    wide = table["high"] - table["low"]
    alone = 2 * 1.96 * np.sqrt(table["rate"] * (1 - table["rate"]) / table["games"])
    assert (wide / alone).between(1.05, 1.35).all()
    assert table.loc["dragon_riders", "verdict"] == "unfair"


def test_the_same_seed_gives_the_same_intervals():
    rows, _ = results_tables(seed=7, games=30)
    assert rates_together(rows, "faction", seed=3).equals(rates_together(rows, "faction", seed=3))


def test_a_column_that_is_not_there_is_refused():
    with pytest.raises(InputError, match="expected a column of the table, got 'colour'"):
        rates_together(results_tables(seed=7, games=5)[0], "colour")


def test_values_and_groups_must_match():
    with pytest.raises(InputError, match="expected as many groups and games as values"):
        simultaneous_means([1.0, 2.0], [0], [1, 2], seed=1)


def seats_of_games(rng, games):
    """Win credit, faction and game of four of six factions in each game, one winner a game."""
    present = rng.permuted(np.tile(np.arange(6), (games, 1)), axis=1)[:, :4]
    strength = np.log(SHARES)[present] + rng.gumbel(size=(games, 4))
    credit = (strength == strength.max(axis=1, keepdims=True)).astype(float)
    return credit.ravel(), present.ravel(), np.repeat(np.arange(games), 4)


def truth_of_games():
    credit, faction, _ = seats_of_games(np.random.default_rng(0), 1_000_000)
    return np.bincount(faction, weights=credit) / np.bincount(faction)


def held_together(repeats, games, resamples, seed):
    rng, truth, held = np.random.default_rng(seed), truth_of_games(), 0
    for trial in range(repeats):
        table = seats_of_games(rng, games)
        _, low, high = simultaneous_means(*table, rates=True, seed=trial, resamples=resamples)
        held += ((low <= truth) & (truth <= high)).all()
    return held / repeats


def test_all_rates_hold_at_once():
    assert 0.89 <= held_together(80, 300, 200, seed=1) <= 1


@pytest.mark.statistical
def test_all_rates_hold_at_once_in_10000_studies():
    assert 0.94 <= held_together(10_000, 400, 500, seed=2) <= 0.965


def shares_held(method, repeats, seed):
    rng, held = np.random.default_rng(seed), 0
    for counts in rng.multinomial(500, SHARES, size=repeats):
        ends = np.array(simultaneous_shares(counts.tolist(), method=method))
        held += ((ends[:, 0] <= SHARES) & (ends[:, 1] >= SHARES)).all()
    return held / repeats


@pytest.mark.statistical
def test_shares_hold_at_once_10000_times():
    assert 0.945 <= shares_held("goodman", 10_000, seed=3) <= 0.985


@pytest.mark.statistical
def test_shares_hold_at_once_with_one_width_2000_times():
    """Sison and Glaz take a hundred times as long to compute."""
    assert 0.93 <= shares_held("sison-glaz", 2000, seed=4) <= 0.985
