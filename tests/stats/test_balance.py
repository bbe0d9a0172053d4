"""Win rates and fairness verdicts of tidy tables."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.stats.balance import (
    BOOTSTRAP,
    WILSON,
    Verdict,
    fairness_verdict,
    match_ups,
    win_rates,
)
from bloodstones.stats.intervals import wilson_interval
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


@st.composite
def intervals(draw):
    low, high = sorted(draw(st.tuples(st.floats(0, 1), st.floats(0, 1))))
    return (
        low,
        high,
        draw(st.sampled_from([1 / 2, 1 / 3, 1 / 4, 1 / 6])),
        draw(st.floats(0.01, 0.5)),
    )


@given(intervals())
def test_exactly_one_verdict_holds_and_means_what_it_says(case):
    low, high, fair, band = case
    inside = low >= fair - band and high <= fair + band
    outside = low > fair + band or high < fair - band
    verdict = fairness_verdict(low, high, fair, band)
    assert (verdict is Verdict.FAIR) == inside
    assert (verdict is Verdict.UNFAIR) == outside
    assert (verdict is Verdict.TOO_FEW) == (not inside and not outside)


@given(intervals())
def test_a_wider_band_never_turns_fair_into_anything_else(case):
    low, high, fair, band = case
    if fairness_verdict(low, high, fair, band) is Verdict.FAIR:
        assert fairness_verdict(low, high, fair, min(0.5, 2 * band)) is Verdict.FAIR


@pytest.mark.parametrize("band", [0, -0.1, 0.6])
def test_a_band_out_of_range_is_refused(band):
    with pytest.raises(InputError, match=r"expected a band above 0 and up to 0\.5"):
        fairness_verdict(0.4, 0.5, 0.5, band)


def test_win_rate_equals_the_wilson_interval_of_the_credit():
    table = win_rates(games_table([1, 1, 0, 0.5, 1]), ["faction"]).set_index("faction")
    hill = table.loc["hill_folk"]
    assert hill["wins"] == 3.5
    assert hill["rate"] == pytest.approx(0.7)
    assert (hill["low"], hill["high"]) == pytest.approx(wilson_interval(3.5, 5))
    assert hill["interval"] == WILSON
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


@pytest.mark.statistical
def test_verdicts_are_wrong_in_at_most_a_twentieth_of_studies():
    """A rate on the edge of the band may hardly ever be called fair, nor be called unfair."""
    rng = np.random.default_rng(8)
    verdicts = [
        fairness_verdict(*wilson_interval(wins, 2000), 0.5, 0.05)
        for wins in rng.binomial(2000, 0.55, 10_000)
    ]
    assert verdicts.count(Verdict.FAIR) / 10_000 <= 0.03
    assert verdicts.count(Verdict.UNFAIR) / 10_000 <= 0.03


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
