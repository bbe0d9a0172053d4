"""Choosing among candidates by any score, and the scores that need no game."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.maps.choosing import (
    by_statistics,
    home_evenness,
    likeness,
    ranked,
)
from bloodstones.games.bloodstones.maps.facts import map_facts
from bloodstones.games.bloodstones.maps.generate import generate_map
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.maps.recipe import Recipe, Symmetry
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.scenario import small_map

RECIPE = Recipe(2, 2)


def test_candidates_come_by_score_then_seed() -> None:
    candidates = ranked(RECIPE, range(4), lambda board: float(len(board.rivers) > 0))
    assert [one.seed for one in candidates] == sorted(
        range(4), key=lambda seed: (-(len(generate_map(RECIPE, seed).rivers) > 0), seed)
    )
    assert all(one.board == generate_map(RECIPE, one.seed) for one in candidates)


def test_the_default_score_is_likeness_and_even_homes() -> None:
    board = generate_map(RECIPE, 1)
    parts = likeness(map_facts(board, load_ruleset())), home_evenness(board)
    assert by_statistics(board) == pytest.approx(sum(parts))
    assert 0 < parts[0] < 1
    assert 0 < parts[1] <= 1


def test_map_1_is_most_like_itself() -> None:
    assert likeness(map_facts(load_map("tyrants_lament"), load_ruleset())) == 1


def test_homes_of_a_symmetric_map_for_two_are_even() -> None:
    recipe = Recipe(2, 2, areas_per_player=24, symmetry=Symmetry.ROTATIONAL)
    scores = [home_evenness(generate_map(recipe, seed)) for seed in range(3)]
    assert min(scores) > 0.6


def test_a_map_without_room_for_all_homes_scores_nothing() -> None:
    assert home_evenness(small_map("plains plains sea", "0-1 1-2")) == 0
