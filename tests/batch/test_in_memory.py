"""Cells played at once: the tables of a study, whatever the number of workers."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import pytest

from bloodstones.batch.in_memory import Batch, play_at_once
from bloodstones.batch.study.plan import Cell
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from tests.batch.card_race import CARD_RACE
from tests.batch.dice_race import GAME

LINE_UPS = (("red", "blue"), ("blue", "red"))


def batch_of(board: str, line_ups: Sequence[tuple[str, ...]], games: int) -> Batch:
    """A batch whose luck is keyed by the line-up."""
    cells = []
    for roles in line_ups:
        setup = Setup(board, tuple(Seat(role, "bold") for role in roles))
        cells.append(Cell(f"{board}/{'+'.join(roles)}", "+".join(roles), setup))
    return Batch(3, games // len(cells), tuple(cells))


def test_tables_do_not_depend_on_the_number_of_workers() -> None:
    batch = batch_of("track", LINE_UPS, 130)
    one, two = (play_at_once(batch, GAME, jobs=jobs) for jobs in (1, 2))
    pd.testing.assert_frame_equal(one.rows, two.rows)
    pd.testing.assert_frame_equal(one.areas, two.areas)
    assert len(one.rows) == 2 * batch.games == 260
    assert one.rows["replicate"].max() == 64
    assert one.rows["score"].dtype == "int16"
    assert sorted(one.areas["area"].unique()) == [1, 2, 3, 4, 5]
    assert one.areas["visits"].sum() == len(one.rows)


def test_a_cell_that_cannot_be_played_is_refused_before_any_game() -> None:
    batch = batch_of("track", [("red", "pink")], 10)
    with pytest.raises(InputError, match="expected a faction, got 'pink'"):
        play_at_once(batch, GAME)


def test_a_batch_without_a_board_has_no_areas() -> None:
    cell = Cell("3p/bold", "3p", Setup("", tuple(Seat("", "bold") for _ in range(3))))
    played = play_at_once(Batch(3, 4, (cell,)), CARD_RACE)
    assert len(played.rows) == 12
    assert played.areas.empty
