"""Plans that use undead: they step onto villages next door, and are raised."""

from __future__ import annotations

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.bloodstones.game import GAME
from tests.games.bloodstones.strategies.blunders import MAP, SEED, Blunder, count_blunders

pytestmark = pytest.mark.skipif(not JIT, reason="so many playthroughs take compiled kernels")

GAMES = 24


def undead_of(strategy: str) -> tuple[int, int]:
    """How many undead phases ended past a village next door, and how many undead rose."""
    seats = (Seat("necromancers", strategy), Seat("horse_lords", "champion"))
    counts = count_blunders(GAME.seat(Setup(MAP, seats)), SEED, range(GAMES)).sum(axis=0)
    return int(counts[Blunder.PASSED_BY, 0]), int(counts[Blunder.RISEN, 0])


def test_a_champions_undead_pass_no_village_by_and_more_of_them_rise() -> None:
    refused, raised = undead_of("raider_tuned")
    assert refused > 0
    again, more = undead_of("champion")
    assert again == 0
    assert more > raised
