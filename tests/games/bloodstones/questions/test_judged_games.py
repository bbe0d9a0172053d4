"""The games by which maps are judged: one luck on all maps, both ways of numbering them."""

from __future__ import annotations

from bloodstones.batch.in_memory import Batch, play_at_once
from bloodstones.games.bloodstones.questions.judging.games import (
    BACKWARDS,
    both_ways,
    judging_batch,
)
from tests.batch.dice_race import GAME

LINE_UPS = (("red", "blue"), ("blue", "red"))


def test_maps_share_their_luck_and_other_luck_is_independent() -> None:
    track, lane = (
        play_at_once(judging_batch(board, LINE_UPS, "bold", 3, 20), GAME).rows
        for board in ("track", "lane")
    )
    assert track["score"].equals(lane["score"])
    back = play_at_once(judging_batch("track", LINE_UPS, "bold", 3, 20, BACKWARDS), GAME).rows
    assert not track["score"].equals(back["score"])


def test_both_ways_number_areas_and_citadels_forwards() -> None:
    batch: Batch = judging_batch("track", LINE_UPS, "bold", 3, 20)
    forth = play_at_once(batch, GAME)
    forth.rows["citadel_area"] = [0, 5] * 20
    forth.areas["area"] -= 1
    back = play_at_once(batch, GAME)
    back.rows["citadel_area"] = [1, -1] * 20
    back.areas["area"] -= 1
    joined = both_ways(forth, back, "board")
    assert set(joined.rows["map"]) == {"board"}
    assert sorted(joined.rows["replicate"].unique()) == list(range(20))
    later = joined.rows[joined.rows["replicate"] >= 10]
    assert later["citadel_area"].tolist() == [3, -1] * 20
    assert joined.areas["visits"].sum() == len(joined.rows)
    doubled = joined.areas.groupby("area")["visits"].sum()
    once = forth.areas.groupby("area")["visits"].sum()
    assert (doubled == once + once.to_numpy()[::-1]).all()
