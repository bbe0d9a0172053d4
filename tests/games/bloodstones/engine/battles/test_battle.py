"""Phase 3: battles, from the attack to the departure of the dragons."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.state import Point, Source
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from tests.games.bloodstones.scenario import (
    HIGH,
    HILL,
    LORDS,
    LOW,
    RIDERS,
    Scenario,
    battle,
    row_of,
    small_map,
)


def clash(scene: Scenario) -> tuple[int, int]:
    """Modifiers of attacker and defender in the last fight."""
    return tuple(scene.logged(Event.CLASH)[-1][:2])


def draws(scene: Scenario) -> list[int]:
    """How many combat tiles attacker and defender drew in each fight."""
    return [len(values) - 1 for values in scene.logged(Event.COMBAT_DRAW)]


# The plains battle of the rulebook


@pytest.mark.rule(
    "EX-16",
    "EX-17",
    "BS-COMBAT-10",
    "BS-COMBAT-15",
    "BS-COMBAT-19",
    "BS-COMBAT-24",
    "BS-COMBAT-26",
    "BS-COMBAT-28",
    "BS-COMBAT-31",
    "BS-COMBAT-33",
    "BS-COMBAT-35",
    "BS-COMBAT-42",
    "BS-COMBAT-43",
)
def test_the_plains_battle_of_the_rulebook() -> None:
    attacking = {"cavalry": 1, "lizardman": 2, "leader": 1}
    scene = battle(RIDERS, LORDS, "plains", attacking, {"swordsman": 1, "shieldbearer": 1})
    scene.hand(RIDERS, blank=1).hand(LORDS, ship=1)
    scene.combat_draws(attacker=[2, 3, 3, 4], defender=[2, 3, 5]).play("attack 0 1")
    assert scene.point is Point.SWAP  # no withdrawal: 0 cavalry against 1
    assert draws(scene) == [4, 3]
    scene.play("swap 3 blank", "swap 2 ship")
    assert scene.logged(Event.CLASH) == [[4, 2, 3, 4, 5, 3, 4, 5]]  # 16 to 14
    assert scene.logged(Event.VICTORY) == [[0, 1, 2]]
    assert scene.vp(RIDERS, Source.BATTLES) == 2
    assert scene.decider is LORDS
    scene.play("casualty shieldbearer", "retreat 1")
    assert scene.force(LORDS, 1) == {"swordsman": 1}
    assert scene.force(RIDERS, 0) == attacking
    assert scene.in_discard(RIDERS) == {"blank": 1}
    assert scene.in_discard(LORDS) == {"shieldbearer": 1, "ship": 1}
    assert (scene.in_hand(RIDERS), scene.in_hand(LORDS)) == ({}, {})
    assert (scene.point, scene.decider) == (Point.MAIN, RIDERS)


@pytest.mark.rule("EX-17", "BS-COMBAT-20")
def test_without_swaps_the_plains_battle_stands_14_to_12() -> None:
    attacking = {"cavalry": 1, "lizardman": 2, "leader": 1}
    scene = battle(RIDERS, LORDS, "plains", attacking, {"swordsman": 1, "shieldbearer": 1})
    scene.combat_draws(attacker=[2, 3, 3, 4], defender=[2, 3, 5]).fight(0, LORDS)
    assert scene.logged(Event.CLASH) == [[4, 2, 3, 3, 4, 2, 3, 5]]


# Drawing


@pytest.mark.rule("BS-COMBAT-15", "BS-COMBAT-16", "EX-13")
@pytest.mark.parametrize(
    ("attacking", "defending", "tiles"),
    [
        ({"swordsman": 3}, {"swordsman": 2}, [4, 3]),
        ({"swordsman": 2}, {"swordsman": 3}, [3, 4]),
        ({"swordsman": 2}, {"swordsman": 2}, [3, 3]),
        ({"swordsman": 3}, {"castle": 1, "leader": 1, "citadel": 1, "skirmisher": 1}, [3, 4]),
    ],
)
def test_the_side_with_more_units_draws_four(attacking, defending, tiles) -> None:
    scene = battle(RIDERS, LORDS, "plains", attacking, defending).fight(0, LORDS)
    assert draws(scene)[:2] == tiles


@pytest.mark.rule("BS-COMBAT-17", "BS-HILL-05", "DX-08", "DX-09")
@pytest.mark.parametrize(("enemies", "tiles"), [(5, [4, 4]), (1, [4, 3])])
def test_a_giant_draws_four_whatever_the_numbers(enemies: int, tiles) -> None:
    lords = {"swordsman": enemies}
    attack = battle(HILL, LORDS, "forest", {"giant": 1}, lords).fight(0, LORDS)
    assert draws(attack)[:2] == tiles
    defence = battle(LORDS, HILL, "forest", lords, {"giant": 1}).fight(0, HILL)
    assert draws(defence)[:2] == tiles[::-1]


@pytest.mark.rule("BS-COMBAT-05", "BS-COMP-05", "BS-COMBAT-31")
def test_each_fight_draws_from_two_full_bags_of_eight() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"shieldbearer": 1}, {"skirmisher": 1})
    scene.combat_draws([[5, 5, 4], [5, 5, 2]], [[5, 5, 4], [2, 2, 3]]).fight(0, LORDS)
    values = [sorted(values[1:]) for values in scene.logged(Event.COMBAT_DRAW)]
    assert values == [[4, 5, 5], [4, 5, 5], [2, 5, 5], [2, 2, 3]]


@pytest.mark.rule("BS-COMBAT-05")
def test_what_one_side_draws_is_not_missing_from_the_bag_of_the_other() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains"))
    scene.units(RIDERS, 0, shieldbearer=1).units(LORDS, 0, skirmisher=1).turn(RIDERS)
    scene.play("attack 0 1").game.scripted_chance = True
    scene.game.apply(Decision(Kind.PASS, 0, 0))
    for _ in range(2):
        left = Counter((2, 2, 3, 3, 4, 4, 5, 5))
        for value in (5, 5, 4):
            chances = {outcome.x: chance for outcome, chance in scene.game.chance_outcomes()}
            assert chances == {worth: Fraction(n, left.total()) for worth, n in left.items() if n}
            scene.game.apply(Decision(Kind.COMBAT_TILE, value, 0))
            left[value] -= 1


@pytest.mark.rule("BS-COMBAT-24", "BS-COMBAT-25", "EX-15")
def test_the_base_is_at_most_14_without_a_swap_and_15_with_one() -> None:
    scene = battle(RIDERS, LORDS, "forest", {"swordsman": 2}, {"cavalry": 1})
    scene.combat_draws([5, 5, 4, 4], LOW).fight(0, LORDS)
    assert scene.logged(Event.CLASH)[0][2:5] == [4, 5, 5]
    scene = battle(RIDERS, LORDS, "forest", {"swordsman": 2}, {"cavalry": 1}).hand(RIDERS, blank=1)
    scene.combat_draws([5, 5, 4, 2], LOW).play("attack 0 1", "pass", "swap 4 blank")
    assert scene.logged(Event.CLASH)[0][2:5] == [5, 5, 5]


@pytest.mark.rule("BS-COMBAT-24")
@pytest.mark.parametrize(
    ("drawn", "winner"), [([2, 4, 5, 5], RIDERS), ([2, 2, 3, 5], LORDS), ([2, 2, 3, 4], LORDS)]
)
def test_a_fourth_tile_adds_nothing_and_is_the_lowest(drawn: list[int], winner) -> None:
    scene = battle(RIDERS, LORDS, "hills", {"skirmisher": 2}, {"skirmisher": 1})
    scene.combat_draws(drawn, [3, 4, 4]).fight(0, LORDS)  # 11 against 14, 10 and 9
    assert [victory[0] for victory in scene.logged(Event.VICTORY)] == [scene.seat(winner)]


@pytest.mark.rule("BS-COMBAT-28")
@pytest.mark.parametrize(("drawn", "winner"), [([3, 4, 5], RIDERS), ([2, 4, 4], LORDS)])
def test_one_point_more_wins_in_attack_and_defence(drawn: list[int], winner) -> None:
    scene = battle(RIDERS, LORDS, "hills", {"skirmisher": 1}, {"skirmisher": 1})
    scene.combat_draws(drawn, [3, 4, 4]).fight(0, LORDS)
    assert [victory[0] for victory in scene.logged(Event.VICTORY)] == [scene.seat(winner)]


# Modifiers


def force(text: str) -> dict[str, int]:
    parts = [part.split() for part in text.split(", ")]
    return {words[-1]: int(words[0]) if len(words) > 1 else 1 for words in parts}


def case(terrain, attacker, attacking, defender, defending, expected, clauses):
    """A battle with its modifiers: forces such as "2 castle, citadel", clauses such as "MOD-10"."""
    ids = [name if name.startswith("EX") else f"BS-{name}" for name in clauses.split()]
    values = (terrain, attacker, force(attacking), defender, force(defending), expected)
    return pytest.param(*values, marks=pytest.mark.rule(*ids))


@pytest.mark.rule("BS-COMBAT-26")
@pytest.mark.parametrize(
    ("terrain", "attacker", "attacking", "defender", "defending", "expected"),
    [
        case("forest", RIDERS, "2 skirmisher", LORDS, "skirmisher", (2, 1), "MOD-01"),
        case("plains", RIDERS, "2 skirmisher", LORDS, "skirmisher", (0, 0), "MOD-01"),
        case(
            "hills", RIDERS, "2 swordsman", LORDS, "3 swordsman", (2, 3), "MOD-02 EX-14 COMBAT-27"
        ),
        case("plains", RIDERS, "2 shieldbearer", LORDS, "3 shieldbearer", (0, 3), "MOD-04"),
        case("plains", LORDS, "3 cavalry", RIDERS, "cavalry", (3, 1), "MOD-05"),
        case("forest", LORDS, "3 cavalry", RIDERS, "cavalry", (0, 0), "MOD-05"),
        case("hills", RIDERS, "3 lizardman", HILL, "2 raider", (3, 0), "MOD-06 DRAGON-12"),
        case("hills", HILL, "4 raider", RIDERS, "2 lizardman", (4, 0), "MOD-06 HILL-07"),
        case(
            "plains",
            RIDERS,
            "2 siege_engine",
            LORDS,
            "2 castle, citadel",
            (4, 11),
            "MOD-07 MOD-10 MOD-11",
        ),
        case("plains", RIDERS, "2 siege_engine", LORDS, "siege_engine", (0, 0), "MOD-07"),
        case("plains", RIDERS, "castle", LORDS, "siege_engine", (0, 2), "MOD-07 MOD-10 BUILD-07"),
        case(
            "plains",
            RIDERS,
            "castle, citadel",
            LORDS,
            "leader",
            (0, 1),
            "MOD-08 MOD-10 MOD-11 BUILD-07",
        ),
        case("plains", LORDS, "2 leader", RIDERS, "leader", (2, 1), "MOD-08"),
        case(
            "sea",
            LORDS,
            "3 ship",
            RIDERS,
            "ship, dragon",
            (3, 5),
            "MOD-09 MOD-12 COMBAT-02 DRAGON-09",
        ),
        case("hills", RIDERS, "2 dragon", HILL, "giant", (8, 2), "MOD-12 MOD-13 DRAGON-03 HILL-05"),
        case("hills", HILL, "2 giant", RIDERS, "dragon", (4, 4), "MOD-12 MOD-13 DRAGON-03 HILL-05"),
        case(
            "plains",
            RIDERS,
            "swordsman, cavalry, lizardman, dragon",
            LORDS,
            "castle, shieldbearer, skirmisher",
            (7, 4),
            "COMBAT-26 COMBAT-27",
        ),
    ],
)
def test_modifiers_of_all_units_add_up_by_their_conditions(
    terrain, attacker, attacking, defender, defending, expected
) -> None:
    scene = battle(attacker, defender, terrain, attacking, defending).fight(0, defender)
    assert clash(scene) == expected


@pytest.mark.rule("BS-MOD-18", "BS-TURN-08")
def test_the_active_player_attacks_even_when_it_stood_there_first() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"castle": 1, "lizardman": 1}, {"swordsman": 1})
    scene.fight(0, LORDS)
    assert clash(scene) == (1, 1)  # the castle adds nothing, the lizardman does


@pytest.mark.rule("BS-COMBAT-14", "BS-COMBAT-06", "BS-TURN-08")
def test_a_battle_is_told_and_counted_for_both_sides_and_its_area() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"swordsman": 1}, {"swordsman": 1})
    scene.play("attack 0 1")
    assert scene.logged(Event.BATTLE) == [[0, 1, 0]]
    assert scene.state.battles[:, :2].tolist() == [[1, 0], [0, 1]]
    assert scene.state.area_battles[:2].tolist() == [1, 0]
    assert scene.logged_names()[0] == "battle"


# Swaps


@pytest.mark.rule("BS-COMBAT-19", "BS-COMBAT-20", "BS-COMBAT-21", "BS-TILE-06")
def test_attacker_then_defender_may_swap_any_tile_for_any_hand_tile() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"swordsman": 1}, {"swordsman": 1})
    scene.hand(RIDERS, blank=1, castle=2, skirmisher=1).hand(LORDS, blank=1)
    scene.combat_draws([2, 2, 5], [3, 4, 5]).play("attack 0 1", "pass")
    assert scene.decider is RIDERS
    wanted = {f"swap {v} {u}" for v in (2, 5) for u in ("blank", "castle", "skirmisher")}
    assert set(scene.legal()) == wanted | {"pass"}
    scene.play("swap 5 skirmisher")  # a lower tile may go in (AMB-44)
    assert scene.decider is LORDS
    assert set(scene.legal()) == {"pass", *(f"swap {v} blank" for v in (3, 4, 5))}
    scene.play("pass")
    assert scene.logged(Event.CLASH)[0][2:] == [2, 2, 2, 3, 4, 5]


@pytest.mark.rule("BS-COMBAT-20")
def test_a_side_without_hand_tiles_is_not_asked() -> None:
    scene = battle(RIDERS, LORDS, "forest", {"cavalry": 1}, {"swordsman": 1}).hand(LORDS, blank=1)
    scene.play("attack 0 1")
    assert (scene.point, scene.decider) == (Point.SWAP, LORDS)
    scene.play("pass")
    assert [values[0] for values in scene.logged(Event.SWAP)][:1] == [1]


@pytest.mark.rule("BS-COMBAT-22", "BS-GEN-12")
def test_a_swapped_tile_is_in_nobodys_discard_pile_before_the_clash() -> None:
    scene = battle(RIDERS, LORDS, "forest", {"cavalry": 1}, {"swordsman": 1})
    scene.hand(RIDERS, blank=1).hand(LORDS, blank=1).combat_draws([2, 3, 4], [2, 3, 4])
    scene.play("attack 0 1", "swap 2 blank")
    assert scene.in_discard(RIDERS) == {}
    assert scene.in_hand(RIDERS) == {}
    scene.play("pass")
    assert scene.in_discard(RIDERS) == {"blank": 1}


# Ties


@pytest.mark.rule("BS-COMBAT-29", "BS-MOD-04", "BS-COMBAT-33", "DX-04")
def test_a_defending_shieldbearer_wins_the_tie() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"lizardman": 1, "skirmisher": 2}, {"shieldbearer": 1})
    scene.combat_draws([3, 4, 5, 2], [3, 4, 5]).fight(0, LORDS)
    assert clash(scene) == (1, 1)
    assert scene.logged(Event.VICTORY) == [[1, 0, 3]]
    assert scene.vp(LORDS) == 3
    assert scene.decider is RIDERS


@pytest.mark.rule("BS-COMBAT-29", "BS-COMBAT-30", "BS-COMBAT-31", "BS-COMBAT-32", "DX-05")
def test_a_tie_with_only_an_attacking_shieldbearer_is_fought_again() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"shieldbearer": 1}, {"skirmisher": 1})
    scene.hand(RIDERS, blank=1, castle=1).hand(LORDS, skirmisher=1)
    scene.combat_draws([[2, 3, 4], [4, 5, 5]], [[3, 4, 5], [2, 2, 3]])
    scene.play("attack 0 1", "pass", "swap 2 blank", "pass")  # 12 to 12
    assert scene.logged(Event.REFIGHT) == [[0]]
    assert scene.in_discard(RIDERS) == {"blank": 1}
    assert (scene.point, scene.decider) == (Point.SWAP, RIDERS)  # no withdrawal again
    assert {name.split()[-1] for name in scene.legal()} == {"pass", "castle"}
    scene.play("swap 4 castle", "swap 2 skirmisher")
    assert scene.logged(Event.CLASH)[1] == [0, 0, 4, 5, 5, 2, 2, 3]
    assert scene.logged(Event.VICTORY) == [[0, 1, 1]]
    assert scene.in_discard(LORDS) == {"skirmisher": 1}
    assert scene.point is Point.CASUALTY


@pytest.mark.rule("BS-COMBAT-30", "BS-COMBAT-32")
def test_ties_repeat_without_limit() -> None:
    scene = battle(RIDERS, LORDS, "forest", {"swordsman": 1}, {"swordsman": 1})
    scene.combat_draws([[2, 3, 4], [3, 4, 5], [5, 5, 4]], [[2, 3, 4], [3, 4, 5], [2, 2, 3]])
    scene.fight(0, LORDS)
    assert len(scene.logged(Event.REFIGHT)) == 2
    assert len(scene.logged(Event.CLASH)) == 3


# Withdrawal


def may_withdraw(terrain, attacker, attacking, defender, defending, around="plains") -> bool:
    scene = battle(attacker, defender, terrain, attacking, defending, around)
    scene.play(f"attack 0 {scene.seat(defender)}")
    return "withdraw 1" in scene.legal()


@pytest.mark.rule("BS-COMBAT-10")
@pytest.mark.parametrize(
    ("attacking", "defending", "allowed"),
    [(0, 0, True), (1, 0, False), (1, 1, True), (2, 1, False), (1, 3, True)],
)
def test_the_defender_withdraws_with_as_many_cavalry(attacking, defending, allowed) -> None:
    own = {"swordsman": 1, "cavalry": attacking}
    other = {"swordsman": 1, "cavalry": defending}
    assert may_withdraw("forest", LORDS, own, RIDERS, other) is allowed


@pytest.mark.rule("BS-COMBAT-08", "BS-DRAGON-04")
@pytest.mark.parametrize("terrain", ["plains", "sea"])
def test_nobody_withdraws_from_an_attacking_dragon(terrain: str) -> None:
    unit = "ship" if terrain == "sea" else "cavalry"
    around = "sea" if terrain == "sea" else "plains"
    board = small_map(f"{terrain} {around} plains", "0-1 1-2")
    scene = Scenario(RIDERS, LORDS, board=board).units(RIDERS, 0, dragon=1)
    scene.units(LORDS, 0, **{unit: 3}).turn(RIDERS).play("attack 0 1")
    assert Event.STAND not in [event for event, _ in scene.events]
    assert scene.point is not Point.WITHDRAW


@pytest.mark.rule("BS-COMBAT-09", "BS-DRAGON-07")
@pytest.mark.parametrize("holder", [{"castle": 1}, {"citadel": 1}])
@pytest.mark.parametrize("extra", [{"cavalry": 2}, {"dragon": 1}])
def test_castle_and_citadel_hold_the_whole_force(holder, extra) -> None:
    assert not may_withdraw("plains", LORDS, {"swordsman": 1}, RIDERS, {**holder, **extra})


@pytest.mark.rule("BS-COMBAT-11", "BS-DRAGON-07")
def test_a_defending_dragon_withdraws_whatever_the_cavalry() -> None:
    assert may_withdraw("plains", LORDS, {"cavalry": 4}, RIDERS, {"dragon": 1, "swordsman": 1})


@pytest.mark.rule("BS-COMBAT-12")
def test_at_sea_the_defender_may_always_withdraw() -> None:
    board = small_map("sea sea plains", "0-1 1-2")
    scene = Scenario(LORDS, RIDERS, board=board).units(LORDS, 0, ship=3).units(RIDERS, 0, ship=1)
    scene.turn(LORDS).play("attack 0 1")
    assert scene.legal() == ["pass", "withdraw 1"]


@pytest.mark.rule("BS-COMBAT-14", "BS-RETREAT-16")
def test_without_a_destination_no_withdrawal_is_offered() -> None:
    assert not may_withdraw(
        "plains", LORDS, {"swordsman": 1}, RIDERS, {"swordsman": 1}, "mountains"
    )


@pytest.mark.rule("BS-COMBAT-14", "BS-RETREAT-16")
def test_without_a_destination_the_tiles_are_drawn_at_once() -> None:
    scene = battle(LORDS, RIDERS, "plains", {"swordsman": 1}, {"swordsman": 1}, "mountains")
    scene.combat_draws(HIGH, LOW).play("attack 0 1")
    assert scene.logged(Event.STAND) == []  # nobody has been asked
    assert scene.logged(Event.VICTORY) == [[0, 1, 1]]


@pytest.mark.rule("BS-COMBAT-06", "BS-COMBAT-07")
def test_the_defender_alone_may_withdraw_and_nobody_scores() -> None:
    scene = battle(LORDS, RIDERS, "plains", {"swordsman": 2}, {"swordsman": 3}).play("attack 0 1")
    assert (scene.point, scene.decider) == (Point.WITHDRAW, RIDERS)
    scene.play("withdraw 1")
    assert scene.game.scores == (0, 0)
    assert scene.logged(Event.COMBAT_DRAW) == []
    assert scene.force(RIDERS, 1) == {"swordsman": 3}  # all of them
    assert scene.force(LORDS, 0) == {"swordsman": 2}
    assert (scene.point, scene.decider) == (Point.MAIN, LORDS)


@pytest.mark.rule("BS-COMBAT-07", "BS-COMBAT-10")
def test_a_defender_that_stands_fights() -> None:
    scene = battle(LORDS, RIDERS, "plains", {"swordsman": 2}, {"swordsman": 3})
    scene.play("attack 0 1", "pass")
    assert scene.logged(Event.STAND) == [[1]]
    assert draws(scene)[:2] == [3, 4]


# Who fights whom


@pytest.mark.rule("BS-COMBAT-01", "BS-COMBAT-03", "BS-COMBAT-04", "BS-COMBAT-45")
def test_several_enemies_are_fought_one_at_a_time_in_the_attackers_order() -> None:
    scene = Scenario(RIDERS, LORDS, HILL, board=row_of("plains", "plains"))
    scene.units(RIDERS, 0, swordsman=2).units(LORDS, 0, leader=1).units(
        HILL, 0, swordsman=2, giant=1
    )
    scene.turn(RIDERS)
    assert scene.legal("attack") == ["attack 0 1", "attack 0 2"]
    scene.combat_draws(HIGH, LOW).fight(0, LORDS)
    assert clash(scene) == (2, 1)  # the third player's units do not count
    assert draws(scene) == [4, 3]
    scene.play("casualty leader")
    assert scene.legal() == ["attack 0 2"]
    scene.combat_draws(HIGH, LOW).fight(0, HILL)
    assert clash(scene) == (2, 4)
    assert draws(scene)[2:] == [3, 4]


@pytest.mark.rule("BS-COMBAT-01", "BS-GEN-06")
def test_an_attack_needs_units_of_both_in_the_area() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains")).villages(LORDS, 0)
    scene.units(RIDERS, 0, swordsman=1).units(LORDS, 1, swordsman=1).turn(RIDERS)
    assert scene.legal("attack") == []


@pytest.mark.rule("BS-COMBAT-03")
def test_two_others_in_an_area_do_not_fight_on_a_third_players_turn() -> None:
    scene = Scenario(RIDERS, LORDS, HILL, board=row_of("plains", "plains"))
    scene.units(LORDS, 0, swordsman=1).units(HILL, 0, swordsman=1).turn(RIDERS)
    assert scene.legal() == ["pass"]
    scene.play("pass", "pass", "pass")  # end of the turn, then the raid phase of the Horse Lords
    assert scene.active is LORDS
    assert scene.legal() == ["attack 0 2"]


# Result


@pytest.mark.rule("BS-COMBAT-28", "BS-COMBAT-33", "BS-COMBAT-35")
def test_the_attacker_may_lose_and_retreats_too() -> None:
    scene = battle(LORDS, RIDERS, "plains", {"swordsman": 2, "cavalry": 2}, {"leader": 1})
    scene.combat_draws(LOW, HIGH)
    scene.hand(RIDERS, blank=1).fight(0, RIDERS)
    assert scene.logged(Event.VICTORY) == [[1, 0, 4]]
    assert scene.decider is LORDS
    assert scene.legal() == ["casualty swordsman", "casualty cavalry"]
    scene.play("casualty cavalry", "retreat 1")
    assert scene.force(LORDS, 1) == {"swordsman": 2, "cavalry": 1}
    assert scene.force(RIDERS, 0) == {"leader": 1}  # the winner loses nothing
    assert (scene.point, scene.decider, scene.active) == (Point.MAIN, LORDS, LORDS)


@pytest.mark.rule("BS-COMBAT-36", "BS-COMBAT-33", "BS-RETREAT-14", "DX-06")
def test_a_fallen_castle_is_the_only_casualty() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"dragon": 2}, {"castle": 1, "swordsman": 3})
    scene.combat_draws(HIGH, LOW).fight(0, LORDS)
    assert scene.logged(Event.VICTORY) == [[0, 1, 4]]
    assert scene.logged(Event.CASUALTY) == [[1, Unit.CASTLE]]
    assert (scene.point, scene.decider) == (Point.RETREAT, LORDS)
    scene.play("retreat 1")
    assert scene.force(LORDS, 1) == {"swordsman": 3}
    assert scene.in_discard(LORDS) == {"castle": 1}


@pytest.mark.rule("BS-COMBAT-36", "BS-COMBAT-37", "BS-COMBAT-33", "BS-GEN-16", "DX-07")
def test_a_fallen_citadel_goes_to_the_winner_and_takes_the_castles_along() -> None:
    defending = {"citadel": 1, "castle": 1, "swordsman": 1}
    scene = battle(RIDERS, LORDS, "plains", {"dragon": 2, "swordsman": 4}, defending)
    scene.combat_draws(HIGH, LOW).fight(0, LORDS)
    assert scene.logged(Event.VICTORY) == [[0, 1, 3]]
    assert scene.logged(Event.CASUALTY) == [[1, Unit.CASTLE, Unit.CITADEL]]
    assert scene.logged(Event.CAPTURE_CITADEL) == [[0, 1]]
    scene.play("retreat 1")
    assert scene.force(LORDS, 1) == {"swordsman": 1}
    assert scene.state.citadel[1] == -1
    assert scene.state.citadels_taken.tolist()[:2] == [1, 0]
    assert scene.in_discard(LORDS) == {"castle": 1}
    assert scene.vp(RIDERS) == 3  # its 5 VP come at the end


@pytest.mark.rule("BS-COMBAT-36", "BS-COMBAT-37")
def test_a_losing_attacker_loses_its_castles_and_citadel_likewise() -> None:
    attacking = {"citadel": 1, "castle": 1, "swordsman": 1}
    scene = battle(RIDERS, LORDS, "plains", attacking, {"swordsman": 5}).combat_draws(LOW, HIGH)
    scene.fight(0, LORDS)
    assert scene.logged(Event.CAPTURE_CITADEL) == [[1, 0]]
    scene.play("retreat 1")
    assert scene.force(RIDERS, 1) == {"swordsman": 1}
    assert scene.state.citadels_taken.tolist()[:2] == [0, 1]


@pytest.mark.rule("BS-COMBAT-36")
def test_a_force_of_castles_alone_leaves_nobody_to_retreat() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"dragon": 2}, {"castle": 2})
    scene.combat_draws(HIGH, LOW).fight(0, LORDS)
    assert scene.logged(Event.RETREAT) == []
    assert scene.point is Point.MAIN
    assert scene.in_discard(LORDS) == {"castle": 2}


@pytest.mark.rule("BS-COMBAT-39")
def test_villages_outlive_battles() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"swordsman": 1}, {"swordsman": 1}).villages(
        LORDS, 0, 0
    )
    scene.combat_draws(HIGH, LOW).fight(0, LORDS).play("casualty swordsman")
    assert scene.own_villages(LORDS) == {0: 2}
    assert scene.force(LORDS, 0) == {}


@pytest.mark.rule("BS-COMBAT-33", "BS-GEN-08")
def test_the_points_count_every_beaten_unit_whoever_survives() -> None:
    scene = battle(LORDS, RIDERS, "forest", {"swordsman": 6}, {"skirmisher": 1, "cavalry": 2})
    scene.combat_draws(HIGH, LOW).fight(0, RIDERS)
    assert scene.vp(LORDS) == 3
    scene.play("casualty skirmisher", "retreat 1")
    assert scene.vp(LORDS) == 3


@pytest.mark.rule("BS-COMBAT-43", "BS-GEN-18")
def test_a_defenders_swapped_tile_is_not_replaced() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"swordsman": 1}, {"swordsman": 1})
    scene.hand(LORDS, blank=2).combat_draws([5, 5, 4], [2, 2, 3])
    scene.play("attack 0 1", "pass", "swap 2 blank")
    assert scene.in_hand(LORDS) == {"blank": 1}
    assert scene.logged(Event.DRAW) == []


@pytest.mark.rule("BS-COMBAT-44", "AMB-47")
def test_points_pass_the_end_of_the_track() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"dragon": 1}, {"swordsman": 2}).scored(RIDERS, 99)
    scene.combat_draws(HIGH, LOW).fight(0, LORDS)
    assert scene.vp(RIDERS) == 101


# Dragons


@pytest.mark.rule("BS-COMBAT-40", "BS-DRAGON-05", "DX-10")
def test_every_dragon_of_a_won_attack_is_discarded() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"dragon": 2, "cavalry": 1}, {"swordsman": 2})
    scene.combat_draws(HIGH, LOW).fight(0, LORDS).play("casualty swordsman", "retreat 1")
    assert scene.force(RIDERS, 0) == {"cavalry": 1}
    assert scene.in_discard(RIDERS) == {"dragon": 2}
    assert scene.logged(Event.DRAGONS_LEAVE) == [[0, 2]]
    assert scene.logged_names()[-2:] == ["retreat", "dragons_leave"]


@pytest.mark.rule("BS-DRAGON-06", "DX-11")
def test_a_dragon_stays_after_a_won_defence() -> None:
    scene = battle(LORDS, RIDERS, "plains", {"cavalry": 2}, {"dragon": 1}).combat_draws(LOW, HIGH)
    scene.play("attack 0 1", "pass").play("casualty cavalry", "retreat 1")
    assert scene.force(RIDERS, 0) == {"dragon": 1}
    assert scene.logged(Event.DRAGONS_LEAVE) == []


@pytest.mark.rule("BS-DRAGON-06")
def test_a_losing_attack_with_a_dragon_may_keep_it() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"dragon": 1, "lizardman": 1}, {"castle": 4})
    scene.combat_draws(LOW, HIGH).fight(0, LORDS).play("casualty lizardman", "retreat 1")
    assert scene.force(RIDERS, 1) == {"dragon": 1}
    assert scene.logged(Event.DRAGONS_LEAVE) == []


@pytest.mark.rule("BS-DRAGON-05")
def test_a_second_battle_in_the_area_is_fought_without_the_dragons() -> None:
    scene = Scenario(RIDERS, LORDS, HILL, board=row_of("plains", "plains"))
    scene.units(RIDERS, 0, dragon=1, swordsman=1).units(LORDS, 0, skirmisher=1)
    scene.units(HILL, 0, skirmisher=1).turn(RIDERS).combat_draws(HIGH, LOW).fight(0, LORDS)
    scene.play("casualty skirmisher").fight(0, HILL)
    assert clash(scene) == (1, 0)


@pytest.mark.rule("BS-DRAGON-10", "BS-REGROUP-02")
def test_a_discarded_dragon_comes_back_with_the_regroup() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"dragon": 1}, {"swordsman": 1}).bag(RIDERS)
    scene.combat_draws(HIGH, LOW).fight(0, LORDS).play("casualty swordsman")
    assert scene.in_discard(RIDERS)["dragon"] == 2  # one fought, one was there before
    scene.play("pass", "pass")
    assert scene.in_discard(RIDERS) == {}
    assert scene.in_bag(RIDERS).get("dragon", 0) + scene.in_hand(RIDERS).get("dragon", 0) == 2


@pytest.mark.rule("BS-COMBAT-42")
def test_points_then_casualty_then_retreat_then_the_dragons() -> None:
    defending = {"citadel": 1, "swordsman": 1}
    scene = battle(RIDERS, LORDS, "plains", {"dragon": 2}, defending).combat_draws(HIGH, LOW)
    scene.fight(0, LORDS).play("retreat 1")
    after = ["victory", "casualty", "capture_citadel", "retreat", "dragons_leave"]
    assert scene.logged_names()[-5:] == after
