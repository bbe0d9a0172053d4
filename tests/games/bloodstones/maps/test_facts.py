"""The figures of maps: counted by hand on small ones, and on Map 1."""

from __future__ import annotations

from dataclasses import replace

from bloodstones.games.bloodstones.maps.facts import chokepoints, map_facts
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.scenario import small_map

RULES = load_ruleset()


def test_the_figures_of_a_small_map_are_as_counted() -> None:
    board = small_map("sea plains plains forest sea hills", "0-1 1-2 2-3 0-2 3-4 4-5")
    facts = map_facts(replace(board, max_players=2), RULES)
    assert (facts.areas, facts.land, facts.sea, facts.borders) == (6, 4, 2, 6)
    assert (facts.areas_per_player, facts.village_places_per_player) == (3.0, 3.0)
    assert (facts.degree, facts.least_degree, facts.most_degree) == (2.0, 1, 3)
    assert (facts.land_degree, facts.coast, facts.coastal) == (1.0, 4, 1.0)
    assert (facts.sea_parts, facts.largest_sea) == (2, 0.5)
    assert (facts.land_parts, facts.land_across) == (2, 2)
    assert facts.terrain == {
        "plains": 0.5, "forest": 0.25, "hills": 0.25, "mountains": 0.0, "desert": 0.0
    }  # fmt: skip
    assert facts.regions == {"plains": 1, "forest": 1, "hills": 1, "mountains": 0, "desert": 0}
    assert (facts.alike, facts.citadel_sites, facts.fewest_that_block) == (0.5, 4, 2)


def test_figures_of_map_1() -> None:
    facts = map_facts(load_map("tyrants_lament"), RULES)
    assert (facts.areas, facts.sea, facts.borders, facts.coast) == (75, 8, 198, 36)
    assert (facts.sea_parts, facts.land_parts, facts.chokepoints) == (2, 2, 0)
    assert facts.regions == {"plains": 2, "forest": 6, "hills": 6, "mountains": 2, "desert": 1}


def test_a_map_without_sea_or_without_land_has_figures_too() -> None:
    dry = map_facts(small_map("plains forest", "0-1"), RULES)
    assert (dry.sea_parts, dry.largest_sea, dry.coast) == (0, 0.0, 0)
    wet = map_facts(small_map("sea sea", "0-1"), RULES)
    assert (wet.land, wet.land_across, wet.citadel_sites, wet.alike) == (0, 0, 0, 0.0)


def test_a_chokepoint_cuts_off_three_areas_of_land_that_all_can_walk() -> None:
    row = " ".join(["plains"] * 7)
    borders = "0-1 1-2 2-3 3-4 4-5 5-6"
    assert chokepoints(small_map(row, borders)) == [3]
    assert chokepoints(small_map(" ".join(["plains"] * 6), borders.removesuffix(" 5-6"))) == []
    walled = "plains plains plains mountains plains plains plains"
    assert chokepoints(small_map(walled, borders)) == []
    detour = f"{row} mountains"
    assert chokepoints(small_map(detour, f"{borders} 2-7 4-7")) == [3]
    assert chokepoints(small_map(f"{row} desert", f"{borders} 2-7 4-7")) == []
