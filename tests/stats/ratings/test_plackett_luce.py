"""Plackett-Luce: against other libraries and brute force, shared ranks, and coverage."""

from __future__ import annotations

from itertools import permutations
from math import log

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import approx_fprime
from statsmodels.discrete.conditional_models import ConditionalLogit
from statsmodels.duration.hazard_regression import PHReg

from bloodstones.core.errors import InputError
from bloodstones.stats.ratings.plackett_luce import (
    _likelihood,
    finishing_orders,
    fit_orders,
    resampled_slopes,
)
from bloodstones.stats.ratings.strengths import strengths
from tests.synthetic import results_tables

TRUTH = np.array([0.5, -0.4, 0.3])


def played(rng, games, players=4, slopes=TRUTH, share=0.0):
    """Ranks, game labels and designs with known slopes; neighbours share ranks at random."""
    design = rng.normal(size=(games, players, len(slopes))).round(1)
    utility = design @ slopes + rng.gumbel(size=(games, players))
    rank = (-utility).argsort(axis=1).argsort(axis=1)
    if share:
        merged = rng.random((games, players - 1)) < share
        lost = np.c_[np.zeros(games, int), np.cumsum(merged, axis=1)]
        rank = rank - np.take_along_axis(lost, rank, axis=1)
    labels = np.repeat(np.arange(games), players)
    return 1 + rank.ravel(), labels, design.reshape(-1, len(slopes))


def brute_log_likelihood(ranks, games, design, slopes):
    """Sum over all permutations of each game that agree with its ranks, one by one."""
    total = 0.0
    for game in np.unique(games):
        rank, worth = ranks[games == game], np.exp(design[games == game] @ slopes)
        likelihood = 0.0
        for order in permutations(range(len(rank))):
            if (np.diff(rank[list(order)]) >= 0).all():
                left = worth[list(order)][::-1].cumsum()[::-1]
                likelihood += (worth[list(order)] / left).prod()
        total += log(likelihood)
    return total


def test_slopes_and_errors_equal_the_stratified_cox_model_without_shared_ranks():
    ranks, games, design = played(np.random.default_rng(1), 200)
    fit = fit_orders(finishing_orders(ranks, games, design))
    other = PHReg(ranks, design, strata=games).fit()
    assert fit.slopes == pytest.approx(other.params, abs=1e-5)
    assert np.sqrt(np.diag(fit.covariance)) == pytest.approx(other.bse, rel=1e-4)


def test_a_table_of_winners_gives_the_conditional_logit():
    ranks, games, design = played(np.random.default_rng(2), 300)
    winners = np.where(ranks == 1, 1, 2)
    fit = fit_orders(finishing_orders(winners, games, design))
    other = ConditionalLogit(ranks == 1, design, groups=games).fit(disp=False)
    assert fit.slopes == pytest.approx(other.params, abs=1e-4)
    assert np.sqrt(np.diag(fit.covariance)) == pytest.approx(other.bse, rel=1e-3)


def test_shared_ranks_sum_over_every_order_that_agrees():
    ranks, games, design = played(np.random.default_rng(3), 40, players=5, share=0.4)
    orders = finishing_orders(ranks, games, design)
    slopes = np.array([0.3, 0.1, -0.7])

    def value(at):
        return _likelihood(orders, orders.frequency, at)[0]

    _, gradient, information = _likelihood(orders, orders.frequency, slopes)
    assert value(slopes) == pytest.approx(brute_log_likelihood(ranks, games, design, slopes))
    assert gradient == pytest.approx(approx_fprime(slopes, value, 1e-6), abs=1e-3)
    rows = [
        approx_fprime(slopes, lambda at, k=k: _likelihood(orders, orders.frequency, at)[1][k], 1e-6)
        for k in range(3)
    ]
    assert -np.array(rows) == pytest.approx(information, abs=1e-3)


def test_games_of_different_sizes_and_labels_in_any_order_fit_alike():
    rng = np.random.default_rng(4)
    parts = [played(rng, 80, players, share=0.2) for players in (2, 3, 6)]
    ranks, design = (np.concatenate([part[i] for part in parts]) for i in (0, 2))
    games = np.concatenate([part[1] + 1000 * i for i, part in enumerate(parts)])
    order = rng.permutation(len(ranks))
    names = np.array([f"game {label}" for label in games])
    one = fit_orders(finishing_orders(ranks, games, design))
    other = fit_orders(finishing_orders(ranks[order], names[order], design[order]))
    assert one.slopes == pytest.approx(other.slopes)
    assert one.games == 240


def test_a_game_in_which_all_share_a_rank_teaches_nothing():
    ranks, games, design = played(np.random.default_rng(5), 60)
    more = np.r_[ranks, 1, 1, 1, 1]
    one = fit_orders(finishing_orders(ranks, games, design))
    other = fit_orders(finishing_orders(more, np.r_[games, [99] * 4], np.r_[design, design[:4]]))
    assert other.slopes == pytest.approx(one.slopes)


def test_equal_games_are_kept_once():
    ranks, games, design = played(np.random.default_rng(6), 30)
    again = finishing_orders(np.tile(ranks, 3), np.r_[games, games + 50, games + 90], [*design] * 3)
    assert len(again.frequency) == 30
    assert set(again.frequency) == {3.0}


@pytest.mark.parametrize(
    ("ranks", "games", "design", "message"),
    [
        ([1, 2], [0], [[1.0], [0.0]], "as many ranks as game labels"),
        ([1, float("nan")], [0, 0], [[1.0], [0.0]], "expected finite ranks"),
        ([1] * 7 + [2], [0] * 8, [[float(i)] for i in range(8)], "at most 6 rows that share"),
    ],
)
def test_orders_refuse_tables_without_sense(ranks, games, design, message):
    with pytest.raises(InputError, match=message):
        finishing_orders(ranks, games, design)


def test_a_level_that_always_wins_has_no_strength():
    orders = finishing_orders([1, 2] * 5, np.repeat(np.arange(5), 2), [[1.0], [0.0]] * 5)
    with pytest.raises(InputError, match="expected a likelihood with a maximum"):
        fit_orders(orders)


def test_what_all_seats_share_cannot_be_an_effect():
    ranks, games, design = played(np.random.default_rng(7), 50)
    shared = np.c_[design, games % 2]
    with pytest.raises(InputError, match="expected effects that can be told apart"):
        fit_orders(finishing_orders(ranks, games, shared))


def test_resampled_games_spread_like_the_observed_information():
    ranks, games, design = played(np.random.default_rng(8), 400, share=0.1)
    orders = finishing_orders(ranks, games, design)
    fit = fit_orders(orders)
    slopes = resampled_slopes(orders, fit, seed=1, resamples=200)
    assert slopes.std(axis=0) == pytest.approx(np.sqrt(np.diag(fit.covariance)), rel=0.2)
    again = resampled_slopes(orders, fit, seed=1, resamples=3)
    assert (again == slopes[:3]).all()


def test_games_that_share_their_luck_are_drawn_together():
    ranks, games, design = played(np.random.default_rng(9), 200)
    twice = finishing_orders(np.r_[ranks, ranks], np.r_[games, games + 200], [*design, *design])
    fit = fit_orders(twice)
    luck = np.r_[np.arange(200), np.arange(200)]
    together = resampled_slopes(twice, fit, luck, seed=2, resamples=150).std(axis=0)
    alone = resampled_slopes(twice, fit, seed=2, resamples=150).std(axis=0)
    assert (together / alone).mean() == pytest.approx(2**0.5, rel=0.15)


def test_strengths_of_a_study_find_what_was_planted():
    rows, _ = results_tables(seed=4, games=300)
    found = strengths(rows, ["faction", "turn_order", "strategy"])
    table = found.table.set_index(["effect", "level"])
    assert table.groupby("effect")["strength"].sum().abs().max() < 1e-9
    assert table.loc[("faction", "dragon_riders"), "low"] > 0
    assert table.loc[("faction", "hill_folk"), "high"] < 0
    assert table.loc[("strategy", "warlord"), "low"] > 0
    assert found.games == len(rows.drop_duplicates(["cell", "replicate"]))
    assert (
        found.tied_games
        == rows[rows.duplicated(["cell", "replicate", "rank"])]
        .groupby(["cell", "replicate"])
        .ngroups
    )


def test_an_interaction_tells_how_a_faction_does_on_each_map():
    rng = np.random.default_rng(10)
    rows = pd.DataFrame(
        {
            "cell": "c",
            "replicate": np.repeat(np.arange(1200), 3),
            "map": np.repeat(["isle", "plain"], 1800),
            "players": 3,
            "seat": np.tile([0, 1, 2], 1200),
            "faction": np.tile(["a", "b", "c"], 1200),
        }
    )
    worth = (rows["faction"] == "a") * np.where(rows["map"] == "isle", 1.0, -1.0)
    utility = (worth + rng.gumbel(size=3600)).to_numpy().reshape(1200, 3)
    rows["rank"] = 1 + (-utility).argsort(axis=1).argsort(axis=1).ravel()
    table = strengths(rows, ["faction", "faction:map"]).table.set_index(["effect", "level"])
    isle = table.loc[("faction:map", "a:isle")]
    assert isle["low"] < 2 / 3 < isle["high"]
    assert isle["rows"] == 600
    assert table.loc[("faction:map", "a:plain"), "strength"] == pytest.approx(-isle["strength"])


def test_a_covariate_has_one_slope_and_the_bootstrap_says_so():
    ranks, games, design = played(np.random.default_rng(11), 150, slopes=np.array([0.8]))
    rows = pd.DataFrame(
        {
            "cell": "c",
            "replicate": games,
            "map": "m",
            "players": 4,
            "seat": np.tile(range(4), 150),
            "faction": np.tile(list("abcd"), 150),
            "rank": ranks,
            "gold": design[:, 0],
        }
    )
    found = strengths(rows, [], ["gold"], bootstrap=True, resamples=200).table.iloc[0]
    assert found["level"] == "slope"
    assert found["interval"] == "bootstrap by game"
    assert found["low"] < 0.8 < found["high"]


@pytest.mark.parametrize(
    ("effects", "message"),
    [
        (["colour"], "expected a column of the table, got 'colour'"),
        (["map"], "expected at least 2 levels of map"),
        (["players"], "expected effects that can be told apart"),
        ([], "expected at least one effect or covariate"),
    ],
)
def test_strengths_refuse_effects_that_mean_nothing(effects, message):
    rows, _ = results_tables(seed=5, games=20)
    with pytest.raises(InputError, match=message):
        strengths(rows, effects)


def coverage(repeats, games, share, seed):
    """Share of 95 % intervals by observed information that hold the truth, each slope."""
    rng = np.random.default_rng(seed)
    held = np.zeros(len(TRUTH))
    for _ in range(repeats):
        fit = fit_orders(finishing_orders(*played(rng, games, share=share)))
        held += np.abs(fit.slopes - TRUTH) <= 1.959964 * np.sqrt(np.diag(fit.covariance))
    return held / repeats


def test_intervals_hold_the_planted_strengths():
    assert 0.91 <= coverage(120, 100, 0.15, seed=12).mean() <= 0.99


@pytest.mark.statistical
@pytest.mark.parametrize("share", [0.0, 0.15])
def test_intervals_hold_the_planted_strengths_10000_times(share):
    found = coverage(10_000, 150, share, seed=13)
    assert 0.945 <= found.mean() <= 0.965
    assert found.min() >= 0.94


@pytest.mark.statistical
def test_resampled_intervals_hold_the_planted_strengths():
    """300 tables of 200 games, 200 resamples each."""
    rng, held = np.random.default_rng(14), np.zeros(len(TRUTH))
    for trial in range(300):
        orders = finishing_orders(*played(rng, 200, share=0.1))
        slopes = resampled_slopes(orders, fit_orders(orders), seed=trial, resamples=200)
        low, high = np.quantile(slopes, [0.025, 0.975], axis=0)
        held += (low <= TRUTH) & (high >= TRUTH)
    assert 0.925 <= held.mean() / 300 <= 0.97
