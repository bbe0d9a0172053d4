"""The game of choosing a strategy for a faction: intervals of what a worse choice loses."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.stats.ratings.faction_game import FactionPayoffs, faction_game

# The first strategy wins more against both; against it the field does best with the second.
RATE = np.array([[0.60, 0.50], [0.45, 0.35]])
LOSS = RATE[0, 1] - RATE[1, 1]
GAMES = 400


def observed(rng: np.random.Generator) -> FactionPayoffs:
    """Rates of so many games each, with their errors."""
    rate = rng.binomial(GAMES, RATE) / GAMES
    error = np.sqrt(rate * (1 - rate) / GAMES)
    return FactionPayoffs(("a", "b"), rate, error, np.full((2, 2), GAMES))


def test_the_best_loses_nothing_and_the_other_what_it_wins_less() -> None:
    told = faction_game(
        FactionPayoffs(("a", "b"), RATE, np.full((2, 2), 1e-6), np.eye(2, dtype=int))
    )
    best, worse = (told.iloc[place] for place in (0, 1))
    assert (best["nash"], best["loss"]) == (pytest.approx(1), pytest.approx(0))
    assert (worse["nash"], worse["loss"]) == (pytest.approx(0), pytest.approx(LOSS))
    assert worse["loss_low"] == pytest.approx(worse["loss_high"], abs=1e-4)


@pytest.mark.statistical
def test_intervals_of_losses_hold_the_truth() -> None:
    """400 studies of two strategies; the losses of the worse one."""
    rng, held = np.random.default_rng(12), 0
    for trial in range(400):
        told = faction_game(observed(rng), seed=trial, resamples=100).set_index("strategy")
        held += told.loc["b", "loss_low"] <= LOSS <= told.loc["b", "loss_high"]
    assert 0.92 <= held / 400 <= 0.975
