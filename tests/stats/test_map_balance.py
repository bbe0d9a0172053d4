"""What games tell about a map: seats, citadel areas, leads, contested areas, pairs of maps."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.maps import (
    LEAD_MEASURES,
    START,
    contested_areas,
    judge_map,
    lead_summary,
    map_differences,
    places,
)
from tests.declared import COLUMNS, COMPARED, CONTESTED, MEASURES
from tests.judged_games import AREAS, judged_areas, judged_rows


def test_citadel_areas_are_compared_with_the_same_factions_elsewhere() -> None:
    rows = judged_rows(2, 600, edge=0.15)
    table = places(rows, "citadel_area").set_index("citadel_area")
    assert list(table.index) == [1, 4]
    assert table["seats"].sum() == len(rows)
    assert table.loc[1, "edge_low"] > 0 > table.loc[4, "edge_high"]
    weighted = (table["edge"] * table["seats"]).sum()
    assert weighted == pytest.approx(0.0, abs=1e-9)
    chosen = rows[rows["citadel_area"] == 1]
    assert table.loc[1, "rate"] == pytest.approx(chosen["win_credit"].mean())
    assert table.loc[1, "score_low"] < chosen["score"].mean() < table.loc[1, "score_high"]


def test_seats_without_a_citadel_are_left_out() -> None:
    rows = judged_rows(2, 50)
    rows.loc[rows["faction"] == "hill_folk", "citadel_area"] = -1
    assert places(rows, "citadel_area")["seats"].sum() == 200


def test_the_lead_is_shown_by_game_and_by_winner() -> None:
    rows = judged_rows(3, 80)
    table = lead_summary(rows).set_index("measure")
    games = rows[rows["seat"] == 0]
    won = rows[rows["win_credit"] > 0]
    assert list(table.index) == list(LEAD_MEASURES)
    assert table.loc["lead_changes", "mean"] == pytest.approx(games["lead_changes"].mean())
    assert table.loc["never", "mean"] == pytest.approx((games["lead_changes"] == 0).mean())
    settled = 1 - games["lead_since"] / games["game_turns"]
    assert table.loc["settled", "mean"] == pytest.approx(settled.mean())
    led = won["turns_led"] / won["game_turns"]
    assert table.loc["winner_led", "mean"] == pytest.approx(led.mean())
    assert (table["low"] <= table["mean"]).all()
    assert (table["mean"] <= table["high"]).all()


def test_contested_areas_are_means_a_game_with_intervals_over_cells() -> None:
    rows = judged_rows(4, 100)
    areas = judged_areas(rows)
    table = contested_areas(rows, areas, CONTESTED).set_index("area")
    assert len(table) == AREAS
    for measure in ("battles", "villages_captured"):
        mean = areas.groupby("area")[measure].sum() / 200
        assert np.allclose(table[measure], mean)
        assert (table[f"{measure}_low"] <= table[measure]).all()
        assert (table[measure] <= table[f"{measure}_high"]).all()
        assert table[f"{measure}_share"].sum() == pytest.approx(1.0)
    assert table["battles"].idxmax() == 2


def test_a_judgement_is_of_one_map_player_count_and_strategy() -> None:
    rows = judged_rows(5, 60)
    found = judge_map(rows, judged_areas(rows), COLUMNS, MEASURES)
    assert (found.map, found.players, found.games) == ("board", 3, 120)
    assert found.unevenness.games == 120
    assert set(found.points["turn_order"]) == {0, 1, 2}
    both = pd.concat([rows, judged_rows(6, 60, board="other")])
    with pytest.raises(InputError, match=r"expected playthroughs of one map, got 2 \(table\)"):
        judge_map(both, judged_areas(both), COLUMNS, MEASURES)


def test_pairs_have_the_difference_of_means_and_the_correlation_of_their_luck() -> None:
    luck = np.random.default_rng(1).random((2, 500))
    one, other = (judged_rows(seed, 500, start=0.05 * seed, luck=luck) for seed in (2, 1))
    table = map_differences(one, other, COMPARED).set_index("measure")
    line = table.loc[START]
    starts = [rows[rows["turn_order"] == 0]["win_credit"].mean() for rows in (one, other)]
    assert (line["first"], line["second"]) == pytest.approx(tuple(starts))
    assert line["difference"] == pytest.approx(starts[0] - starts[1])
    assert line["low"] < line["difference"] < line["high"]
    assert line["correlation"] > 0.8
    assert table.loc["lead changes a game", "correlation"] < 0.3
    assert set(table["pairs"]) == {1000}


def test_maps_that_do_not_pair_are_refused() -> None:
    with pytest.raises(InputError, match="expected two maps with the same line-ups"):
        map_differences(judged_rows(1, 40), judged_rows(1, 41), COMPARED)
    with pytest.raises(InputError, match="expected at least 30 pairs, got 20"):
        map_differences(judged_rows(1, 10), judged_rows(1, 10), COMPARED)
