"""The nested variance: exact over all samples of orders, and intervals that hold what they say."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest

from bloodstones.stats.inference.intervals import normal_quantile, wilson_interval, wilson_score
from bloodstones.stats.inference.nested import (
    NestedVariance,
    nested_interval,
    nested_variance,
    residual_square,
)
from bloodstones.stats.setups import LINE_UP, ORDERS, SETUP
from tests.stats.planted import MIDDLE, NO_ORDER, WIDE, WORLDS, Design, World

TINY = {"/a+b+c": [0.1, 0.5, 0.6, 0.2], "/a+b+d": [0.7, 0.9, 0.8, 0.3]}  # all orders, no luck


def sample_of(orders, games=1):
    """A table of some orders of each line-up, each game with the rate of its order."""
    rows = [
        (line_up, f"{line_up} {order}", len(TINY[line_up]), TINY[line_up][order])
        for line_up, chosen in orders.items()
        for order in chosen
        for _ in range(games)
    ]
    return pd.DataFrame(rows, columns=[LINE_UP, SETUP, ORDERS, "win_credit"])


@pytest.mark.parametrize("played", [(2, 2), (3, 3), (2, 3)])
def test_the_variance_is_that_of_all_samples_of_orders_listed(played):
    """Every sample of orders: the mean of the estimates is the variance of the means."""
    choices = [
        combinations(range(len(rates)), number)
        for rates, number in zip(TINY.values(), played, strict=True)
    ]
    means, estimates = [], []
    for chosen in product(*choices):
        table = sample_of(dict(zip(TINY, chosen, strict=True)), games=4000)
        found = nested_variance(table)
        means.append(table["win_credit"].mean())
        estimates.append(found.orders)
        assert found.setups == sum(played)
        assert found.possible == 8
    assert np.mean(estimates) == pytest.approx(np.var(means), rel=0.002)


def test_a_line_up_with_one_order_borrows_the_variance_of_the_others():
    both = nested_variance(sample_of({"/a+b+c": (0, 1, 2, 3), "/a+b+d": (0,)}, games=4000))
    between = np.var(TINY["/a+b+c"], ddof=1)
    share = 1 / 5  # of the games that its order has
    assert both.orders == pytest.approx(between * share**2 * (1 - 1 / 4), rel=0.01)
    assert both.freedom == pytest.approx(3, rel=0.01)


def test_all_orders_leave_nothing_but_luck():
    found = nested_variance(sample_of({name: range(4) for name in TINY}))
    assert (found.orders, found.known, found.quantile()) == (0.0, True, normal_quantile(0.95))


def test_of_one_line_up_in_one_order_nothing_is_known_about_others():
    found = nested_variance(sample_of({"/a+b+c": (0,)}, games=9))
    assert (found.orders, found.known, found.possible) == (0.0, False, 4)


def test_what_members_add_is_no_variance_of_orders_and_the_rest_is():
    rng = np.random.default_rng(3)
    design = Design(4, 5, 1, 1)
    rates = design.rates(World(0.4, 0.09, 0.0, 0.0), rng)[:, 0]
    line_ups = [f"/{name}" for name in design.line_ups]
    square, freedom = residual_square(rates, line_ups)
    assert square == pytest.approx(0, abs=1e-12)
    assert freedom == 5
    noise = rng.normal(size=len(rates))
    table = np.array([[name in each for name in "bcdef"] for each in design.line_ups], float)
    rest = noise - table @ np.linalg.lstsq(table, noise, rcond=None)[0]
    assert residual_square(rates + noise, line_ups)[0] == pytest.approx(float(rest @ rest) / 5)


def test_games_of_one_cell_have_the_plain_interval_of_wilson():
    wins = np.repeat([1.0, 0.0], [30, 70])
    cell = pd.DataFrame({"win_credit": wins, LINE_UP: "/a+b", SETUP: "/a+b", ORDERS: 1})
    found = nested_interval(0.3, 100, nested_variance(cell, shares=True))
    assert found == pytest.approx(wilson_interval(30, 100))


@pytest.mark.parametrize("wins", [0.0, 1.0])
def test_none_and_all_keep_wilson_whatever_the_orders(wins):
    table = Design(4, 5, 1, 20).frame().assign(win_credit=wins)
    low, high = nested_interval(wins, len(table), nested_variance(table, shares=True))
    assert (low, high) == wilson_interval(wins * len(table), len(table))


def test_maps_that_differ_make_no_interval_wide():
    """Won by nine in ten on one map, by one in ten on the other: both are known well."""
    table = pd.concat(
        [
            pd.DataFrame({"win_credit": np.repeat([1.0, 0.0], wins), LINE_UP: name, SETUP: name})
            for name, wins in (("m/a+b", [360, 40]), ("n/a+b", [40, 360]))
        ]
    ).assign(**{ORDERS: 1})
    low, high = nested_interval(0.5, 800, nested_variance(table, shares=True))
    plain = wilson_interval(400, 800)
    assert high - low == pytest.approx(0.6 * (plain[1] - plain[0]), rel=0.02)


def test_few_orders_have_the_quantile_of_their_freedom():
    even = NestedVariance(luck=0.0001, orders=0.0001, freedom=2)
    assert even.order_part == 0.5
    assert even.quantile() == pytest.approx(2.306, abs=0.001)  # Student's t with 8 of freedom


# Coverage.


def spread_over_all(table, design):
    """The interval that took the variance over all set-ups, line-ups too: Wilson's of that."""
    from scipy.stats import t

    units = table.groupby(SETUP, sort=False)["win_credit"].agg(["mean", "var", "size"])
    rate, games, number = table["win_credit"].mean(), len(table), len(units)
    played = number / (design.possible * len(design.line_ups))
    between = max(0.0, units["mean"].var() - (units["var"] / units["size"]).mean())
    added = 0.0 if played == 1 else between / number * (1 - played)
    within, z = max(rate * (1 - rate), 1 / games) / games, normal_quantile(0.95)
    few = t.ppf(0.975, max(number - 1, 1)) / z
    effective = games * within / (within + added * few**2)
    return wilson_score(rate * effective, effective, z)


def nested(table, design):
    found = nested_variance(table, shares=True)
    return nested_interval(float(table["win_credit"].mean()), len(table), found)


def coverage(design, world, studies, seed, method=nested):
    """Share of studies whose interval holds the rate over all orders, and mean half width."""
    rng, table = np.random.default_rng(seed), design.frame()
    held, widths = 0, 0.0
    for _ in range(studies):
        rates = design.rates(world, rng)
        table["win_credit"] = design.play(rates, rng)
        low, high = method(table, design)
        held += low <= rates.mean() <= high
        widths += (high - low) / 2
    return held / studies, widths / studies


def test_intervals_of_one_order_a_line_up_cover_and_are_narrow_and_the_old_ones_are_not():
    """300 studies: 95 % and three standard errors of it."""
    design, studies = Design(4, 5, 1, 168), 300
    now, width = coverage(design, WIDE, studies, 11)
    before, wide = coverage(design, WIDE, studies, 11, spread_over_all)
    assert 0.91 <= now <= 0.988
    assert before > 0.99
    assert wide > 2 * width


@pytest.mark.parametrize("world", [MIDDLE, NO_ORDER])
def test_intervals_of_two_orders_a_line_up_cover(world):
    found, _ = coverage(Design(4, 5, 2, 84), world, 300, 12)
    assert 0.91 <= found <= 0.988


DESIGNS = {
    "three players, all orders": Design(3, 4, 2, 180),
    "three players, one order": Design(3, 4, 1, 360),
    "four players, all orders": Design(4, 5, 6, 28),
    "four players, two orders": Design(4, 5, 2, 84),
    "four players, one order": Design(4, 5, 1, 168),
    "four players, one order, 6,680 games": Design(4, 5, 1, 668),
    "six players, 12 orders of 120": Design(6, 5, 12, 120),
}
# A little more than asked for where one order leaves orders and pairs of members untold.
LIMITS = {True: (0.93, 0.985), False: (0.93, 0.975)}


@pytest.mark.statistical
@pytest.mark.calibration
@pytest.mark.parametrize("name", DESIGNS)
def test_intervals_over_orders_cover_1000_times(name, calibration):
    design, studies = DESIGNS[name], 1000
    limits = LIMITS[design.orders == 1]
    for number, (world, rates) in enumerate(WORLDS.items()):
        found, _ = coverage(design, rates, studies, 20 + number)
        method = f"a rate over line-ups and orders: {name}"
        calibration.hold(method, f"coverage, {world}", found, *limits, studies)
