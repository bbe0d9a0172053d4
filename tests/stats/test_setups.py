"""Set-ups: intervals that span orders round the table cover what all orders would give."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pandas as pd
import pytest

from bloodstones.stats.balance import WILSON, win_rates
from bloodstones.stats.setups import SETUP, possible_setups, spread, with_setups

NAMES = ("a", "b", "c", "d")
ORDERS = tuple(("a", *rest) for rest in permutations("bcd"))  # round the table: six
TRUE = 0.4


def study_of(orders, rng, games=300, between=0.08):
    """Games of some orders, in each of which "a" wins by another rate; the mean of all is TRUE."""
    shift = dict(zip(ORDERS, between * np.array([-1, 1, -0.5, 0.5, -1.2, 1.2]), strict=True))
    parts = []
    for order in orders:
        wins = rng.random(games) < TRUE + shift[order]
        winner = np.where(wins, "a", np.array(order)[rng.integers(1, 4, games)])
        for seat, name in enumerate(order):
            parts.append(
                pd.DataFrame(
                    {
                        "cell": "+".join(order),
                        "replicate": np.arange(games),
                        "map": "m",
                        "players": 4,
                        "seat": seat,
                        "faction": name,
                        "strategy": "s",
                        "win_credit": (winner == name).astype(float),
                        "finished": True,
                    }
                )
            )
    return pd.concat(parts, ignore_index=True)


def rate_of_a(rows):
    return win_rates(rows, ["faction"]).set_index("faction").loc["a"]


def test_orders_that_are_turned_into_each_other_are_one_set_up():
    rows = study_of(ORDERS[:2], np.random.default_rng(1), games=3)
    turned = rows.assign(cell="x" + rows["cell"], seat=(rows["seat"] + 1) % 4)
    told = with_setups(pd.concat([rows, turned], ignore_index=True))
    assert told[SETUP].nunique() == 2
    assert possible_setups(told) == 6


def test_intervals_over_some_orders_cover_the_rate_over_all():
    """Every three of the six orders: Wilson's cover what all give in 13 of 20."""
    rng = np.random.default_rng(2)
    covered = by_games = 0
    for orders in combinations(ORDERS, 3):
        told = rate_of_a(study_of(orders, rng))
        covered += told["low"] <= TRUE <= told["high"]
        by_games += abs(told["rate"] - TRUE) < 1.96 * np.sqrt(TRUE * (1 - TRUE) / told["games"])
    assert covered >= 18
    assert by_games <= 15


def test_nothing_is_added_where_all_orders_were_played_or_all_are_alike():
    rng = np.random.default_rng(4)
    assert rate_of_a(study_of(ORDERS, rng, games=60))["interval"] == WILSON
    alike = with_setups(study_of(ORDERS[:3], rng, between=0.0))
    assert spread(alike[alike["faction"] == "a"]).variance < 0.0005


def test_a_set_up_is_told_by_its_board_too():
    one = study_of(ORDERS[:1], np.random.default_rng(5), games=2)
    other = one.assign(map="n", cell="other")
    told = with_setups(pd.concat([one, other], ignore_index=True))
    assert told[SETUP].nunique() == 2
    assert possible_setups(told) == 12
    assert spread(told).played == pytest.approx(1 / 6)
