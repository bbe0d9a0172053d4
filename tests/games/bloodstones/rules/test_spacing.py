"""Steps between areas and between citadels (BS-SETUP-12, AMB-05)."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.spacing import citadel_steps
from tests.games.bloodstones.scenario import small_map

SMALL = small_map(
    "plains forest hills plains desert mountains plains plains sea sea",
    "0-1 1-2 2-3 3-4 4-5 5-6 6-7 0-8 3-8 8-9 6-9",
)


@pytest.mark.rule("BS-SETUP-12", "BS-SETUP-14", "AMB-05", "citadel_spacing_graph")
@pytest.mark.parametrize(
    ("graph", "near"),
    [
        ("land_only", {1: 1, 2: 2, 3: 3}),
        ("all_areas", {8: 1, 3: 2, 6: 3}),
        ("every_route", {3: 1, 6: 1}),
    ],
)
def test_steps_between_citadels_run_over_what_the_reading_counts(
    graph: str, near: dict[int, int]
) -> None:
    steps = citadel_steps(SMALL, 0, graph)
    assert near.items() <= steps.items()
    for area in SMALL.areas:  # as many steps there as back, over land
        if area.id in steps and area.terrain is not Terrain.SEA:
            assert citadel_steps(SMALL, area.id, graph)[0] == steps[area.id]


def test_the_readings_count_fewer_and_fewer_steps_along_a_coast() -> None:
    board = load_map("raven_coast")
    readings = ("land_only", "all_areas", "every_route")
    assert [citadel_steps(board, 0, graph)[29] for graph in readings] == [11, 6, 4]
