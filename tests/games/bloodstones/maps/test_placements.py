"""Citadels placed together: exact answers against all placements of small maps (BS-SETUP-12)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.games.bloodstones.maps.placements import CitadelSites
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap
from tests.games.bloodstones.scenario import small_map

RULES = load_ruleset()
TOWNS = {Terrain.PLAINS, Terrain.FOREST, Terrain.HILLS}
SMALL = small_map(
    "plains forest hills plains desert mountains plains plains sea sea",
    "0-1 1-2 2-3 3-4 4-5 5-6 6-7 0-8 3-8 8-9 6-9",
)


def chain(*terrains: str) -> BoardMap:
    """Areas in a row."""
    borders = " ".join(f"{n}-{n + 1}" for n in range(len(terrains) - 1))
    return small_map(" ".join(terrains), borders)


@st.composite
def boards(draw: st.DrawFn) -> BoardMap:
    """A connected map of up to nine areas, any terrain."""
    count = draw(st.integers(2, 9))
    terrains = draw(st.lists(st.sampled_from(Terrain.ids()), min_size=count, max_size=count))
    tree = [(draw(st.integers(0, n - 1)), n) for n in range(1, count)]
    pairs = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))
    more = draw(st.lists(pairs.filter(lambda pair: pair[0] < pair[1]), max_size=6))
    borders = " ".join(f"{a}-{b}" for a, b in sorted({*tree, *more}))
    return small_map(" ".join(terrains), borders)


def steps(board: BoardMap, start: int) -> dict[int, int]:
    """Steps over land, by widening circles."""
    reached = {start: 0}
    for distance in range(1, len(board.areas)):
        edge = [area for area, at in reached.items() if at == distance - 1]
        for area in edge:
            for other in board.areas[area].neighbours:
                if board.areas[other].terrain is not Terrain.SEA:
                    reached.setdefault(other, distance)
    return reached


def all_placements(board: BoardMap) -> list[tuple[int, ...]]:
    """Every set of sites that may hold citadels together, the empty one too."""
    sites = [area.id for area in board.areas if area.terrain in TOWNS]
    near = {site: steps(board, site) for site in sites}
    return [
        chosen
        for size in range(len(sites) + 1)
        for chosen in combinations(sites, size)
        if all(near[a].get(b, 99) >= 3 for a, b in combinations(chosen, 2))
    ]


@pytest.mark.rule("BS-SETUP-10", "BS-SETUP-11", "BS-SETUP-12", "BS-SETUP-13", "BS-SETUP-14")
@settings(deadline=None)
@given(board=boards(), players=st.integers(1, 5))
def test_a_placement_is_found_exactly_if_there_is_one(board: BoardMap, players: int) -> None:
    placements = all_placements(board)
    placement = CitadelSites(board, RULES).placement(players)
    if placement is None:
        assert all(len(chosen) < players for chosen in placements)
    else:
        assert len(placement) == players
        assert placement in placements


@pytest.mark.rule("BS-SETUP-12")
@settings(deadline=None)
@given(board=boards())
def test_the_fewest_citadels_that_leave_no_site_are_found(board: BoardMap) -> None:
    placements = {frozenset(chosen) for chosen in all_placements(board)}
    full = [one for one in placements if not any(one < other for other in placements)]
    fewest = min(map(len, full))
    sites = CitadelSites(board, RULES)
    if sites.sites:
        assert sites.fewest_that_block(9) == fewest
        assert sites.fewest_that_block(fewest - 1) is None
        blocking = sites.blocking(fewest)
        assert blocking is not None
        assert frozenset(blocking) in full
        assert sites.blocking(fewest - 1) is None


@pytest.mark.rule("BS-SETUP-10")
def test_sites_are_plains_forest_and_hills_only() -> None:
    board = chain(*Terrain.ids())
    assert [board.areas[n].terrain for n in CitadelSites(board, RULES).sites] == sorted(TOWNS)


@pytest.mark.rule("BS-SETUP-11", "BS-SETUP-14")
def test_two_empty_land_areas_between_are_enough_and_the_sea_joins_nothing() -> None:
    row = chain("plains", "desert", "mountains", "plains")
    assert CitadelSites(row, RULES).placement(2) == (0, 3)
    assert CitadelSites(chain("plains", "desert", "plains"), RULES).placement(2) is None
    assert CitadelSites(chain("plains", "sea", "plains"), RULES).placement(2) == (0, 2)


def test_a_middle_citadel_blocks_a_row_of_five() -> None:
    sites = CitadelSites(chain(*["plains"] * 5), RULES)
    assert sites.placement(2) is not None
    assert sites.blocking(1) == (2,)
    assert sites.fewest_that_block(1) == 1


def test_map_1_has_room_for_all_and_nobody_can_be_kept_out() -> None:
    sites = CitadelSites(load_map("tyrants_lament"), RULES)
    assert sites.placement(6) is not None
    assert sites.fewest_that_block(6) is None
    assert sites.fewest_that_block(7) == 7
