"""Cells played at once: the tables of a study, whatever the number of workers."""

from __future__ import annotations

import pandas as pd
import pytest

from bloodstones.batch.at_once import Batch, play_at_once
from bloodstones.batch.judging import BACKWARDS, both_ways, judging_batch
from bloodstones.core.errors import InputError
from tests.batch.dice_race import GAME

LINE_UPS = (("red", "blue"), ("blue", "red"))


def test_tables_do_not_depend_on_the_number_of_workers() -> None:
    batch = judging_batch("track", LINE_UPS, "bold", 3, 130)
    one, two = (play_at_once(batch, GAME, jobs=jobs) for jobs in (1, 2))
    pd.testing.assert_frame_equal(one.rows, two.rows)
    pd.testing.assert_frame_equal(one.areas, two.areas)
    assert len(one.rows) == 2 * batch.games == 260
    assert one.rows["replicate"].max() == 64
    assert one.rows["score"].dtype == "int16"
    assert sorted(one.areas["area"].unique()) == [1, 2, 3, 4, 5]
    assert one.areas["visits"].sum() == len(one.rows)


def test_maps_share_their_luck_and_other_luck_is_independent() -> None:
    track, lane = (
        play_at_once(judging_batch(board, LINE_UPS, "bold", 3, 20), GAME).rows
        for board in ("track", "lane")
    )
    assert track["score"].equals(lane["score"])
    back = play_at_once(judging_batch("track", LINE_UPS, "bold", 3, 20, BACKWARDS), GAME).rows
    assert not track["score"].equals(back["score"])


def test_a_cell_that_cannot_be_played_is_refused_before_any_game() -> None:
    batch = judging_batch("track", [("red", "pink")], "bold", 3, 10)
    with pytest.raises(InputError, match="expected a faction, got 'pink'"):
        play_at_once(batch, GAME)


def test_both_ways_number_areas_and_citadels_forwards() -> None:
    batch: Batch = judging_batch("track", LINE_UPS, "bold", 3, 20)
    forth = play_at_once(batch, GAME)
    forth.rows["citadel_area"] = [0, 5] * 20
    forth.areas["area"] -= 1
    back = play_at_once(batch, GAME)
    back.rows["citadel_area"] = [1, -1] * 20
    back.areas["area"] -= 1
    found = both_ways(forth, back, "board")
    assert set(found.rows["map"]) == {"board"}
    assert sorted(found.rows["replicate"].unique()) == list(range(20))
    later = found.rows[found.rows["replicate"] >= 10]
    assert later["citadel_area"].tolist() == [3, -1] * 20
    assert found.areas["visits"].sum() == len(found.rows)
    doubled = found.areas.groupby("area")["visits"].sum()
    once = forth.areas.groupby("area")["visits"].sum()
    assert (doubled == once + once.to_numpy()[::-1]).all()
