"""The rules of a battle, clause by clause, and the promise that Numba compiles them."""

from __future__ import annotations

import itertools
import subprocess
import sys

import numba
import pytest

from bloodstones.games.bloodstones.rules import battle as battle_rules
from bloodstones.games.bloodstones.rules.battle import (
    ATTACKER_WINS,
    DEFENDER_WINS,
    FIGHT_AGAIN,
    clash_outcome,
    may_withdraw,
    may_withdraw_by_ship,
    modifier,
    notional_cavalry,
    tiles_drawn,
    victory_points,
)
from bloodstones.games.bloodstones.rules.names import Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import UnitRules, When

BOTH = (False, True)
LAND = (Terrain.PLAINS, Terrain.FOREST, Terrain.HILLS, Terrain.MOUNTAINS, Terrain.DESERT)


@pytest.mark.rule("BS-COMBAT-15", "BS-COMBAT-16")
@pytest.mark.parametrize(
    ("own", "enemy", "tiles"), [(3, 2, 4), (2, 3, 3), (2, 2, 3), (1, 1, 3), (9, 1, 4), (1, 9, 3)]
)
def test_only_the_side_with_more_units_draws_four(own: int, enemy: int, tiles: int) -> None:
    assert tiles_drawn(own, enemy, False, 4, 3) == tiles


@pytest.mark.rule("BS-COMBAT-17", "BS-HILL-05")
@pytest.mark.parametrize(("own", "enemy"), [(1, 5), (1, 1), (5, 1)])
def test_a_giant_draws_four_whatever_the_numbers(own: int, enemy: int) -> None:
    assert tiles_drawn(own, enemy, True, 4, 3) == 4


@pytest.mark.rule("BS-COMBAT-17")
def test_both_sides_draw_four_when_a_giant_meets_five_units() -> None:
    assert (tiles_drawn(1, 5, True, 4, 3), tiles_drawn(5, 1, False, 4, 3)) == (4, 4)


def test_the_numbers_of_tiles_are_those_of_the_rules_in_force() -> None:
    assert (tiles_drawn(3, 2, False, 6, 5), tiles_drawn(2, 3, False, 6, 5)) == (6, 5)


@pytest.mark.rule("BS-COMBAT-28")
@pytest.mark.parametrize("shield", BOTH)
def test_higher_strength_wins(shield: bool) -> None:
    assert clash_outcome(13, 12, shield) == clash_outcome(1, 0, shield) == ATTACKER_WINS
    assert clash_outcome(12, 13, shield) == clash_outcome(-1, 0, shield) == DEFENDER_WINS


@pytest.mark.rule("BS-COMBAT-29", "BS-COMBAT-30")
def test_a_tie_goes_to_a_defending_shieldbearer_and_is_else_fought_again() -> None:
    assert clash_outcome(12, 12, True) == DEFENDER_WINS
    assert clash_outcome(12, 12, False) == FIGHT_AGAIN


@pytest.mark.rule("BS-COMBAT-10")
@pytest.mark.parametrize(("attacker", "defender"), list(itertools.product(range(4), repeat=2)))
def test_defender_with_fewer_cavalry_cannot_withdraw(attacker: int, defender: int) -> None:
    allowed = may_withdraw(attacker, defender, False, False, False, False)
    assert allowed == (defender >= attacker)


@pytest.mark.rule("BS-COMBAT-08", "BS-DRAGON-04")
@pytest.mark.parametrize("sea", BOTH)
@pytest.mark.parametrize("own_dragon", BOTH)
def test_nobody_withdraws_from_an_attacking_dragon(sea: bool, own_dragon: bool) -> None:
    assert not may_withdraw(0, 9, True, False, own_dragon, sea)
    assert not may_withdraw_by_ship(True, True, False, sea)


@pytest.mark.rule("BS-COMBAT-09", "BS-DRAGON-07")
def test_a_castle_holds_even_a_defender_with_a_dragon() -> None:
    assert not may_withdraw(0, 9, False, True, False, False)
    assert not may_withdraw(0, 9, False, True, True, False)


@pytest.mark.rule("BS-COMBAT-11", "BS-DRAGON-07")
def test_a_defending_dragon_withdraws_whatever_the_cavalry() -> None:
    assert may_withdraw(5, 0, False, False, True, False)


@pytest.mark.rule("BS-COMBAT-12")
def test_in_a_sea_battle_only_a_dragon_stops_a_withdrawal() -> None:
    assert may_withdraw(5, 0, False, False, False, True)
    assert not may_withdraw(0, 0, True, False, False, True)


@pytest.mark.rule("BS-CORSAIR-06", "BS-CORSAIR-07")
@pytest.mark.parametrize(("defender", "allowed"), [(0, False), (1, True)])
def test_corsairs_next_to_their_ship_count_one_cavalry(defender: int, allowed: bool) -> None:
    assert may_withdraw(notional_cavalry(True), defender, False, False, False, False) == allowed


@pytest.mark.rule("BS-CORSAIR-07", "BS-CUTIE-07")
def test_the_notional_cavalry_adds_to_real_ones() -> None:
    mounted = 1 + notional_cavalry(True)
    assert not may_withdraw(mounted, 1, False, False, False, False)
    assert may_withdraw(mounted, 2, False, False, False, False)


@pytest.mark.rule("BS-CORSAIR-07")
def test_corsairs_inland_count_no_notional_cavalry() -> None:
    assert notional_cavalry(False) == 0


@pytest.mark.rule("BS-CORSAIR-03", "BS-CORSAIR-05", "BS-COMBAT-13")
@pytest.mark.parametrize(
    ("corsairs", "dragon", "fortified", "sea"), list(itertools.product(BOTH, repeat=4))
)
def test_only_unfortified_corsairs_on_land_withdraw_by_ship(
    corsairs: bool, dragon: bool, fortified: bool, sea: bool
) -> None:
    allowed = may_withdraw_by_ship(corsairs, dragon, fortified, sea)
    assert allowed == ((corsairs, dragon, fortified, sea) == (True, False, False, False))


@pytest.mark.rule("BS-COMBAT-33", "BS-COMBAT-34", "BS-CORSAIR-11")
def test_the_winner_scores_each_beaten_unit_and_its_bonus() -> None:
    assert victory_points(4, 1, 0) == 4
    assert victory_points(4, 1, 1) == 5
    assert victory_points(4, 2, 1) == 9


def holds(when: When, role: Role, terrain: Terrain, enemy_fortified: bool) -> bool:
    return modifier(UnitRules(Unit.SKIRMISHER, 7, when), role, terrain, enemy_fortified) == 7


@pytest.mark.rule("BS-COMBAT-27", "BS-MOD-18")
@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("terrain", Terrain)
@pytest.mark.parametrize("fortified", BOTH)
def test_a_modifier_adds_exactly_when_its_condition_holds(
    role: Role, terrain: Terrain, fortified: bool
) -> None:
    assert holds(When.ALWAYS, role, terrain, fortified)
    assert holds(When.ATTACKING, role, terrain, fortified) == (role == Role.ATTACKER)
    assert holds(When.DEFENDING, role, terrain, fortified) == (role == Role.DEFENDER)
    assert holds(When.PLAINS, role, terrain, fortified) == (terrain == Terrain.PLAINS)
    assert holds(When.FOREST, role, terrain, fortified) == (terrain == Terrain.FOREST)
    assert holds(When.ENEMY_FORTIFIED, role, terrain, fortified) == fortified


def test_a_modifier_whose_condition_fails_adds_nothing() -> None:
    shieldbearer = UnitRules(Unit.SHIELDBEARER, 1, When.DEFENDING)
    assert modifier(shieldbearer, Role.ATTACKER, Terrain.PLAINS, False) == 0


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (tiles_drawn, (3, 2, False, 4, 3)),
        (clash_outcome, (12, 12, True)),
        (notional_cavalry, (True,)),
        (may_withdraw, (1, 1, False, False, False, False)),
        (may_withdraw_by_ship, (True, False, False, False)),
        (victory_points, (3, 1, 1)),
    ],
)
def test_numba_compiles_the_function_and_agrees(function, arguments) -> None:  # type: ignore[no-untyped-def]
    assert numba.njit(function)(*arguments) == function(*arguments)


def test_the_rules_of_battle_import_neither_numba_nor_numpy() -> None:
    code = (
        f"import sys, {battle_rules.__name__}; "
        "sys.exit(any(name in sys.modules for name in ('numba', 'numpy')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
