"""Contests for tuning play the same games as `simulate`, with other parameters where passed."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.game import GAME

SETUP = Setup("tyrants_lament", (Seat("hill_folk", "warlord"), Seat("horse_lords", "builder")))
GAMES = range(3)


def test_contest_without_changes_is_what_simulate_plays() -> None:
    credits = GAME.contest(SETUP, {}, 5, "test", GAMES)
    rows = GAME.simulate(SETUP, 5, "test", GAMES).rows
    assert credits.shape == (3, 2)
    assert credits.ravel().tolist() == list(rows["win_credit"])


def test_changed_parameters_play_as_the_strategy_that_has_them() -> None:
    other = Setup("tyrants_lament", (Seat("hill_folk", "raider"), Seat("horse_lords", "builder")))
    weights = GAME.weights("raider", "hill_folk", 2)
    changed = GAME.contest(SETUP, {0: weights}, 5, "test", GAMES)
    np.testing.assert_array_equal(changed, GAME.contest(other, {}, 5, "test", GAMES))


def test_declared_ranges_hold_every_shipped_strategy() -> None:
    for strategy in ("warlord", "builder", "tempo"):
        for faction in GAME.every_role:
            weights = GAME.weights(strategy, faction, 2)
            for each in GAME.parameters(strategy):
                assert each.low <= weights[each.name] <= each.high


def test_larger_tables_have_parameters_of_their_own() -> None:
    small, large = (GAME.weights("raider_tuned", "hill_folk", n) for n in (2, GAME.large_table))
    assert small != large
    assert GAME.weights("raider_tuned", "hill_folk", GAME.large_table + 1) == large


def test_strategies_without_parameters_cannot_be_tuned() -> None:
    with pytest.raises(InputError, match="a scripted strategy or one that searches, got"):
        GAME.parameters("random")


def test_a_strategy_that_searches_plays_in_contests_too() -> None:
    seats = Seat("hill_folk", "warlord"), Seat("horse_lords", "monte_carlo_1")
    setup = Setup("tyrants_lament", seats)
    credits = GAME.contest(setup, {}, 5, "test", range(1))
    assert credits[0].tolist() == GAME.simulate(setup, 5, "test", range(1)).rows["win_credit"]
