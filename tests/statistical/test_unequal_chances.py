"""Chances between unequal players hold in games that nobody has fitted anything to."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.games.registry import GAMES, load_game
from bloodstones.kit.explain.fading import brier, reliability
from bloodstones.kit.explain.unequal import read_ratings
from tests.unequal import positions
from tests.unequal.__main__ import ladder_for, ladders_of

TABLES = 16
FRESH = 40  # the seed of other tables and other luck than those that were fitted


@pytest.mark.statistical
@pytest.mark.parametrize("game_id", GAMES)
def test_strengths_bring_chances_nearer_to_what_comes_true(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "SEED", FRESH)
    ratings = read_ratings(load_game(game_id).finder_for().plans.folder, 2)  # type: ignore[attr-defined]
    assert ratings is not None
    ladder = ladder_for(ladders_of(game_id), 2)
    found = positions.seen(ladder, ratings.strengths, 2, TABLES)
    chances = found.unequal(ratings.fade)
    assert brier(chances, found) < brier(found.chances, found)
    off = {
        told: sum(abs(chance - won) * seats for chance, won, seats in reliability(each, found))
        for told, each in (("equals", found.chances), ("strengths", chances))
    }
    assert off["strengths"] < off["equals"]
    assert np.allclose(chances.sum(axis=1), 1.0)
