"""The strengths that `explain` reads are those of the shipped ladders (`make strengths`)."""

from __future__ import annotations

import tomllib

import pytest

from bloodstones.games.registry import GAMES
from bloodstones.kit.explain.unequal import FILE
from tests.unequal.__main__ import folder_of, ladders_of, strengths_of

STALE = "strengths.toml is older than a ladder: `make strengths GAME={}`"


def shipped(game_id: str) -> dict[str, object]:
    return tomllib.loads((folder_of(game_id) / FILE).read_text(encoding="utf-8"))


@pytest.mark.parametrize("game_id", list(GAMES))
def test_strengths_name_the_ladders_that_are_shipped(game_id: str) -> None:
    assert shipped(game_id)["ladders"] == ladders_of(game_id), STALE.format(game_id)


@pytest.mark.parametrize("game_id", list(GAMES))
def test_strengths_are_those_of_the_ladders(game_id: str) -> None:
    wanted = strengths_of(game_id)
    tables = shipped(game_id)["tables"]
    assert isinstance(tables, list)
    assert tables
    for table in tables:
        ladder = wanted[table["players"]]
        assert table["strengths"] == pytest.approx(ladder, abs=1e-3), STALE.format(game_id)
