"""A thousand generated maps: each passes the checker without fault or warning."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.maps.facts import map_facts
from bloodstones.games.bloodstones.maps.faults import check_board
from bloodstones.games.bloodstones.maps.generate import generate_map
from bloodstones.games.bloodstones.maps.recipe import Recipe, Symmetry
from bloodstones.games.bloodstones.rules.reading import load_ruleset

SEEDS = 200  # of each player count
FEWER_SEEDS = 100  # of each symmetric recipe


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


SYMMETRIC = (
    *(Recipe(2, players, symmetry=Symmetry.MIRROR, chokepoints=(0, 12)) for players in (2, 4, 6)),
    *(
        Recipe(2, players, symmetry=Symmetry.ROTATIONAL, chokepoints=(0, 12))
        for players in (2, 4, 6)
    ),
    *(
        Recipe(
            2,
            6,
            sea_share=0.2,
            seas=turns,
            islands=6,
            symmetry=Symmetry.ROTATIONAL,
            turns=turns,
            chokepoints=(0, 24),
        )
        for turns in (3, 4, 5, 6)
    ),
)


@pytest.mark.statistical
@pytest.mark.parametrize("recipe", SYMMETRIC, ids=lambda each: f"{each.symmetry}-{each.turns}")
def test_a_thousand_symmetric_maps_pass_the_checker(recipe: Recipe) -> None:
    rules = load_ruleset()
    for seed in range(FEWER_SEEDS):
        board = generate_map(recipe, seed)
        verdict = check_board(board, rules, board.id)
        assert (seed, verdict.faults) == (seed, ())
