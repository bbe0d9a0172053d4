"""Searching players of every game spend their budget, and it changes what they play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest

from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.registry import GAMES, load_game
from bloodstones.kit.search.player import SearchPlayer
from tests.kit.advice.games import table_of

pytestmark = pytest.mark.skipif(not JIT, reason="so many simulations take compiled kernels")

BUDGET: Final = 16
SEARCHES: Final = 100

# Game -> the least share of searches that end with another candidate than the first one, which is
# what the first policy would play: half of what was measured.
LEAST_SHARE: Final = {
    "bloodstones": 0.15,
    "wizard_kings": 0.08,
    "battlelore": 0.01,
    "battalia": 0.06,
    "bellum_magica": 0.02,
}


def searches(game_id: str) -> Iterator[tuple[int, bool]]:
    """Of the first searches of games: the simulations, and whether the prior was overruled.

    No search ends early: the players are never certain.
    """
    game: Any = load_game(game_id)
    setup = table_of(game_id, f"value_{BUDGET}")
    for seed in range(SEARCHES):
        seating = game.seat(setup)
        player = seating.players[0].changed({"certainty": 0.0})
        assert isinstance(player, SearchPlayer)
        seating = replace(seating, players=(player, *seating.players[1:]))
        play = game.playthrough(setup, seed, "searching", scripted_chance=True)
        while not play.over:
            if play.is_chance:
                play.apply_code(int(play.draw().pack()))
                continue
            before = player.simulations
            legal = play.engine.legal(play.state, play.tables, play.buffer)
            code = int(play.buffer[seating.index(play.state, play.buffer, legal)])
            if player.simulations > before:
                root = player.benches[0]
                yield player.simulations - before, int(root.chosen) != 0
            play.apply_code(code)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_search_spends_its_budget_and_overrules_its_prior(game_id: str) -> None:
    found = [each for each, _ in zip(searches(game_id), range(SEARCHES), strict=False)]
    assert len(found) == SEARCHES
    spent = [simulations for simulations, _ in found]
    # The last round goes over pairs: one simulation may be left.
    assert {BUDGET - 1, BUDGET} >= set(spent) >= {BUDGET}
    overruled = sum(differs for _, differs in found) / SEARCHES
    assert overruled >= LEAST_SHARE[game_id]
