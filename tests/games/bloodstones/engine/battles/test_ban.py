"""Who may not flee back into an area: the seat or its units (AMB-29, `retreat_ban`)."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.engine.tally import tallied
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from tests.games.bloodstones.scenario import (
    HIGH,
    HILL,
    LORDS,
    LOW,
    RIDERS,
    Scenario,
    row_of,
    small_map,
)

BAN = pytest.mark.rule("BS-RETREAT-15", "AMB-29", "retreat_ban")
TRIANGLE = small_map("plains plains plains", "0-1 1-2 0-2")


def gone(scene: Scenario, faction: Faction) -> list[tuple[int, int, str, int]]:
    """The area left, the area where they are, type and number of a faction's banned units."""
    rows = tallied(scene.state.left_units).tolist()
    own = scene.seat(faction)
    return [(left, at, Unit(unit).id, n) for seat, left, at, unit, n in rows if seat == own]


def beaten(chosen: str, staying: dict[str, int] | None = None) -> Scenario:
    """The Riders' two cavalry are driven from area 0; one goes to area 1, where others may be."""
    scene = Scenario(LORDS, RIDERS, board=row_of(*("plains",) * 3), retreat_ban=chosen)
    scene.units(LORDS, 0, leader=2, swordsman=3).units(RIDERS, 0, cavalry=2)
    scene.units(LORDS, 2, cavalry=3).units(RIDERS, 1, **(staying or {})).hand(
        LORDS, ship=3, castle=2
    )
    scene.combat_draws([HIGH, HIGH], [LOW, LOW]).turn(LORDS)
    return scene.fight(0, RIDERS).play("casualty cavalry", "retreat 1")


@BAN
@pytest.mark.parametrize("chosen", ["player", "units"])
def test_those_who_left_do_not_go_back(chosen: str) -> None:
    scene = beaten(chosen, {"swordsman": 1})
    assert bool(gone(scene, RIDERS)) == (chosen == "units")
    assert bool(scene.state.left_area[0]) == (chosen == "player")
    scene.move(0, "swordsman swordsman swordsman leader leader", "1", pay="ship")
    scene.play("attack 1 1")
    assert scene.legal("withdraw") == []  # area 0 is empty, area 2 not


def other_force(chosen: str) -> Scenario:
    """One force of the Riders fled from area 0 to 1; another one, in area 2, is attacked."""
    scene = Scenario(LORDS, RIDERS, board=TRIANGLE, retreat_ban=chosen)
    scene.units(LORDS, 0, swordsman=1).units(RIDERS, 0, cavalry=2)
    scene.villages(RIDERS, 0).units(LORDS, 2, swordsman=1).units(RIDERS, 2, cavalry=1)
    scene.turn(LORDS).play("attack 0 1", "withdraw 1")
    return scene.play("attack 2 1")


@BAN
@pytest.mark.parametrize(
    ("chosen", "ways"),
    [("player", ["withdraw 1"]), ("units", ["withdraw 0", "withdraw 1"])],
)
def test_other_units_of_the_seat_may_go_where_some_have_left(chosen: str, ways: list[str]) -> None:
    scene = other_force(chosen)
    assert scene.legal("withdraw") == ways
    if chosen == "units":
        scene.play("withdraw 0")
        assert gone(scene, RIDERS) == [(0, 1, "cavalry", 2), (2, 0, "cavalry", 1)]
        assert "pass" not in scene.legal()  # area 0 is contested again


@BAN
@pytest.mark.rule("BS-RETREAT-07", "BS-RETREAT-08")
def test_one_unit_that_left_closes_an_area_to_its_whole_force() -> None:
    scene = beaten("units", {"swordsman": 2})
    scene.move(0, "swordsman leader leader", "1", pay="ship").fight(1, RIDERS)
    scene.play("casualty swordsman")
    # Area 2 holds only enemies; area 0 is closed because of the cavalry, so all are lost.
    assert scene.force(RIDERS, 1) == {}
    assert scene.in_discard(RIDERS) == {"swordsman": 2, "cavalry": 2}
    scene = beaten("units", {"swordsman": 2})
    scene.move(0, "swordsman swordsman swordsman leader leader", "1", pay="ship")
    scene.fight(1, RIDERS).play("casualty cavalry")
    assert gone(scene, RIDERS) == []
    assert scene.legal("retreat") == ["retreat 0"]


@BAN
def test_of_units_alike_the_one_that_left_is_lost_first() -> None:
    scene = beaten("units", {"cavalry": 1})
    assert gone(scene, RIDERS) == [(0, 1, "cavalry", 1)]
    scene.move(0, "swordsman swordsman swordsman leader leader", "1", pay="ship")
    scene.fight(1, RIDERS).play("casualty cavalry")
    assert gone(scene, RIDERS) == []
    assert scene.legal("retreat") == ["retreat 0"]


@BAN
def test_the_ban_goes_along_with_the_force_and_grows() -> None:
    board = row_of(*("plains",) * 4)
    scene = Scenario(LORDS, RIDERS, board=board, retreat_ban="units")
    scene.units(LORDS, 0, swordsman=2).units(RIDERS, 0, cavalry=1).units(RIDERS, 1, cavalry=2)
    scene.hand(LORDS, ship=3, castle=2).turn(LORDS).play("attack 0 1", "withdraw 1")
    scene.move(0, "swordsman", "1", pay="ship").play("attack 1 1")
    assert scene.legal("withdraw") == ["withdraw 2"]
    scene.play("withdraw 2")
    assert gone(scene, RIDERS) == [(0, 2, "cavalry", 1), (1, 2, "cavalry", 3)]


@BAN
@pytest.mark.rule("BS-MOVE-06")
def test_of_the_attackers_units_those_free_of_the_ban_march_first() -> None:
    board = small_map("plains " * 5, "0-1 1-2 2-3 1-4 0-2")
    scene = Scenario(LORDS, RIDERS, board=board, retreat_ban="units")
    scene.units(LORDS, 0, cavalry=2).units(RIDERS, 0, swordsman=2).units(LORDS, 1, cavalry=1)
    scene.hand(LORDS, ship=3, castle=2).combat_draws(LOW, HIGH).turn(LORDS)
    scene.fight(0, RIDERS).play("casualty cavalry", "retreat 1")
    assert gone(scene, LORDS) == [(0, 1, "cavalry", 1)]
    scene.move(1, "cavalry", "4", pay="ship")
    assert gone(scene, LORDS) == [(0, 1, "cavalry", 1)]
    scene.move(1, "cavalry", "2", pay="ship")
    assert gone(scene, LORDS) == [(0, 2, "cavalry", 1)]


@BAN
def test_a_unit_that_came_back_by_march_is_counted_once_when_it_leaves_again() -> None:
    scene = Scenario(LORDS, RIDERS, board=TRIANGLE, retreat_ban="units")
    scene.units(LORDS, 0, cavalry=3).units(RIDERS, 0, swordsman=2).hand(LORDS, ship=3, castle=2)
    scene.combat_draws([LOW, LOW], [HIGH, HIGH]).turn(LORDS)
    scene.fight(0, RIDERS).play("casualty cavalry", "retreat 1")
    scene.move(1, "cavalry cavalry", "0", pay="ship")
    assert gone(scene, LORDS) == [(0, 0, "cavalry", 2)]
    scene.fight(0, RIDERS).play("casualty cavalry")
    assert scene.legal("retreat") == ["retreat 1", "retreat 2"]
    scene.play("retreat 2")
    assert gone(scene, LORDS) == [(0, 2, "cavalry", 1)]


@BAN
def test_the_ban_ends_with_the_turn() -> None:
    scene = beaten("units", {"swordsman": 1})
    scene.play("pass", "pass")
    assert scene.point is not Point.MAIN
    assert gone(scene, RIDERS) == []


@BAN
@pytest.mark.rule("BS-END-03")
def test_a_step_of_final_battles_lifts_the_ban() -> None:
    board = row_of(*("plains",) * 3)
    scene = Scenario(LORDS, RIDERS, HILL, board=board, retreat_ban="units")
    for faction in (LORDS, RIDERS, HILL):
        scene.regrouped(faction, 2)
    scene.state.finisher, scene.state.final_steps = 2, 1
    scene.units(LORDS, 0, cavalry=1).units(RIDERS, 0, cavalry=1).turn(LORDS, Point.FINAL)
    scene.play("attack 0 1", "withdraw 1")
    assert gone(scene, RIDERS) == [(0, 1, "cavalry", 1)]
    scene.play("pass")
    assert gone(scene, RIDERS) == []
