"""The rules of a battle as data: every table says what the functions of the rules say."""

from __future__ import annotations

import json
from itertools import product
from math import comb

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.odds.battle import Battle, battle_odds
from bloodstones.games.bloodstones.odds.fight import Tiles, side_sums
from bloodstones.games.bloodstones.odds.force import Force, check_owned, check_terrain, parse_force
from bloodstones.games.bloodstones.odds.page import CONDITIONS, START, YES_OR_NO, page_data
from bloodstones.games.bloodstones.odds.sides import side_modifiers
from bloodstones.games.bloodstones.odds.withdrawal import withdrawal
from bloodstones.games.bloodstones.rules.names import Faction, Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import When

RULES = load_ruleset()
DATA = page_data(RULES)


def refused(force: Force, terrain: Terrain) -> bool:
    try:
        check_owned(force, "test")
        check_terrain(force, terrain, "test", RULES)
    except InputError:
        return True
    return False


def test_it_is_plain_data_and_the_same_each_time() -> None:
    assert json.dumps(DATA) == json.dumps(page_data(RULES))


def test_every_condition_has_words() -> None:
    assert set(CONDITIONS) == set(When)


@pytest.mark.rule("BS-GEN-10", "BS-MOVE-13", "BS-SETUP-10")
@pytest.mark.parametrize("faction", Faction, ids=lambda faction: faction.id)
def test_a_faction_has_the_units_that_a_force_may_have(faction: Faction) -> None:
    units = DATA["factions"][faction.id]["units"]
    for unit, terrain in product(Unit, Terrain):
        open_to = unit.id in units and terrain.id in units[unit.id]["terrains"]
        assert open_to != refused(Force(faction, {unit: 1}), terrain), (unit, terrain)
    for name, unit in ((name, Unit.parse(name, "test")) for name in units):
        terrain = Terrain.parse(units[name]["terrains"][0], "test")
        assert not refused(Force(faction, {unit: units[name]["most"]}), terrain)
        assert refused(Force(faction, {unit: units[name]["most"] + 1}), terrain)


def test_units_come_in_the_order_of_a_force() -> None:
    order = [unit.id for unit in Unit]
    for units in (DATA["units"], *(own["units"] for own in DATA["factions"].values())):
        assert list(units) == sorted(units, key=order.index)


@pytest.mark.parametrize("walls", [False, True], ids=["open", "walls"])
def test_modifiers_are_those_of_a_side_alone(walls: bool) -> None:
    enemy = Force(Faction.HILL_FOLK, {Unit.CASTLE if walls else Unit.GIANT: 1})
    for unit, role, terrain in product(RULES.units, Role, Terrain):
        line, *_ = side_modifiers(Force(Faction.CORSAIRS, {unit: 1}), enemy, role, terrain, RULES)
        assert DATA["units"][unit.id]["modifier"][role.id][terrain.id][walls] == line.each


@pytest.mark.rule("BS-COMBAT-08", "BS-COMBAT-09", "BS-COMBAT-10", "BS-COMBAT-11", "BS-COMBAT-12")
def test_the_rulings_on_withdrawal_are_found_by_their_facts() -> None:
    table, rulings = DATA["withdrawal"]["table"], DATA["withdrawal"]["rulings"]
    assert len(table) == 2 ** (len(YES_OR_NO) + 1)
    seen = set()
    for bars, fortified, frees, sea, corsairs, ship, riders in product((False, True), repeat=7):
        attackers = {Unit.CAVALRY: 2, **({Unit.DRAGON: 1} if bars else {})}
        defenders = {Unit.CAVALRY: 3 if riders else 1}
        defenders |= {Unit.CASTLE: 1} if fortified else {}
        defenders |= {Unit.DRAGON: 1} if frees else {}
        attacker = Force(Faction.CORSAIRS if ship else Faction.HORSE_LORDS, attackers)
        defender = Force(Faction.CORSAIRS if corsairs else Faction.HILL_FOLK, defenders)
        if ship and sea:
            continue
        terrain = Terrain.SEA if sea else Terrain.HILLS
        verdict = withdrawal(attacker, defender, terrain, RULES, ship)
        place = 0
        for fact in (bars, fortified, frees, sea, corsairs, ship, riders):
            place = 2 * place + fact
        entry = rulings[table[place]]
        numbers = {"cavalry": 3 if ship else 2, "own_cavalry": 3 if riders else 1}
        assert entry["reason"].format(**numbers) == verdict.reason
        got = (entry["allowed"], entry["clause"])
        assert got == (verdict.allowed, verdict.clause)
        seen.add(table[place])
    assert seen == set(range(len(rulings)))


def test_the_sums_are_all_draws_of_each_size() -> None:
    tiles = Tiles.of(RULES)
    sums = DATA["tiles"]["sums"]
    assert list(sums) == [tiles.fewer, tiles.more]
    for draws, best in product(sums, range(6)):
        kept, swapped = (dict(map(tuple, side)) for side in sums[draws][best])
        assert (kept, swapped) == tuple(dict(side) for side in side_sums(tiles, draws, best))
        assert sum(kept.values()) + sum(swapped.values()) == comb(len(tiles.bag), draws)


def test_changed_numbers_are_in_the_data() -> None:
    changed = {"dragon.modifier": 3, "tiles_more": 5, "vp.unit_beaten": 2, "cutiecorn.vp": 7}
    data = page_data(with_overrides(RULES, changed))
    assert data["units"]["dragon"]["modifier"]["attacker"]["hills"] == [3, 3]
    assert data["tiles"]["drawn"] == {"fewer": [3, 5], "as_many": [3, 5], "more": [5, 5]}
    assert (data["vp_per_unit"], data["units"]["cutiecorn"]["vp_when_taken"]) == (2, 7)
    assert set(data["tiles"]["sums"]) == {3, 5}


def test_the_first_battle_can_be() -> None:
    start = dict(part.split("=") for part in START.split("&"))
    forces = [parse_force(start[role.id], "start") for role in Role]
    odds = battle_odds(Battle(*forces, Terrain.parse(start["terrain"], "start")))
    assert 0 < odds.p_attacker < 1
