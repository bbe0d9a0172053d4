"""Phase 1: raiding villages with one tile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.scenario import HILL, LORDS, RIDERS, Scenario, row_of

THREE_AREAS = row_of("plains", "forest", "hills")


def raiders_in_three_areas() -> Scenario:
    scene = Scenario(RIDERS, LORDS, board=THREE_AREAS)
    for area in range(3):
        scene.units(RIDERS, area, skirmisher=1)
    return scene.villages(LORDS, 0, 0, 1, 2)


@pytest.mark.rule("BS-RAID-02", "BS-RAID-03", "BS-RAID-04", "EX-05", "EX-03")
def test_a_five_pip_tile_takes_two_plains_one_forest_and_one_hills_village() -> None:
    scene = raiders_in_three_areas().hand(RIDERS, leader=1).turn(RIDERS, Point.RAID)
    scene.play("raid_tile leader", "raid_village 0 1", "raid_village 0 1", "raid_village 1 1")
    assert scene.state.pips_left == 2
    scene.play("raid_village 2 1")
    assert scene.own_villages(LORDS) == {}
    assert scene.state.captured[0] == 4


@pytest.mark.rule("BS-RAID-03", "BS-RAID-04", "EX-05")
def test_a_four_pip_tile_cannot_take_all_four() -> None:
    scene = raiders_in_three_areas().hand(RIDERS, swordsman=1).turn(RIDERS, Point.RAID)
    scene.play("raid_tile swordsman", "raid_village 0 1", "raid_village 0 1", "raid_village 1 1")
    assert scene.legal() == ["pass"]
    scene.play("pass")
    assert scene.state.pips_left == 0  # the pip left over is lost
    assert scene.own_villages(LORDS) == {2: 1}


@pytest.mark.rule("BS-RAID-02", "EX-22")
def test_at_most_five_villages_fall_in_one_phase() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains", "plains"))
    scene.hand(RIDERS, leader=1, dragon=1).villages(LORDS, 0, 0, 1, 1, 2, 2)
    for area in range(3):
        scene.units(RIDERS, area, lizardman=1)
    scene.turn(RIDERS, Point.RAID).play("raid_tile dragon")
    for area in (0, 0, 1, 1, 2):
        scene.play(f"raid_village {area} 1")
    assert scene.legal() == ["pass"]
    scene.play("pass")
    assert scene.point is Point.MAIN  # the leader cannot be spent in this phase any more
    assert scene.legal("raid_tile") == []
    assert scene.in_hand(RIDERS) == {"leader": 1}
    assert scene.in_discard(RIDERS) == {"dragon": 1}


@pytest.mark.rule("BS-RAID-03", "BS-RAID-04")
def test_a_village_in_the_hills_takes_two_of_the_pips() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("hills", "plains", "hills", "plains"))
    scene.hand(RIDERS, swordsman=1).villages(LORDS, 0, 1, 2, 3)
    for area in range(4):
        scene.units(RIDERS, area, lizardman=1)
    scene.turn(RIDERS, Point.RAID).play("raid_tile swordsman", "raid_village 0 1")  # 2 of 4 pips
    assert scene.legal() == [
        *("pass", "raid_village 1 1", "raid_village 2 1", "raid_village 3 1"),
    ]
    scene.play("raid_village 1 1")
    assert scene.legal() == ["pass", "raid_village 3 1"]  # one is left


@pytest.mark.rule("BS-RAID-01")
def test_villages_are_safe_where_the_raider_has_no_unit() -> None:
    scene = Scenario(RIDERS, LORDS, board=THREE_AREAS).villages(LORDS, 0, 1)
    scene.units(RIDERS, 1, skirmisher=1).hand(RIDERS, leader=1).turn(RIDERS, Point.RAID)
    scene.play("raid_tile leader")
    assert scene.legal() == ["raid_village 1 1"]


@pytest.mark.rule("BS-RAID-05", "BS-RAID-06")
@pytest.mark.parametrize("raider", ["castle", "siege_engine", "cavalry", "leader", "dragon"])
def test_any_unit_raids_even_beside_enemy_units(raider: str) -> None:
    scene = Scenario(RIDERS, LORDS, board=THREE_AREAS).villages(LORDS, 0)
    scene.units(RIDERS, 0, **{raider: 1}).units(LORDS, 0, swordsman=3)
    scene.hand(RIDERS, skirmisher=1).turn(RIDERS, Point.RAID)
    scene.play("raid_tile skirmisher", "raid_village 0 1")
    assert scene.own_villages(LORDS) == {}


@pytest.mark.rule("BS-RAID-06", "BS-TURN-02")
def test_units_that_arrive_in_the_main_phase_raid_no_more() -> None:
    scene = Scenario(RIDERS, LORDS, board=THREE_AREAS).villages(LORDS, 0)
    scene.units(RIDERS, 1, skirmisher=1).hand(RIDERS, leader=2 - 1, dragon=1)
    scene.turn(RIDERS, Point.RAID)
    assert scene.legal() == ["pass"]
    scene.play("pass").move(1, "skirmisher", "0", pay="leader")
    assert not [name for name in scene.legal() if name.startswith("raid")]


@pytest.mark.rule("BS-RAID-04")
def test_one_tile_takes_villages_of_several_owners() -> None:
    scene = Scenario(RIDERS, LORDS, HILL, board=THREE_AREAS).villages(LORDS, 0).villages(HILL, 1)
    scene.units(RIDERS, 0, skirmisher=1).units(RIDERS, 1, skirmisher=1)
    scene.hand(RIDERS, skirmisher=1).turn(RIDERS, Point.RAID)
    scene.play("raid_tile skirmisher", "raid_village 0 1", "raid_village 1 2")
    assert scene.state.captured[0] == 2


@pytest.mark.rule("BS-RAID-07", "BS-RAID-08", "BS-VILLAGE-15")
def test_a_captured_village_stays_with_its_captor_and_scores_nothing_yet() -> None:
    scene = raiders_in_three_areas().hand(RIDERS, leader=1).turn(RIDERS, Point.RAID)
    scene.play("raid_tile leader", "raid_village 0 1", "pass")
    assert scene.state.captured.tolist() == [1, 0, 0, 0, 0, 0]
    assert scene.state.pool[1] == 16  # 4 were placed, none came back
    assert scene.own_villages(RIDERS) == {}
    assert scene.game.scores == (0, 0)
    assert scene.logged(Event.RAID_VILLAGE) == [[0, 0, 1]]
    assert scene.state.area_captured[:2].tolist() == [1, 0]
    assert scene.state.villages_lost[:2].tolist() == [0, 1]


@pytest.mark.rule("BS-RAID-07", "BS-RAID-03", "BS-RAID-04")
def test_a_village_costs_pips_and_what_is_left_is_lost_with_the_raid() -> None:
    scene = raiders_in_three_areas().hand(RIDERS, leader=1).turn(RIDERS, Point.RAID)
    scene.play("raid_tile leader")
    before = int(scene.state.pips_left)
    scene.play("raid_village 0 1")
    cost = int(scene.game.tables.village_cost[scene.game.tables.terrain[0]])
    assert (scene.state.pips_left, scene.state.picked) == (before - cost, 1)
    scene.play("pass")
    assert (scene.state.pips_left, scene.state.picked) == (0, 0)


@pytest.mark.rule("BS-RAID-02")
def test_a_spent_tile_must_take_a_village() -> None:
    scene = raiders_in_three_areas().hand(RIDERS, leader=1).turn(RIDERS, Point.RAID)
    assert scene.legal() == ["pass", "raid_tile leader"]
    scene.play("raid_tile leader")
    assert "pass" not in scene.legal()


@pytest.mark.rule("BS-RAID-03")
def test_tiles_too_small_for_every_village_in_reach_are_not_offered() -> None:
    rules = load_ruleset()
    dear = replace(rules, village_cost={**rules.village_cost, Terrain.HILLS: 3})
    scene = Scenario(RIDERS, LORDS, board=THREE_AREAS, rules=dear).villages(LORDS, 2)
    scene.units(RIDERS, 2, swordsman=1).hand(RIDERS, skirmisher=1, cavalry=1)
    scene.turn(RIDERS, Point.RAID)
    assert scene.legal() == ["pass", "raid_tile cavalry"]


@pytest.mark.rule("BS-RAID-01")
def test_own_villages_are_no_target() -> None:
    scene = Scenario(RIDERS, LORDS, board=THREE_AREAS).villages(RIDERS, 0)
    scene.units(RIDERS, 0, swordsman=1).hand(RIDERS, leader=1).turn(RIDERS, Point.RAID)
    assert scene.legal() == ["pass"]


@pytest.mark.rule("BS-DRAGON-06")
def test_a_dragon_stays_after_a_raid() -> None:
    scene = Scenario(RIDERS, LORDS, board=THREE_AREAS).villages(LORDS, 0)
    scene.units(RIDERS, 0, dragon=1).hand(RIDERS, skirmisher=1).turn(RIDERS, Point.RAID)
    scene.play("raid_tile skirmisher", "raid_village 0 1", "pass")
    assert scene.force(RIDERS, 0) == {"dragon": 1}


@pytest.mark.rule("BS-GEN-02", "BS-RAID-06")
def test_a_citadel_counts_as_a_unit_that_raids() -> None:
    scene = Scenario(RIDERS, LORDS, board=THREE_AREAS).villages(LORDS, 0).citadel(RIDERS, 0)
    scene.hand(RIDERS, skirmisher=1).turn(RIDERS, Point.RAID)
    scene.play("raid_tile skirmisher")
    assert scene.legal() == ["raid_village 0 1"]
