"""Phase 3: building units."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.events import Event
from tests.games.bloodstones.scenario import HILL, LORDS, RIDERS, Scenario, row_of, small_map

COAST = small_map("plains sea forest sea", "0-1 1-2 2-3")  # 0 citadel, 2 village


def at_home(faction, *others, **hand: int) -> Scenario:
    scene = Scenario(faction, *(others or (HILL if faction is not HILL else LORDS,)), board=COAST)
    return scene.citadel(faction, 0).hand(faction, **hand).turn(faction)


@pytest.mark.rule("BS-BUILD-01", "BS-TILE-02", "BS-TILE-05", "EX-01", "EX-02")
def test_a_one_block_tile_costs_one_other_tile_and_becomes_its_unit() -> None:
    scene = at_home(RIDERS, swordsman=1, blank=1).play("build swordsman 0", "discard blank")
    assert scene.force(RIDERS, 0) == {"swordsman": 1, "citadel": 1}
    assert scene.in_hand(RIDERS) == {}
    assert scene.in_discard(RIDERS) == {"blank": 1}
    assert scene.logged(Event.BUILD) == [[0, 1, 0]]


@pytest.mark.rule("BS-BUILD-01", "BS-TILE-03", "EX-06", "EX-07", "BS-TILE-07")
def test_horse_lords_build_a_castle_and_then_a_ship() -> None:
    scene = at_home(LORDS, castle=1, ship=2, skirmisher=1, shieldbearer=1)
    scene.play("build castle 0", "discard skirmisher", "discard ship")
    scene.play("build ship 1", "discard shieldbearer")
    assert scene.force(LORDS, 0) == {"castle": 1, "citadel": 1}
    assert scene.force(LORDS, 1) == {"ship": 1}
    assert scene.in_discard(LORDS) == {"skirmisher": 1, "shieldbearer": 1, "ship": 1}


@pytest.mark.rule("BS-BUILD-02", "BS-BUILD-03", "BS-BUILD-08", "EX-07")
def test_land_units_rise_at_citadel_and_villages_and_ships_next_to_them() -> None:
    scene = at_home(LORDS, cavalry=1, ship=1, blank=2)
    assert sorted(scene.legal("build")) == ["build cavalry 0", "build ship 1"]
    scene.villages(LORDS, 2)
    builds = ["build cavalry 0", "build cavalry 2", "build ship 1", "build ship 3"]
    assert sorted(scene.legal("build")) == builds


@pytest.mark.rule("BS-BUILD-02")
def test_units_alone_or_enemy_villages_make_no_building_site() -> None:
    scene = Scenario(RIDERS, LORDS, board=COAST).units(RIDERS, 2, castle=1).villages(LORDS, 0)
    scene.hand(RIDERS, skirmisher=1, ship=1, blank=1).turn(RIDERS)
    assert scene.legal("build") == []


@pytest.mark.rule("BS-BUILD-04", "BS-TILE-02")
@pytest.mark.parametrize(
    ("faction", "unit"), [(RIDERS, "lizardman"), (LORDS, "skirmisher"), (HILL, "raider")]
)
def test_a_tile_without_blocks_is_built_free_from_an_otherwise_empty_hand(faction, unit) -> None:
    scene = at_home(faction, **{unit: 1}).play(f"build {unit} 0")
    assert scene.point is Point.MAIN
    assert scene.in_discard(faction) == {}


@pytest.mark.rule("BS-BUILD-01", "BS-TILE-02")
def test_a_tile_whose_cost_the_rest_of_the_hand_cannot_pay_is_not_offered() -> None:
    scene = at_home(RIDERS, castle=1, dragon=1)
    assert scene.legal("build") == []
    scene = at_home(RIDERS, castle=2, dragon=1)
    assert scene.legal("build") == ["build castle 0", "build dragon 0"]


@pytest.mark.rule("BS-TILE-04")
def test_a_tile_without_unit_type_is_never_built() -> None:
    scene = at_home(LORDS, blank=3, ship=1)
    assert scene.legal("build") == ["build ship 1"]


@pytest.mark.rule("BS-HILL-06")
def test_hill_folk_castles_cost_one_tile() -> None:
    scene = at_home(HILL, castle=1, blank=1).play("build castle 0", "discard blank")
    assert scene.force(HILL, 0) == {"castle": 1, "citadel": 1}


@pytest.mark.rule("BS-DRAGON-11")
def test_a_dragon_is_built_on_land_only() -> None:
    scene = at_home(RIDERS, dragon=1, blank=2)
    assert scene.legal("build") == ["build dragon 0"]


@pytest.mark.rule("BS-GEN-09")
def test_any_number_of_castles_may_stand_together() -> None:
    scene = at_home(HILL, castle=4, blank=2, skirmisher=2)
    for tile in ("skirmisher", "skirmisher", "blank", "blank"):
        scene.play("build castle 0", f"discard {tile}")
    assert scene.force(HILL, 0) == {"castle": 4, "citadel": 1}


def payments(scene: Scenario) -> set[tuple[str, ...]]:
    """Every set of discards that pays the build under way, by exhaustive play."""
    if scene.point is Point.MAIN:
        return {()}
    ways = set()
    for decision in scene.game.legal():
        twin = object.__new__(Scenario)
        twin.__dict__.update(scene.__dict__)
        twin.game, twin.events = scene.game.copy(), []
        tile = str(decision).removeprefix("discard ")
        ways |= {(tile, *rest) for rest in payments(twin.play(str(decision)))}
    return ways


@pytest.mark.rule("BS-TILE-02", "BS-TILE-03")
@pytest.mark.parametrize("unit", ["castle", "swordsman", "skirmisher"])
def test_every_choice_of_discards_is_open_and_each_is_offered_once(unit: str) -> None:
    hand = {"skirmisher": 2, "swordsman": 1, "cavalry": 3, "castle": 1, "blank": 1}
    scene = at_home(RIDERS, **hand).play(f"build {unit} 0")
    cost = {"castle": 2, "swordsman": 1, "skirmisher": 0}[unit]
    rest = {**hand, unit: hand[unit] - 1}
    choices = {
        choice
        for choice in combinations_with_replacement(rest, cost)
        if all(choice.count(tile) <= count for tile, count in rest.items())
    }
    assert {tuple(sorted(p)) for p in payments(scene)} == {tuple(sorted(c)) for c in choices}
    assert len(payments(scene)) == len(choices)


@pytest.mark.rule("BS-BUILD-05", "BS-BUILD-06", "BS-TURN-06")
def test_building_beside_enemies_is_allowed_and_obliges_to_attack() -> None:
    scene = Scenario(RIDERS, LORDS, board=COAST).villages(RIDERS, 2)
    scene.units(LORDS, 2, swordsman=1).units(LORDS, 3, ship=1)
    scene.hand(RIDERS, skirmisher=1, lizardman=1, ship=1, blank=1).turn(RIDERS)
    assert "pass" in scene.legal()
    scene.play("build skirmisher 2")
    assert "pass" not in scene.legal()
    assert scene.legal("attack") == ["attack 2 1"]
    scene.play("build lizardman 2", "build ship 3", "discard blank")  # more may follow first
    assert scene.legal("attack") == ["attack 2 1", "attack 3 1"]
    assert "pass" not in scene.legal()


@pytest.mark.rule("BS-TURN-07")
def test_a_unit_built_this_turn_moves_and_fights() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains", "forest"))
    scene.citadel(RIDERS, 0).units(LORDS, 1, skirmisher=1)
    scene.hand(RIDERS, lizardman=1, skirmisher=1).turn(RIDERS)
    scene.play("build lizardman 0").move(0, "lizardman", "1", pay="skirmisher")
    assert scene.legal() == ["attack 1 1"]


@pytest.mark.rule("BS-GEN-10", "BS-GEN-15")
def test_built_tiles_leave_the_hand_and_costs_go_to_the_own_discard_pile() -> None:
    scene = at_home(RIDERS, shieldbearer=1, leader=1).play("build shieldbearer 0", "discard leader")
    assert scene.in_discard(RIDERS) == {"leader": 1}
    assert scene.in_discard(HILL) == {}
