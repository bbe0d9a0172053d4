"""How many games a second of processor time, beside those of a peer; no time is asserted."""

from __future__ import annotations

import json
import time

import pytest

from bloodstones.core.kernel import JIT
from bloodstones.games.battlelore.game import GAME
from tests.benchmarks.conftest import python, times
from tests.games.battlelore.scene import setup

pytestmark = pytest.mark.benchmark_suite
SECONDS = 3.0
GAMES = 4000


def games_per_second(strategies: tuple[str, str]) -> float:
    given = setup("drawn", strategies=strategies)
    GAME.warm_up()
    GAME.simulate(given, 1, "speed", range(1))
    began = time.process_time()
    rows = GAME.simulate(given, 1, "speed", range(GAMES)).rows
    seconds = time.process_time() - began
    assert len(rows["rank"]) == 2 * GAMES
    return GAMES / seconds


def test_games_beside_catanatron() -> None:
    told, _ = python("-m", "tests.benchmarks.catanatron_games", "weighted_random", str(SECONDS))
    peer = json.loads(told)["games_per_s"]
    random, plans = (
        games_per_second(("random", "random")),
        games_per_second(("hunter", "banner_holder")),
    )
    print(f"\nCatanatron, 4 weighted random players: {peer:,.1f} games/s")
    print(f"random: {random:,.0f} games/s, {times(random, peer)} times")
    print(f"two plans: {plans:,.0f} games/s, {times(plans, peer)} times")
    assert JIT
