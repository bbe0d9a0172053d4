"""Generated maps: like their recipe, like Map 1, the same again from the same seed."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import cos, dist, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.maps.facts import LAND, chokepoints, map_facts
from bloodstones.games.bloodstones.maps.faults import borders, check_board, parts
from bloodstones.games.bloodstones.maps.generate import generate_map
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.maps.recipe import SHARES, Recipe, Symmetry
from bloodstones.games.bloodstones.maps.terrain import quotas
from bloodstones.games.bloodstones.maps.writing import map_text
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap
from tests.soaks import few

RULES = load_ruleset()
SEA = frozenset([Terrain.SEA])
EDGE = 1e-9
SEEDS = 2  # for each player count


@cache
def generated(players: int, seed: int) -> BoardMap:
    return generate_map(Recipe(min(2, players), players), seed)


def faults(board: BoardMap) -> tuple[str, ...]:
    verdict = check_board(board, RULES, board.id)
    return (*verdict.faults, *verdict.warnings)


@pytest.mark.rule("BS-SETUP-11", "BS-SETUP-12", "BS-MAP-01")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_generated_maps_pass_the_checker(players: int) -> None:
    """Two hundred seeds of each are in the statistical suite."""
    for seed in range(SEEDS):
        assert (seed, faults(generated(players, seed))) == (seed, ())


@pytest.mark.parametrize("seed", few(4, 20))
def test_the_figures_of_default_maps_are_near_those_of_map_1(seed: int) -> None:
    wanted = map_facts(load_map("tyrants_lament"), RULES)
    facts = map_facts(generated(4, seed), RULES)
    assert abs(facts.areas - wanted.areas) <= 1
    assert facts.sea == wanted.sea
    assert facts.degree == pytest.approx(wanted.degree, rel=0.07)
    assert facts.land_degree == pytest.approx(wanted.land_degree, rel=0.16)
    assert facts.coast / facts.land == pytest.approx(wanted.coast / wanted.land, rel=0.5)
    assert facts.sea_parts == wanted.sea_parts
    assert facts.land_parts in (1, 2)
    assert facts.alike == pytest.approx(wanted.alike, rel=0.5)
    for terrain, share in wanted.terrain.items():
        assert facts.terrain[terrain] == pytest.approx(share, abs=0.015)


def test_the_same_seed_gives_the_same_bytes_and_another_one_another_map() -> None:
    again = map_text(generated(3, 5))
    assert again == map_text(generate_map(Recipe(2, 3), 5))
    assert again != map_text(generated(3, 6))


def image(board: BoardMap, symmetry: Symmetry) -> dict[int, int]:
    """The area at the image of each area's point."""
    height = max(y for area in board.areas for _, y in area.outline)
    at = {(area.x, area.y): area.id for area in board.areas}
    images = {}
    for area in board.areas:
        y = area.y if symmetry is Symmetry.MIRROR else height - area.y
        images[area.id] = at[round(1 - area.x, 3), round(y, 3)]
    return images


@pytest.mark.parametrize("seas", [1, 2, 3])
@pytest.mark.parametrize("symmetry", [Symmetry.ROTATIONAL, Symmetry.MIRROR])
def test_a_symmetric_map_is_carried_to_itself(symmetry: Symmetry, seas: int) -> None:
    recipe = Recipe(2, 4, symmetry=symmetry, seas=seas, sea_share=0.14, chokepoints=(0, 20))
    board = generate_map(recipe, 3)
    twin = image(board, symmetry)
    assert sorted(twin.values()) == list(range(len(board.areas)))
    links = set(borders(board))
    assert {(min(twin[a], twin[b]), max(twin[a], twin[b])) for a, b in links} == links
    assert all(board.areas[a].terrain is board.areas[b].terrain for a, b in twin.items())
    rivers = set(board.rivers)
    assert {(min(twin[a], twin[b]), max(twin[a], twin[b])) for a, b in rivers} == rivers
    assert len(parts(board, SEA)) == seas
    assert faults(board) == ()


def turned(board: BoardMap, turns: int) -> dict[int, int]:
    """The area whose point is nearest to where 1/turns of a whole turn carries each point."""
    width = max(x for area in board.areas for x, _ in area.outline)
    height = max(y for area in board.areas for _, y in area.outline)
    angle, images = 2 * pi / turns, {}
    for area in board.areas:
        x, y = area.x - width / 2, area.y - height / 2
        spot = (
            width / 2 + x * cos(angle) - y * sin(angle),
            height / 2 + x * sin(angle) + y * cos(angle),
        )
        nearest = min(board.areas, key=lambda other: dist((other.x, other.y), spot))
        assert dist((nearest.x, nearest.y), spot) < 0.004
        images[area.id] = nearest.id
    return images


@pytest.mark.parametrize(("turns", "seas"), [(3, 3), (3, 4), (4, 4), (5, 5), (6, 6)])
def test_a_map_of_turns_is_carried_to_itself(turns: int, seas: int) -> None:
    recipe = Recipe(
        2,
        6,
        symmetry=Symmetry.ROTATIONAL,
        turns=turns,
        seas=seas,
        inland_seas=seas % turns,
        sea_share=0.2,
        chokepoints=(0, 24),
        islands=6,
    )
    board = generate_map(recipe, 0)
    twin = turned(board, turns)
    assert sorted(twin.values()) == list(range(len(board.areas)))
    links = set(borders(board))
    assert {(min(twin[a], twin[b]), max(twin[a], twin[b])) for a, b in links} == links
    assert all(board.areas[a].terrain is board.areas[b].terrain for a, b in twin.items())
    rivers = set(board.rivers)
    assert {(min(twin[a], twin[b]), max(twin[a], twin[b])) for a, b in rivers} == rivers
    assert len(parts(board, SEA)) == seas
    assert faults(board) == ()


def test_seas_are_as_many_as_wanted_and_inland_ones_reach_no_edge() -> None:
    board = generate_map(Recipe(2, 4, seas=3, inland_seas=2, sea_share=0.15), 2)
    height = max(y for area in board.areas for _, y in area.outline)
    seas = parts(board, SEA)
    reach = [
        any(
            min(x, y) < EDGE or x > 1 - EDGE or y > height - EDGE
            for area in sea
            for x, y in board.areas[area].outline
        )
        for sea in seas
    ]
    assert Counter(reach) == {False: 2, True: 1}


@pytest.mark.parametrize("inland", [1, 2, 3])
def test_a_symmetric_map_may_have_any_number_of_inland_seas_of_three(inland: int) -> None:
    recipe = Recipe(
        2,
        4,
        seas=3,
        inland_seas=inland,
        sea_share=0.12,
        symmetry=Symmetry.ROTATIONAL,
        chokepoints=(0, 20),
    )
    board = generate_map(recipe, 1)
    assert len(parts(board, SEA)) == 3


def test_chokepoints_and_islands_are_within_the_recipe() -> None:
    board = generate_map(Recipe(2, 4, chokepoints=(5, 8), islands=0), 1)
    assert 5 <= len(chokepoints(board)) <= 8
    assert len(parts(board, LAND)) == 1


def test_terrain_has_its_shares_and_comes_in_regions() -> None:
    shares = {Terrain.PLAINS: 2, Terrain.FOREST: 2, Terrain.HILLS: 1}
    board = generate_map(Recipe(2, 4, shares={k: v / 5 for k, v in shares.items()}), 1)
    counts = Counter(area.terrain for area in board.areas)
    del counts[Terrain.SEA]
    assert counts == quotas(shares, sum(counts.values()))
    # A map of the same shares strewn at random has 0.36 of its borders within a terrain.
    assert map_facts(board, RULES).alike > 0.45


@pytest.mark.rule("BS-MAP-02")
def test_rivers_run_along_land_borders_and_no_more_than_wanted() -> None:
    assert generate_map(Recipe(2, 4, rivers=0), 1).rivers == ()
    board = generate_map(Recipe(2, 4, rivers=4), 1)
    assert board.rivers
    for one, other in board.rivers:
        assert other in board.areas[one].neighbours
        assert {board.areas[one].terrain, board.areas[other].terrain} <= LAND


def test_outlines_cover_the_board_once() -> None:
    board = generated(4, 9)
    height = max(y for area in board.areas for _, y in area.outline)
    total = 0.0
    for area in board.areas:
        rings = zip(area.outline, (*area.outline[1:], area.outline[0]), strict=True)
        total += sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in rings) / 2
    assert total == pytest.approx(height)


def test_areas_have_different_names_and_an_origin_that_tells_the_seed() -> None:
    board = generated(6, 4)
    assert len({area.name for area in board.areas}) == len(board.areas)
    assert board.origin == "generated (seed 4)"


@settings(deadline=None, max_examples=8)
@given(
    players=st.integers(2, 6),
    areas=st.floats(16, 21),
    sea_share=st.floats(0.11, 0.16),  # two sea areas for each sea of the smallest map
    seas=st.integers(1, 2),
    height=st.floats(0.8, 1.3),
    symmetry=st.sampled_from(Symmetry),
    seed=st.integers(0, 2**63 - 1),
)
def test_any_modest_recipe_gives_a_good_map(
    players: int,
    areas: float,
    sea_share: float,
    seas: int,
    height: float,
    symmetry: Symmetry,
    seed: int,
) -> None:
    recipe = Recipe(
        2,
        players,
        areas_per_player=areas,
        sea_share=sea_share,
        seas=seas,
        height=height,
        symmetry=symmetry,
        islands=2,
        chokepoints=(0, 20),
    )
    board = generate_map(recipe, seed)
    assert faults(board) == ()
    assert abs(len(board.areas) - recipe.areas) <= 2
    assert len(parts(board, SEA)) == seas


def test_a_recipe_that_no_try_meets_is_refused_with_a_remedy() -> None:
    recipe = Recipe(2, 2, areas_per_player=12, sea_share=0.2, chokepoints=(20, 24))
    with pytest.raises(
        InputError, match=r"expected a recipe that some map satisfies.*\nTip: .*fewer"
    ):
        generate_map(recipe, 1)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(InputError, match=r"expected a seed from 0 to"):
        generate_map(Recipe(2, 2), seed)


def test_shares_of_map_1_are_those_of_the_recipe() -> None:
    facts = map_facts(load_map("tyrants_lament"), RULES)
    for terrain, share in SHARES.items():
        assert facts.terrain[terrain.id] == pytest.approx(share, abs=0.005)
