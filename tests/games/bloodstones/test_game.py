"""What the game tells of itself: tables that may be, the code of strategies, uncompiled players."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.strategies.seat_view import SeatView
from tests.python_players import as_strategy

EAGER = f"{__name__}:eager"


@as_strategy
def eager(_: SeatView, legal: tuple) -> object:
    """Take the last of the legal decisions."""
    return legal[-1]


@pytest.mark.rule("BS-SETUP-05")
def test_corsairs_and_the_horde_want_company() -> None:
    missing = [set(Faction.ids()) - set(GAME.roles_for(players)) for players in (2, 3, 4)]
    assert missing == [{"chaos_horde", "corsairs"}, {"chaos_horde"}, set()]


@pytest.mark.rule("BS-SETUP-01")
def test_a_map_takes_so_many_players() -> None:
    assert tuple(GAME.players_on("tyrants_lament")) == (2, 3, 4)


def test_python_strategies_differ_by_their_code(tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    path.write_text("class First:\n    traits = {}\n    choose = min\n")
    assert len({GAME.code_of(EAGER), GAME.code_of(f"{path}:First"), GAME.code_of("warlord")}) == 3
    assert GAME.code_of("warlord") == ""


def test_a_python_strategy_plays_the_same_game_again() -> None:
    setup = Setup("tyrants_lament", (Seat("hill_folk", EAGER), Seat("horse_lords", "random")))
    first, again = (GAME.simulate(setup, 5, "test", range(1)).rows for _ in range(2))
    assert first == again
    assert first["turns"][0] > 0


def test_columns_hold_what_a_game_that_drags_on_can_count() -> None:
    """A seat may regroup more than a hundred times while another one cannot."""
    bounded = {"players", "seat", "turn_order", "villages", "citadels_captured", "rank"}
    counted = {
        column.name: np.iinfo(column.dtype).max
        for column in GAME.columns
        if column.dtype.startswith("int") and column.name not in bounded
    }
    assert "regroups" in counted
    assert min(counted.values()) >= np.iinfo(np.int16).max
