"""Ship routes: crossing the sea along chains of own ships."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from tests.games.bloodstones.scenario import LORDS, RIDERS, Scenario, small_map

# 0 plains - 1 sea - 2 sea - 3 sea - 4 forest; 5 plains on the coast of 2; 6 sea next to 3.
STRAIT = small_map("plains sea sea sea forest plains sea", "0-1 1-2 2-3 3-4 2-5 3-6")
LINKS_FROM = 4 + len(Unit)


def strait(*seas: int, unit: str = "swordsman", at: int = 0) -> Scenario:
    scene = Scenario(RIDERS, LORDS, board=STRAIT).units(RIDERS, at, **{unit: 1})
    for sea in seas:
        scene.units(RIDERS, sea, ship=1)
    return scene.hand(RIDERS, castle=1).turn(RIDERS)


def landings(scene: Scenario, unit: str = "swordsman", at: int = 0) -> list[str]:
    if f"column {at}" not in scene.legal():
        return []
    scene.play(f"column {at}", f"select {unit}")
    return scene.legal("march")


@pytest.mark.rule("BS-MOVE-15", "BS-MOVE-16", "EX-11")
def test_one_ship_carries_a_swordsman_to_the_other_coast_for_the_last_area_only() -> None:
    board = small_map("plains sea plains", "0-1 1-2")
    scene = Scenario(RIDERS, LORDS, board=board).units(RIDERS, 0, swordsman=1)
    scene.units(RIDERS, 1, ship=1).hand(RIDERS, skirmisher=1).turn(RIDERS)
    scene.move(0, "swordsman", "2 by ship", pay="skirmisher")
    step = scene.logged(Event.MARCH)[0]
    assert step[:4] == [0, 0, 2, 1]
    assert step[LINKS_FROM:] == [1]


@pytest.mark.rule("BS-MOVE-15", "BS-MOVE-16")
def test_a_chain_of_ships_leads_to_every_coast_it_touches() -> None:
    scene = strait(1, 2, 3)
    assert landings(scene) == ["march 5 by ship", "march 4 by ship"]
    scene.play("march 4 by ship")
    step = scene.logged(Event.MARCH)[0]
    assert step[3] == 2  # the forest alone
    assert step[LINKS_FROM:] == [1, 2, 3]


@pytest.mark.rule("BS-MOVE-15")
def test_a_gap_in_the_chain_ends_the_route() -> None:
    assert landings(strait(1, 3)) == []
    assert landings(strait(2, 3)) == []  # no ship next to the start
    assert landings(strait(1, 2)) == ["march 5 by ship"]


@pytest.mark.rule("BS-MOVE-17", "DX-15", "BS-DRAGON-09")
@pytest.mark.parametrize("enemy", ["ship", "dragon"])
def test_an_enemy_in_a_sea_area_breaks_the_chain_there(enemy: str) -> None:
    scene = Scenario(LORDS, RIDERS, board=STRAIT).units(LORDS, 0, swordsman=1)
    for sea in (1, 2, 3):
        scene.units(LORDS, sea, ship=1)
    scene.units(RIDERS, 2, **{enemy: 1}).hand(LORDS, castle=1).turn(LORDS)
    assert landings(scene) == []


@pytest.mark.rule("BS-MOVE-21")
def test_a_dragon_at_sea_is_no_link() -> None:
    scene = strait(1, 3)
    scene.units(RIDERS, 2, dragon=1)
    assert landings(scene) == []


@pytest.mark.rule("BS-MOVE-18")
@pytest.mark.parametrize("unit", ["cavalry", "siege_engine", "leader", "lizardman"])
def test_every_unit_that_moves_may_cross(unit: str) -> None:
    assert landings(strait(1, 2, unit=unit), unit) == ["march 5 by ship"]


@pytest.mark.rule("BS-MOVE-18", "BS-MOVE-12", "BS-MOVE-11")
def test_ships_use_no_route_and_castles_do_not_move() -> None:
    scene = strait(1, 2, 3)
    scene.play("column 1", "select ship")
    assert scene.legal("march") == ["march 2"]
    assert landings(strait(1, unit="castle"), "castle") == []


@pytest.mark.rule("BS-MOVE-18", "BS-MOVE-16", "BS-MOVE-19")
def test_a_dragon_may_use_a_route_and_end_at_sea() -> None:
    scene = strait(1, 2, unit="dragon")
    marches = landings(scene, "dragon")
    assert set(marches) == {"march 1", "march 2 by ship", "march 3 by ship", "march 5 by ship"}
    scene.play("march 3 by ship")
    assert scene.logged(Event.MARCH)[0][3] == 1
    assert scene.logged(Event.MARCH)[0][LINKS_FROM:] == [1, 2]


@pytest.mark.rule("BS-MOVE-16")
def test_a_dragon_may_start_inside_the_chain() -> None:
    assert "march 5 by ship" not in landings(strait(1, unit="dragon", at=1), "dragon", at=1)
    scene = strait(2, unit="dragon", at=2)
    assert landings(scene, "dragon", at=2) == ["march 1", "march 3", "march 5"]
    scene = strait(1, 2, 3, unit="dragon", at=1)
    marches = landings(scene, "dragon", at=1)
    assert "march 4 by ship" in marches
    assert "march 6 by ship" in marches
    scene.play("march 4 by ship")
    assert scene.logged(Event.MARCH)[0][LINKS_FROM:] == [2, 3]


@pytest.mark.rule("BS-MOVE-19")
def test_other_land_units_never_end_at_sea() -> None:
    assert all(name.split()[1] in ("4", "5") for name in landings(strait(1, 2, 3)))


@pytest.mark.rule("BS-MOVE-19")
def test_a_landing_needs_terrain_that_the_unit_may_enter() -> None:
    board = small_map("plains sea mountains hills", "0-1 1-2 1-3")
    scene = Scenario(RIDERS, LORDS, board=board).units(RIDERS, 0, swordsman=1)
    scene.units(RIDERS, 1, ship=1).hand(RIDERS, castle=1).turn(RIDERS)
    assert landings(scene) == ["march 3 by ship"]


@pytest.mark.rule("BS-MOVE-20", "BS-MOVE-07")
def test_a_landing_among_enemies_stops_and_a_free_one_goes_on() -> None:
    board = small_map("plains sea plains plains plains", "0-1 1-2 2-3 1-4")
    scene = Scenario(RIDERS, LORDS, board=board).units(RIDERS, 0, swordsman=2)
    scene.units(RIDERS, 1, ship=1).units(LORDS, 4, skirmisher=1).hand(RIDERS, castle=1)
    scene.turn(RIDERS).play("column 0", "select swordsman", "march 2 by ship")
    assert "march 3" in scene.legal()
    scene.play("march 3", "column 0", "select swordsman", "march 4 by ship")
    assert scene.legal("march") == []


@pytest.mark.rule("BS-MOVE-22", "BS-MOVE-15")
def test_a_leader_carries_a_companion_over_the_sea_too() -> None:
    scene = strait(1, 2)
    scene.units(RIDERS, 0, leader=1)
    scene.play("column 0", "select swordsman", "select leader", "march 5 by ship")
    assert scene.logged(Event.MARCH)[0][3] == 1


@pytest.mark.rule("BS-MOVE-18")
def test_a_column_with_a_ship_uses_no_route() -> None:
    scene = strait(1, 2, 3, unit="dragon", at=1)
    scene.play("column 1", "select ship", "select dragon")
    assert scene.legal("march") == ["march 2"]


@pytest.mark.rule("BS-MOVE-16")
def test_the_route_logged_is_a_shortest_one_in_the_order_of_travel() -> None:
    board = small_map(
        "plains sea sea sea sea sea plains", "0-1 1-2 2-3 3-6 1-4 4-6 4-5"
    )  # 0 to 6 over 1-2-3 or over 1-4
    scene = Scenario(RIDERS, LORDS, board=board).units(RIDERS, 0, cavalry=1)
    for sea in range(1, 6):
        scene.units(RIDERS, sea, ship=1)
    scene.hand(RIDERS, skirmisher=1).turn(RIDERS).move(0, "cavalry", "6 by ship", pay="skirmisher")
    assert scene.logged(Event.MARCH)[0][LINKS_FROM:] == [1, 4]
