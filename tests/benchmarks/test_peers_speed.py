"""Complete games beside those of a peer, taken in turn in one run."""

from __future__ import annotations

import json
from statistics import median

import pytest

from tests.benchmarks.conftest import Figures, bench, python, times

pytestmark = pytest.mark.benchmark_suite
PLAYERS = 4
ROUNDS = 3
SECONDS = 3.0


def peer(players: str) -> dict[str, float]:
    out, _ = python("-m", "tests.benchmarks.catanatron_games", players, str(SECONDS))
    told: dict[str, float] = json.loads(out)
    return told


def test_complete_games_beside_catanatron(figures: Figures) -> None:
    own, rand, weighted = [], [], []
    for _ in range(ROUNDS):
        own.append(bench(PLAYERS, SECONDS))
        rand.append(peer("random"))
        weighted.append(peer("weighted_random"))
    ticks = median(told["ticks_per_s"] for told in rand)
    decisions = median(told["random_decisions_per_s"] for told in own)
    figures.add("Catanatron, 4 random players", ticks, "ticks/s")
    figures.add("random decisions, 4 players", decisions, "/s", f"{times(decisions, ticks)} times")
    games = median(told["games_per_s"] for told in weighted)
    scripted = median(told["scripted_games_per_s"] for told in own)
    figures.add("Catanatron, 4 weighted random players", games, "games/s")
    figures.add("scripted games, 4 players", scripted, "/s", f"{times(scripted, games)} times")
    for told in own:
        assert told["jit"]
