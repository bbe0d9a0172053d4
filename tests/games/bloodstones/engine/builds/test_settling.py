"""Phase 4: building villages with one tile, also after losing everything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.scenario import HILL, LORDS, RIDERS, Scenario, row_of, small_map

# Area 0 with neighbours 1 sea, 2 plains, 3 forest, 4 hills, 5 mountains, 6 desert.
STAR = small_map("plains sea plains forest hills mountains desert", "0-1 0-2 0-3 0-4 0-5 0-6")


def settling(faction, board, *others, tile: str = "blank") -> Scenario:
    scene = Scenario(faction, *(others or (LORDS if faction is not LORDS else HILL,)), board=board)
    return scene.hand(faction, **{tile: 1})


def sites(scene: Scenario, tile: str = "blank") -> list[int]:
    """Where the first village may be built."""
    scene.turn(scene.line_up[0], Point.SETTLE)
    if f"settle_tile {tile}" not in scene.legal():
        return []
    scene.play(f"settle_tile {tile}")
    return [int(name.split()[1]) for name in scene.legal("settle")]


@pytest.mark.rule("BS-VILLAGE-08", "BS-VILLAGE-09", "BS-VILLAGE-10", "BS-VILLAGE-13", "EX-19")
def test_one_tile_builds_on_plains_over_a_ship_and_beyond_a_chain() -> None:
    board = small_map(
        "plains plains sea forest hills plains hills", "0-1 0-2 2-3 0-4 4-5 5-6"
    )  # 0 the citadel, 2 with a ship, 4 and 5 with units
    scene = settling(HILL, board).citadel(HILL, 0).units(HILL, 2, ship=1)
    scene.units(HILL, 4, raider=1).units(HILL, 5, skirmisher=1).turn(HILL, Point.SETTLE)
    scene.play("settle_tile blank", "settle 1", "settle 1", "settle 3", "settle 6")
    assert scene.own_villages(HILL) == {1: 2, 3: 1, 6: 1}
    assert scene.state.pips_left == 0
    assert scene.state.pool[0] == 16


@pytest.mark.rule("BS-VILLAGE-02", "BS-VILLAGE-03", "BS-HILL-04")
@pytest.mark.parametrize("faction", [RIDERS, LORDS, HILL])
def test_villages_go_on_plains_forest_and_hills_only(faction) -> None:
    assert sites(settling(faction, STAR).citadel(faction, 0)) == [2, 3, 4]


@pytest.mark.rule("BS-VILLAGE-02", "BS-HILL-04")
@pytest.mark.parametrize("faction", [LORDS, HILL])
@pytest.mark.parametrize(("area", "cost"), [(2, 1), (3, 1), (4, 2)])
def test_a_village_costs_one_and_two_on_hills_for_hill_folk_too(faction, area, cost) -> None:
    scene = settling(faction, STAR).citadel(faction, 0).turn(faction, Point.SETTLE)
    scene.play("settle_tile blank", f"settle {area}")
    assert scene.state.pips_left == 5 - cost


@pytest.mark.rule("BS-VILLAGE-01", "EX-22")
def test_at_most_five_villages_rise_in_one_phase_and_pips_left_are_lost() -> None:
    scene = settling(RIDERS, small_map("plains " * 5, "0-1 0-2 0-3 0-4")).citadel(RIDERS, 0)
    scene.hand(RIDERS, leader=1).turn(RIDERS, Point.SETTLE).play("settle_tile blank")
    for area in (1, 1, 2, 2, 3):
        scene.play(f"settle {area}")
    assert scene.legal() == ["pass"]
    scene.play("pass")
    assert scene.active is not RIDERS
    assert scene.in_discard(RIDERS) == {"blank": 1}


@pytest.mark.rule("BS-VILLAGE-01", "BS-VILLAGE-02")
def test_building_may_stop_early_but_not_before_the_first_village() -> None:
    scene = settling(RIDERS, STAR).citadel(RIDERS, 0).turn(RIDERS, Point.SETTLE)
    assert scene.legal() == ["pass", "settle_tile blank"]
    scene.play("settle_tile blank")
    assert "pass" not in scene.legal()
    scene.play("settle 2", "pass")
    assert scene.state.pips_left == 0


@pytest.mark.rule("BS-VILLAGE-02")
def test_tiles_too_small_for_every_site_are_not_offered() -> None:
    rules = load_ruleset()
    dear = replace(rules, village_cost={**rules.village_cost, Terrain.HILLS: 3})
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "hills"), rules=dear).citadel(RIDERS, 0)
    scene.hand(RIDERS, skirmisher=1, cavalry=1).turn(RIDERS, Point.SETTLE)
    assert scene.legal() == ["pass", "settle_tile cavalry"]


@pytest.mark.rule("BS-VILLAGE-04")
def test_no_village_in_the_own_citadel_area() -> None:
    scene = settling(RIDERS, row_of("plains", "plains")).citadel(RIDERS, 0).villages(RIDERS, 1)
    assert sites(scene) == [1]


@pytest.mark.rule("BS-VILLAGE-04")
def test_the_area_of_a_lost_citadel_may_be_settled() -> None:
    scene = settling(RIDERS, row_of("plains", "plains")).villages(RIDERS, 1, 1)
    assert sites(scene) == [0]


@pytest.mark.rule("BS-VILLAGE-05")
def test_other_players_pieces_bar_an_area_and_own_units_do_not() -> None:
    scene = settling(RIDERS, small_map("plains " * 5, "0-1 0-2 0-3 0-4")).citadel(RIDERS, 0)
    scene.units(LORDS, 1, skirmisher=1).villages(LORDS, 2).units(RIDERS, 3, skirmisher=1)
    assert sites(scene) == [3, 4]


@pytest.mark.rule("BS-VILLAGE-06", "BS-VILLAGE-10", "DX-25")
def test_two_villages_fill_plains_and_one_fills_forest_and_hills() -> None:
    scene = settling(RIDERS, STAR).citadel(RIDERS, 0).villages(RIDERS, 2, 2, 3, 4)
    assert sites(scene) == []
    scene = settling(RIDERS, STAR).citadel(RIDERS, 0).villages(RIDERS, 2, 3, 4)
    assert sites(scene) == [2]


@pytest.mark.rule("BS-VILLAGE-07", "BS-VILLAGE-14")
def test_a_village_of_this_phase_serves_the_next() -> None:
    scene = settling(RIDERS, row_of("plains", "forest", "forest", "forest")).citadel(RIDERS, 0)
    assert sites(scene) == [1]
    scene.play("settle 1")
    assert scene.legal() == ["pass", "settle 2"]
    scene.play("settle 2")
    assert scene.legal() == ["pass", "settle 3"]


@pytest.mark.rule("BS-VILLAGE-10")
def test_a_lone_plains_village_may_be_doubled() -> None:
    scene = settling(RIDERS, row_of("mountains", "plains", "mountains")).villages(RIDERS, 1)
    assert sites(scene) == [1]


@pytest.mark.rule("BS-VILLAGE-07")
def test_a_lone_forest_village_serves_its_neighbours_only() -> None:
    scene = settling(RIDERS, row_of("plains", "forest", "plains", "plains")).villages(RIDERS, 1)
    assert sites(scene) == [0, 2]


@pytest.mark.rule("BS-VILLAGE-09", "BS-VILLAGE-11")
def test_a_chain_must_be_unbroken_and_start_at_a_village_or_citadel() -> None:
    board = row_of("plains", "plains", "plains", "plains", "plains")
    scene = settling(RIDERS, board).citadel(RIDERS, 0).units(RIDERS, 2, skirmisher=1)
    assert sites(scene) == [1]
    scene = settling(RIDERS, board).citadel(RIDERS, 0).units(RIDERS, 1, skirmisher=1)
    scene.units(RIDERS, 2, swordsman=1)
    assert sites(scene) == [1, 2, 3]
    scene = settling(RIDERS, board).units(RIDERS, 1, skirmisher=1).villages(LORDS, 0)
    assert sites(scene.villages(RIDERS, 4)) == [3, 4]


@pytest.mark.rule("BS-VILLAGE-11", "BS-VILLAGE-13")
@pytest.mark.parametrize(
    ("unit", "terrain"),
    [("dragon", "mountains"), ("dragon", "desert"), ("lizardman", "desert")],
)
def test_a_chain_may_lead_over_any_terrain(unit: str, terrain: str) -> None:
    scene = settling(RIDERS, row_of("plains", terrain, "plains")).citadel(RIDERS, 0)
    assert sites(scene.units(RIDERS, 1, **{unit: 1})) == [2]


@pytest.mark.rule("BS-VILLAGE-13")
@pytest.mark.parametrize("unit", ["ship", "dragon"])
def test_a_chain_may_lead_over_the_sea(unit: str) -> None:
    scene = settling(RIDERS, row_of("plains", "sea", "sea", "forest")).citadel(RIDERS, 0)
    scene.units(RIDERS, 1, **{unit: 1})
    assert sites(scene) == []
    scene = settling(RIDERS, row_of("plains", "sea", "sea", "forest")).citadel(RIDERS, 0)
    assert sites(scene.units(RIDERS, 1, **{unit: 1}).units(RIDERS, 2, ship=1)) == [3]


@pytest.mark.rule("BS-VILLAGE-12")
def test_chain_units_may_stand_among_enemy_villages() -> None:
    scene = settling(RIDERS, row_of("plains", "plains", "plains")).citadel(RIDERS, 0)
    assert sites(scene.units(RIDERS, 1, skirmisher=1).villages(LORDS, 1)) == [2]


@pytest.mark.rule("BS-VILLAGE-15", "BS-GEN-10")
def test_an_empty_pool_ends_the_building() -> None:
    board = small_map("plains " * 15, " ".join(f"0-{n}" for n in range(1, 15)))
    scene = settling(RIDERS, board).citadel(RIDERS, 0)
    for area in range(1, 10):
        scene.villages(RIDERS, area, area)
    scene.villages(RIDERS, 10).turn(RIDERS, Point.SETTLE)
    scene.play("settle_tile blank", "settle 11")
    assert scene.state.pool[0] == 0
    assert scene.state.villages_built[:2].tolist() == [1, 0]
    assert scene.state.area_built[10:13].tolist() == [0, 1, 0]
    assert scene.legal() == ["pass"]


@pytest.mark.rule("BS-VILLAGE-15")
def test_with_an_empty_pool_no_tile_is_offered() -> None:
    board = small_map("plains " * 12, " ".join(f"0-{n}" for n in range(1, 12)))
    scene = settling(RIDERS, board).citadel(RIDERS, 0)
    for area in range(1, 11):
        scene.villages(RIDERS, area, area)
    scene.hand(RIDERS, skirmisher=1)
    assert scene.turn(RIDERS, Point.SETTLE).legal() == ["pass"]


# Losing everything


@pytest.mark.rule("BS-WIPED-01", "BS-WIPED-02", "BS-WIPED-03")
def test_a_wiped_out_player_begins_again_in_any_empty_area() -> None:
    board = small_map(
        "plains sea plains forest hills mountains desert plains", "0-1 1-2 2-3 3-4 4-7"
    )
    scene = settling(RIDERS, board).citadel(LORDS, 0).units(LORDS, 2, skirmisher=1)
    scene.turn(RIDERS, Point.SETTLE).play("settle_tile blank")
    assert scene.point is Point.RESETTLE
    assert scene.legal() == ["resettle 3", "resettle 4", "resettle 7"]
    scene.play("resettle 4")
    assert scene.state.pips_left == 3  # hills cost 2, as always
    assert scene.logged(Event.RESETTLE) == [[0, 4]]
    assert scene.legal() == ["pass", "settle 3", "settle 7"]  # the normal rules from here on


@pytest.mark.rule("BS-WIPED-01")
def test_an_area_with_own_units_is_not_empty() -> None:
    scene = settling(RIDERS, row_of("plains", "plains")).units(RIDERS, 0, skirmisher=1)
    scene.turn(RIDERS, Point.SETTLE).play("settle_tile blank")
    assert scene.legal() == ["resettle 1"]


@pytest.mark.rule("BS-WIPED-01", "BS-GEN-05")
def test_an_area_with_a_village_of_another_is_not_empty() -> None:
    scene = settling(RIDERS, row_of("plains", "plains")).villages(LORDS, 0)
    scene.turn(RIDERS, Point.SETTLE).play("settle_tile blank")
    assert scene.legal() == ["resettle 1"]


@pytest.mark.rule("BS-WIPED-01")
@pytest.mark.parametrize("left", ["citadel", "village"])
def test_one_village_or_the_citadel_is_enough_not_to_be_wiped_out(left: str) -> None:
    scene = settling(RIDERS, row_of("plains", "plains", "plains"))
    scene = scene.citadel(RIDERS, 0) if left == "citadel" else scene.villages(RIDERS, 0)
    scene.turn(RIDERS, Point.SETTLE).play("settle_tile blank")
    assert scene.point is Point.SETTLE_AREA
    assert "settle 2" not in scene.legal()


@pytest.mark.rule("BS-WIPED-02", "BS-WIPED-03")
def test_a_wiped_out_player_may_pass_and_plays_on() -> None:
    scene = settling(RIDERS, row_of("plains", "plains")).turn(RIDERS, Point.SETTLE)
    scene.play("pass", "pass", "pass", "pass", "pass")
    assert (scene.active, scene.point) == (RIDERS, Point.MAIN)


@pytest.mark.rule("BS-WIPED-02")
def test_without_an_empty_area_nobody_begins_again() -> None:
    scene = settling(RIDERS, row_of("plains", "plains")).villages(LORDS, 0)
    scene.units(LORDS, 1, skirmisher=1).turn(RIDERS, Point.SETTLE)
    assert scene.play("settle_tile blank").legal() == ["pass"]  # as last resort (AMB-10)
