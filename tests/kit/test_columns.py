"""Declared columns: where their values stand, and the rows and sums made from there."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Column, Seat, Setup
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit.columns import (
    SEAT,
    STANDARD,
    FieldSource,
    PlayedGames,
    Rows,
    Sums,
    of_game,
    of_seat,
    order_from,
    records,
    total_of,
    with_sources,
)


class State(Layout):
    """Three seats, of which two play."""

    turn: Annotated[int, np.int64]
    ending: Annotated[int, np.int64]
    first: Annotated[int, np.int64]
    rank: Annotated[Array, np.int8, (3,)]
    coins: Annotated[Array, np.int8, (3, 2)]
    fought: Annotated[Array, np.int8, (2, 3)]
    visits: Annotated[Array, np.int8, (4,)]


@pytest.fixture
def played() -> PlayedGames:
    states: Any = records(State, 2)
    for number, ranks in enumerate(((1, 2, 0), (1, 1, 0))):
        state = states[number]
        state.turn, state.ending, state.first = 5 + number, 1 + number, 1
        state.rank[:] = ranks
        state.coins[:] = [[1, 2], [3, 4], [9, 9]]
        state.fought[:] = [[1, 2, 3], [4, 5, 6]]
        state.visits[:] = [100, number, 0, 7]
    setup = Setup("hill", (Seat("red", "bold"), Seat("blue", "meek")))
    game = (setup, None, None, range(2), states, np.zeros((2, 1), np.int64))
    return PlayedGames(*game, ("none", "goal", "limit"), (2,))


def rows(played: PlayedGames, *columns: Column) -> dict[str, Any]:
    table = Rows(with_sources(columns, STANDARD))
    table.add(played)
    return dict(table.columns)


def test_what_is_declared_is_read_from_the_states(played: PlayedGames) -> None:
    found = rows(
        played,
        Column("copper", "int8", "copper coins", source=of_seat("coins", 1)),
        Column("all", "int8", "coins of both kinds", source=total_of("coins")),
        Column("defended", "int8", "defences", source=FieldSource("fought", (1, SEAT))),
        Column("turns", "int8", "turns", source=of_game("turn")),
        Column("why", "str", "the end", source=of_game("ending", names=("-", "won", "late"))),
        Column("turn_order", "int8", "place in turn order", source=order_from("first")),
    )
    assert found == {
        "copper": [2, 4, 2, 4],
        "all": [3, 7, 3, 7],
        "defended": [4, 5, 4, 5],
        "turns": [5, 5, 6, 6],
        "why": ["won", "won", "late", "late"],
        "turn_order": [1, 0, 1, 0],
    }


def test_columns_of_every_game_need_no_source(played: PlayedGames) -> None:
    names = [name for name in STANDARD if name != "score"]
    found = rows(replace(played, scale=2), *(Column(name, "", "") for name in names))
    assert found == {
        "players": [2] * 4,
        "map": ["hill"] * 4,
        "seat": [0, 1, 0, 1],
        "faction": ["red", "blue"] * 2,
        "strategy": ["bold", "meek"] * 2,
        "rank": [1, 2, 1, 1],
        "win_credit": [1.0, 0.0, 0.5, 0.5],
        "finished": [True, True, False, False],
        "end_reason": ["goal", "goal", "limit", "limit"],
        "game_turns": [10, 10, 12, 12],
    }


def test_a_column_without_a_source_is_refused() -> None:
    with pytest.raises(LookupError, match="expected a source of the column luck, got none"):
        with_sources([Column("luck", "int8", "luck")], STANDARD)


def test_measures_are_summed_by_area_of_the_board_beyond_small_numbers(played: PlayedGames) -> None:
    sums = Sums({"visits": lambda each: each.field("visits")}, 3)
    for _ in range(2):
        sums.add(played)
    assert sums.areas == {"visits": [400, 2, 0]}


def test_a_source_is_no_part_of_what_a_column_is() -> None:
    told = Column("coins", "int8", "coins")
    assert replace(told, source=of_seat("coins", 0)) == told
