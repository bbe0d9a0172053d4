"""Set-ups: intervals that span orders round the table cover what all orders would give."""

from __future__ import annotations

from itertools import combinations, permutations, product

import numpy as np
import pandas as pd
import pytest

from bloodstones.stats.arms import PAIRED_SPANNING, PAIRED_T, what_if
from bloodstones.stats.balance import WILSON, win_rates
from bloodstones.stats.inference.nested import nested_variance
from bloodstones.stats.restricted import worth_of
from bloodstones.stats.setups import (
    LINE_UP,
    SETUP,
    possible_setups,
    with_setups,
    without_boards,
)
from bloodstones.stats.setups import (
    ORDERS as POSSIBLE,
)

NAMES = ("a", "b", "c", "d")
ORDERS = tuple(("a", *rest) for rest in permutations("bcd"))  # round the table: six
TRUE = 0.4


def study_of(orders, rng, games=75, between=0.08, rotated=True):
    """Games of some orders, in each of which "a" wins by another rate; the mean of all is TRUE."""
    shift = dict(zip(ORDERS, between * np.array([-1, 1, -0.5, 0.5, -1.2, 1.2]), strict=True))
    parts = []
    turns = range(4) if rotated else range(1)
    for order, turn in product(orders, turns):
        wins = rng.random(games) < TRUE + shift[order]
        winner = np.where(wins, "a", np.array(order)[rng.integers(1, 4, games)])
        seated = (*order[turn:], *order[:turn])
        for seat, name in enumerate(seated):
            parts.append(
                pd.DataFrame(
                    {
                        "cell": "+".join(seated),
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
    rows = study_of(ORDERS[:2], np.random.default_rng(1), games=3, rotated=False)
    turned = [
        rows.assign(
            cell=f"{by} {rows['cell'].iloc[0]}" + rows["cell"], seat=(rows["seat"] + by) % 4
        )
        for by in range(4)
    ]
    table = with_setups(pd.concat(turned, ignore_index=True))
    assert table[SETUP].nunique() == 2
    assert possible_setups(table) == 6


def test_the_first_seat_is_part_of_an_order_where_not_all_seats_are_played():
    rows = study_of(ORDERS[:2], np.random.default_rng(1), games=3, rotated=False)
    turned = rows.assign(cell="x" + rows["cell"], seat=(rows["seat"] + 1) % 4)
    table = with_setups(pd.concat([rows, turned], ignore_index=True))
    assert table[SETUP].nunique() == 4
    assert possible_setups(table) == 24


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


def arms_of(orders, rng, games=75, lift=0.0, between=0.08):
    """A study of two arms on the same luck; how much "a" wins more differs between the orders."""
    base = study_of(orders, rng, games, between=0.0)
    shift = dict(zip(ORDERS, between * np.array([-1, 1, -0.5, 0.5, -1.2, 1.2]), strict=True))
    parts = []
    for cell, rows in base.groupby("cell", sort=False):
        names = cell.split("+")
        start = names.index("a")
        gain = lift + shift[(*names[start:], *names[:start])]
        winner = rows.loc[rows["win_credit"] == 1].set_index("replicate")["faction"]
        moved = rng.random(len(winner)) < abs(gain) / ((1 - TRUE) if gain > 0 else TRUE)
        lost = moved & (winner == "a").to_numpy() & (gain < 0)
        won = moved & (winner != "a").to_numpy() & (gain > 0)
        other = winner.mask(won, "a").mask(lost, "b")
        credit = (rows["replicate"].map(other) == rows["faction"]).astype(float)
        parts.append(rows.assign(win_credit=credit, cell=cell + "/change", arm="change"))
    return pd.concat([base.assign(arm="base"), *parts], ignore_index=True)


@pytest.mark.parametrize("step", [2, pytest.param(1, marks=pytest.mark.soak)])
def test_differences_over_some_orders_cover_what_all_orders_give(step):
    """A change that moves "a" up in some orders and down in others, nothing over all of them."""
    rng = np.random.default_rng(6)
    covered = by_games = false = 0
    chosen = list(combinations(ORDERS, 3))[::step]
    for orders in chosen:
        rows = arms_of(orders, rng)
        told = what_if(rows).set_index("faction").loc["a"]
        covered += told["low"] <= 0 <= told["high"]
        games = (
            what_if(rows.assign(_setup="one", _orders=1, _line_up="one"))
            .set_index("faction")
            .loc["a"]
        )
        assert games["interval"] == PAIRED_T
        assert games["difference"] == told["difference"]
        by_games += games["low"] <= 0 <= games["high"]
        false += told["p_value"] < 0.05
    assert covered >= 0.9 * len(chosen)
    assert false == len(chosen) - covered
    assert by_games <= 0.75 * len(chosen)


def test_a_difference_says_of_how_many_orders_it_is_and_how_its_interval_was_made():
    rng = np.random.default_rng(7)
    some, every = (
        what_if(arms_of(orders, rng)).set_index("faction").loc["a"]
        for orders in (ORDERS[:3], ORDERS)
    )
    assert (some["setups"], some["interval"]) == (3, PAIRED_SPANNING)
    assert (every["setups"], every["interval"]) == (6, PAIRED_T)


def test_boards_that_share_their_luck_are_no_set_ups_of_their_own():
    one = arms_of(ORDERS[:3], np.random.default_rng(8))
    both = pd.concat([one, one.assign(map="n", cell="n/" + one["cell"])], ignore_index=True)
    alone, together = (what_if(rows).set_index("faction").loc["a"] for rows in (one, both))
    assert together["setups"] == 3
    assert together["high"] - together["low"] == pytest.approx(alone["high"] - alone["low"])


def test_what_a_thing_is_worth_spans_orders_as_well():
    """Each seat in turn is barred, which changes what "a" wins; the others lose nothing by it."""
    rows = arms_of(ORDERS[:3], np.random.default_rng(9))
    free, changed = rows[rows["arm"] == "base"], rows[rows["arm"] == "change"]
    games = [free]
    for name in NAMES:
        own = changed if name == "a" else free
        strategy = np.where(own["faction"] == name, "s_barred", "s")
        games.append(own.assign(cell=f"{name} barred/" + own["cell"], strategy=strategy))
    told = (
        worth_of(pd.concat(games, ignore_index=True), "s", "s_barred").set_index("faction").loc["a"]
    )
    direct = what_if(rows.assign(strategy="s")).set_index("faction").loc["a"]
    assert told["interval"] == PAIRED_SPANNING
    assert told["difference"] == pytest.approx(-direct["difference"])
    assert told["low"] == pytest.approx(-direct["high"])


def test_nothing_is_added_where_all_orders_were_played_or_all_are_alike():
    rng = np.random.default_rng(4)
    assert rate_of_a(study_of(ORDERS, rng, games=15))["interval"] == WILSON
    alike = with_setups(study_of(ORDERS[:3], rng, between=0.0))
    assert nested_variance(alike[alike["faction"] == "a"]).orders < 0.0005


def test_a_set_up_is_told_by_its_board_too():
    one = study_of(ORDERS[:1], np.random.default_rng(5), games=2, rotated=False)
    other = one.assign(map="n", cell="other")
    table = with_setups(pd.concat([one, other], ignore_index=True))
    assert table[SETUP].nunique() == 2
    assert possible_setups(table) == 48  # the first seat never moved
    assert sorted(table[LINE_UP].unique()) == ["m/a+b+c+d", "n/a+b+c+d"]
    assert without_boards(table)[SETUP].nunique() == 1


def rounds_of(names):
    """All orders of some names round the table, those that are turned into each other as one."""
    return {min(line[i:] + line[:i] for i in range(len(line))) for line in permutations(names)}


@pytest.mark.parametrize("names", ["ab", "aab", "abcd", "aabb", "aabbb", "aaaa", "aabbcc"])
def test_orders_round_the_table_are_counted_as_all_of_them_listed(names):
    every = sorted(set(permutations(names)))
    rotated = with_setups(seats_of(every))
    assert rotated[POSSIBLE].unique().tolist() == [len(rounds_of(names))]
    assert rotated[SETUP].nunique() == len(rounds_of(names))
    once = with_setups(seats_of(every[:1]))
    shifts = {every[0][i:] + every[0][:i] for i in range(len(names))}
    assert once[POSSIBLE].unique().tolist() == [len(every) if len(shifts) > 1 else 1]


def seats_of(lines):
    """A game of each line-up by seat."""
    rows = [
        ("".join(line), 0, len(line), seat, name)
        for line in lines
        for seat, name in enumerate(line)
    ]
    return pd.DataFrame(rows, columns=["cell", "replicate", "players", "seat", "faction"])
