"""Games of Battalia beside those of a peer, taken in turn in one run."""

from __future__ import annotations

import json
import time
from statistics import median

import pytest

from bloodstones.core.game import Seat, Setup
from bloodstones.core.kernel import JIT
from bloodstones.games.battalia.game import GAME
from tests.benchmarks.conftest import Figures, python, times

pytestmark = pytest.mark.benchmark_suite
PLANS = ("builder", "raider", "fighter", "thinner")
SECONDS = 3.0
ROUNDS = 3
GAMES = 400


def games_per_second(strategies: tuple[str, ...]) -> float:
    """Games a second of processor time, on one core."""
    setup = Setup("", tuple(Seat("", name) for name in strategies))
    GAME.simulate(setup, 1, "speed", range(1))
    began = time.process_time()
    GAME.simulate(setup, 1, "speed", range(GAMES))
    return GAMES / (time.process_time() - began)


def test_games_beside_catanatron(figures: Figures) -> None:
    GAME.warm_up()
    peer, random, plans = [], [], []
    for _ in range(ROUNDS):
        args = ("-m", "tests.benchmarks.catanatron_games", "weighted_random", str(SECONDS))
        peer.append(json.loads(python(*args)[0])["games_per_s"])
        random.append(games_per_second(("random",) * len(PLANS)))
        plans.append(games_per_second(PLANS))
    games = median(peer)
    figures.add("Catanatron, 4 weighted random players", games, "games/s")
    for what, found in (("random", random), ("four plans", plans)):
        ratio = f"{times(median(found), games)} times"
        figures.add(f"Battalia, 4 players, {what}", median(found), "games/s", ratio)
    assert JIT
