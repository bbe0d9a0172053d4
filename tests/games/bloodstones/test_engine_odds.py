"""The engine's battles, the strategies' estimates and the exact odds are of one mind."""

from __future__ import annotations

from itertools import islice

import pytest
from scipy.stats import kstest, norm

from tests.games.bloodstones.engine_fights import engine_battles

SEED = 20261125
BATTLES = 30
FIGHTS = 20_000
MOST_Z = 4.5
LEAST_P = 0.001


@pytest.mark.rule("BS-COMBAT-05", "BS-COMBAT-19", "BS-COMBAT-28", "BS-COMBAT-30", "BS-COMBAT-31")
def test_battles_fought_by_the_engine_have_the_exact_odds() -> None:
    scores = [battle.score(FIGHTS) for battle in islice(engine_battles(SEED, FIGHTS), BATTLES)]
    assert max(map(abs, scores)) < MOST_Z
    assert kstest(2 * norm.sf([abs(score) for score in scores]), "uniform").pvalue > LEAST_P
