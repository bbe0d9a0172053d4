"""Names: different, fit for files, ids made from them."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.games.bloodstones.maps.generate import area_names, id_of, load_words, map_name
from bloodstones.games.bloodstones.maps.reading import MAX_AREAS, is_id
from bloodstones.games.bloodstones.rules.names import Terrain


@pytest.mark.parametrize("terrain", list(Terrain))
def test_a_full_map_of_one_terrain_has_different_names(terrain: Terrain) -> None:
    names = area_names(np.random.default_rng(1), [terrain] * MAX_AREAS)
    assert len(set(names)) == MAX_AREAS
    assert all(name.endswith(load_words().endings[terrain]) for name in names)


def test_every_name_of_a_map_makes_an_id() -> None:
    words = load_words()
    for beginning in words.map_beginnings:
        for ending in words.map_endings:
            assert is_id(id_of(f"{beginning} {ending}"))


def test_maps_are_named_by_their_luck_alone() -> None:
    names = [map_name(np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert names[0] == names[1] != names[2]
