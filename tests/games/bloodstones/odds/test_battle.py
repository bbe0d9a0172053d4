"""Battle odds against the enumerator, the worked example, and what must hold of any odds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement as cwr
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds, battle_odds
from bloodstones.games.bloodstones.odds.fight import (
    Numbers,
    Tiles,
    attacker_wins,
    side_sums,
    win_table,
)
from bloodstones.games.bloodstones.odds.force import Force, check_terrain, parse_force
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.oracle import battle_enumerator as oracle
from tests.soaks import some

RULES = load_ruleset()
TILES = Tiles.of(RULES)
SEEDS = range(20261121, 20261123)
BATTLES_A_SEED = 1500  # 100,000 of one seed are in tests/statistical
MODELS = ("never", "greedy", None)


def odds(
    attacker: str, defender: str, terrain: Terrain = Terrain.PLAINS, **more: object
) -> BattleOdds:
    sides = parse_force(attacker, "attacker"), parse_force(defender, "defender")
    return battle_odds(Battle(*sides, terrain, **more))  # type: ignore[arg-type]


EXAMPLE = ("dragon_riders: cavalry, lizardman*2, leader", "horse_lords: swordsman, shieldbearer")


@pytest.mark.rule("BS-COMBAT-24", "BS-COMBAT-26", "BS-COMBAT-27", "BS-COMBAT-28")
def test_the_plains_battle_of_the_rulebook() -> None:
    result = odds(*EXAMPLE)
    assert (result.p_attacker, result.p_defender) == (Fraction(219, 245), Fraction(26, 245))
    assert (result.attacker.units, result.defender.units) == (4, 2)
    assert (result.attacker.draws, result.defender.draws) == (4, 3)
    assert (result.attacker.modifier, result.defender.modifier) == (4, 2)
    assert (result.attacker.vp, result.defender.vp) == (2, 4)
    assert result.attacker.expected_vp == Fraction(438, 245)
    assert result.defender_wins_ties
    assert not result.can_withdraw


@pytest.mark.rule("BS-COMBAT-25")
def test_the_base_is_at_most_14_and_15_with_a_swap() -> None:
    for draws in (3, 4):
        kept, swapped = side_sums(TILES, draws)
        assert (max(kept), len(swapped)) == (14, 0)
        assert max(side_sums(TILES, draws, 5).swapped) == 15


def ints(hand: object) -> tuple[int, ...]:
    assert isinstance(hand, tuple)
    return hand


@pytest.mark.rule("BS-COMBAT-05", "BS-COMBAT-15", "BS-COMBAT-29", "BS-COMBAT-30")
@pytest.mark.parametrize(("attacker_draws", "defender_draws"), list(product((3, 4), repeat=2)))
@pytest.mark.parametrize("shield", [False, True])
def test_every_lead_without_hands_equals_the_enumerator(
    attacker_draws: int, defender_draws: int, shield: bool
) -> None:
    for lead in range(-12, 13):
        got = attacker_wins(Numbers(TILES, attacker_draws, defender_draws, lead, shield))
        long_way = oracle.attacker_probability(attacker_draws, defender_draws, lead, 0, shield)
        assert got == long_way, lead


@pytest.mark.soak
def test_the_grid_of_hands_up_to_two_tiles_equals_the_enumerator() -> None:
    two = [tuple(sorted(hand, reverse=True)) for n in range(3) for hand in cwr(range(1, 6), n)]
    bare = list(product((3, 4), (3, 4), range(-8, 9), (False, True)))
    for (ours, theirs, lead, shield), hands in product(bare, product(two, two)):
        got = attacker_wins(Numbers(TILES, ours, theirs, lead, shield), *hands)
        long_way = oracle.attacker_probability(ours, theirs, lead, 0, shield, *hands, True, True)
        assert got == long_way, (ours, theirs, lead, shield, hands)


@pytest.mark.rule("BS-COMBAT-19", "BS-COMBAT-20", "BS-COMBAT-31", "BS-COMBAT-32")
@pytest.mark.parametrize(("attacker_draws", "defender_draws"), list(product((3, 4), repeat=2)))
def test_every_pair_of_single_tiles_equals_the_enumerator(
    attacker_draws: int, defender_draws: int
) -> None:
    for lead, ours, theirs, shield in product(range(-3, 4), range(6), range(6), (False, True)):
        hands = (ours,) * (ours > 0), (theirs,) * (theirs > 0)
        got = attacker_wins(Numbers(TILES, attacker_draws, defender_draws, lead, shield), *hands)
        long_way = oracle.attacker_probability(
            attacker_draws, defender_draws, lead, 0, shield, *hands, True, True
        )
        assert got == long_way, (lead, hands, shield)


def random_force(rng: random.Random, faction: Faction, terrain: Terrain) -> Force:
    """Some units that the faction has and that can be there, more often few than many."""
    pool = []
    for unit in RULES.units:
        own = RULES.factions[faction]
        count = own.tiles[unit].count if unit in own.tiles else 0
        count += {Unit.CITADEL: own.citadels, Unit.UNDEAD: own.undead, Unit.CUTIECORN: 1}.get(
            unit, 0
        )
        try:
            check_terrain(Force(faction, {unit: 1}), terrain, "random", RULES)
        except InputError:
            continue
        pool += [unit] * count
    chosen = rng.sample(pool, rng.randint(1, min(len(pool), 8)))
    return Force(faction, {unit: chosen.count(unit) for unit in set(chosen)})


def random_hand(rng: random.Random, force: Force, most: int) -> tuple[int, ...]:
    """Some tiles that the faction has beside these units, by their pips."""
    pool = []
    for unit, tile in RULES.factions[force.faction].tiles.items():
        pool += [tile.pips] * (tile.count - force.counts.get(unit, 0))
    return tuple(rng.sample(pool, rng.randint(0, most)))


def plain(force: Force) -> tuple[str, dict[str, int]]:
    return force.faction.id, {unit.id: count for unit, count in force.counts.items()}


def random_battle(rng: random.Random) -> tuple[Force, Force, Terrain, dict[str, object]]:
    terrain = rng.choice(list(Terrain))
    while True:
        factions = rng.sample(list(Faction), 2)
        if terrain is not Terrain.MOUNTAINS:
            break
        high = {Faction.HILL_FOLK, Faction.DRAGON_RIDERS, Faction.NECROMANCERS}
        if high.issuperset(factions):
            break
    while True:
        attacker, defender = (random_force(rng, faction, terrain) for faction in factions)
        if not (Unit.CUTIECORN in attacker.counts and Unit.CUTIECORN in defender.counts):
            break
    more: dict[str, object] = {
        "attacker_hand": random_hand(rng, attacker, 3),
        "defender_hand": random_hand(rng, defender, 3),
        "attacker_swap": rng.choice(MODELS),
        "defender_swap": rng.choice(MODELS),
        "at_citadel": Unit.CITADEL in attacker.counts,
    }
    if attacker.faction is Faction.CORSAIRS and terrain is not Terrain.SEA:
        more["corsair_ship"] = rng.random() < 0.5
    return attacker, defender, terrain, more


def distinct_battles(seed: int, count: int) -> Iterator[tuple[Force, Force, Terrain, Any]]:
    """So many random battles, no two with the same forces, terrain, hands and swap models."""
    rng = random.Random(seed)
    met: set[str] = set()
    while len(met) < count:
        attacker, defender, terrain, more = random_battle(rng)
        options = {name: sorted(value) if "hand" in name else value for name, value in more.items()}
        key = f"{attacker} | {defender} | {terrain.id} | {options}"
        if key not in met:
            met.add(key)
            yield attacker, defender, terrain, more


def check_by_the_enumerator(
    attacker: Force, defender: Force, terrain: Terrain, more: dict[str, Any]
) -> None:
    """The odds of a battle and all they are made of, as the enumerator has them."""
    result = battle_odds(Battle(attacker, defender, terrain, **more))
    first, second = plain(attacker), plain(defender)
    draws = oracle.tiles_to_draw(first[1], second[1]), oracle.tiles_to_draw(second[1], first[1])
    bonuses = (
        oracle.strength_bonus(*first, second[1], "attacks", terrain.id),
        oracle.strength_bonus(*second, first[1], "defends", terrain.id),
    )
    hands = ints(more["attacker_hand"]), ints(more["defender_hand"])
    long_way = oracle.attacker_probability(
        *draws,
        *bonuses,
        "shieldbearer" in second[1],
        *(tuple(sorted(hand)) for hand in hands),
        more["attacker_swap"] != "never",
        more["defender_swap"] != "never",
    )
    case = f"{attacker} | {defender} | {terrain.id} | {more}"
    assert result.p_attacker == long_way, case
    assert result.p_attacker + result.p_defender == 1, case
    assert (result.attacker.draws, result.defender.draws) == draws, case
    assert (result.attacker.modifier, result.defender.modifier) == bonuses, case
    ship = bool(more.get("corsair_ship"))
    allowed = oracle.withdrawal_allowed(first, second, terrain.id, ship)
    assert result.can_withdraw == allowed, case
    assert result.attacker.vp == oracle.score(first[0], second[1]), case
    assert result.defender.vp == oracle.score(second[0], first[1]), case


@pytest.mark.rule("BS-COMBAT-04", "BS-COMBAT-14", "BS-COMBAT-16", "BS-COMBAT-33", "BS-MOD-16")
@pytest.mark.parametrize("seed", some(SEEDS, 2))
def test_thousands_of_random_battles_equal_the_enumerator(seed: int) -> None:
    for battle in distinct_battles(seed, BATTLES_A_SEED):
        check_by_the_enumerator(*battle)


hands = st.lists(st.integers(1, 5), max_size=9)
draws = st.sampled_from([3, 4])


@settings(max_examples=60, deadline=None)
@given(draws, draws, st.integers(-8, 8), st.booleans(), hands, hands)
def test_more_lead_never_lowers_the_chance_and_a_shield_never_raises_it(
    ours: int, theirs: int, lead: int, shield: bool, our_hand: list[int], their_hand: list[int]
) -> None:
    both = tuple(sorted(our_hand, reverse=True)), tuple(sorted(their_hand, reverse=True))
    chance = attacker_wins(Numbers(TILES, ours, theirs, lead, shield), *both)
    assert attacker_wins(Numbers(TILES, ours, theirs, lead + 1, True), *both) >= attacker_wins(
        Numbers(TILES, ours, theirs, lead, True), *both
    )
    assert attacker_wins(Numbers(TILES, ours, theirs, lead, True), *both) <= attacker_wins(
        Numbers(TILES, ours, theirs, lead, False), *both
    )
    assert 0 <= chance <= 1


@given(draws, draws, st.integers(-8, 8), hands, hands)
@settings(max_examples=60, deadline=None)
def test_without_shields_the_two_roles_mirror_each_other(
    ours: int, theirs: int, lead: int, our_hand: list[int], their_hand: list[int]
) -> None:
    both = tuple(sorted(our_hand, reverse=True)), tuple(sorted(their_hand, reverse=True))
    there = attacker_wins(Numbers(TILES, ours, theirs, lead, False), *both)
    back = attacker_wins(Numbers(TILES, theirs, ours, -lead, False), *reversed(both))
    assert there + back == 1


@pytest.mark.parametrize("draws_more", [3, 4])
def test_greedy_swaps_exactly_when_the_own_sum_rises(draws_more: int) -> None:
    kept, swapped = side_sums(TILES, draws_more, 3)
    # With 3 tiles a 3 helps exactly when a 2 was drawn, with 4 when two 2s were.
    with_a_two = {3: 56 - 20, 4: 15}[draws_more]
    assert (kept.denominator, swapped.denominator)[1] == with_a_two


def test_a_tile_of_one_pip_is_never_swapped_in() -> None:
    assert attacker_wins(Numbers(TILES, 4, 3, 2, True), (1, 1), (1,)) == Fraction(219, 245)


@pytest.mark.rule("BS-MOVE-11", "BS-COMBAT-04")
def test_a_citadel_attacks_only_where_it_stands() -> None:
    sides = "hill_folk: citadel, swordsman", "horse_lords: swordsman"
    with pytest.raises(InputError, match="expected units that can attack, got 'citadel'") as fault:
        odds(*sides)
    assert "where it stands: at_citadel" in str(fault.value)
    assert odds(*sides, at_citadel=True).attacker.units == 2


@pytest.mark.parametrize(
    ("hand", "force", "message"),
    [
        ([5] * 5, "hill_folk: raider", None),
        ([5] * 6, "hill_folk: raider", "expected at most 5 hand tiles of 5 pips, got 6"),
        ([5] * 3, "hill_folk: giant*2", None),
        ([5] * 4, "hill_folk: giant*2", "at most 3 hand tiles of 5 pips, got 4 .*in the battle"),
        ([1], "hill_folk: raider", "at most 0 hand tiles of 1 pip, got 1 .*have no tile of 1 pip"),
        ([4] * 6, "necromancers: undead*4, castle*4, swordsman", None),
        ([2], "corsairs: skirmisher*4", "expected at most 0 hand tiles of 2 pips"),
    ],
)
@pytest.mark.rule("BS-COMP-07", "BS-TILE-05")
def test_a_hand_holds_no_more_than_the_faction_has_beside_its_units(
    hand: list[int], force: str, message: str | None
) -> None:
    for sides in ((force, "chaos_horde: horde"), ("chaos_horde: horde", force)):
        role = "attacker_hand" if sides[0] is force else "defender_hand"
        if message is None:
            assert odds(*sides, **{role: hand}).p_attacker >= 0
            continue
        with pytest.raises(InputError, match=f"(?s){message}") as fault:
            odds(*sides, **{role: hand})
        assert f"({role})" in fault.value.message


def test_a_changed_rule_changes_what_a_hand_can_hold() -> None:
    sides = (
        parse_force("hill_folk: raider", "attacker"),
        parse_force("corsairs: axeman", "defender"),
    )
    more = with_overrides(RULES, {"hill_folk.blank.count": 3, "hill_folk.raider.count": 3})
    assert (
        battle_odds(Battle(*sides, Terrain.HILLS, attacker_hand=[5] * 6, rules=more)).p_attacker > 0
    )
    with pytest.raises(InputError, match="at most 5 hand tiles of 5 pips"):
        battle_odds(Battle(*sides, Terrain.HILLS, attacker_hand=[5] * 6))


def test_never_ignores_the_hand() -> None:
    result = odds(*EXAMPLE, attacker_hand=[5], attacker_swap="never")
    assert result.p_attacker == Fraction(219, 245)
    assert (result.attacker.hand, result.attacker.swap) == ((5,), "never")


def test_a_side_with_a_hand_swaps_greedily_by_default() -> None:
    result = odds(*EXAMPLE, attacker_hand=[3, 5])
    assert (result.attacker.swap, result.defender.swap) == ("greedy", "never")
    assert result.attacker.hand == (5, 3)
    assert result.p_attacker > Fraction(219, 245)


@pytest.mark.rule("BS-COMBAT-31")
def test_a_spent_tile_is_gone_in_the_re_fight() -> None:
    forces = "dragon_riders: swordsman", "horse_lords: swordsman"
    chances = [odds(*forces, attacker_hand=[5] * n).p_attacker for n in range(4)]
    assert chances == sorted(set(chances))


@pytest.mark.rule("BS-BUILD-07", "BS-MOD-10", "BS-MOD-11")
def test_attacking_walls_add_nothing_but_count_as_units() -> None:
    walls = "hill_folk: citadel, castle*2, swordsman"
    result = odds(walls, "horse_lords: swordsman", at_citadel=True)
    assert (result.attacker.modifier, result.attacker.units, result.attacker.draws) == (1, 4, 4)


@pytest.mark.rule("BS-MOD-07")
@pytest.mark.parametrize("walls", ["castle", "citadel", "castle*2, citadel"])
def test_each_siege_engine_adds_two_against_walls_in_either_role(walls: str) -> None:
    engines, fort = "dragon_riders: siege_engine*2", f"horse_lords: {walls}"
    assert odds(engines, fort).attacker.modifier == 4
    assert odds(fort, engines, at_citadel=True).defender.modifier == 4
    assert odds(engines, "horse_lords: swordsman").attacker.modifier == 0


@pytest.mark.rule("BS-CORSAIR-08", "BS-MOD-09", "BS-MOD-16")
def test_corsairs_add_one_once_in_sea_battles_in_either_role() -> None:
    corsairs, others = "corsairs: ship*3", "horse_lords: ship*3"
    assert odds(corsairs, others, Terrain.SEA).attacker.modifier == 4
    assert odds(others, corsairs, Terrain.SEA).defender.modifier == 4
    assert odds("corsairs: axeman*3", "horse_lords: cavalry").attacker.modifier == 3


@pytest.mark.rule("BS-CUTIE-04", "BS-CUTIE-07", "BS-CUTIE-08")
def test_a_cutiecorn_is_cavalry_and_worth_three_vp_more() -> None:
    attacker = "corsairs: axeman, cutiecorn"
    for cavalry, allowed in ((1, False), (2, True)):
        result = odds(attacker, f"horse_lords: cavalry*{cavalry}", corsair_ship=True)
        assert result.can_withdraw == allowed
        assert result.attacker.modifier == 2
        assert result.defender.vp == 2 + 3


@pytest.mark.rule("BS-COMBAT-33", "BS-CORSAIR-11")
def test_vp_count_beaten_units_and_the_bonus_of_the_corsairs() -> None:
    result = odds("corsairs: axeman*2", "hill_folk: citadel, castle, raider")
    assert (result.attacker.vp, result.defender.vp) == (4, 2)


@pytest.mark.rule("BS-CORSAIR-06")
@pytest.mark.parametrize(
    ("defender", "ship", "allowed", "clause"),
    [
        ("horse_lords: swordsman", True, False, "BS-CORSAIR-07"),
        ("horse_lords: cavalry", True, True, "BS-CORSAIR-07"),
        ("horse_lords: swordsman", False, True, "BS-COMBAT-10"),
        ("dragon_riders: dragon", True, True, "BS-COMBAT-11"),
        ("horse_lords: cavalry, castle", True, False, "BS-COMBAT-09"),
    ],
)
def test_corsairs_next_to_their_ship_hold_those_without_cavalry(
    defender: str, ship: bool, allowed: bool, clause: str
) -> None:
    result = odds("corsairs: axeman", defender, corsair_ship=ship).withdrawal
    assert (result.allowed, result.only_by_ship, result.clause) == (allowed, False, clause)


@pytest.mark.rule("BS-CORSAIR-03", "BS-CORSAIR-04", "BS-CORSAIR-05")
@pytest.mark.parametrize(
    ("attacker", "defender", "allowed", "only_by_ship"),
    [
        ("horse_lords: cavalry*3", "corsairs: axeman", True, True),
        ("horse_lords: swordsman", "corsairs: axeman", True, False),
        ("horse_lords: cavalry*3", "corsairs: axeman, castle", False, False),
        ("dragon_riders: dragon", "corsairs: axeman", False, False),
    ],
)
def test_defending_corsairs_withdraw_over_their_ships(
    attacker: str, defender: str, allowed: bool, only_by_ship: bool
) -> None:
    result = odds(attacker, defender).withdrawal
    assert (result.allowed, result.only_by_ship) == (allowed, only_by_ship)


@pytest.mark.rule("BS-COMBAT-12")
def test_at_sea_only_a_dragon_stops_a_withdrawal() -> None:
    ships = "corsairs: ship*3", "horse_lords: ship"
    assert odds(*ships, Terrain.SEA).withdrawal.clause == "BS-COMBAT-12"
    assert odds(*ships, Terrain.SEA).can_withdraw
    assert not odds("dragon_riders: dragon", ships[1], Terrain.SEA).can_withdraw


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"attacker_hand": [6]}, r"expected pips from 1 to 5, got 6 \(attacker_hand\)"),
        ({"defender_hand": [0]}, r"expected pips from 1 to 5, got 0 \(defender_hand\)"),
        ({"defender_hand": [True]}, r"expected pips from 1 to 5, got True"),
        ({"defender_hand": ["5"]}, r"expected pips from 1 to 5, got '5'"),
        ({"attacker_hand": [5] * 10}, r"expected at most 9 hand tiles, got 10 \(attacker_hand\)"),
        (
            {"attacker_swap": "gredy"},
            r"expected a swap model, got 'gredy' .*\nTip: did you mean gr",
        ),
        ({"defender_swap": "x"}, r"expected a swap model, got 'x' .*\nTip: known: never, greedy"),
        ({"corsair_ship": True}, r"expected Corsairs attacking on land .*, got 'dragon_riders in"),
    ],
)
def test_bad_arguments_are_one_sentence(more: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        odds(*EXAMPLE, **more)


@pytest.mark.parametrize(
    ("attacker", "defender", "terrain", "message"),
    [
        ("hill_folk: giant", "hill_folk: raider", Terrain.HILLS, "a battle between two factions"),
        ("hill_folk: cutiecorn", "corsairs: cutiecorn", Terrain.HILLS, "expected one cutiecorn"),
        ("hill_folk: giant", "corsairs: axeman", Terrain.SEA, r"got 'giant' \(attacker\)"),
        ("hill_folk: giant", "corsairs: axeman", Terrain.MOUNTAINS, r"got 'axeman' \(defender\)"),
        ("hill_folk: ship", "corsairs: axeman", Terrain.PLAINS, r"got 'ship' \(attacker\)"),
        ("hill_folk: castle", "corsairs: ship", Terrain.SEA, r"got 'castle' \(attacker\)"),
    ],
)
def test_impossible_battles_are_one_sentence(
    attacker: str, defender: str, terrain: Terrain, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        odds(attacker, defender, terrain)


def test_corsairs_at_sea_have_no_ship_rule() -> None:
    with pytest.raises(InputError, match="expected Corsairs attacking on land"):
        odds("corsairs: ship", "horse_lords: ship", Terrain.SEA, corsair_ship=True)


def test_forces_made_by_hand_are_checked_like_those_read() -> None:
    giants = Force(Faction.HILL_FOLK, {Unit.GIANT: 3})
    other = Force(Faction.CORSAIRS, {Unit.AXEMAN: 1})
    with pytest.raises(InputError, match=r"expected at most 2 giant of hill_folk, got 3 \(def"):
        battle_odds(Battle(other, giants, Terrain.HILLS))


def test_the_rules_in_force_change_the_odds() -> None:
    units = dict(RULES.units)
    units[Unit.LEADER] = replace(units[Unit.LEADER], modifier=3)
    other = replace(RULES, units=units, tiles_more=5, vp_per_unit_beaten=2)
    result = odds(*EXAMPLE, rules=other)
    assert (result.attacker.modifier, result.attacker.draws, result.attacker.vp) == (6, 5, 4)


def test_a_bag_of_equal_tiles_never_ends_a_tied_battle() -> None:
    flat = replace(RULES, combat_tiles=(3,) * 8)
    forces = "dragon_riders: swordsman", "horse_lords: swordsman"
    with pytest.raises(InputError, match="expected a contest that can end"):
        odds(*forces, rules=flat)
    assert odds(*EXAMPLE, rules=flat).p_attacker == 1


@pytest.mark.rule("BS-COMBAT-29", "BS-COMBAT-30")
def test_the_win_table_holds_every_bare_battle() -> None:
    table = win_table()
    assert set(table) == set(product((3, 4), (3, 4), (False, True), range(-8, 9)))
    for (ours, theirs, shield, lead), chance in table.items():
        assert chance == oracle.attacker_probability(ours, theirs, lead, 0, shield)
    for key in product((3, 4), (3, 4), (False, True)):
        assert (table[(*key, -8)], table[(*key, 8)]) == (0, 1)
