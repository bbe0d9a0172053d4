"""Leaders that keep one companion for a whole move action (AMB-12, `leader_carry`)."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.engine.tally import tallied
from bloodstones.games.bloodstones.rules.names import Unit
from tests.games.bloodstones.scenario import LORDS, RIDERS, Scenario, row_of, small_map

PER_ACTION = pytest.mark.rule("BS-MOVE-25", "AMB-12", "leader_carry")
Rides = list[tuple[int, str, int, int]]  # leader's area, companion's type and area, number


def marching(chosen: str, *terrains: str, **forces: dict[str, int]) -> Scenario:
    """The Horse Lords, with 20 pips in hand; forces by area: `at0={"leader": 1}`."""
    scene = Scenario(LORDS, RIDERS, board=row_of(*terrains), leader_carry=chosen)
    for area, units in forces.items():
        scene.units(LORDS, int(area.removeprefix("at")), **units)
    return scene.hand(LORDS, blank=2, leader=0, ship=2, swordsman=1).turn(LORDS)


def step(scene: Scenario, start: int, units: str, *goals: int) -> Scenario:
    """March a column, in the middle of an action too."""
    names = sorted(units.split(), key=lambda name: Unit[name.upper()])
    scene.play(f"column {start}", *(f"select {name}" for name in names))
    return scene.play(*(f"march {goal}" for goal in goals))


def cost(scene: Scenario) -> int:
    return int(scene.state.move_cost)


def rides(scene: Scenario) -> Rides:
    rows = tallied(scene.state.rides).tolist()
    return [(first, Unit(unit).id, second, count) for _, first, second, unit, count in rows]


@PER_ACTION
@pytest.mark.parametrize(("chosen", "pips"), [("per_step", 3), ("per_action", 5)])
def test_a_leader_may_change_its_companion_on_the_way_or_not(chosen: str, pips: int) -> None:
    forces = {"at0": {"leader": 1, "cavalry": 1}, "at1": {"shieldbearer": 1}}
    scene = marching(chosen, "plains", "plains", "forest", **forces)
    step(scene, 0, "cavalry leader", 1)
    assert cost(scene) == 1
    step(scene, 1, "shieldbearer leader", 2)
    assert cost(scene) == pips


@PER_ACTION
def test_the_dearer_way_can_be_beyond_the_hand() -> None:
    for chosen, legal in (("per_step", True), ("per_action", False)):
        scene = Scenario(
            LORDS, RIDERS, board=row_of("plains", "plains", "hills"), leader_carry=chosen
        )
        scene.units(LORDS, 0, leader=1, cavalry=1).units(LORDS, 1, shieldbearer=1)
        scene.hand(LORDS, blank=1).turn(LORDS)
        step(scene, 0, "cavalry leader", 1)
        scene.play("column 1", "select shieldbearer", "select leader")
        assert ("march 2" in scene.legal()) == legal  # 4 pips are left, the hills cost 3 each


@PER_ACTION
def test_a_companion_rides_on_with_its_leader_and_is_forgotten_with_the_action() -> None:
    scene = marching("per_action", *("plains",) * 4, at0={"leader": 1, "cavalry": 1})
    step(scene, 0, "cavalry leader", 1, 2)
    assert (cost(scene), rides(scene)) == (2, [(2, "cavalry", 2, 1)])
    scene.play("end_move")
    assert rides(scene) == []
    scene.play("pay ship")
    assert scene.point is Point.MAIN
    step(scene, 2, "cavalry leader", 3)
    assert cost(scene) == 1


@PER_ACTION
def test_the_companion_that_stays_behind_leaves_its_leader_alone() -> None:
    forces = {"at0": {"leader": 1, "cavalry": 1}, "at2": {"shieldbearer": 1}}
    scene = marching("per_action", *("plains",) * 5, **forces)
    step(scene, 0, "cavalry leader", 1)
    step(scene, 1, "leader", 2)
    assert (cost(scene), rides(scene)) == (2, [(2, "cavalry", 1, 1)])
    step(scene, 2, "shieldbearer leader", 3)
    assert (cost(scene), rides(scene)) == (4, [(3, "cavalry", 1, 1)])


@PER_ACTION
def test_a_companion_that_catches_up_rides_again() -> None:
    scene = marching("per_action", *("plains",) * 4, at0={"leader": 1, "cavalry": 1})
    step(scene, 0, "cavalry leader", 1)
    step(scene, 1, "leader", 2)
    step(scene, 1, "cavalry", 2)
    assert (cost(scene), rides(scene)) == (3, [(2, "cavalry", 2, 1)])
    step(scene, 2, "cavalry leader", 3)
    assert cost(scene) == 4


@PER_ACTION
def test_another_unit_of_the_type_goes_before_the_companion() -> None:
    forces = {"at0": {"leader": 1, "cavalry": 1}, "at1": {"cavalry": 1}}
    scene = marching("per_action", *("plains",) * 4, **forces)
    step(scene, 0, "cavalry leader", 1)
    step(scene, 1, "cavalry", 2)
    assert rides(scene) == [(1, "cavalry", 1, 1)]
    step(scene, 1, "cavalry leader", 2)
    assert (cost(scene), rides(scene)) == (3, [(2, "cavalry", 2, 1)])
    step(scene, 2, "cavalry cavalry leader", 3)
    assert cost(scene) == 5


@PER_ACTION
@pytest.mark.rule("BS-MOVE-23", "BS-MOVE-24")
def test_of_two_leaders_one_carries_the_other_and_both_are_then_bound() -> None:
    forces = {"at0": {"leader": 2, "cavalry": 1}, "at1": {"shieldbearer": 1}}
    scene = marching("per_action", *("plains",) * 3, **forces)
    step(scene, 0, "cavalry leader leader", 1)
    assert (cost(scene), rides(scene)) == (1, [(1, "cavalry", 1, 1), (1, "leader", 1, 1)])
    step(scene, 1, "shieldbearer leader leader", 2)
    assert cost(scene) == 3  # one leader rides; the other's companion is the cavalry


@PER_ACTION
def test_a_leader_without_a_companion_goes_before_one_with() -> None:
    forces = {"at0": {"leader": 1, "cavalry": 1}, "at1": {"leader": 1, "shieldbearer": 1}}
    scene = marching("per_action", *("plains",) * 3, **forces)
    step(scene, 0, "cavalry leader", 1)
    step(scene, 1, "shieldbearer leader", 2)
    assert (cost(scene), rides(scene)) == (2, [(1, "cavalry", 1, 1), (2, "shieldbearer", 2, 1)])


@PER_ACTION
def test_of_bound_leaders_the_one_that_is_parted_already_goes_first() -> None:
    forces = {"at0": {"leader": 1, "swordsman": 1}, "at1": {"leader": 1, "shieldbearer": 1}}
    scene = marching("per_action", *("plains",) * 4, **forces)
    step(scene, 0, "swordsman leader", 1)
    step(scene, 1, "leader leader", 2)  # the swordsman stays; the free leader carries the other
    assert rides(scene) == [(2, "swordsman", 1, 1), (2, "leader", 2, 1)]
    step(scene, 2, "leader", 3)
    assert rides(scene) == [(2, "leader", 2, 1), (3, "swordsman", 1, 1)]
    assert cost(scene) == 3


@PER_ACTION
def test_parted_pairs_of_one_type_differ_by_the_places_of_their_leaders() -> None:
    board = small_map("plains " * 6, "0-2 1-2 2-3 2-4 3-5")
    scene = Scenario(LORDS, RIDERS, board=board, leader_carry="per_action")
    scene.units(LORDS, 0, leader=1, cavalry=1).units(LORDS, 1, leader=1, cavalry=1)
    scene.hand(LORDS, blank=2, ship=1).turn(LORDS)
    step(scene, 0, "cavalry leader", 2)
    step(scene, 2, "leader", 3)
    step(scene, 1, "cavalry leader", 2)
    assert rides(scene) == [(2, "cavalry", 2, 1), (3, "cavalry", 2, 1)]
    step(scene, 2, "cavalry", 4)
    assert rides(scene) == [(2, "cavalry", 2, 1), (3, "cavalry", 4, 1)]
    step(scene, 2, "cavalry", 4)
    assert rides(scene) == [(2, "cavalry", 4, 1), (3, "cavalry", 4, 1)]


@PER_ACTION
def test_the_costliest_ride_first_and_nobody_rides_where_nothing_is_paid() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "forest"), leader_carry="per_action")
    scene.units(RIDERS, 0, leader=1, cavalry=1, dragon=1).hand(RIDERS, blank=1).turn(RIDERS)
    step(scene, 0, "cavalry leader dragon", 1)
    assert (cost(scene), rides(scene)) == (3, [(1, "cavalry", 1, 1)])


@PER_ACTION
@pytest.mark.rule("AMB-13", "move_pooling")
def test_with_one_group_an_action_the_companion_stays_the_same() -> None:
    scene = Scenario(
        *(LORDS, RIDERS),
        board=row_of("plains", "plains", "forest"),
        leader_carry="per_action",
        move_pooling="per_group",
    )
    scene.units(LORDS, 0, leader=1, cavalry=2).hand(LORDS, blank=2).turn(LORDS)
    step(scene, 0, "cavalry cavalry leader", 1, 2)
    assert cost(scene) == 6
    assert scene.legal() == ["end_move", "march 1"]
