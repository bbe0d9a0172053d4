"""Points, lengths, activity and area rates of tidy tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.stats.inference.rounding import decimals_for, show, show_percent
from bloodstones.stats.summary import (
    activity,
    area_rates,
    game_lengths,
    points_by_source,
    unfinished_games,
)
from tests.declared import ACTIVITY, MEASURES, SOURCES
from tests.synthetic import results_tables


@pytest.fixture(scope="module")
def tables():
    return results_tables(seed=2, games=100)


def test_points_by_source_sum_to_the_mean_score_inside_its_interval(tables):
    table = points_by_source(tables[0], ["faction"], list(SOURCES), seed=1)
    sums = table[list(SOURCES)].sum(axis=1)
    assert sums.to_numpy() == pytest.approx(table["score"].to_numpy())
    assert (table["low"] < table["score"]).all()
    assert (table["score"] < table["high"]).all()


def test_activity_is_the_mean_of_each_seat(tables):
    rows = tables[0]
    table = activity(rows, ["faction"], list(ACTIVITY)).set_index("faction")
    hill = rows[rows["faction"] == "hill_folk"]
    for column in ACTIVITY:
        assert table.loc["hill_folk", column] == pytest.approx(hill[column].mean())


def test_lengths_count_a_game_once_and_its_unfinished_ones(tables):
    rows = tables[0]
    table = game_lengths(rows, ["players"], seed=1).set_index("players")
    games = rows[rows["seat"] == 0]
    for players, group in games.groupby("players"):
        line = table.loc[players]
        assert line["games"] == len(group)
        assert line["turns"] == pytest.approx(group["game_turns"].mean())
        assert line["unfinished"] == (group["end_reason"] == "turn_limit").sum()
        rounds = np.ceil(group["game_turns"] / players)
        assert line["median"] == rounds.median()
        assert line["short"] <= line["median"] <= line["long"]
    assert unfinished_games(rows) == (table["games"].sum(), table["unfinished"].sum())


def test_area_rates_hold_one_citadel_a_seat(tables):
    rows, areas = tables
    rates = area_rates(rows, areas, [each.name for each in MEASURES])
    games = rows.drop_duplicates(["cell", "replicate"])
    assert rates["games"].unique().tolist() == [len(games)]
    assert rates["citadels"].sum() == pytest.approx(games["players"].mean())


@given(st.floats(1e-4, 1e4))
def test_the_last_decimal_shown_is_not_finer_than_the_first_digit_of_the_error(error):
    places = decimals_for(error)
    assert places == 0 or 10**-places <= error * 1.000001
    assert error >= 1 or 10**-places > error / 10.000001


def test_numbers_are_shown_without_decimals_beyond_their_error():
    assert show(31.6355, 31.39, 31.89) == "31.6 (31.4–31.9)"
    assert show_percent(0.5716, 0.515, 0.626) == "57 % (52–63 %)"
    assert show_percent(0.50012, 0.4988, 0.5014) == "50.0 % (49.9–50.1 %)"
