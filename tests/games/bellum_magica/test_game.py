"""The game in the laboratory: setups, columns, chunks, threads, contests."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Role, Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.bellum_magica.columns import COLUMNS
from bloodstones.games.bellum_magica.game import GAME


def setup(*strategies: str, **more: Any) -> Setup:
    return Setup("", tuple(Seat("", name) for name in strategies), **more)


FOUR = setup("farmer", "plunderer", "thief", "scout")


@pytest.fixture(scope="module")
def rows() -> Any:
    return GAME.simulate(FOUR, 3, "rows", range(12)).rows


def test_rows_have_the_declared_columns(rows: Any) -> None:
    assert list(rows) == [column.name for column in COLUMNS]
    assert {len(values) for values in rows.values()} == {48}
    for column in COLUMNS:
        if column.dtype != "str":
            values = np.array(rows[column.name])
            assert (values == values.astype(column.dtype)).all()
        assert column.meaning


@pytest.mark.rule("BM-END-03", "BM-END-04")
def test_sources_of_points_add_up_to_the_score(rows: Any) -> None:
    sources = [column.name for column in COLUMNS if column.role is Role.POINTS]
    assert len(sources) == 4
    assert all(column.colour for column in COLUMNS if column.role is Role.POINTS)
    total = np.sum([rows[name] for name in sources], axis=0)
    assert total.tolist() == rows["score"]
    chests = np.array(rows["wood"]) + rows["metal"] + rows["gold"]
    assert chests.tolist() == rows["chests"]
    gained = np.array(rows["chests_scouted"]) + rows["chests_plundered"] + rows["chests_stolen"]
    assert (gained - rows["chests_lost"] == chests).all()


def test_each_game_has_its_winners_and_its_end(rows: Any) -> None:
    credit = np.array(rows["win_credit"]).reshape(12, 4)
    assert np.allclose(credit.sum(axis=1), 1)
    assert all(rows["finished"])
    assert set(rows["end_reason"]) <= {"chests", "stalled", "day_limit"}
    assert ((np.array(rows["rank"]) == 1) == (np.array(rows["win_credit"]) > 0)).all()
    assert min(rows["behind_half"]) == 0
    assert sorted(set(rows["turn_order"])) == [0, 1, 2, 3]


def test_a_replicate_does_not_depend_on_its_chunk(rows: Any) -> None:
    alone = GAME.simulate(FOUR, 3, "rows", range(7, 8)).rows
    for name, values in alone.items():
        assert list(values) == list(rows[name][28:32])
    assert GAME.simulate(FOUR, 3, "rows", range(0)).rows["score"] == []


def test_threads_play_the_same_games(rows: Any) -> None:
    parts = [range(0, 4), range(4, 8), range(8, 12)]
    with ThreadPoolExecutor(3) as pool:
        chunks = list(pool.map(lambda part: GAME.simulate(FOUR, 3, "rows", part).rows, parts))
    for name, values in rows.items():
        assert [value for chunk in chunks for value in chunk[name]] == list(values)


def test_named_boards_are_kept_and_others_dealt() -> None:
    mixed = Setup("", (Seat("c4", "random"), Seat("", "random")))
    castles = np.array(GAME.simulate(mixed, 1, "", range(12)).rows["faction"]).reshape(12, 2)
    assert set(castles[:, 0]) == {"c4"}
    assert "c4" not in castles[:, 1]
    assert len(set(castles[:, 1])) > 1


def test_overrides_and_own_data_change_the_game(tmp_path: Any) -> None:
    short = setup("farmer", "scout", overrides={"play.end_chests": 3})
    days = GAME.simulate(short, 1, "", range(10)).rows["game_turns"]
    assert np.mean(days) < np.mean(
        GAME.simulate(setup("farmer", "scout"), 1, "", range(10)).rows["game_turns"]
    )
    with pytest.raises(InputError, match="data files of the game"):
        GAME.check(setup("random", "random", data=str(tmp_path)))


def test_every_fault_of_a_setup_is_reported_at_once() -> None:
    bad = Setup(
        "tyrants_lament",
        (Seat("c1", "famer"), Seat("c1", "random"), Seat("c8", "random")),
        {"thief_use": "few"},
        {"C1.shields": 99},
    )
    with pytest.raises(InputError) as caught:
        GAME.check(bad)
    told = str(caught.value)
    for words in (
        "a value of thief_use",
        "shields from 0 to 20",
        "no board in a game without one",
        "c1 again",
        "a castle board, got 'c8'",
        "did you mean farmer?",
    ):
        assert words in told
    with pytest.raises(InputError, match="2 to 5 players, got 1"):
        GAME.check(setup("random"))
    with pytest.raises(InputError, match="no choices: this game has none, got 'army'"):
        GAME.check(setup("random", "random", choices={"army": "x"}))


def test_what_the_game_says_of_itself() -> None:
    assert GAME.players_on("") == range(2, 6)
    assert GAME.roles_for(3) == ("c1", "c2", "c3", "c4", "c5")
    assert GAME.board_table("") == {}
    assert GAME.boards() == ()
    with pytest.raises(InputError, match="no board"):
        GAME.players_on("tyrants_lament")


def test_a_contest_counts_what_simulate_counts() -> None:
    two = setup("farmer", "plunderer")
    same = GAME.contest(two, {}, 5, "contest", range(20))
    rows = GAME.simulate(two, 5, "contest", range(20)).rows
    assert same.ravel().tolist() == rows["win_credit"]
    lame = dict.fromkeys(("food", "glyph", "sword", "magic_sword", "thief", "treasure"), 0.0)
    other = GAME.contest(two, {0: {**lame, "least": 6.0}}, 5, "contest", range(20))
    assert other[:, 0].sum() < same[:, 0].sum()
    assert GAME.parameters("thief")[0].name == "food"
    with pytest.raises(InputError, match="a scripted strategy"):
        GAME.parameters("random")
