"""Phase 2 of the Necromancers: how undead walk, cross the sea, fight and flee."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.engine.events import Phase
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from tests.games.bloodstones.scenario import (
    HIGH,
    HILL,
    LORDS,
    LOW,
    NECRO,
    RIDERS,
    Scenario,
    battle,
    row_of,
    small_map,
)

FIELDS = row_of(*["plains"] * 6)


def phase_two(scene: Scenario) -> Scenario:
    """Let the Necromancers begin their second phase."""
    return scene.turn(NECRO, Point.RAID).play("pass")


def necromancers(board=FIELDS) -> Scenario:
    return Scenario(NECRO, LORDS, board=board)


# The phase


@pytest.mark.rule("BS-TURN-02", "BS-TURN-04", "BS-UNDEAD-01")
def test_only_the_necromancers_move_undead_between_raids_and_main_actions() -> None:
    scene = necromancers().undead(0).turn_begins(NECRO)
    assert scene.point is Point.RAID
    assert scene.play("pass").point is Point.UNDEAD
    assert scene.play("pass").point is Point.MAIN
    phases = [Phase(values[1]) for values in scene.logged(Event.PHASE) if values[0] == 0]
    assert phases == [Phase.RAID, Phase.UNDEAD, Phase.MAIN]
    scene.play("pass", "pass", "pass")  # to the main actions of the Horse Lords
    assert (scene.active, scene.point) == (LORDS, Point.MAIN)
    assert [1, Phase.UNDEAD] not in scene.logged(Event.PHASE)


@pytest.mark.rule("BS-UNDEAD-01")
def test_an_undead_walks_up_to_two_areas_and_pays_nothing() -> None:
    scene = phase_two(necromancers().undead(1).hand(NECRO, goblin=1))
    assert scene.legal() == ["pass", "undead 1"]
    scene.play("undead 1")
    assert scene.legal() == ["undead_step 0", "undead_step 2"]
    scene.play("undead_step 2")
    assert scene.legal() == ["pass", "undead_step 1", "undead_step 3"]
    scene.play("undead_step 3")
    assert (scene.point, scene.legal()) == (Point.UNDEAD, ["pass"])  # it has moved
    assert scene.force(NECRO, 3) == {"undead": 1}
    assert scene.in_hand(NECRO) == {"goblin": 1}
    assert scene.logged(Event.UNDEAD_STEP) == [[0, 1, 2, 0], [0, 2, 3, 0]]


@pytest.mark.rule("BS-UNDEAD-01")
def test_what_undead_walk_is_not_on_the_bill_of_the_next_move_action() -> None:
    scene = phase_two(necromancers().undead(1).units(NECRO, 1, goblin=1).hand(NECRO, goblin=1))
    scene.play("undead 1", "undead_step 2", "undead_step 3", "pass")
    scene.play("column 1", "select goblin", "march 0")
    assert scene.state.move_cost == 1


@pytest.mark.rule("BS-UNDEAD-01")
def test_an_undead_may_stop_after_one_area_and_moves_no_more() -> None:
    scene = phase_two(necromancers().undead(0)).play("undead 0", "undead_step 1", "pass")
    assert (scene.point, scene.legal()) == (Point.UNDEAD, ["pass"])
    assert scene.force(NECRO, 1) == {"undead": 1}


@pytest.mark.rule("BS-UNDEAD-01", "BS-UNDEAD-05")
def test_undead_of_one_area_part_and_others_stay_behind() -> None:
    scene = phase_two(necromancers().undead(2, 3).undead(4))
    scene.play("undead 2", "undead_step 1", "undead_step 0")
    scene.play("undead 2", "undead_step 3", "undead_step 4")
    assert scene.legal() == ["pass", "undead 2", "undead 4"]  # one that stood in 4, none that came
    scene.play("undead 4", "undead_step 5", "pass", "pass")
    assert [scene.force(NECRO, area) for area in range(6)] == [
        {"undead": 1},
        {},
        {"undead": 1},
        {},
        {"undead": 1},
        {"undead": 1},
    ]
    assert scene.point is Point.MAIN


@pytest.mark.rule("BS-UNDEAD-01")
def test_undead_that_did_not_move_have_no_more_areas_in_the_next_turn() -> None:
    scene = phase_two(necromancers().undead(0, 2)).play("pass").turn_begins(NECRO).play("pass")
    for _ in range(2):
        scene.play("undead 0", "undead_step 1", "undead_step 2")
    assert scene.legal() == ["pass"]
    assert scene.force(NECRO, 2) == {"undead": 2}


@pytest.mark.rule("BS-UNDEAD-01")
def test_each_undead_has_its_two_areas_again_in_the_next_turn() -> None:
    scene = phase_two(necromancers().undead(0)).play("undead 0", "undead_step 1", "undead_step 2")
    scene.play("pass").turn_begins(NECRO).play("pass", "undead 2", "undead_step 3", "undead_step 4")
    assert scene.force(NECRO, 4) == {"undead": 1}


# Where they go


@pytest.mark.rule("BS-UNDEAD-02", "BS-UNDEAD-03")
def test_undead_enter_every_land_and_no_sea() -> None:
    board = small_map("plains sea plains forest hills mountains desert", "0-1 0-2 0-3 0-4 0-5 0-6")
    scene = phase_two(necromancers(board).undead(0)).play("undead 0")
    assert scene.legal() == [f"undead_step {area}" for area in (2, 3, 4, 5, 6)]


@pytest.mark.rule("BS-UNDEAD-02", "BS-NECRO-09", "BS-DESERT-01")
def test_undead_go_through_mountains_and_stay_in_mountains_and_deserts() -> None:
    scene = necromancers(row_of("plains", "mountains", "desert")).undead(0, 2)
    phase_two(scene).play("undead 0", "undead_step 1", "pass")
    scene.play("undead 0", "undead_step 1", "undead_step 2", "pass", "pass", "pass")
    assert scene.active is LORDS
    assert scene.force(NECRO, 1) == scene.force(NECRO, 2) == {"undead": 1}
    assert scene.logged(Event.DESERT) == []


@pytest.mark.rule("BS-UNDEAD-03", "BS-MOVE-18")
def test_without_an_own_ship_the_sea_stops_undead() -> None:
    scene = necromancers(row_of("plains", "sea", "plains")).undead(0).units(LORDS, 1, ship=1)
    assert phase_two(scene).legal() == ["pass"]


@pytest.mark.rule("BS-UNDEAD-03", "BS-UNDEAD-04", "AMB-16")
def test_a_crossing_of_many_seas_takes_one_of_the_two_areas() -> None:
    board = row_of("plains", "sea", "sea", "sea", "mountains", "plains", "plains")
    scene = necromancers(board).undead(0)
    for sea in (1, 2, 3):
        scene.units(NECRO, sea, ship=1)
    phase_two(scene).play("undead 0")
    assert scene.legal() == ["undead_step 4 by ship"]
    scene.play("undead_step 4 by ship", "undead_step 5")
    assert (scene.point, scene.force(NECRO, 5)) == (Point.UNDEAD, {"undead": 1})
    assert scene.logged(Event.UNDEAD_STEP) == [[0, 0, 4, 0, 1, 2, 3], [0, 4, 5, 0]]


@pytest.mark.rule("BS-UNDEAD-04", "AMB-16")
def test_two_crossings_take_both_areas() -> None:
    board = row_of("plains", "sea", "plains", "sea", "desert")
    scene = necromancers(board).undead(0).units(NECRO, 1, ship=1).units(NECRO, 3, ship=1)
    phase_two(scene).play("undead 0", "undead_step 2 by ship")
    assert scene.legal() == ["pass", "undead_step 0 by ship", "undead_step 4 by ship"]
    scene.play("undead_step 4 by ship")
    assert scene.force(NECRO, 4) == {"undead": 1}


@pytest.mark.rule("BS-UNDEAD-03", "BS-MOVE-17")
def test_a_contested_sea_carries_no_undead() -> None:
    scene = necromancers(row_of("plains", "sea", "plains")).undead(0)
    scene.units(NECRO, 1, ship=2).units(LORDS, 1, ship=1)
    assert phase_two(scene).legal() == ["pass"]


# Enemies


@pytest.mark.rule("BS-UNDEAD-06")
@pytest.mark.parametrize("enemy", ["skirmisher", "castle", "citadel"])
def test_undead_stop_at_an_enemy_unit(enemy: str) -> None:
    scene = necromancers().undead(0)
    scene.citadel(LORDS, 1) if enemy == "citadel" else scene.units(LORDS, 1, **{enemy: 1})
    phase_two(scene).play("undead 0", "undead_step 1")
    assert (scene.point, scene.legal()) == (Point.UNDEAD, ["pass"])
    assert scene.play("pass").legal() == ["attack 1 1"]


@pytest.mark.rule("BS-UNDEAD-06")
def test_undead_cannot_leave_an_enemy_unit() -> None:
    scene = necromancers().undead(0).undead(3).units(LORDS, 0, skirmisher=1)
    assert phase_two(scene).legal() == ["pass", "undead 3"]


@pytest.mark.rule("BS-UNDEAD-06", "BS-MOVE-10", "BS-GEN-03")
def test_enemy_villages_neither_stop_nor_hold_undead() -> None:
    scene = phase_two(necromancers().undead(0).villages(LORDS, 0, 1))
    scene.play("undead 0", "undead_step 1", "undead_step 2")
    assert scene.force(NECRO, 2) == {"undead": 1}


# The other phases


@pytest.mark.rule("BS-UNDEAD-07", "AMB-17", "BS-MOVE-22")
def test_no_move_action_takes_undead_along_not_even_with_a_leader() -> None:
    scene = necromancers().undead(0).undead(3).units(NECRO, 0, leader=1)
    scene.hand(NECRO, necromancer=2).turn(NECRO)
    assert scene.legal("column") == ["column 0"]
    assert scene.play("column 0").legal() == ["select leader"]
    assert scene.play("select leader").legal() == ["march 1"]
    scene.play("march 1", "end_move", "pay necromancer")
    assert (scene.force(NECRO, 0), scene.force(NECRO, 1)) == ({"undead": 1}, {"leader": 1})


@pytest.mark.rule("BS-UNDEAD-07", "BS-RETREAT-17", "BS-RETREAT-10", "BS-RETREAT-11")
@pytest.mark.parametrize("around", ["plains", "mountains", "desert"])
def test_defending_undead_withdraw_to_any_land(around: str) -> None:
    scene = battle(LORDS, NECRO, "plains", {"swordsman": 1}, {}, around).undead(0, 2)
    scene.turn(LORDS).play("attack 0 1")
    assert scene.legal() == ["pass", "withdraw 1"]
    scene.play("withdraw 1")
    assert scene.force(NECRO, 1) == {"undead": 2}


@pytest.mark.rule("BS-UNDEAD-07", "BS-RETREAT-17", "BS-RETREAT-08")
def test_beaten_undead_retreat_to_mountains_and_the_others_are_lost() -> None:
    scene = battle(LORDS, NECRO, "plains", {"swordsman": 5}, {"skirmisher": 2}, "mountains")
    scene.undead(0, 2).turn(LORDS).combat_draws(HIGH, LOW).fight(0, NECRO)
    scene.play("casualty skirmisher", "retreat 1")
    assert scene.force(NECRO, 1) == {"undead": 2}
    assert scene.in_discard(NECRO) == {"skirmisher": 2}
    assert scene.supply() == 2


@pytest.mark.rule("BS-UNDEAD-07", "BS-RETREAT-17", "AMB-57")
def test_attacking_undead_retreat_too() -> None:
    scene = battle(NECRO, LORDS, "plains", {"goblin": 1}, {"castle": 3}).undead(0, 2)
    scene.turn(NECRO).combat_draws(LOW, HIGH).fight(0, LORDS)
    assert scene.decider is NECRO
    scene.play("casualty goblin", "retreat 1")
    assert scene.force(NECRO, 1) == {"undead": 2}


@pytest.mark.rule("BS-RETREAT-12", "BS-RETREAT-17", "BS-MOVE-18")
def test_undead_retreat_over_own_ships() -> None:
    scene = Scenario(LORDS, NECRO, board=row_of("plains", "sea", "mountains")).undead(0, 2)
    scene.units(NECRO, 1, ship=1).units(LORDS, 0, swordsman=4).turn(LORDS)
    scene.combat_draws(HIGH, LOW).fight(0, NECRO).play("casualty undead", "retreat 2 by ship")
    assert scene.force(NECRO, 2) == {"undead": 1}


@pytest.mark.rule("BS-BUILD-09", "BS-NECRO-02")
def test_undead_are_never_built_or_founded() -> None:
    hand = {"goblin": 1, "skirmisher": 1, "necromancer": 1, "ship": 1}
    scene = necromancers(row_of("plains", "sea", "plains")).citadel(NECRO, 0).hand(NECRO, **hand)
    scene.turn(NECRO)
    assert scene.supply() == 4
    builds = {name.split()[1] for name in scene.legal("build")}
    assert builds == {"goblin", "skirmisher", "necromancer", "ship"}
    scene = Scenario(LORDS, NECRO).setting_up().hand(NECRO, **hand).play("citadel 19")
    assert "undead" not in {name.split()[1] for name in scene.legal("found")}


@pytest.mark.rule("BS-VILLAGE-11", "BS-VILLAGE-09", "AMB-41")
def test_undead_on_mountains_are_links_of_a_chain() -> None:
    scene = necromancers(row_of("plains", "mountains", "desert", "plains")).citadel(NECRO, 0)
    scene.undead(1).units(NECRO, 2, goblin=1).hand(NECRO, goblin=1)
    scene.turn(NECRO, Point.SETTLE).play("settle_tile goblin")
    assert scene.legal() == ["settle 3"]


@pytest.mark.rule("BS-MOD-15", "BS-NECRO-07", "BS-COMBAT-15", "BS-COMBAT-33")
def test_undead_add_one_and_count_as_units() -> None:
    scene = battle(NECRO, HILL, "hills", {"skirmisher": 1}, {"giant": 1}).undead(0, 3)
    scene.turn(NECRO).combat_draws(LOW, HIGH).fight(0, HILL)
    assert scene.logged(Event.CLASH)[0][:2] == [3, 2]
    assert [len(values) - 1 for values in scene.logged(Event.COMBAT_DRAW)] == [4, 4]
    assert scene.vp(HILL) == 4  # 3 undead and a skirmisher


@pytest.mark.rule("BS-RAID-06", "BS-UNDEAD-07")
def test_undead_raid_where_they_stand_when_the_turn_begins() -> None:
    scene = necromancers().undead(0).villages(LORDS, 0, 1).hand(NECRO, goblin=1)
    scene.turn(NECRO, Point.RAID).play("raid_tile goblin")
    assert scene.legal() == ["raid_village 0 1"]


@pytest.mark.rule("BS-NECRO-08", "AMB-27", "BS-GEN-16", "BS-GEN-15")
def test_a_fallen_undead_goes_back_to_the_supply_and_to_no_pile() -> None:
    scene = battle(RIDERS, NECRO, "plains", {"dragon": 1}, {"skirmisher": 1}).undead(0, 3)
    scene.turn(RIDERS).combat_draws(HIGH, LOW).fight(0, NECRO)
    assert scene.supply() == 1
    assert sorted(scene.legal()) == ["casualty skirmisher", "casualty undead"]
    scene.play("casualty undead", "retreat 1")
    assert scene.supply() == 2
    assert scene.in_discard(NECRO) == {}
    assert scene.logged(Event.CASUALTY) == [[1, Unit.UNDEAD]]
    assert scene.force(NECRO, 1) == {"skirmisher": 1, "undead": 2}
