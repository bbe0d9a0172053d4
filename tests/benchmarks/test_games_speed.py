"""Whole games of every game beside those of a peer, taken in turn in one run."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

import pytest

from bloodstones.api.game_parts.commands import GameCommands, game_commands_of
from bloodstones.kit.testing.random_play import play_out
from tests.benchmarks.conftest import Figures, catanatron, needs, sized, times

SECONDS = sized(3.0, 0.01)
ROUNDS = sized(3, 1)
COUNTED = sized(20, 1)
# Scripted games beside those of the peer's weighted random players; random decisions beside the
# ticks of its random ones; the ratios that are aimed at stand beside those measured.
SCRIPTED = {"wizard_kings": 30, "bellum_magica": 200, "battlelore": 20, "battalia": 10}


def decisions_of(game_commands: GameCommands) -> float:
    """How many decisions a random game takes."""
    game: Any = game_commands.game
    setup = game_commands.bench_setups(None)["random"]
    played = (game.playthrough(setup, seed) for seed in range(COUNTED))
    return sum(play_out(play, Random(seed)) for seed, play in enumerate(played)) / COUNTED


@pytest.mark.parametrize("game_id", SCRIPTED)
def test_games_beside_catanatron(game_id: str, figures: Figures) -> None:
    needs("catanatron")
    game_commands = game_commands_of(game_id)
    assert game_commands.bench is not None
    measured, weighted, ticks = [], [], []
    for _ in range(ROUNDS):
        weighted.append(catanatron("weighted_random", SECONDS)["games_per_s"])
        ticks.append(catanatron("random", SECONDS)["ticks_per_s"])
        measured.append(game_commands.bench.measure(None, SECONDS))
    assert all(told.jit for told in measured)
    rates = {
        rate.name: median(
            each.per_second for told in measured for each in told.rates if each.name == rate.name
        )
        for rate in measured[0].rates
    }
    games, ratio = rates["scripted_games_per_s"], rates["scripted_games_per_s"] / median(weighted)
    figures.add(
        f"{game_commands.title}, scripted",
        games,
        "games/s",
        f"{times(ratio, 1)} times its games, {SCRIPTED[game_id]} aimed at",
    )
    decisions = rates["random_games_per_s"] * decisions_of(game_commands)
    ratio = decisions / median(ticks)
    figures.add(
        f"{game_commands.title}, random",
        decisions,
        "decisions/s",
        f"{times(ratio, 1)} times its ticks",
    )
