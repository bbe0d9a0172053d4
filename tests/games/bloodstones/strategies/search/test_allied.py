"""Tables that hold the Chaos Horde down: whom it concerns, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.strategies.policy import PLANS
from bloodstones.kit.players import searchers

pytestmark = pytest.mark.skipif(not JIT, reason="so many playthroughs take compiled kernels")

MAP = "tyrants_lament"
HORDE = "chaos_horde"
OTHERS = ("corsairs", "dragon_riders", "hill_folk", "horse_lords", "necromancers")
BUDGET = 3
SEED = 11
GAMES = 48
LEAST_FALL = 0.08  # of the Horde's win rate; 0.2 was measured


def rows(roles: Sequence[str], names: Sequence[str], games: int = 1) -> Any:
    """Results of games in these seats."""
    setup = Setup(MAP, tuple(map(Seat, roles, names)))
    return GAME.simulate(setup, SEED, "allied", range(games)).rows


@pytest.fixture
def selfish(monkeypatch: pytest.MonkeyPatch) -> str:
    """The same search, but nobody is held down."""
    listed = dict(searchers.searchers(PLANS))
    weights = {**listed["allied"].weights, "opposed": -1}
    listed["selfish"] = replace(listed["allied"], id="selfish", weights=weights)
    monkeypatch.setattr(searchers, "searchers", lambda _: listed)
    return f"selfish_{BUDGET}"


def test_it_holds_nobody_down_without_the_horde(selfish: str) -> None:
    roles = OTHERS[1:4]
    scores = [rows(roles, [name] * 3)["score"] for name in (f"allied_{BUDGET}", selfish)]
    assert scores[0] == scores[1]


def test_the_horde_itself_plays_for_itself_alone(selfish: str) -> None:
    roles = (HORDE, *OTHERS[:3])
    for who, same in (([0], True), ([1, 2, 3], False)):
        played = []
        for name in (f"allied_{BUDGET}", selfish):
            names = [name if seat in who else selfish for seat in range(4)]
            played.append(rows(roles, names)["score"])
        assert (played[0] == played[1]) is same


@pytest.mark.statistical
def test_the_horde_wins_less_where_all_hold_it_down() -> None:
    share = []
    for name in ("glance_8", "allied_8"):
        won = [
            rows((HORDE, *three), ["glance_8", *[name] * 3], GAMES)["win_credit"][::4]
            for three in combinations(OTHERS, 3)
        ]
        share.append(np.mean(won))
    assert share[1] < share[0] - LEAST_FALL
