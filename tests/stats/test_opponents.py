"""How much a role depends on who else sits: found where it is planted, and nowhere else."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2_contingency

from bloodstones.stats.opponents import (
    cochran,
    homogeneity,
    line_ups_of,
    opponent_effects,
    rates_by_line_up,
)
from tests.stats.planted import Design, World

NAMES = ("a", "b", "c", "d")


def study_of(strengths, rng, games=400, orders=2):
    """Three players of four: wins by strength, those of "a" less where "b" sits."""
    parts = []
    for names in combinations(NAMES, 3):
        for order in list(permutations(names))[:orders]:
            for turn in range(3):
                seated = (*order[turn:], *order[:turn])
                worth = np.array([strengths[name] for name in seated])
                worth[[name == "a" and "b" in seated for name in seated]] /= strengths["against"]
                winner = rng.choice(3, size=games, p=worth / worth.sum())
                parts += [
                    pd.DataFrame(
                        {
                            "cell": "+".join(seated),
                            "replicate": np.arange(games),
                            "players": 3,
                            "seat": seat,
                            "faction": name,
                            "strategy": "s",
                            "win_credit": (winner == seat).astype(float),
                            "finished": True,
                        }
                    )
                    for seat, name in enumerate(seated)
                ]
    return pd.concat(parts, ignore_index=True)


@pytest.fixture(scope="module")
def planted():
    rng = np.random.default_rng(1)
    return study_of({"a": 2.0, "b": 1.0, "c": 1.0, "d": 1.0, "against": 4.0}, rng, games=1000)


def test_a_role_that_depends_on_who_else_sits_is_found_with_the_opponent_that_lowers_it(planted):
    tests = homogeneity(planted).set_index("faction")
    assert tests.loc["a", "depends"]
    assert tests.loc["a", "line_ups"] == 3
    rates = rates_by_line_up(planted).set_index(["faction", "opponents"])["rate"]
    assert rates["a", "b+c"] == pytest.approx(0.2, abs=0.03)
    assert rates["a", "c+d"] == pytest.approx(0.5, abs=0.03)
    effects = opponent_effects(planted).set_index(["faction", "opponent"])
    assert effects.loc[("a", "b"), "effect"] == pytest.approx(-0.3, abs=0.04)
    assert effects.loc[("a", "b"), "high"] < 0
    assert effects.loc[("a", "c"), "effect"] > 0


def test_with_all_orders_the_statistic_is_nearly_that_of_a_table_of_wins(planted):
    own = planted[planted["faction"] == "d"]
    names = own["cell"].map(lambda cell: "+".join(sorted(cell.split("+"))))
    counts = pd.crosstab(names, own["win_credit"])
    pearson = chi2_contingency(counts, correction=False)
    test = homogeneity(planted).set_index("faction").loc["d"]
    assert test["statistic"] * test["freedom"] == pytest.approx(pearson.statistic, rel=0.1)
    assert test["freedom"] == pearson.dof


def test_the_deviation_is_that_of_the_rates_without_chance(planted):
    tests = homogeneity(planted).set_index("faction")
    assert tests.loc["a", "deviation"] == pytest.approx(np.std([0.2, 0.2, 0.5], ddof=1), abs=0.02)
    assert (tests["least"] <= tests["rate"]).all()
    assert (tests["holm"] >= tests["p_value"]).all()


def test_two_players_and_a_single_line_up_have_nothing_to_compare(planted):
    only = planted[planted["cell"].map(lambda cell: set(cell.split("+")) == set("abc"))]
    assert homogeneity(only).empty
    assert rates_by_line_up(only).empty
    assert opponent_effects(only).empty
    nobody = planted.iloc[:0]
    assert homogeneity(nobody).empty
    assert rates_by_line_up(nobody).empty
    assert opponent_effects(nobody).empty


@pytest.mark.statistical
@pytest.mark.parametrize(("orders", "games"), [(6, 28), (2, 84), (1, 168)])
def test_where_only_orders_and_luck_differ_few_tests_are_significant(orders, games):
    """200 studies of one role: at most 5 %, and three standard errors."""

    design, world = Design(4, 5, orders, games), World(0.3, 0.0, 0.0, 0.03)
    rng, table = np.random.default_rng(5), design.frame()
    alarms = 0
    for _ in range(200):
        rates = design.rates(world, rng)
        rates += rates.mean() - rates.mean(axis=1, keepdims=True)  # alike over all orders
        table["win_credit"] = design.play(rates, rng)
        alarms += cochran(line_ups_of(table))[-1] < 0.05
    assert alarms / 200 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 200)


def test_a_naive_test_without_orders_would_be_significant_too_often():
    """The same studies with luck alone in the denominator: the test above can fail."""

    design, world = Design(4, 5, 1, 668), World(0.3, 0.0, 0.0, 0.03)
    rng, table = np.random.default_rng(6), design.frame()
    alarms = []
    for _ in range(40):
        rates = design.rates(world, rng)
        rates += rates.mean() - rates.mean(axis=1, keepdims=True)
        table["win_credit"] = design.play(rates, rng)
        found = line_ups_of(table)
        naive = replace(found, total=found.luck, freedom=np.inf)
        alarms.append((cochran(found)[-1] < 0.05, cochran(naive)[-1] < 0.05))
    with_orders, without = np.mean(alarms, axis=0)
    assert with_orders <= 0.15
    assert without > 0.5
