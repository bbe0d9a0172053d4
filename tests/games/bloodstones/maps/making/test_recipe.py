"""Recipes: what cannot be made is refused before anything is made."""

from __future__ import annotations

from typing import Any

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.maps.recipe import Recipe, Symmetry
from bloodstones.games.bloodstones.rules.names import Terrain

THREE = {"turns": 3, "symmetry": Symmetry.ROTATIONAL, "seas": 3}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"max_players": 7}, "expected max_players from 1 to 6, got 7"),
        ({"min_players": 0}, "expected at most 4 .by max_players., got 0"),
        ({"min_players": 5}, "expected at most 4 .by max_players., got 5"),
        ({"areas_per_player": 11.0}, "expected areas_per_player from 12 to 128, got 11"),
        ({"areas_per_player": 40.0}, "expected 24 to 128 areas, got 160"),
        ({"areas_per_player": float("nan")}, "expected areas_per_player from 12"),
        ({"sea_share": 0.5}, "expected sea_share from 0 to 0.4, got 0.5"),
        ({"sea_share": 0.01}, "expected 4 to 62 sea areas, two for each of 2 seas, got 1"),
        ({"sea_share": 0.0}, "expected 4 to 62 sea areas"),
        ({"seas": 0}, "expected seas from 1 to 8, got 0"),
        ({"inland_seas": 3}, "expected inland_seas from 0 to 2, got 3"),
        ({"inland_seas": 1, "symmetry": Symmetry.MIRROR}, "expected an even number of inland seas"),
        ({"turns": 3}, "expected 2 turns without a rotational symmetry"),
        ({"turns": 7, "symmetry": Symmetry.ROTATIONAL}, "expected turns from 2 to 6"),
        ({**THREE, "seas": 2}, "expected a multiple of 3 seas, or one more in the middle"),
        ({**THREE, "height": 1.0}, "expected no height with 3 turns"),
        ({**THREE, "inland_seas": 1}, "expected a multiple of 3 inland seas, got 1"),
        ({"islands": -1}, "expected islands from 0 to 6, got -1"),
        ({"chokepoints": (0, 99)}, "expected chokepoints from 0 to 24, got 99"),
        ({"chokepoints": (3, 2)}, "expected fewest chokepoints from 0 to 2, got 3"),
        ({"rivers": 9}, "expected rivers from 0 to 8, got 9"),
        ({"height": 3.0}, "expected height from 0.5 to 2, got 3"),
        ({"shares": {Terrain.SEA: 1.0}}, "expected land terrains, got 'sea'"),
        ({"shares": {}}, "expected shares of the land terrains that sum to more than 0"),
        ({"shares": {Terrain.PLAINS: -1.0}}, "expected share of plains from 0 to 100, got -1"),
        ({"shares": {Terrain.MOUNTAINS: 0.5}}, "expected at most 0.2 of the land as mountains"),
    ],
)
def test_an_impossible_recipe_is_refused(changed: dict[str, Any], message: str) -> None:
    values: dict[str, Any] = {"min_players": 2, "max_players": 4} | changed
    with pytest.raises(InputError, match=message):
        Recipe(**values)


def test_a_recipe_for_six_has_room_in_the_engine() -> None:
    recipe = Recipe(5, 6)
    assert recipe.areas == 111
    assert recipe.sea_areas == 12


@pytest.mark.parametrize("seas", [1, 2, 3])
def test_under_a_symmetry_sea_areas_are_even_exactly_if_seas_are(seas: int) -> None:
    recipe = Recipe(2, 4, seas=seas, symmetry=Symmetry.MIRROR)
    assert (recipe.sea_areas - seas) % 2 == 0
