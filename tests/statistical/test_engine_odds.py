"""300 random battles, each fought a million times by the engine, against the exact odds."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest
from scipy.stats import kstest, norm

from tests.games.bloodstones.engine_fights import EngineBattle, engine_battles

pytestmark = pytest.mark.statistical
SEED = 20261126
BATTLES = 300
FIGHTS = 1_000_000
THREADS = 2  # kernels hold no lock
MOST_Z = 4.5
LEAST_P = 0.001


def test_a_million_fights_of_each_battle_have_the_exact_odds() -> None:
    battles = list(islice(engine_battles(SEED, FIGHTS), BATTLES))

    def score(battle: EngineBattle) -> float:
        return battle.score(FIGHTS)

    battles[0].score(1)  # compiles
    with ThreadPoolExecutor(THREADS) as pool:
        scores = list(pool.map(score, battles))
    worst = max(map(abs, scores))
    uniform = kstest(2 * norm.sf([abs(score) for score in scores]), "uniform").pvalue
    swapping = sum(bool(b.odds.attacker.hand or b.odds.defender.hand) for b in battles)
    print(
        f"\n{BATTLES} battles ({swapping} with hands) x {FIGHTS:,} fights: "
        f"largest |z| {worst:.2f}, mean z {sum(scores) / BATTLES:+.3f}, KS p {uniform:.3f}"
    )
    assert worst < MOST_Z
    assert uniform > LEAST_P
