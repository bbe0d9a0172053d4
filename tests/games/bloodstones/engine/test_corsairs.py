"""The Corsairs: withdrawal over the sea, landings, swapping last, points for victories."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.engine.state import Point, Source
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.scenario import (
    CORSAIRS,
    HIGH,
    HILL,
    LORDS,
    LOW,
    RIDERS,
    Scenario,
    row_of,
    small_map,
)

# The fight is in 0, on the coast of the seas 1 and 2, which do not touch each other; 3 lies inland,
# 4 beyond 1 and 5 beyond 2.
COAST = small_map("plains sea sea plains plains plains", "0-1 0-2 0-3 1-4 2-5")


def coast(attacker, defender, third=HILL, board=COAST) -> Scenario:
    return Scenario(attacker, defender, third, board=board)


def attacked(attacking: dict[str, int], *ships: int, by=LORDS, **force: int) -> Scenario:
    """Corsairs in area 0 with ships in the seas named are about to be attacked."""
    scene = coast(by, CORSAIRS).units(by, 0, **attacking)
    if force.pop("citadel", 0):
        scene.citadel(CORSAIRS, 0)
    scene.units(CORSAIRS, 0, **(force or {"axeman": 2}))
    for sea in ships:
        scene.units(CORSAIRS, sea, ship=1)
    return scene


def begin(scene: Scenario) -> list[str]:
    """Let the first seat attack the second in area 0; return the withdrawals it allows."""
    scene.turn(scene.line_up[0]).play("attack 0 1")
    return scene.legal("withdraw") if scene.point is Point.WITHDRAW else []


# Withdrawal of defending Corsairs


@pytest.mark.rule("BS-CORSAIR-03", "BS-CORSAIR-04", "DX-14", "BS-COMBAT-13", "BS-RETREAT-12")
def test_against_more_cavalry_corsairs_withdraw_over_their_ships_only() -> None:
    scene = attacked({"cavalry": 3}, 1)
    assert begin(scene) == ["withdraw 4 by ship"]  # neither inland nor beyond the other sea
    scene.play("withdraw 4 by ship")
    assert scene.force(CORSAIRS, 4) == {"axeman": 2}
    assert scene.logged(Event.WITHDRAW) == [[1, 0, 4, 1, 1]]
    assert scene.game.scores == (0, 0, 0)


@pytest.mark.rule("BS-CORSAIR-04", "BS-COMBAT-10")
def test_without_enemy_cavalry_any_legal_area_will_do() -> None:
    scene = attacked({"swordsman": 3}, 1)
    assert begin(scene) == ["withdraw 3", "withdraw 4 by ship"]


@pytest.mark.rule("BS-CORSAIR-04", "BS-COMBAT-10")
def test_a_way_out_by_ship_alone_binds_nobody_in_the_next_battle() -> None:
    scene = coast(LORDS, CORSAIRS, HILL).units(LORDS, 0, cavalry=1).units(CORSAIRS, 0, axeman=2)
    scene.units(CORSAIRS, 1, ship=1).units(HILL, 0, cavalry=1)
    assert begin(scene) == ["withdraw 4 by ship"]
    scene.play("withdraw 4 by ship", "attack 0 2")
    assert scene.legal() == ["pass", "withdraw 3"]


@pytest.mark.rule("BS-CORSAIR-03", "BS-COMBAT-08", "BS-DRAGON-04")
@pytest.mark.parametrize("attacking", [{"dragon": 1}, {"dragon": 1, "cavalry": 1}])
def test_nobody_withdraws_over_ships_from_a_dragon(attacking) -> None:
    assert begin(attacked(attacking, 1, 2, by=RIDERS)) == []


@pytest.mark.rule("BS-CORSAIR-05", "AMB-22", "BS-COMBAT-09")
@pytest.mark.parametrize("attacking", [{"swordsman": 1}, {"cavalry": 1}])
@pytest.mark.parametrize("fort", ["castle", "citadel"])
def test_castle_and_citadel_keep_corsairs_from_withdrawing(fort: str, attacking) -> None:
    assert begin(attacked(attacking, 1, 2, axeman=1, **{fort: 1})) == []


@pytest.mark.rule("BS-CORSAIR-03", "BS-RETREAT-16")
def test_without_a_ship_on_the_coast_there_is_no_withdrawal_from_cavalry() -> None:
    assert begin(attacked({"cavalry": 1})) == []


@pytest.mark.rule("BS-CORSAIR-04", "DX-14", "BS-RETREAT-13", "BS-MOVE-17")
@pytest.mark.parametrize("enemy", [LORDS, HILL])
def test_a_contested_sea_carries_no_withdrawal(enemy) -> None:
    assert begin(attacked({"cavalry": 1}, 1).units(enemy, 1, ship=1)) == []


@pytest.mark.rule("AMB-53", "BS-CORSAIR-04", "BS-DRAGON-09", "BS-MOVE-17")
def test_a_dragon_at_sea_contests_it_for_corsair_ships() -> None:
    scene = coast(LORDS, CORSAIRS, RIDERS).units(LORDS, 0, cavalry=1).units(CORSAIRS, 0, axeman=2)
    assert begin(scene.units(CORSAIRS, 1, ship=2).units(RIDERS, 1, dragon=1)) == []


@pytest.mark.rule("BS-CORSAIR-04", "BS-RETREAT-02", "BS-RETREAT-03", "BS-RETREAT-15")
def test_the_far_shore_must_be_legal_too() -> None:
    scene = attacked({"cavalry": 1}, 1, 2).villages(LORDS, 4).villages(CORSAIRS, 5)
    assert begin(scene.units(HILL, 5, raider=1)) == ["withdraw 5 by ship"]


@pytest.mark.rule("BS-CORSAIR-04", "BS-RETREAT-12")
def test_an_area_next_door_is_reached_by_ship_if_it_lies_on_the_same_sea() -> None:
    board = small_map("plains sea plains plains", "0-1 0-2 0-3 1-2")
    scene = coast(LORDS, CORSAIRS, board=board).units(LORDS, 0, cavalry=1)
    scene.units(CORSAIRS, 0, axeman=2).units(CORSAIRS, 1, ship=1)
    assert begin(scene) == ["withdraw 2 by ship"]


@pytest.mark.rule("BS-CORSAIR-03")
def test_the_sea_way_out_is_the_corsairs_alone() -> None:
    scene = coast(LORDS, HILL, CORSAIRS).units(LORDS, 0, cavalry=1).units(HILL, 0, raider=1)
    assert begin(scene.units(HILL, 1, ship=1)) == []


@pytest.mark.rule("BS-CORSAIR-04", "BS-COMBAT-35", "BS-RETREAT-12")
def test_a_retreat_after_a_lost_battle_may_go_by_land() -> None:
    scene = attacked({"cavalry": 2}, 1)
    assert begin(scene.combat_draws(HIGH, LOW)) == ["withdraw 4 by ship"]
    scene.play("pass", "casualty axeman")
    assert scene.legal() == ["retreat 3", "retreat 4 by ship"]


# Withdrawal from attacking Corsairs


def landed(defending: dict[str, int], *ships: int, defender=LORDS, third=HILL) -> Scenario:
    """Corsairs in area 0 with ships in the seas named are about to attack."""
    scene = coast(CORSAIRS, defender, third).units(CORSAIRS, 0, axeman=2)
    if "citadel" in defending:
        scene.citadel(defender, 0)
    scene.units(defender, 0, **{unit: n for unit, n in defending.items() if unit != "citadel"})
    for sea in ships:
        scene.units(CORSAIRS, sea, ship=1)
    return scene


@pytest.mark.rule("BS-CORSAIR-06", "BS-CORSAIR-07", "DX-12", "BS-COMBAT-13")
@pytest.mark.parametrize(
    ("defender", "defending", "withdrawals"),
    [
        (LORDS, {"swordsman": 2}, []),
        (LORDS, {"swordsman": 2, "cavalry": 1}, ["withdraw 3"]),
        (RIDERS, {"swordsman": 1}, []),
        (RIDERS, {"swordsman": 1, "dragon": 1}, ["withdraw 2", "withdraw 3"]),
    ],
)
def test_from_a_landing_one_withdraws_with_cavalry_or_a_dragon_only(
    defender, defending, withdrawals
) -> None:
    assert begin(landed(defending, 1, defender=defender)) == withdrawals


@pytest.mark.rule("BS-CORSAIR-07", "DX-12")
def test_ships_in_two_seas_count_as_one_cavalry() -> None:
    scene = landed({"cavalry": 1}, 1, 1, 2)
    assert begin(scene) == ["withdraw 3"]


@pytest.mark.rule("BS-CORSAIR-07", "DX-13", "BS-COMBAT-10")
def test_without_a_ship_on_the_coast_no_cavalry_is_needed() -> None:
    scene = landed({"swordsman": 2}).units(CORSAIRS, 4, axeman=1)
    assert begin(scene) == ["withdraw 3"]


@pytest.mark.rule("BS-CORSAIR-06", "DX-13")
def test_a_ship_two_areas_away_is_no_landing() -> None:
    board = small_map("plains plains sea plains", "0-1 1-2 0-3")
    scene = coast(CORSAIRS, LORDS, board=board).units(CORSAIRS, 0, axeman=1)
    scene.units(LORDS, 0, swordsman=1).units(CORSAIRS, 2, ship=1)
    assert begin(scene) == ["withdraw 1", "withdraw 3"]


@pytest.mark.rule("BS-CORSAIR-06")
def test_ships_of_others_make_no_landing() -> None:
    assert begin(landed({"swordsman": 1}).units(HILL, 1, ship=1)) == ["withdraw 3"]


@pytest.mark.rule("BS-CORSAIR-06", "BS-COMBAT-10")
def test_the_landings_of_others_count_no_cavalry() -> None:
    scene = coast(LORDS, HILL, CORSAIRS).units(LORDS, 0, swordsman=1).units(LORDS, 1, ship=1)
    assert begin(scene.units(HILL, 0, raider=1)) == ["withdraw 3"]


@pytest.mark.rule("AMB-23", "BS-CORSAIR-06")
def test_a_ship_in_a_contested_sea_counts_for_a_landing() -> None:
    assert begin(landed({"swordsman": 1}, 1).units(HILL, 1, ship=1)) == []


@pytest.mark.rule("BS-CORSAIR-06", "BS-COMBAT-09")
def test_a_castle_holds_even_cavalry_against_a_landing() -> None:
    assert begin(landed({"cavalry": 2, "castle": 1}, 1)) == []


@pytest.mark.rule("BS-COMBAT-12", "DX-26", "BS-CORSAIR-06")
def test_at_sea_one_withdraws_from_corsairs_with_many_ships() -> None:
    board = row_of("sea", "sea", "plains")
    scene = coast(CORSAIRS, LORDS, board=board).units(CORSAIRS, 0, ship=3).units(LORDS, 0, ship=1)
    assert begin(scene) == ["withdraw 1"]


@pytest.mark.rule("BS-COMBAT-12", "BS-CORSAIR-03", "AMB-46", "BS-RETREAT-12")
def test_corsair_ships_flee_to_the_next_sea_and_use_no_route() -> None:
    board = row_of("sea", "sea", "sea", "plains")
    scene = coast(LORDS, CORSAIRS, board=board).units(LORDS, 0, ship=3).units(CORSAIRS, 0, ship=2)
    scene.units(CORSAIRS, 1, ship=1).combat_draws(HIGH, LOW)
    assert begin(scene) == ["withdraw 1"]
    assert scene.play("pass", "casualty ship").legal() == ["retreat 1"]


@pytest.mark.rule("BS-DRAGON-04", "BS-COMBAT-08", "BS-COMBAT-12")
def test_corsair_ships_cannot_leave_an_attacking_dragon() -> None:
    board = row_of("sea", "sea", "plains")
    scene = coast(RIDERS, CORSAIRS, board=board).units(RIDERS, 0, dragon=1)
    assert begin(scene.units(CORSAIRS, 0, ship=3)) == []


# Strength


@pytest.mark.rule("BS-CORSAIR-08", "BS-MOD-16", "BS-MOD-09", "AMB-21")
@pytest.mark.parametrize("ships", [1, 3])
@pytest.mark.parametrize("attacks", [True, False])
def test_corsairs_add_one_to_a_battle_at_sea_however_many_ships(attacks: bool, ships: int) -> None:
    sides = (CORSAIRS, LORDS) if attacks else (LORDS, CORSAIRS)
    scene = coast(*sides, board=row_of("sea", "plains")).units(CORSAIRS, 0, ship=ships)
    scene.units(LORDS, 0, ship=2).turn(sides[0]).fight(0, sides[1])
    modifiers = [ships + 1, 2]
    assert scene.logged(Event.CLASH)[0][:2] == (modifiers if attacks else modifiers[::-1])


@pytest.mark.rule("BS-CORSAIR-08", "BS-MOD-03", "BS-MOD-16")
@pytest.mark.parametrize("attacks", [True, False])
def test_on_land_axemen_add_one_each_and_the_sea_nothing(attacks: bool) -> None:
    sides = (CORSAIRS, LORDS) if attacks else (LORDS, CORSAIRS)
    scene = coast(*sides).units(CORSAIRS, 0, axeman=3).units(CORSAIRS, 1, ship=1)
    scene.units(LORDS, 0, siege_engine=1).turn(sides[0]).fight(0, sides[1])
    assert scene.logged(Event.CLASH)[0][:2] == ([3, 0] if attacks else [0, 3])


# Swapping last


@pytest.mark.rule("BS-CORSAIR-09", "BS-CORSAIR-10", "BS-COMBAT-23", "AMB-19", "AMB-45")
@pytest.mark.parametrize("attacks", [True, False])
def test_the_opponent_swaps_and_shows_three_tiles_before_the_corsairs_swap(attacks: bool) -> None:
    sides = (CORSAIRS, LORDS) if attacks else (LORDS, CORSAIRS)
    scene = coast(*sides).units(CORSAIRS, 0, axeman=1).units(LORDS, 0, swordsman=3, castle=1)
    scene.hand(CORSAIRS, blank=1).hand(LORDS, blank=1, skirmisher=1)
    draws = ([2, 3, 4], [2, 3, 4, 4])
    scene.combat_draws(*(draws if attacks else draws[::-1])).turn(sides[0])
    scene.play(f"attack 0 {scene.seat(sides[1])}")
    if scene.point is Point.WITHDRAW:
        scene.play("pass")
    lords, corsairs = scene.seat(LORDS), scene.seat(CORSAIRS)
    assert (scene.point, scene.decider) == (Point.SWAP, LORDS)
    assert scene.logged(Event.REVEAL) == []
    scene.play("swap 3 blank")
    assert scene.logged(Event.REVEAL) == [[lords, 4, 4, 5]]  # the swapped 5, not the 2 left over
    assert (scene.point, scene.decider) == (Point.SWAP, CORSAIRS)
    scene.play("swap 2 blank")
    assert [values[0] for values in scene.logged(Event.SWAP)] == [lords, corsairs]
    order = [name for name in scene.logged_names() if name in ("swap", "reveal", "clash")]
    assert order == ["swap", "reveal", "swap", "clash"]


@pytest.mark.rule("BS-CORSAIR-10", "BS-CORSAIR-09", "BS-COMBAT-23", "BS-COMBAT-32")
def test_in_a_refight_the_opponent_again_swaps_and_shows_first() -> None:
    scene = coast(CORSAIRS, LORDS).units(CORSAIRS, 0, axeman=1).units(LORDS, 0, swordsman=1)
    scene.hand(CORSAIRS, blank=2).hand(LORDS, skirmisher=2).turn(CORSAIRS)
    scene.combat_draws([[2, 3, 4], [2, 3, 5]], [[2, 3, 4], [3, 4, 5]])
    scene.play("attack 0 1", "pass")
    deciders = []
    while scene.point is Point.SWAP:
        deciders.append(scene.decider)
        scene.play("pass")
    assert deciders == [LORDS, CORSAIRS, LORDS, CORSAIRS]
    assert scene.logged(Event.REVEAL) == [[1, 2, 3, 4], [1, 3, 4, 5]]
    assert len(scene.logged(Event.REFIGHT)) == 1


@pytest.mark.rule("BS-CORSAIR-09", "BS-COMBAT-23")
def test_an_opponent_without_hand_tiles_shows_its_tiles_all_the_same() -> None:
    scene = coast(LORDS, CORSAIRS).units(LORDS, 0, swordsman=1).units(CORSAIRS, 0, axeman=1)
    scene.hand(CORSAIRS, blank=1).combat_draws([2, 3, 5], [2, 2, 3]).turn(LORDS)
    scene.play("attack 0 1", "pass")
    assert scene.logged(Event.REVEAL) == [[0, 2, 3, 5]]
    assert (scene.point, scene.decider) == (Point.SWAP, CORSAIRS)


@pytest.mark.rule("BS-COMBAT-23", "BS-COMBAT-19")
def test_in_battles_of_others_nothing_is_shown() -> None:
    scene = coast(LORDS, HILL, CORSAIRS).units(LORDS, 0, swordsman=1).units(HILL, 0, raider=1)
    scene.units(CORSAIRS, 0, axeman=1).hand(LORDS, blank=1).hand(HILL, blank=1).turn(LORDS)
    scene.play("attack 0 1", "pass")
    assert scene.decider is LORDS
    assert scene.play("pass").decider is HILL
    assert scene.play("pass").logged(Event.REVEAL) == []


@pytest.mark.rule("BS-CORSAIR-09", "BS-COMBAT-29")
def test_corsairs_swap_into_a_tie_that_their_shieldbearer_wins() -> None:
    scene = coast(LORDS, CORSAIRS).units(LORDS, 0, swordsman=1).units(CORSAIRS, 0, shieldbearer=1)
    scene.hand(CORSAIRS, axeman=1).combat_draws([3, 4, 5], [3, 2, 5]).turn(LORDS)
    scene.play("attack 0 1", "pass", "swap 2 axeman", "casualty swordsman")
    assert scene.logged(Event.VICTORY) == [[1, 0, 2]]


# Points


@pytest.mark.rule("BS-CORSAIR-11", "BS-COMBAT-34", "BS-GEN-08", "BS-COMBAT-33")
@pytest.mark.parametrize("attacks", [True, False])
def test_each_battle_won_brings_corsairs_one_point_more(attacks: bool) -> None:
    sides = (CORSAIRS, LORDS) if attacks else (LORDS, CORSAIRS)
    scene = coast(*sides).units(CORSAIRS, 0, axeman=4).units(LORDS, 0, cavalry=1, siege_engine=2)
    scene.combat_draws(*((HIGH, LOW) if attacks else (LOW, HIGH))).turn(sides[0]).fight(0, sides[1])
    assert scene.vp(CORSAIRS, Source.BATTLES) == 4
    assert scene.vp(LORDS) == 0


@pytest.mark.rule("BS-CORSAIR-11", "BS-COMBAT-33")
def test_others_score_no_more_for_beating_corsairs() -> None:
    scene = coast(LORDS, CORSAIRS).units(LORDS, 0, swordsman=4).units(CORSAIRS, 0, skirmisher=2)
    scene.combat_draws(HIGH, LOW).turn(LORDS).fight(0, CORSAIRS)
    assert scene.vp(LORDS) == 2


@pytest.mark.rule("BS-CORSAIR-11", "BS-COMBAT-07")
def test_a_withdrawal_brings_corsairs_nothing() -> None:
    scene = landed({"cavalry": 1}, 1)
    assert begin(scene) == ["withdraw 3"]
    assert scene.play("withdraw 3").game.scores == (0, 0, 0)


@pytest.mark.rule("BS-CORSAIR-11", "BS-COMBAT-34")
def test_two_battles_won_bring_two_points_more() -> None:
    scene = coast(CORSAIRS, LORDS, HILL).units(CORSAIRS, 0, axeman=5).units(LORDS, 0, skirmisher=1)
    scene.units(HILL, 0, skirmisher=1).turn(CORSAIRS).combat_draws([HIGH, HIGH], [LOW, LOW])
    scene.fight(0, LORDS).play("casualty skirmisher").fight(0, HILL)
    assert scene.vp(CORSAIRS) == 4


# The card


@pytest.mark.rule("BS-CORSAIR-02", "BS-CORSAIR-01")
def test_corsairs_have_neither_cavalry_nor_a_special_unit() -> None:
    rules = load_ruleset()
    own = {unit for unit, tile in rules.factions[CORSAIRS].tiles.items() if tile.count}
    assert not [unit for unit in own - {Unit.BLANK} if rules.units[unit].mounted]
    assert own.isdisjoint({Unit.DRAGON, Unit.GIANT, Unit.NECROMANCER, Unit.CAVALRY, Unit.UNDEAD})
