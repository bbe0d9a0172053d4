"""A thousand generated maps: each passes the checker without fault or warning."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.mapfacts import map_facts
from bloodstones.games.bloodstones.mapfaults import check_board
from bloodstones.games.bloodstones.mapmaking.generate import generate_map
from bloodstones.games.bloodstones.mapmaking.recipe import Recipe
from bloodstones.games.bloodstones.rulesdata import load_ruleset

SEEDS = 200


@pytest.mark.statistical
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_thousand_seeds_pass_the_checker(players: int) -> None:
    rules = load_ruleset()
    degrees = []
    for seed in range(SEEDS):
        board = generate_map(Recipe(2, players), seed)
        verdict = check_board(board, rules, board.id)
        assert (seed, verdict.faults, verdict.warnings) == (seed, (), ())
        degrees.append(map_facts(board, rules).degree)
    assert 4.5 < min(degrees) < max(degrees) < 5.6
