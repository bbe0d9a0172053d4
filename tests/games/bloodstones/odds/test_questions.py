"""The questions players ask about a battle, each held against every physical draw counted out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.chain import Chain, battle_orders
from bloodstones.games.bloodstones.odds.ends import battle_ends, expected_losses, first_fight
from bloodstones.games.bloodstones.odds.fight import End
from bloodstones.games.bloodstones.odds.force import Force, parse_force
from bloodstones.games.bloodstones.odds.hands import Hand
from bloodstones.games.bloodstones.odds.luck import how_lucky
from bloodstones.games.bloodstones.odds.needs import Needs, Supply, smallest_forces
from bloodstones.games.bloodstones.odds.spending import spending
from bloodstones.games.bloodstones.odds.what_if import what_if
from bloodstones.games.bloodstones.rules.names import Faction, Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.oracle import fight_enumerator as oracle

RULES = load_ruleset()
FORCES = (
    ("hill_folk: raider*2", "horse_lords: swordsman"),
    ("hill_folk: giant", "horse_lords: swordsman*2, shieldbearer"),
    ("corsairs: axeman*2", "necromancers: goblin*2, leader"),
    ("dragon_riders: dragon, cavalry", "hill_folk: castle, raider"),
)
HANDS = ((), (4,), (5, 3), (4, 4, 2))


def battle_of(pair: tuple[str, str], terrain: Terrain = Terrain.PLAINS, **more: object) -> Battle:
    first, second = (parse_force(text, "force") for text in pair)
    return Battle(first, second, terrain, **more)  # type: ignore[arg-type]


def bare(odds: BattleOdds) -> tuple[tuple[int, int], int, bool]:
    """The numbers that the oracle wants."""
    lead = odds.attacker.modifier - odds.defender.modifier
    return (odds.attacker.draws, odds.defender.draws), lead, odds.defender_wins_ties


@pytest.mark.parametrize("pair", FORCES)
@pytest.mark.parametrize(("ours", "theirs"), list(product(HANDS, repeat=2)))
@pytest.mark.rule("BS-COMBAT-31", "BS-COMBAT-32")
def test_every_end_of_a_battle_is_that_of_all_draws(
    pair: tuple[str, str], ours: Hand, theirs: Hand
) -> None:
    battle = battle_of(pair, attacker_hand=ours, defender_hand=theirs)
    odds = battle.odds
    expected = oracle.ends(*bare(odds), ours, theirs)
    assert battle_ends(battle) == {End(*end): p for end, p in expected.items() if p}


def test_a_side_that_never_swaps_keeps_its_hand() -> None:
    battle = battle_of(FORCES[0], attacker_hand=(5,), attacker_swap="never", defender_hand=(3,))
    odds = battle.odds
    ends = battle_ends(battle)
    assert {end.attacker_hand for end in ends} == {(5,)}
    assert sum(p for end, p in ends.items() if end.attacker_won) == odds.p_attacker


@pytest.mark.parametrize("pips", [0.0, 0.02])
@pytest.mark.parametrize("enemy", ["never", "greedy", "equilibrium"])
def test_ends_of_a_solved_battle_agree_with_its_solution(pips: float, enemy: str) -> None:
    battle = battle_of(
        FORCES[0],
        attacker_hand=(5, 3),
        attacker_swap="equilibrium",
        defender_hand=(4,),
        defender_swap=enemy,
        pip_value=pips,
    )
    odds = battle.odds
    ends = battle_ends(battle)
    assert float(sum(ends.values())) == pytest.approx(1, abs=1e-12)
    won = sum(p for end, p in ends.items() if end.attacker_won)
    assert float(won) == pytest.approx(float(odds.p_attacker), abs=1e-9)
    losses = expected_losses(battle)
    assert odds.solution is not None
    spent = [float(each) for each in odds.solution.outcome[1:3]]
    pips_lost = [float(losses.attacker.pips), float(losses.defender.pips)]
    assert pips_lost == pytest.approx(spent, abs=1e-9)
    if enemy == "never":
        assert all(isinstance(p, Fraction) for p in ends.values())


@pytest.mark.parametrize("pair", FORCES)
@pytest.mark.rule("BS-COMBAT-35", "BS-COMBAT-36", "BS-COMBAT-38", "BS-COMBAT-40")
def test_losses_are_those_of_all_draws(pair: tuple[str, str]) -> None:
    battle = battle_of(pair, attacker_hand=(5, 3), defender_hand=(4,))
    odds = battle.odds
    ends = oracle.ends(*bare(odds), (5, 3), (4,))
    p = oracle.wins(ends)
    losses = expected_losses(battle)
    castles = odds.defender.force.counts.get(Unit.CASTLE, 0)
    dragons = odds.attacker.force.counts.get(Unit.DRAGON, 0)
    assert losses.defender.units == p * (castles or 1)
    assert losses.defender.units_cornered == p * odds.defender.units
    assert losses.attacker.units == 1 - p + p * dragons
    assert losses.attacker.tiles == sum(q * (2 - len(left)) for (_, left, _), q in ends.items())
    assert losses.defender.pips == sum(q * (4 - sum(left)) for (_, _, left), q in ends.items())


@pytest.mark.parametrize("pair", FORCES)
@pytest.mark.parametrize(("ours", "theirs"), [((), ()), ((4,), (5, 3))])
def test_strengths_and_margins_are_those_of_all_draws(
    pair: tuple[str, str], ours: Hand, theirs: Hand
) -> None:
    battle = battle_of(pair, attacker_hand=ours, defender_hand=theirs)
    odds = battle.odds
    (mine, yours), lead, _ = bare(odds)
    own = Counter(oracle.fought(draw, ours)[0] for draw in oracle.drawn(mine))
    other = Counter(oracle.fought(draw, theirs)[0] for draw in oracle.drawn(yours))
    margin: Counter[int] = Counter()
    for (a, n), (b, m) in product(own.items(), other.items()):
        margin[a + lead - b] += n * m
    fight = first_fight(battle)
    expected = [
        {total + odds.attacker.modifier: n for total, n in own.items()},
        {total + odds.defender.modifier: n for total, n in other.items()},
        dict(margin),
    ]
    for shown, ways in zip((fight.attacker, fight.defender, fight.margin), expected, strict=True):
        assert shown == {value: Fraction(n, sum(ways.values())) for value, n in ways.items()}
        assert list(shown) == sorted(shown)


def test_strengths_of_solved_swaps_sum_to_one_and_win_as_often() -> None:
    battle = battle_of(
        FORCES[1], attacker_hand=(5,), attacker_swap="equilibrium", defender_hand=(4,)
    )
    odds = battle.odds
    fight = first_fight(battle)
    for chances in (fight.attacker, fight.defender, fight.margin):
        assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
    won = sum(p for margin, p in fight.margin.items() if margin > 0)
    assert won == pytest.approx(float(odds.p_attacker), abs=1e-9)  # a shieldbearer takes ties


DRAWS = st.sampled_from(oracle.drawn(3)), st.sampled_from(oracle.drawn(4))


@settings(max_examples=30)
@given(*DRAWS)
def test_luck_is_a_share_of_all_draws(three: Hand, four: Hand) -> None:
    battle = battle_of(FORCES[0], attacker_hand=(4,))
    odds = battle.odds
    luck = how_lucky(battle, four, three)
    (mine, yours), lead, _ = bare(odds)
    ways = [oracle.best_three(draw) for draw in oracle.drawn(mine)]
    total = oracle.best_three(four)
    assert luck.attacker.place == (
        Fraction(sum(each < total for each in ways), len(ways)),
        Fraction(sum(each == total for each in ways), len(ways)),
        Fraction(sum(each > total for each in ways), len(ways)),
    )
    own = oracle.fought(four, (4,))[0]
    came = own + lead - oracle.best_three(three)
    margins = [
        oracle.fought(a, (4,))[0] + lead - oracle.best_three(b)
        for a in oracle.drawn(mine)
        for b in oracle.drawn(yours)
    ]
    assert luck.margin == came
    assert luck.margin_place.worse == Fraction(sum(m < came for m in margins), len(margins))
    assert luck.margin_place.level == Fraction(margins.count(came), len(margins))
    assert luck.outcome == (came > 0) - (came < 0)
    assert luck.attacker.swapped == (4 if own > total else 0)
    place = luck.margin_place
    assert place.worse + place.level + place.better == 1
    assert place.percentile == place.worse + place.level / 2


def test_the_average_percentile_of_a_draw_is_one_half() -> None:
    battle = battle_of(FORCES[0])
    places = [how_lucky(battle, draw, (2, 3, 4)).attacker.place for draw in oracle.drawn(4)]
    assert sum(place.percentile for place in places) / len(places) == Fraction(1, 2)


@pytest.mark.rule("BS-COMBAT-29")
def test_a_tie_against_a_shieldbearer_is_reported_as_lost() -> None:
    battle = battle_of(("hill_folk: swordsman*2", "horse_lords: swordsman, shieldbearer"))
    assert how_lucky(battle, (2, 3, 4), (4, 3, 2)).outcome == -1


@pytest.mark.parametrize(
    ("drew", "message"),
    [
        ((5, 5), "expected 3 combat tiles drawn, got '5,5' \\(defender_drew\\)"),
        ((5, 5, 5), "expected combat tiles of the bag 2 2 3 3 4 4 5 5, got '5,5,5'"),
        ((1, 2, 3), "expected combat tiles of the bag"),
    ],
)
def test_a_draw_that_cannot_come_is_refused(drew: Hand, message: str) -> None:
    with pytest.raises(InputError, match=message):
        how_lucky(battle_of(FORCES[0]), (5, 5, 4, 4), drew)


def mixed() -> Battle:
    """A battle in which the attacker swaps by chance with a 4 4 3."""
    return battle_of(
        ("hill_folk: raider", "horse_lords: swordsman"),
        Terrain.HILLS,
        attacker_hand=(4,),
        attacker_swap="equilibrium",
        defender_hand=(3,),
        defender_swap="equilibrium",
        pip_value=0.02,
    )


def test_luck_takes_the_swap_that_best_play_makes() -> None:
    luck = how_lucky(mixed(), (2, 2, 3), (2, 2, 3))
    assert (luck.attacker.swapped, luck.attacker.strength) == (4, 9 + 1)
    assert luck.defender.swapped == 0  # the attacker swapped, and 8 is too far behind
    shares = luck.margin_place
    assert float(shares.worse + shares.level + shares.better) == pytest.approx(1)


def test_luck_asks_for_a_swap_that_best_play_leaves_to_chance() -> None:
    battle = mixed()
    odds = battle.odds
    assert odds.solution is not None
    draw = (3, 3, 4)  # the lowest tile is a 3: see the words of the solution
    told = str(odds.solution.words(attacker=True)[0])
    assert re.search(r"with 10 \(lowest 3\): spend the 4 in \d+ % of cases", told), told
    with pytest.raises(InputError, match="expected how the attacker swapped, got nothing") as fault:
        how_lucky(battle, draw, (2, 3, 4))
    assert "attacker_swapped 4, or none" in str(fault.value)
    for spent, strength in ((0, 10 + 1), (4, 11 + 1)):
        luck = how_lucky(battle, draw, (2, 3, 4), attacker_swapped=spent)
        assert (luck.attacker.swapped, luck.attacker.strength) == (spent, strength)


@pytest.mark.parametrize("model", ["never", "greedy", "equilibrium"])
def test_luck_takes_the_swaps_of_the_question(model: str) -> None:
    battle = battle_of(
        FORCES[0],
        attacker_hand=(5, 3),
        attacker_swap=model,
        defender_hand=(4,),
        defender_swap=model,
    )
    odds = battle.odds
    drew = (2, 4, 4, 5), (5, 5, 4)
    luck = how_lucky(battle, *drew, attacker_swapped=3, defender_swapped=0)
    lead = luck.attacker.strength - odds.attacker.modifier
    assert (luck.attacker.swapped, lead) == (3, 13)
    assert luck.defender.strength - odds.defender.modifier == 14
    with pytest.raises(InputError, match=r"a hand tile of the attacker \(5 3\), got 4"):
        how_lucky(battle, *drew, attacker_swapped=4, defender_swapped=0)


def test_luck_of_corsairs_who_answer_what_they_were_shown() -> None:
    battle = battle_of(
        ("corsairs: axeman*2", "necromancers: goblin*2"),
        attacker_hand=(5,),
        attacker_swap="equilibrium",
        defender_hand=(4,),
    )
    behind = how_lucky(battle, (2, 2, 3), (4, 4, 5))
    assert (behind.attacker.swapped, behind.defender.swapped) == (
        0,
        0,
    )  # 10 with the 5, 12 with two axemen: behind 13
    level = how_lucky(battle, (2, 3, 4), (3, 3, 4))
    assert level.attacker.swapped == 5


def duel(forces: tuple[str, str], attacker_swap: str, defender_swap: str, **more: object) -> Battle:
    return battle_of(
        forces,
        Terrain.HILLS,
        attacker_hand=(5, 3),
        attacker_swap=attacker_swap,
        defender_hand=(4,),
        defender_swap=defender_swap,
        **more,
    )


@pytest.mark.parametrize(
    ("attacker_swap", "drew", "stated", "like"),
    [
        ("greedy", (2, 3, 4), 3, 5),  # a swap is seen, not which
        ("never", (2, 3, 4), 5, 0),  # nobody looks for the swap of those who never do
    ],
)
def test_best_play_answers_a_swap_out_of_habit_by_what_it_can_see(
    attacker_swap: str, drew: Hand, stated: int, like: int
) -> None:
    battle = duel(("hill_folk: raider", "horse_lords: swordsman"), attacker_swap, "equilibrium")
    for other in ((2, 2, 3), (3, 4, 5), (4, 5, 5)):
        one, usual = (
            how_lucky(battle, drew, other, attacker_swapped=spent) for spent in (stated, like)
        )
        assert one.attacker.swapped == stated
        assert one.defender.swapped == usual.defender.swapped


def test_best_play_answers_a_needless_swap_unseen() -> None:
    forces = "hill_folk: raider", "horse_lords: swordsman"
    battle = duel(forces, "equilibrium", "equilibrium", swap_announced=False)
    odds = battle.odds
    needless = how_lucky(battle, (4, 4, 5), (2, 2, 3), attacker_swapped=3)
    assert needless.attacker.strength - odds.attacker.modifier == 12
    kept = how_lucky(battle, (4, 4, 5), (2, 2, 3), attacker_swapped=0)
    assert needless.defender.swapped == kept.defender.swapped


def test_luck_asks_for_the_answer_to_what_best_play_never_shows() -> None:
    battle = duel(("horse_lords: swordsman", "corsairs: axeman"), "equilibrium", "equilibrium")
    drew = (5, 5, 4), (2, 2, 3)
    message = "expected how the defender swapped, got nothing"
    with pytest.raises(InputError, match=message) as fault:
        how_lucky(battle, *drew, attacker_swapped=3)
    assert "no answer to what the enemy did: defender_swapped 4, or none" in str(fault.value)
    assert how_lucky(battle, *drew, attacker_swapped=3, defender_swapped=4).defender.swapped == 4


# Which tile to spend


def after_choice(odds: BattleOdds, draw: Hand, hand: Hand, spent: int, total: int) -> Fraction:
    """The attacker's chance if it counts `total` now and then plays on greedily with one tile."""
    draws, lead, shield = bare(odds)
    left = tuple(sorted((Counter(hand) - Counter([spent])).elements(), reverse=True))
    p = Fraction()
    enemy = [oracle.fought(other, odds.defender.hand) for other in oracle.drawn(draws[1])]
    for other, other_left in enemy:
        gap = total + lead - other
        if gap > 0:
            p += 1
        elif gap == 0 and not shield:
            p += oracle.wins(oracle.ends(draws, lead, shield, left, other_left))
    return p / len(enemy)


@pytest.mark.parametrize("pair", [FORCES[0], FORCES[1], FORCES[3]])
@pytest.mark.parametrize("theirs", [(), (3,)])
@pytest.mark.rule("BS-COMBAT-19", "BS-COMBAT-21")
def test_each_choice_wins_as_often_as_over_all_draws(pair: tuple[str, str], theirs: Hand) -> None:
    # With free pips and one tile, best play is the greedy one that the oracle plays on with.
    swaps = {"attacker_swap": "equilibrium", "defender_swap": "greedy"}
    battle = battle_of(pair, attacker_hand=(4,), defender_hand=theirs, **swaps)
    odds = battle.odds
    advice = spending(battle, Role.ATTACKER)
    assert sum(case.chance for case in advice.cases) == 1
    for case in advice.cases:
        for draw, choice in product(case.draws, case.choices):
            rest = draw[1:] if choice.spent else draw
            used = (*rest, choice.spent) if choice.spent else draw
            assert choice.total == oracle.best_three(used)
            assert choice.p == after_choice(odds, draw, (4,), choice.spent, choice.total)
        assert case.best.p == max(choice.p for choice in case.choices)
    assert sum(case.chance * case.best.p for case in advice.cases) == odds.p_attacker


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("enemy", ["greedy", "equilibrium"])
@pytest.mark.parametrize("pips", [0.0, 0.03])
def test_the_advice_adds_up_to_the_odds(role: Role, enemy: str, pips: float) -> None:
    mine, other = ("attacker", "defender") if role is Role.ATTACKER else ("defender", "attacker")
    model = {f"{mine}_swap": "equilibrium", f"{other}_swap": enemy}
    battle = battle_of(FORCES[0], attacker_hand=(5, 3), defender_hand=(4,), pip_value=pips, **model)
    odds = battle.odds
    advice = spending(battle, role)
    assert odds.solution is not None
    seen: dict[str, float] = {}
    for case in advice.cases:
        assert sum(choice.share for choice in case.choices) == pytest.approx(1, abs=1e-9)
        worth = sum(choice.share * choice.worth for choice in case.choices)
        assert worth == pytest.approx(max(c.worth for c in case.choices), abs=1e-9)
        seen[case.seen] = seen.get(case.seen, 0.0) + float(case.chance) * worth
    value = odds.solution.value if role is Role.ATTACKER else 1 - odds.solution.value
    if len(seen) == 1:
        assert next(iter(seen.values())) == pytest.approx(value, abs=1e-9)
    else:
        assert min(seen.values()) <= value <= max(seen.values())


@pytest.mark.rule("BS-CORSAIR-09")
def test_corsairs_are_advised_by_what_the_enemy_shows() -> None:
    battle = battle_of(
        ("hill_folk: swordsman*2", "corsairs: axeman*2"),
        defender_hand=(5,),
        defender_swap="informed",
        pip_value=0.02,
    )
    advice = spending(battle, Role.DEFENDER)
    sights = {case.seen for case in advice.cases}
    assert "against 14 (as drawn): " in sights
    hopeless = [case for case in advice.cases if case.seen == "against 7 (as drawn): "]
    assert all(case.best.spent == 0 for case in hopeless if case.total > 7)
    close = next(c for c in advice.cases if c.seen == "against 12 (as drawn): " and c.total == 11)
    assert close.best.spent == 5
    assert close.best.p == 1


def test_a_habit_is_not_advised() -> None:
    with pytest.raises(InputError, match="expected a side with optimal swaps, got 'greedy'"):
        spending(battle_of(FORCES[0], attacker_hand=(5,)), Role.ATTACKER)


# What if


@pytest.mark.parametrize("role", list(Role))
def test_what_if_moves_one_number_at_a_time(role: Role) -> None:
    first, second = (parse_force(text, "force") for text in FORCES[0])
    battle = Battle(first, second, Terrain.PLAINS, attacker_hand=(4,), defender_hand=(3,))
    odds = battle.odds
    draws, lead, shield = bare(odds)
    sign = 1 if role is Role.ATTACKER else -1

    def chance(draws: tuple[int, int], lead: int, ours: Hand = (4,), theirs: Hand = (3,)):  # type: ignore[no-untyped-def]
        p = oracle.wins(oracle.ends(draws, lead, shield, ours, theirs))
        return p if role is Role.ATTACKER else 1 - p

    changes = {change.label: change for change in what_if(battle, role)}
    now = chance(draws, lead)
    assert changes["+1 modifier"].p == chance(draws, lead + sign)
    assert changes["-1 modifier"].p == chance(draws, lead - sign)
    fourth = "the enemy a fourth combat tile" if role is Role.ATTACKER else "a fourth combat tile"
    assert changes[fourth].p == chance((4, 4), lead)
    more = ((5, 4), (3,)) if role is Role.ATTACKER else ((4,), (5, 3))
    assert changes["a 5 in hand to swap in"].p == chance(draws, lead, *more)
    none = ((), (3,)) if role is Role.ATTACKER else ((4,), ())
    assert changes["no hand"].p == chance(draws, lead, *none)
    assert all(change.shift == change.p - now for change in changes.values())


@pytest.mark.rule("BS-COMBAT-10", "BS-COMBAT-17")
def test_what_if_counts_units_draws_and_withdrawal_anew() -> None:
    first, second = (parse_force(text, "force") for text in FORCES[0])
    changes = {
        c.label: c.odds for c in what_if(Battle(first, second, Terrain.PLAINS), Role.ATTACKER)
    }
    cavalry, giant = changes["one more cavalry"], changes["one more giant"]
    assert cavalry is not None
    assert giant is not None
    assert (cavalry.can_withdraw, giant.can_withdraw) == (False, True)
    assert giant.attacker.force.counts == {Unit.RAIDER: 2, Unit.GIANT: 1}
    alone = changes["one raider less"]
    assert alone is not None
    assert (alone.attacker.draws, alone.attacker.units) == (3, 1)
    assert not {"one more citadel", "one more ship", "one more dragon"} & set(changes)


@pytest.mark.rule("BS-COMBAT-16")
def test_what_if_a_side_with_three_combat_tiles_had_a_fourth() -> None:
    few, many = (parse_force(text, "force") for text in reversed(FORCES[0]))
    battle = Battle(few, many, Terrain.PLAINS)
    lead = bare(battle.odds)[1]
    fourth = oracle.wins(oracle.ends((4, 4), lead, battle.odds.defender_wins_ties))
    for role, label, p in (
        (Role.ATTACKER, "a fourth combat tile", fourth),
        (Role.DEFENDER, "the enemy a fourth combat tile", 1 - fourth),
    ):
        changes = {change.label: change.p for change in what_if(battle, role)}
        assert changes[label] == p
        assert sum("fourth" in other for other in changes) == 1


def test_what_if_a_full_hand_takes_no_more() -> None:
    first, second = (parse_force(text, "force") for text in FORCES[0])
    full = Battle(first, second, Terrain.PLAINS, attacker_hand=(5, 4, 4, 4, 3, 3, 3, 3, 3))
    assert "a 5 in hand to swap in" not in {c.label for c in what_if(full, Role.ATTACKER)}


def test_what_if_adds_no_more_than_is_owned() -> None:
    leader = parse_force("hill_folk: leader, giant*2", "force")
    enemy = parse_force("horse_lords: swordsman", "force")
    labels = {c.label for c in what_if(Battle(leader, enemy, Terrain.HILLS), Role.ATTACKER)}
    assert not {"one more leader", "one more giant"} & labels
    assert "one leader less" in labels


# The smallest force

ENEMY = parse_force("horse_lords: swordsman*2, shieldbearer", "enemy")
COSTS = {"skirmisher": 0, "lizardman": 0, "swordsman": 1, "cavalry": 2, "leader": 2, "dragon": 2}
PIPS = {"skirmisher": 2, "lizardman": 2, "swordsman": 4, "cavalry": 3, "leader": 5, "dragon": 5}


def needs(supply: Supply, *percent: int, role: Role = Role.ATTACKER) -> Needs:
    battle = Battle(ENEMY, ENEMY, Terrain.PLAINS)  # its force on the side that asks is replaced
    return smallest_forces(battle, role, supply, [Fraction(each, 100) for each in percent])


def unit_bonus(unit: str, role: Role) -> int:
    """Section 11a in plains against no walls."""
    attacks = role is Role.ATTACKER
    return {"skirmisher": 0, "lizardman": int(attacks), "dragon": 4}.get(unit, 1)


def chance_of(units: tuple[str, ...], hand: Hand, role: Role) -> Fraction:
    bonus = sum(unit_bonus(unit, role) for unit in units)
    size = len(units)
    if role is Role.ATTACKER:
        draws = (4 if size > 3 else 3), (4 if size < 3 else 3)
        return oracle.wins(oracle.ends(draws, bonus - 3, True, hand, ()))
    draws = (4 if size < 3 else 3), (4 if size > 3 else 3)
    return 1 - oracle.wins(oracle.ends(draws, 2 - bonus, False, (), hand))


def ways_nearby(pool: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {
        tuple(sorted(chosen))
        for size in range(1, len(pool) + 1)
        for chosen in combinations(pool, size)
    }


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.rule("BS-COMBAT-15", "BS-COMBAT-26")
def test_no_smaller_force_of_units_nearby_wins_so_often(role: Role) -> None:
    pool = ("lizardman",) * 2 + ("skirmisher",) * 2 + ("cavalry",) * 2 + ("leader", "dragon")
    supply = Supply(
        Faction.DRAGON_RIDERS, nearby={Unit[name.upper()]: pool.count(name) for name in pool}
    )
    answer = needs(supply, 50, 80, 90, 95, 100, role=role)
    tried = {way: chance_of(way, (), role) for way in ways_nearby(pool)}

    def size(way: tuple[str, ...]) -> tuple[int, int]:
        return sum(COSTS[unit] for unit in way), len(way)

    assert answer.choices == len(tried)
    for need in answer.answers:
        able = [way for way, p in tried.items() if p >= need.wanted]
        least = min((size(way) for way in able), default=None)
        reached = {
            tuple(sorted(u.id for u, n in one.choice.nearby.items() for _ in range(n))): one.p
            for one in need.smallest
        }
        assert reached == {way: tried[way] for way in able if size(way) == least}
        assert all((one.choice.cost, one.choice.units) == least for one in need.smallest)
        assert [one.p for one in need.smallest] == sorted(reached.values(), reverse=True)


@pytest.mark.rule("BS-BUILD-01", "BS-TILE-02", "BS-TILE-04", "BS-TILE-06")
def test_no_smaller_force_of_tiles_in_hand_wins_so_often() -> None:
    tiles = ("swordsman", "swordsman", "cavalry", "dragon", "lizardman", "blank")
    supply = Supply(
        Faction.DRAGON_RIDERS,
        present={Unit.LIZARDMAN: 1},
        tiles={Unit[name.upper()]: tiles.count(name) for name in tiles},
    )
    answer = needs(supply, 60, 90, 99)
    pips = PIPS | {"blank": 5}
    tried: dict[tuple[str, ...], Fraction] = {}
    for way in {(), *ways_nearby(tiles[:-1])}:
        rest = list(tiles)
        for unit in way:
            rest.remove(unit)
        price = sum(COSTS[unit] for unit in way)
        if price > len(rest):
            continue
        left = sorted(pips[tile] for tile in rest)[price:]
        tried[way] = chance_of((*way, "lizardman"), tuple(left), Role.ATTACKER)
    assert answer.choices == len(tried)
    for need in answer.answers:
        able = [way for way, p in tried.items() if p >= need.wanted]
        least = min((sum(COSTS[u] for u in way), len(way)) for way in able)
        smallest = {way for way in able if (sum(COSTS[u] for u in way), len(way)) == least}
        reached = {
            tuple(sorted(u.id for u, n in one.choice.built.items() for _ in range(n)))
            for one in need.smallest
        }
        assert reached == smallest
        for one in need.smallest:
            assert len(one.choice.discarded) == one.choice.cost
            assert len(one.choice.hand) == 6 - one.choice.units - one.choice.cost


def test_the_likeliest_force_is_reported_when_none_wins_so_often() -> None:
    answer = needs(Supply(Faction.HILL_FOLK, nearby={Unit.RAIDER: 2, Unit.GIANT: 1}), 99)
    assert answer.answers[0].smallest == ()
    assert answer.likeliest is not None
    assert answer.likeliest.choice.nearby == {Unit.RAIDER: 2, Unit.GIANT: 1}


def test_units_that_cannot_be_there_are_left_out() -> None:
    answer = needs(
        Supply(Faction.HILL_FOLK, nearby={Unit.SHIP: 5, Unit.CITADEL: 1, Unit.GIANT: 1}), 1
    )
    assert answer.choices == 1


@pytest.mark.parametrize(
    ("supply", "message"),
    [
        (Supply(Faction.HILL_FOLK, nearby={Unit.SHIP: 1}), "expected units that can be added"),
        (Supply(Faction.DRAGON_RIDERS, tiles={Unit.BLANK: 2}), "expected units that can be added"),
        (Supply(Faction.HILL_FOLK, nearby={Unit.GIANT: 3}), "expected at most 2 giant"),
        (Supply(Faction.HILL_FOLK, tiles={Unit.HORDE: 1}), "expected a tile of hill_folk"),
        (Supply(Faction.HILL_FOLK, tiles={Unit.CITADEL: 1}), "expected a tile of hill_folk"),
        (Supply(Faction.HILL_FOLK, tiles={Unit.BLANK: 3}), "expected at most 2 blank"),
        (
            Supply(Faction.HILL_FOLK, {Unit.GIANT: 1}, {Unit.GIANT: 1}, {Unit.GIANT: 1}),
            "expected at most 2 giant of hill_folk, got 3",
        ),
        (
            Supply(
                Faction.NECROMANCERS,
                nearby={
                    Unit.GOBLIN: 8,
                    Unit.SKIRMISHER: 4,
                    Unit.CAVALRY: 4,
                    Unit.CASTLE: 4,
                    Unit.NECROMANCER: 4,
                    Unit.UNDEAD: 4,
                    Unit.SWORDSMAN: 2,
                    Unit.SIEGE_ENGINE: 2,
                },
            ),
            "expected at most 100,000 ways to make up a force, got 253,125",
        ),
    ],
)
def test_a_supply_that_cannot_be_is_refused(supply: Supply, message: str) -> None:
    with pytest.raises(InputError, match=message):
        needs(supply, 80)


def test_a_chance_beyond_certainty_is_refused() -> None:
    with pytest.raises(InputError, match="expected a win probability above 0 and at most 1"):
        needs(Supply(Faction.HILL_FOLK, nearby={Unit.GIANT: 1}), 101)


# Several defenders

WALLS = "hill_folk: castle, raider"
SWORDS = "horse_lords: swordsman*2"
SHIELD = "corsairs: shieldbearer"
BONUS = {"castle": 3, "raider": 0, "swordsman": 1, "shieldbearer": 1}


class Enemy(NamedTuple):
    """A defender, its hand and its swap model."""

    force: Force
    hand: Hand = ()
    swap: str | None = None


def in_a_row(
    host: Force, foes: Sequence[Enemy], terrain: Terrain, *, cornered: bool = False, **more: object
) -> tuple[Chain, ...]:
    battles = [
        Battle(host, foe.force, terrain, defender_hand=foe.hand, defender_swap=foe.swap, **more)  # type: ignore[arg-type]
        for foe in foes
    ]
    return battle_orders(battles, cornered=cornered)


def enemies(*hands: Hand) -> list[Enemy]:
    texts = (WALLS, SWORDS, SHIELD)
    return [
        Enemy(parse_force(text, "enemy"), hand)
        for text, hand in zip(texts[: len(hands)], hands, strict=True)
    ]


def by_hand(
    order: tuple[int, ...], units: dict[str, int], hand: Hand, hands: tuple[Hand, ...]
) -> tuple[list[Fraction], Fraction]:
    """The chance to have won each battle so far and the VP, one battle after the other."""
    sides = [
        ({"castle": 1, "raider": 1}, False),
        ({"swordsman": 2}, False),
        ({"shieldbearer": 1}, True),
    ]
    states: dict[tuple[tuple[tuple[str, int], ...], Hand], Fraction] = {
        (tuple(units.items()), hand): Fraction(1)
    }
    won, vp = [], Fraction()
    for number in order:
        enemy, shield = sides[number]
        after: dict[tuple[tuple[tuple[str, int], ...], Hand], Fraction] = {}
        for (own, left), chance in states.items():
            mine, theirs = sum(n for _, n in own), sum(enemy.values())
            if not mine:
                continue
            lead = sum({"dragon": 4, "cavalry": 1, "skirmisher": 0}[u] * n for u, n in own)
            lead -= sum(BONUS[u] * n for u, n in enemy.items())
            draws = (4 if mine > theirs else 3), (4 if theirs > mine else 3)
            for (yes, rest, _), p in oracle.ends(draws, lead, shield, left, hands[number]).items():
                if yes:
                    key = (tuple((u, n) for u, n in own if u != "dragon"), rest)
                    after[key] = after.get(key, Fraction()) + chance * p
        states = after
        won.append(sum(after.values(), Fraction()))
        vp += won[-1] * sum(enemy.values())
    return won, vp


@pytest.mark.parametrize("hand", [(), (4,), (5, 4, 3)])
@pytest.mark.rule("BS-COMBAT-03", "BS-DRAGON-05", "BS-COMBAT-31", "BS-COMBAT-33")
def test_battles_in_a_row_are_those_of_all_draws_in_every_order(hand: Hand) -> None:
    units = {"dragon": 1, "cavalry": 1, "skirmisher": 1}
    host = parse_force("dragon_riders: dragon, cavalry, skirmisher", "attacker")
    hands: tuple[Hand, ...] = ((), (4,), (3,))
    chains = in_a_row(host, enemies(*hands), Terrain.PLAINS, attacker_hand=hand)
    assert {chain.order for chain in chains} == set(permutations(range(3)))
    ranked = [(-chain.p_all, -chain.vp) for chain in chains]
    assert ranked == sorted(ranked)
    for chain in chains:
        won, vp = by_hand(chain.order, units, hand, hands)
        assert [step.won for step in chain.steps] == won
        assert [step.reached for step in chain.steps] == [1, *won[:-1]]
        assert (chain.p_all, chain.vp) == (won[-1], vp)


def test_one_defender_is_a_plain_battle() -> None:
    host = parse_force("necromancers: goblin*3", "attacker")
    (chain,) = in_a_row(host, enemies((4,)), Terrain.PLAINS, attacker_hand=(5, 3))
    battle = battle_of(("necromancers: goblin*3", WALLS), attacker_hand=(5, 3), defender_hand=(4,))
    odds = battle.odds
    losses = expected_losses(battle)
    assert chain.p_all == odds.p_attacker
    assert (chain.vp, chain.enemy_vp) == (odds.attacker.expected_vp, odds.defender.expected_vp)
    assert (chain.units, chain.tiles) == (losses.attacker.units, losses.attacker.tiles)
    assert chain.steps[0].withdrawal == odds.withdrawal


@pytest.mark.rule("BS-DRAGON-05", "BS-COMBAT-08")
def test_a_lone_dragon_burns_one_enemy_and_is_gone() -> None:
    host = parse_force("dragon_riders: dragon", "attacker")
    chain = in_a_row(host, enemies((), ()), Terrain.PLAINS)[0]
    assert (chain.p_all, chain.steps[1].reached, chain.steps[1].withdrawal) == (0, 0, None)
    assert chain.steps[1].if_reached == 0
    assert chain.units == 1  # beaten or spent, the dragon goes
    first = chain.steps[0].withdrawal
    assert first is not None
    assert first.allowed is False


def test_a_dragon_that_left_lets_the_next_defender_withdraw() -> None:
    host = parse_force("dragon_riders: dragon, swordsman", "attacker")
    chain = next(
        chain for chain in in_a_row(host, enemies((), ()), Terrain.PLAINS) if chain.order == (0, 1)
    )
    allowed = [step.withdrawal.allowed for step in chain.steps if step.withdrawal]
    assert allowed == [False, True]


@pytest.mark.rule("BS-NECRO-04", "BS-NECRO-05", "BS-NECRO-07")
@pytest.mark.parametrize(("cornered", "risen"), [(False, 1), (True, 2)])
def test_undead_rise_between_the_battles(cornered: bool, risen: int) -> None:
    host = parse_force("necromancers: necromancer, skirmisher", "attacker")
    chains = in_a_row(host, enemies((), ()), Terrain.HILLS, cornered=cornered)
    chain = next(chain for chain in chains if chain.order == (0, 1))
    first = oracle.wins(oracle.ends((3, 3), 1 - 3, False))
    size = 2 + risen
    second = oracle.wins(oracle.ends((4 if size > 2 else 3, 3), 1 + risen - 2, False))
    assert chain.p_all == first * second


@pytest.mark.rule("BS-COMBAT-41", "BS-NECRO-04")
@pytest.mark.parametrize(("unit", "risen"), [("necromancer", ", undead"), ("goblin", "")])
def test_undead_rise_where_a_necromancer_shared_the_victory_alone(unit: str, risen: str) -> None:
    host = f"necromancers: {unit}, skirmisher"
    first, second = enemies((), ())
    chain = by_order(
        in_a_row(parse_force(host, "attacker"), [first, second], Terrain.HILLS), (0, 1)
    )
    again = Battle(parse_force(host + risen, "attacker"), second.force, Terrain.HILLS)
    assert chain.steps[1].if_reached == again.odds.p_attacker


@pytest.mark.rule("BS-NECRO-08")
def test_no_more_undead_rise_than_are_in_the_supply() -> None:
    host = parse_force("necromancers: necromancer, undead*4", "attacker")
    chains = in_a_row(host, enemies((), ()), Terrain.HILLS)
    chain = next(chain for chain in chains if chain.order == (0, 1))
    second = oracle.wins(oracle.ends((4, 3), 5 - 2, False))
    assert chain.steps[1].if_reached == second


@pytest.mark.rule("BS-NECRO-08", "BS-NECRO-04", "BS-COMBAT-41")
def test_undead_that_have_risen_are_no_longer_in_the_supply_for_later_battles() -> None:
    host = parse_force("necromancers: necromancer, undead*3", "attacker")  # one is left
    chains = in_a_row(host, enemies((), (), ()), Terrain.HILLS)
    chain = next(chain for chain in chains if chain.order == (0, 1, 2))
    assert chain.steps[2].if_reached == oracle.wins(oracle.ends((4, 3), 5 - 1, True))


def test_corsairs_score_one_more_for_each_victory() -> None:
    host = parse_force("corsairs: axeman*4", "attacker")
    chain = in_a_row(host, enemies((), ()), Terrain.PLAINS)[0]
    assert [step.vp for step in chain.steps] == [3, 3]


def two(first: str, second: str) -> list[Enemy]:
    return [Enemy(parse_force(text, "enemy")) for text in (first, second)]


@pytest.mark.parametrize(
    ("foes", "swap", "message"),
    [
        ([], None, "expected at least one defender"),
        (two(WALLS, WALLS), None, "expected different factions, got 'hill_folk'"),
        (two(WALLS, "necromancers: goblin"), None, "different factions, got 'necromancers'"),
        (two(f"{WALLS}, cutiecorn", f"{SWORDS}, cutiecorn"), None, "one cutiecorn at most"),
    ],
)
def test_battles_in_a_row_that_cannot_be_are_refused(
    foes: list[Enemy], swap: str | None, message: str
) -> None:
    host = parse_force("necromancers: goblin*3", "attacker")
    with pytest.raises(InputError, match=message):
        in_a_row(host, foes, Terrain.PLAINS, attacker_hand=(5,), attacker_swap=swap)


def test_battles_in_a_row_are_all_in_one_place() -> None:
    host, (first, second) = parse_force("necromancers: goblin*3", "attacker"), two(WALLS, SWORDS)
    battles = Battle(host, first.force, Terrain.HILLS), Battle(host, second.force, Terrain.PLAINS)
    with pytest.raises(InputError, match="battles that differ only in their defenders, got 'horse"):
        battle_orders(battles)


@pytest.mark.rule("BS-CUTIE-04", "BS-CUTIE-08")
def test_a_cutiecorn_taken_fights_on_for_its_new_master() -> None:
    host = parse_force("necromancers: goblin*2", "attacker")
    foes = two("horse_lords: swordsman, cutiecorn", "corsairs: axeman*2")
    chain = by_order(in_a_row(host, foes, Terrain.PLAINS), (0, 1))
    first = oracle.wins(oracle.ends((3, 3), 2 - 2, False))
    second = oracle.wins(oracle.ends((4, 3), 3 - 2, False))
    assert [step.won for step in chain.steps] == [first, first * second]
    assert [step.vp for step in chain.steps] == [2 + RULES.cutiecorn_vp, 2]


@pytest.mark.rule("BS-NECRO-05", "BS-CUTIE-08", "BS-CUTIE-09")
@pytest.mark.parametrize(("cornered", "risen"), [(False, 1), (True, 2)])
def test_a_cutiecorn_taken_is_no_loss_that_undead_rise_from(cornered: bool, risen: int) -> None:
    host = parse_force("necromancers: necromancer, skirmisher", "attacker")
    foes = two("horse_lords: swordsman*2, cutiecorn", "corsairs: axeman*2")
    chain = by_order(in_a_row(host, foes, Terrain.HILLS, cornered=cornered), (0, 1))
    second = oracle.wins(oracle.ends((4, 3), 1 + risen - 2, False))
    assert chain.steps[1].if_reached == second


@pytest.mark.rule("BS-CUTIE-06", "BS-DRAGON-05")
def test_a_cutiecorn_that_a_dragon_took_and_left_alone_goes_to_the_enemies_there() -> None:
    host = parse_force("dragon_riders: dragon", "attacker")
    foes = two("horse_lords: swordsman, cutiecorn", "corsairs: axeman*2")
    chain = by_order(in_a_row(host, foes, Terrain.PLAINS), (0, 1))
    assert (chain.steps[1].reached, chain.p_all) == (0, 0)


def by_order(chains: tuple[Chain, ...], order: tuple[int, ...]) -> Chain:
    return next(chain for chain in chains if chain.order == order)


# Best play in a row of battles

ROW = "necromancers: goblin*2, skirmisher"
FOES = two("hill_folk: castle, raider", "horse_lords: swordsman*2")
ROW_NUMBERS = (((4, 3), 2 - 3), ((4, 3), 2 - 2))  # draws and lead of each battle
STEPS = 80


@cache
def victories_by_policy(hand: Hand, battle: int = 0) -> float:
    """The most victories on average against enemies who never swap, every draw counted out."""
    if battle == len(ROW_NUMBERS):
        return 0.0
    (mine, yours), lead = ROW_NUMBERS[battle]
    theirs = Counter(sum(sorted(draw)[-3:]) for draw in oracle.drawn(yours))
    ways = sum(theirs.values())
    chances: Counter[tuple[tuple[int, Hand], ...]] = Counter()
    for draw in oracle.drawn(mine):
        choices = {(sum(sorted(draw)[-3:]), hand)}
        for place, tile in enumerate(hand):
            total = sum(sorted((*sorted(draw)[1:], tile))[-3:])
            choices.add((total, hand[:place] + hand[place + 1 :]))
        chances[tuple(sorted(choices))] += 1
    everything = sum(chances.values())
    smaller = {
        left: victories_by_policy(left, battle)
        for choices in chances
        for _, left in choices
        if left != hand
    }
    later = {left: victories_by_policy(left, battle + 1) for left in (*smaller, hand)}
    value = 0.0
    for _ in range(STEPS):

        def worth(total: int, left: Hand, again: float = value) -> float:
            won = sum(n for other, n in theirs.items() if total + lead > other)
            tied = theirs[total + lead]
            return (won * (1 + later[left]) + tied * smaller.get(left, again)) / ways

        value = sum(
            n / everything * max(worth(*choice) for choice in choices)
            for choices, n in chances.items()
        )
    return value


@pytest.mark.parametrize("hand", [(), (4,), (5, 3), (5, 5, 2)])
@pytest.mark.rule("BS-COMBAT-03", "BS-COMBAT-31")
def test_best_play_in_a_row_is_the_best_of_all_policies(hand: Hand) -> None:
    host = parse_force(ROW, "attacker")
    chains = in_a_row(host, FOES, Terrain.PLAINS, attacker_hand=hand, attacker_swap="equilibrium")
    chain = by_order(chains, (0, 1))
    won = float(sum(step.won for step in chain.steps))
    assert won == pytest.approx(victories_by_policy(hand), abs=1e-9)


def victories(attacker: str, defender: str, pips: float = 0.0) -> float:
    """Victories on average in the order given; the tiles spent cost nothing by default."""
    foes = [Enemy(foe.force, (4,), defender) for foe in FOES]
    chains = in_a_row(
        parse_force(ROW, "attacker"),
        foes,
        Terrain.PLAINS,
        attacker_hand=(5, 3),
        attacker_swap=attacker,
        pip_value=pips,
    )
    return float(sum(step.won for step in by_order(chains, (0, 1)).steps))


def test_nobody_gains_by_leaving_best_play_in_a_row() -> None:
    best = victories("equilibrium", "equilibrium")
    for habit in ("never", "greedy"):
        assert victories(habit, "equilibrium") <= best + 1e-9
        assert victories("equilibrium", habit) >= best - 1e-9
    assert victories("greedy", "equilibrium") < best - 1e-3  # it spends the 5 too early


def test_dear_pips_are_kept_in_a_row_too() -> None:
    assert victories("equilibrium", "equilibrium", 1.0) == pytest.approx(
        victories("never", "never")
    )


@pytest.mark.parametrize("pips", [0.0, 0.05])
def test_an_enemy_without_a_hand_is_the_same_whether_it_plays_best_or_never_swaps(
    pips: float,
) -> None:
    host, chances = parse_force(ROW, "attacker"), []
    third = parse_force("dragon_riders: lizardman", "also")
    for swap in ("equilibrium", "never"):
        foes = [
            Enemy(FOES[0].force, (4,), "equilibrium"),
            Enemy(FOES[1].force, (), swap),
            Enemy(third, (), swap),
        ]
        hand = {"attacker_hand": (5, 3), "attacker_swap": "greedy", "pip_value": pips}
        chain = by_order(in_a_row(host, foes, Terrain.PLAINS, **hand), (0, 1, 2))  # type: ignore[arg-type]
        chances.append([float(step.won) for step in chain.steps] + [float(chain.tiles)])
    assert chances[0] == pytest.approx(chances[1], abs=1e-9)


@pytest.mark.rule("BS-DRAGON-05")
def test_best_play_of_a_lone_dragon_looks_no_further_than_its_one_battle() -> None:
    host = parse_force("dragon_riders: dragon", "attacker")
    hand = {"attacker_hand": (5, 3), "attacker_swap": "equilibrium"}
    row = in_a_row(host, FOES, Terrain.PLAINS, **hand)  # type: ignore[arg-type]
    alone = in_a_row(host, FOES[:1], Terrain.PLAINS, **hand)  # type: ignore[arg-type]
    first = by_order(row, (0, 1)).steps
    assert (first[0].won, first[1].reached) == (alone[0].p_all, 0)


def test_hands_too_large_for_best_play_in_a_row_are_refused() -> None:
    foes = [Enemy(foe.force, (5, 4, 4, 3, 3, 2), "equilibrium") for foe in FOES]
    with pytest.raises(InputError, match="hands with at most 200 ways to be spent, got 288"):
        in_a_row(parse_force(ROW, "attacker"), foes, Terrain.PLAINS, attacker_hand=(5, 4, 3))


def test_a_chain_keeps_the_order_that_it_is_given() -> None:
    host = parse_force("dragon_riders: dragon, swordsman*3", "attacker")
    best: Chain = in_a_row(host, enemies((), ()), Terrain.PLAINS)[0]
    assert best.order == (0, 1)  # the castle first, while the dragon is there
