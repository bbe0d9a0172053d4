"""Declared columns: what players see of them when a playthrough ends."""

from __future__ import annotations

import pytest

from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Column, Role
from bloodstones.games.registry import GAMES, load_game

INTERNAL = {
    *("players", "map", "seat", "faction", "strategy", "turn_order"),
    *("win_credit", "finished", "end_reason", "final_board"),
    *("lead_changes", "lead_since", "turns_led"),
    *("behind_quarter", "behind_half", "behind_three_quarters"),
}


@pytest.mark.parametrize("game_id", GAMES)
def test_players_see_no_column_that_is_for_statistics_alone(game_id: str) -> None:
    shown = {column.name for column in Columns(load_game(game_id).columns).at_the_end}
    assert not shown & INTERNAL
    assert {"score", "rank"} <= shown


def test_a_column_tells_itself_whether_players_see_it() -> None:
    columns = Columns(
        (
            Column("seat", "int8", "seat", Role.KEY),
            Column("camp", "str", "where it camps", Role.KEY, for_players=True),
            Column("score", "int32", "score", Role.RESULT),
            Column("win_credit", "float64", "share of the win", Role.RESULT),
            Column("board", "str", "the last board", Role.RESULT, for_players=False),
            Column("lead_since", "int16", "since when it led", Role.COURSE),
            Column("turns", "int16", "turns", Role.COURSE, for_players=True),
        )
    )
    assert [column.name for column in columns.at_the_end] == ["camp", "score", "turns"]
