"""Win rates and fairness verdicts of tidy tables."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.balance import (
    BOOTSTRAP,
    ONE_ORDER,
    match_ups,
    strategy_rates,
    win_rates,
)
from bloodstones.stats.inference.intervals import wilson_interval
from bloodstones.stats.table import level_games, luck_labels, mixed_games
from tests.synthetic import results_tables


@pytest.fixture(scope="module")
def rows():
    return results_tables(seed=1, games=120)[0]


def games_table(credits, *, stopped=(), strategy="warlord"):
    """A table of two-player games: `credits` is the win credit of the first faction."""
    n = len(credits)
    return pd.DataFrame(
        {
            "cell": "only",
            "replicate": np.repeat(np.arange(n), 2),
            "players": 2,
            "map": "board",
            "seat": np.tile([0, 1], n),
            "turn_order": np.tile([0, 1], n),
            "faction": np.tile(["hill_folk", "corsairs"], n),
            "strategy": strategy,
            "win_credit": np.stack([credits, 1 - np.asarray(credits)], axis=1).ravel(),
            "finished": np.repeat([i not in stopped for i in range(n)], 2),
            "end_reason": np.repeat(
                ["turn_limit" if i in stopped else "regroups" for i in range(n)], 2
            ),
        }
    )


def test_win_rate_equals_the_wilson_interval_of_the_credit():
    table = win_rates(games_table([1, 1, 0, 0.5, 1]), ["faction"]).set_index("faction")
    hill = table.loc["hill_folk"]
    assert hill["wins"] == 3.5
    assert hill["rate"] == pytest.approx(0.7)
    assert (hill["low"], hill["high"]) == pytest.approx(wilson_interval(3.5, 5))
    assert hill["interval"] == ONE_ORDER
    assert table["wins"].sum() == 5


def test_unfinished_games_stay_in_and_are_counted():
    table = win_rates(games_table([1, 0, 1, 0], stopped={1, 2}), ["faction"])
    assert list(table["games"]) == [4, 4]
    assert list(table["unfinished"]) == [2, 2]


def test_fair_share_is_the_mean_of_one_in_players(rows):
    table = win_rates(rows, ["players"]).set_index("players")
    assert table["fair_share"].to_dict() == pytest.approx({2: 1 / 2, 3: 1 / 3})
    assert table["rate"].to_dict() == pytest.approx({2: 1 / 2, 3: 1 / 3})


def test_groups_whose_seats_share_a_game_are_resampled_by_game(rows):
    """One strategy in every seat wins its fair share without any error."""
    table = win_rates(level_games(rows), ["players", "strategy"])
    assert set(table["interval"]) == {BOOTSTRAP}
    assert table["low"].to_numpy() == pytest.approx(table["fair_share"].to_numpy())
    assert table["high"].to_numpy() == pytest.approx(table["fair_share"].to_numpy())


def test_a_seat_that_never_wins_has_an_interval_also_where_arms_share_their_luck():
    one = games_table([1] * 100)
    both = pd.concat([one, one.assign(cell="other")], ignore_index=True)
    table = win_rates(both, ["seat"])
    assert list(table["interval"]) == [BOOTSTRAP] * 2
    low, high = wilson_interval(0, 100)
    assert table.loc[table["seat"] == 1, ["low", "high"]].to_numpy() == pytest.approx(
        np.array([[low, high]])
    )


def test_arms_that_share_their_luck_are_not_counted_as_independent():
    one = games_table([1, 0] * 100)
    other = one.assign(cell="other", strategy="builder")
    both = win_rates(pd.concat([one, other], ignore_index=True), ["faction"])
    alone = win_rates(one, ["faction"])
    assert list(both["interval"]) == [BOOTSTRAP] * 2
    width = both["high"] - both["low"]
    assert width.to_numpy() == pytest.approx((alone["high"] - alone["low"]).to_numpy(), rel=0.1)


def test_luck_follows_the_line_up_and_the_replicate_and_not_the_order_of_rows(rows):
    luck = luck_labels(rows)
    shuffled = rows.sample(frac=1, random_state=1)
    again = luck_labels(shuffled)
    assert (again.loc[rows.index] == luck).all()
    lineups = {tuple(f) for _, f in rows.groupby(["cell", "replicate"])["faction"]}
    assert luck.nunique() == len(lineups) * 120


def test_planted_effects_are_found_with_enough_games():
    rows, _ = results_tables(seed=3, games=2000)
    table = win_rates(level_games(rows), ["players", "strategy", "faction"])
    found = table.set_index(["players", "strategy", "faction"])["verdict"]
    assert found.loc[(2, "warlord", "dragon_riders")] == "unfair"
    assert found.loc[(2, "warlord", "hill_folk")] == "unfair"
    assert found.loc[(2, "warlord", "horse_lords")] == "fair"


def test_level_and_mixed_games_split_the_table(rows):
    level, mixed = level_games(rows), mixed_games(rows)
    assert len(level) + len(mixed) == len(rows)
    assert level.groupby(["cell", "replicate"])["strategy"].nunique().max() == 1
    assert mixed.groupby(["cell", "replicate"])["strategy"].nunique().min() == 2


def test_an_unknown_grouping_is_refused(rows):
    with pytest.raises(InputError, match="expected a column of the table, got 'colour'"):
        win_rates(rows, ["colour"])


def test_match_ups_compare_ranks_at_the_same_table():
    rows = pd.DataFrame(
        {
            "cell": "c",
            "replicate": [0, 0, 0, 1, 1, 1],
            "map": "m",
            "players": 3,
            "seat": [0, 1, 2] * 2,
            "faction": ["a", "b", "c"] * 2,
            "rank": [1, 2, 3, 2, 2, 1],
            "win_credit": [1.0, 0, 0, 0, 0, 1],
            "finished": True,
        }
    )
    table = match_ups(rows).set_index(["faction", "opponent"])
    assert len(table) == 6
    assert table["rate"]["a", "b"] == 0.75
    assert table["rate"]["b", "a"] == 0.25
    assert table["rate"]["c", "a"] == 0.5
    assert set(table["fair_share"]) == {0.5}
    assert set(table["games"]) == {2}


def test_strategies_are_stronger_or_weaker_and_never_fair():
    even, odd = games_table([1, 0] * 50), games_table([1] * 90 + [0] * 10)
    for table, told in ((even, {"not told apart"}), (odd, {"stronger", "weaker"})):
        rates = strategy_rates(win_rates(table, ["faction"]))
        assert set(rates["verdict"]) == told


def test_each_rate_says_how_many_more_games_would_tell():
    table = win_rates(games_table([1] * 58 + [0] * 42), ["faction"]).set_index("faction")
    assert table.loc["hill_folk", "verdict"] == "too few games"
    assert table.loc["hill_folk", "more_games"] > 1000
    assert set(table["setups"]) == {1}
