"""The scripted strategies beat random play in 95 % of 200 games, seats and factions swapped."""

from __future__ import annotations

from itertools import permutations

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.strategies.policy import PLANS

GAMES = 200
LEAST_WINS = 190
SEED = 20_260


def setups(strategy: str) -> list[Setup]:
    """Every ordered pair of factions, with the strategy in either seat."""
    rules = load_ruleset()
    able = [faction for faction in Faction if rules.factions[faction].min_players <= 2]
    return [
        Setup("tyrants_lament", tuple(map(Seat, (one.id, other.id), strategies)))
        for one, other in permutations(able, 2)
        for strategies in ((strategy, "random"), ("random", strategy))
    ]


@pytest.mark.parametrize("strategy", sorted(set(PLANS.strategies()) - {"random"}))
def test_scripted_strategy_wins_95_percent_against_random(strategy: str) -> None:
    tables = setups(strategy)
    games, wins = 0, 0
    for number, setup in enumerate(tables):
        label = "/".join(f"{seat.role}:{seat.strategy}" for seat in setup.seats)
        replicates = range(GAMES * number // len(tables), GAMES * (number + 1) // len(tables))
        rows = GAME.simulate(setup, SEED, label, replicates).rows
        games += len(replicates)
        for name, credit in zip(rows["strategy"], rows["win_credit"], strict=True):
            wins += name == strategy and credit == 1.0
    assert games == GAMES
    assert wins >= LEAST_WINS
