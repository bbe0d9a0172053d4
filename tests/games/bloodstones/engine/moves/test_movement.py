"""Phase 3: move actions, their costs and payments."""

from __future__ import annotations

from itertools import combinations

import pytest

from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap
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

TERRAINS = ("sea", "plains", "forest", "hills", "mountains", "desert")
RICH = {"castle": 4, "ship": 2}  # enough pips for any step of these tests


def star(start: str) -> BoardMap:
    """Area 0 with a neighbour 1..6 of every terrain."""
    return small_map(" ".join([start, *TERRAINS]), " ".join(f"0-{n}" for n in range(1, 7)))


def costs(faction, *units: str, start: str = "plains") -> dict[str, int]:
    """Pips for the units to enter each terrain they may enter, by playing the step."""
    cost_of = {}
    for number, terrain in enumerate(TERRAINS, start=1):
        scene = Scenario(faction, LORDS if faction is not LORDS else HILL, board=star(start))
        for unit in units:
            scene.units(faction, 0, **{unit: 1})
        scene.hand(faction, **RICH).turn(faction).play("column 0")
        for unit in sorted(units, key=lambda name: Unit.parse(name, "costs")):
            scene.play(f"select {unit}")
        if f"march {number}" in scene.legal():
            scene.play(f"march {number}")
            cost_of[terrain] = scene.logged(Event.MARCH)[-1][3]
    return cost_of


@pytest.mark.rule("BS-MOVE-02", "BS-MOVE-12", "BS-MOVE-13", "BS-MOVE-14", "BS-MAP-02")
def test_most_land_units_pay_by_terrain_and_enter_neither_sea_nor_mountains() -> None:
    most = {"plains": 1, "forest": 2, "hills": 3, "desert": 1}
    assert costs(RIDERS, "swordsman") == most
    assert costs(LORDS, "cavalry") == most
    assert costs(RIDERS, "siege_engine") == most


@pytest.mark.rule("BS-HILL-02", "BS-MOVE-13", "BS-CARD-01")
@pytest.mark.parametrize(
    "unit", ["skirmisher", "swordsman", "cavalry", "raider", "siege_engine", "leader", "giant"]
)
def test_hill_folk_enter_hills_for_two_and_mountains_for_three(unit: str) -> None:
    expected = {"plains": 1, "forest": 2, "hills": 2, "mountains": 3, "desert": 1}
    assert costs(HILL, unit) == expected


@pytest.mark.rule("BS-DRAGON-02", "BS-CARD-01")
def test_the_dragon_riders_other_units_move_like_everybody_elses() -> None:
    rules = load_ruleset()
    riders, lords = rules.factions[RIDERS], rules.factions[LORDS]
    assert riders.movement == lords.movement
    assert (riders.hand_limit, riders.vp_per_victory, riders.sea_battle_modifier) == (6, 0, 0)
    for unit in ("skirmisher", "leader", "lizardman"):
        assert costs(RIDERS, unit) == {"plains": 1, "forest": 2, "hills": 3, "desert": 1}


@pytest.mark.rule("BS-MOVE-27", "BS-DRAGON-08")
def test_a_dragon_enters_any_terrain_for_one() -> None:
    assert costs(RIDERS, "dragon") == dict.fromkeys(TERRAINS, 1)


@pytest.mark.rule("BS-MOVE-12")
def test_ships_move_between_adjacent_seas_only() -> None:
    assert costs(HILL, "ship", start="sea") == {"sea": 1}


@pytest.mark.rule("BS-MOVE-22", "BS-MOVE-24", "BS-MOVE-26")
def test_a_leader_carries_one_unit_free_and_only_where_it_may_go() -> None:
    assert costs(RIDERS, "swordsman", "leader") == {
        "plains": 1,
        "forest": 2,
        "hills": 3,
        "desert": 1,
    }
    assert costs(RIDERS, "cavalry", "swordsman", "leader")["hills"] == 6
    assert costs(HILL, "giant", "leader")["mountains"] == 3
    with_dragon = costs(RIDERS, "leader", "dragon")
    assert with_dragon == {
        "plains": 1,
        "forest": 2,
        "hills": 3,
        "desert": 1,
    }  # no sea, no mountains


@pytest.mark.rule("BS-MOVE-23", "BS-HORSE-03", "EX-12")
def test_two_leaders_and_a_unit_move_for_the_price_of_one() -> None:
    assert costs(LORDS, "cavalry", "leader", "leader")["hills"] == 3
    assert costs(LORDS, "cavalry", "swordsman", "leader", "leader")["hills"] == 6
    assert costs(LORDS, "leader", "leader")["forest"] == 2
    assert costs(LORDS, "leader")["forest"] == 2


@pytest.mark.rule("BS-MOVE-24", "DX-16")
def test_five_units_with_one_leader_enter_hills_for_twelve() -> None:
    units = ("skirmisher", "swordsman", "shieldbearer", "cavalry", "leader")
    assert costs(RIDERS, *units)["hills"] == 12


@pytest.mark.rule("BS-MOVE-24")
@pytest.mark.parametrize("leaders", [1, 2])
@pytest.mark.parametrize("others", range(5))
@pytest.mark.parametrize("terrain", ["plains", "forest", "hills"])
def test_n_units_with_l_leaders_pay_for_n_less_l_and_at_least_one(leaders, others, terrain) -> None:
    units = ["skirmisher", "swordsman", "shieldbearer", "cavalry"][:others] + ["leader"] * leaders
    each = {"plains": 1, "forest": 2, "hills": 3}[terrain]
    assert costs(LORDS, *units)[terrain] == each * max(1, len(units) - leaders)


@pytest.mark.rule("BS-MOVE-22", "BS-MOVE-23", "BS-MOVE-24")
def test_leaders_carry_those_that_would_pay_most() -> None:
    assert costs(RIDERS, "swordsman", "leader", "dragon")["hills"] == 3 + 1  # not the dragon's 1
    assert costs(RIDERS, "leader", "dragon", "dragon")["hills"] == 3 + 1
    assert costs(LORDS, "swordsman", "cavalry", "leader", "leader")["hills"] == 3 + 3


@pytest.mark.rule("BS-MOVE-22", "BS-MOVE-23")
def test_each_of_two_leaders_carries_a_unit() -> None:
    assert costs(LORDS, "swordsman", "leader", "leader")["forest"] == 2
    assert costs(LORDS, "swordsman", "cavalry", "skirmisher", "leader", "leader")["forest"] == 6


@pytest.mark.rule("BS-MOVE-01", "BS-MOVE-04", "EX-10", "BS-TILE-08")
def test_leader_and_two_units_enter_forest_and_plains_for_six_pips() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "forest", "plains"))
    scene.units(RIDERS, 0, swordsman=2, leader=1).hand(RIDERS, castle=1, cavalry=1).turn(RIDERS)
    scene.play("column 0", "select swordsman", "select swordsman", "select leader")
    scene.play("march 1", "march 2")
    assert [step[3] for step in scene.logged(Event.MARCH)] == [4, 2]
    scene.play("end_move", "pay castle", "pay cavalry")  # worth 7: one pip is lost
    assert scene.in_hand(RIDERS) == {}
    assert scene.in_discard(RIDERS) == {"castle": 1, "cavalry": 1}
    assert scene.force(RIDERS, 2) == {"swordsman": 2, "leader": 1}


@pytest.mark.rule("BS-MOVE-02", "EX-10")
def test_without_a_leader_the_same_move_costs_nine() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "forest", "plains"))
    scene.units(RIDERS, 0, swordsman=3).hand(RIDERS, leader=1, castle=1).turn(RIDERS)
    scene.move(0, "swordsman swordsman swordsman", "1", "2", pay="leader castle")
    assert [step[3] for step in scene.logged(Event.MARCH)] == [6, 3]


@pytest.mark.rule("BS-MOVE-04", "EX-09")
def test_pips_beyond_the_cost_are_lost_for_later_moves_of_the_turn() -> None:
    scene = Scenario(HILL, LORDS, board=row_of("plains", "hills", "hills", "plains"))
    scene.units(HILL, 0, swordsman=2).units(HILL, 3, skirmisher=1)
    scene.hand(HILL, cavalry=3).turn(HILL)
    scene.move(0, "swordsman swordsman", "1", "2", pay="cavalry cavalry cavalry")  # 8 for 9
    assert sum(step[3] for step in scene.logged(Event.MARCH)) == 8
    assert (scene.state.due, scene.state.move_cost) == (0, 0)
    assert scene.legal("column") == []


def ways_to_pay(scene: Scenario) -> list[tuple[str, ...]]:
    """Every way to pay the move under way, by exhaustive play."""
    if scene.point is Point.MAIN:
        return [()]
    ways = []
    for decision in scene.game.legal():
        twin = object.__new__(Scenario)
        twin.__dict__.update(scene.__dict__)
        twin.game, twin.events = scene.game.copy(), []
        tile = str(decision).removeprefix("pay ")
        ways += [(tile, *rest) for rest in ways_to_pay(twin.play(str(decision)))]
    return ways


@pytest.mark.rule("BS-MOVE-04", "BS-MOVE-05")
@pytest.mark.parametrize("steps", range(1, 10))
def test_payments_are_exactly_those_without_a_tile_to_spare(steps: int) -> None:
    pips = {
        "skirmisher": 2,
        "lizardman": 2,
        "cavalry": 3,
        "siege_engine": 3,
        "castle": 4,
        "blank": 5,
    }
    hand = {
        "skirmisher": 2,
        "lizardman": 1,
        "cavalry": 1,
        "siege_engine": 1,
        "castle": 2,
        "blank": 1,
    }
    scene = Scenario(RIDERS, LORDS, board=row_of(*["plains"] * 10)).units(RIDERS, 0, swordsman=1)
    scene.hand(RIDERS, **hand).turn(RIDERS).play("column 0", "select swordsman")
    scene.play(*(f"march {n}" for n in range(1, steps + 1)), "end_move")
    tiles = [tile for tile, count in hand.items() for _ in range(count)]
    minimal = set()
    for size in range(1, len(tiles) + 1):
        for choice in combinations(tiles, size):
            total = sum(pips[tile] for tile in choice)
            if total >= steps and total - min(pips[tile] for tile in choice) < steps:
                minimal.add(tuple(sorted(choice)))
    offered = [tuple(sorted(way)) for way in ways_to_pay(scene)]
    assert set(offered) == minimal
    assert len(offered) == len(minimal)


@pytest.mark.rule("BS-MOVE-05")
def test_a_single_bigger_tile_may_pay_where_a_smaller_would_do() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains")).units(RIDERS, 0, cavalry=1)
    scene.hand(RIDERS, blank=1, skirmisher=1).turn(RIDERS)
    scene.play("column 0", "select cavalry", "march 1", "end_move")
    assert sorted(scene.legal()) == ["pay blank", "pay skirmisher"]


@pytest.mark.rule("BS-MOVE-05")
def test_a_tile_that_leaves_too_little_to_pay_the_rest_is_not_offered_first() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", *["hills"] * 2))
    scene.units(RIDERS, 0, cavalry=1).hand(RIDERS, blank=1, skirmisher=1).turn(RIDERS)
    scene.play("column 0", "select cavalry", "march 1", "march 2", "end_move")  # 6 pips
    assert scene.legal() == ["pay blank"]
    assert scene.play("pay blank").legal() == ["pay skirmisher"]


@pytest.mark.rule("BS-MOVE-02", "BS-MOVE-04")
def test_steps_beyond_the_pips_in_hand_are_not_offered() -> None:
    scene = Scenario(RIDERS, LORDS, board=small_map("plains hills forest", "0-1 0-2"))
    scene.units(RIDERS, 0, swordsman=2).hand(RIDERS, skirmisher=1).turn(RIDERS)
    scene.play("column 0", "select swordsman")
    assert scene.legal() == ["march 2"]  # hills cost 3, a second swordsman 2 more
    scene.play("march 2")
    assert scene.legal() == ["end_move"]


@pytest.mark.rule("BS-MOVE-03")
def test_one_action_moves_groups_on_different_paths_from_one_pool() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains", "plains", "plains"))
    scene.units(RIDERS, 0, swordsman=1).units(RIDERS, 3, cavalry=1).hand(RIDERS, skirmisher=1)
    scene.turn(RIDERS).play("column 0", "select swordsman", "march 1")
    scene.play("column 3", "select cavalry", "march 2", "end_move", "pay skirmisher")
    assert scene.force(RIDERS, 1) == {"swordsman": 1}
    assert scene.force(RIDERS, 2) == {"cavalry": 1}
    assert scene.point is Point.MAIN


@pytest.mark.rule("BS-MOVE-06")
def test_a_unit_moves_again_in_a_later_action() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains", "plains"))
    scene.units(RIDERS, 0, swordsman=1).hand(RIDERS, skirmisher=2).turn(RIDERS)
    scene.move(0, "swordsman", "1", pay="skirmisher").move(1, "swordsman", "2", pay="skirmisher")
    assert scene.force(RIDERS, 2) == {"swordsman": 1}


@pytest.mark.rule("BS-MOVE-07", "BS-MOVE-08", "BS-DRAGON-09", "BS-MOVE-28")
@pytest.mark.parametrize("unit", ["swordsman", "dragon"])
def test_a_unit_stops_among_enemies_and_cannot_leave_them(unit: str) -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains", "plains"))
    scene.units(RIDERS, 0, **{unit: 1}).units(LORDS, 1, skirmisher=1)
    scene.hand(RIDERS, leader=1, skirmisher=2).turn(RIDERS)
    scene.play("column 0", f"select {unit}", "march 1")
    assert scene.legal() == ["end_move"]
    scene.play("end_move", "pay skirmisher")
    assert scene.legal("column") == []
    assert scene.legal() == ["attack 1 1"]


@pytest.mark.rule("BS-MOVE-08", "BS-GEN-02")
@pytest.mark.parametrize("holder", ["castle", "citadel"])
def test_castle_and_citadel_hold_enemy_units_too(holder: str) -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains"))
    scene.units(RIDERS, 0, swordsman=1).hand(RIDERS, leader=1)
    if holder == "castle":
        scene.units(LORDS, 0, castle=1)
    else:
        scene.citadel(LORDS, 0)
    assert scene.turn(RIDERS).legal("column") == []


@pytest.mark.rule("BS-MOVE-09", "BS-COMBAT-45", "BS-TURN-05")
def test_the_winner_of_a_battle_moves_on_in_the_same_turn() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains", "plains"))
    scene.units(RIDERS, 1, swordsman=1).units(LORDS, 1, skirmisher=1)
    scene.hand(RIDERS, blank=1).turn(RIDERS).combat_draws(HIGH, LOW).fight(1, LORDS)
    scene.play("casualty skirmisher").move(1, "swordsman", "2", pay="blank")
    assert scene.force(RIDERS, 2) == {"swordsman": 1}


@pytest.mark.rule("BS-MOVE-09", "BS-COMBAT-07")
def test_after_a_withdrawal_the_attacker_moves_on() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains", "plains"))
    scene.units(RIDERS, 1, swordsman=1).units(LORDS, 1, skirmisher=1)
    scene.hand(RIDERS, skirmisher=1).turn(RIDERS).play("attack 1 1", "withdraw 0")
    scene.move(1, "swordsman", "2", pay="skirmisher")
    assert scene.force(RIDERS, 2) == {"swordsman": 1}


@pytest.mark.rule("BS-MOVE-10")
def test_enemy_villages_stop_nobody() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains", "plains")).villages(
        LORDS, 1, 1
    )
    scene.units(RIDERS, 0, swordsman=1).hand(RIDERS, skirmisher=1).turn(RIDERS)
    scene.move(0, "swordsman", "1", "2", pay="skirmisher")
    assert scene.force(RIDERS, 2) == {"swordsman": 1}


@pytest.mark.rule("BS-MOVE-11")
def test_castle_and_citadel_never_move() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains")).citadel(RIDERS, 0)
    scene.units(RIDERS, 0, castle=1).hand(RIDERS, blank=2).turn(RIDERS)
    assert scene.legal("column") == []
    scene.units(RIDERS, 0, leader=1)
    scene.play("column 0")
    assert scene.legal() == ["select leader"]


@pytest.mark.rule("BS-MOVE-14", "BS-HILL-02")
def test_units_stop_in_deserts_and_hill_folk_in_mountains() -> None:
    scene = Scenario(HILL, LORDS, board=row_of("plains", "desert", "mountains"))
    scene.units(HILL, 0, skirmisher=2).hand(HILL, blank=2).turn(HILL)
    scene.move(0, "skirmisher", "1", pay="blank").move(1, "skirmisher", "2", pay="blank")
    assert scene.force(HILL, 2) == {"skirmisher": 1}


@pytest.mark.rule("BS-MOVE-25")
def test_the_companion_of_a_leader_may_change_on_the_way() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "forest", "forest"))
    scene.units(RIDERS, 0, swordsman=1, leader=1).units(RIDERS, 1, cavalry=1)
    scene.hand(RIDERS, castle=1).turn(RIDERS)
    scene.play("column 0", "select swordsman", "select leader", "march 1")
    scene.play("column 1", "select cavalry", "select leader", "march 2", "end_move", "pay castle")
    assert [step[3] for step in scene.logged(Event.MARCH)] == [2, 2]
    assert scene.force(RIDERS, 1) == {"swordsman": 1}


@pytest.mark.rule("BS-MOVE-22")
def test_a_leader_alone_pays_and_a_unit_that_follows_later_pays_too() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "forest"))
    scene.units(RIDERS, 0, swordsman=1, leader=1).hand(RIDERS, castle=1).turn(RIDERS)
    scene.play("column 0", "select leader", "march 1", "column 0", "select swordsman", "march 1")
    assert scene.state.move_cost == 4


@pytest.mark.rule("BS-MOVE-01")
def test_a_hand_without_pips_moves_nothing() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains")).units(RIDERS, 0, dragon=1)
    assert scene.turn(RIDERS).legal() == ["pass"]


def test_units_join_a_column_in_the_order_of_their_types() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains"))
    scene.units(RIDERS, 0, skirmisher=1, cavalry=2, leader=1).hand(RIDERS, blank=2).turn(RIDERS)
    scene.play("column 0")
    assert scene.legal() == ["select skirmisher", "select cavalry", "select leader"]
    scene.play("select cavalry")
    assert scene.legal() == ["select cavalry", "select leader", "march 1"]


def test_every_force_that_may_move_can_be_selected() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "hills"))
    scene.units(RIDERS, 0, swordsman=2, leader=1).hand(RIDERS, siege_engine=2).turn(RIDERS)
    scene.play("column 0", "select swordsman", "select swordsman", "select leader", "march 1")
    assert scene.state.move_cost == 6


@pytest.mark.rule("BS-MOVE-02")
def test_movement_costs_come_from_the_rules_in_force() -> None:
    scene = Scenario(RIDERS, LORDS)
    movement = scene.game.tables.movement
    assert movement[0, Terrain.HILLS, Unit.SWORDSMAN] == 3
    assert movement[0, Terrain.MOUNTAINS, Unit.SWORDSMAN] == -1
    assert movement[0, :, Unit.CASTLE].tolist() == [-1] * 6
