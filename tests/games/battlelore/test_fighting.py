"""Attacks: dice, faces, damage, abilities for heroic, counters."""

from __future__ import annotations

from typing import Any

import pytest

from bloodstones.games.battlelore.odds.attack import Attack, fighter
from bloodstones.games.battlelore.rules.names import Terrain
from bloodstones.games.battlelore.rules.register import load_register
from tests.games.battlelore.scene import DAQAN, RULES, UTHUK, Scene

UNITS = {
    "yeoman_archers": DAQAN,
    "citadel_guard": DAQAN,
    "riverwatch_riders": DAQAN,
    "rune_golem": DAQAN,
    "roc_warrior": DAQAN,
}


def duel(
    one: str, other: str, places: tuple[str, str] = ("5.4", "5.5"), **options: Any
) -> tuple[Scene, int, int]:
    """An attacker and a target, ordered and about to attack."""
    scene = Scene(UNITS.get(one, UTHUK), **options).spare()
    return scene, scene.put(one, places[0]), scene.put(other, places[1])


@pytest.mark.rule("BL-ATTACK-07", "BL-ATTACK-08", "BL-ATTACK-09", "BL-ATTACK-10", "EX-11")
def test_strikes_and_cleaves_hurt_in_melee() -> None:
    for figures, damage in ((3, 3), (1, 1)):
        scene, guard, lord = duel("citadel_guard", "chaos_lord")
        scene.s.figures[guard] = figures
        scene.ready(guard).attack(guard, lord)
        assert scene.dice == 3
        assert len(scene.codes()) == 56
        scene.roll("strike", "cleave", "cleave")
        assert scene.figures(lord) == 5 - damage


@pytest.mark.rule("BL-BOARD-06", "BL-BOARD-05", "BL-ATTACK-10", "BL-ATTACK-16")
def test_damage_tokens_never_make_a_legend_weak() -> None:
    scene, roc, harvesters = duel("roc_warrior", "blood_harvesters")
    assert (scene.figures(roc), scene.figures(harvesters)) == (4, 3)
    scene.s.figures[roc] = 1
    scene.ready(roc).hit(roc, harvesters, "cleave", "cleave")
    assert scene.figures(harvesters) == 1


@pytest.mark.rule("BL-ATTACK-11", "BL-ATTACK-01")
def test_shots_hurt_by_pierce_alone() -> None:
    scene, archers, lord = duel("yeoman_archers", "chaos_lord", ("5.4", "5.6"))
    scene.ready(archers).attack(archers, lord).roll("pierce", "strike")
    assert scene.figures(lord) == 4


@pytest.mark.rule("BL-ATTACK-13", "BL-ATTACK-14")
def test_lore_faces_give_lore_and_heroic_ones_nothing() -> None:
    scene, guard, lord = duel("citadel_guard", "chaos_lord")
    scene.ready(guard).attack(guard, lord).roll("lore", "lore", "heroic")
    assert scene.s.lore[DAQAN] == 2
    assert scene.figures(lord) == 5
    scene, guard, lord = duel("citadel_guard", "chaos_lord")
    scene.ready(guard).attack(guard, lord).roll("heroic", "heroic", "strike")
    assert not any(kind == "use" for kind, _, _ in scene.codes()), "it has nothing to pay for"
    assert scene.figures(lord) == 4


@pytest.mark.rule("BL-ATTACK-16", "BL-ATTACK-20", "BL-ATTACK-12")
def test_damage_beyond_the_health_is_lost_and_morale_comes_after_it() -> None:
    scene, guard, golemless = duel("citadel_guard", "obscenes")
    scene.ready(guard).attack(guard, golemless).roll("strike", "strike", "strike")
    assert scene.where(golemless) == ""
    assert scene.s.damage[DAQAN] == 2
    assert scene.point == "advance"


@pytest.mark.rule("BL-TERRAIN-03", "AMB-10", "forest_dice", "BL-ATTACK-19", "EX-14")
@pytest.mark.parametrize(("option", "dice"), [("cap", 2), ("fixed", 2)])
def test_forest_limits_dice_before_changes(option: str, dice: int) -> None:
    scene, harvesters, guard = duel("blood_harvesters", "citadel_guard", forest_dice=option)
    scene.land("forest", "5.4", "5.5")
    scene.s.figures[harvesters] = 2
    scene.ready(harvesters).attack(harvesters, guard)
    assert scene.dice == dice + 1
    one = Scene(overrides={"riverwatch_riders.dice": 1}, forest_dice=option).spare()
    riders, enemy = one.put("riverwatch_riders", "5.4"), one.put("obscenes", "5.5")
    one.land("forest", "5.5").ready(riders).attack(riders, enemy)
    assert one.dice == (1 if option == "cap" else 2)


@pytest.mark.rule("BL-ATTACK-19", "BL-TERRAIN-03", "BL-ABILITY-02", "EX-14")
@pytest.mark.parametrize(
    ("one", "other", "figures", "forest", "more", "flanked", "dice"),
    [
        ("citadel_guard", "chaos_lord", 3, "", 0, False, 3),
        ("citadel_guard", "chaos_lord", 2, "", 2, False, 5),
        ("citadel_guard", "chaos_lord", 3, "5.4", 0, False, 2),
        ("citadel_guard", "chaos_lord", 3, "5.5", 1, True, 4),
        ("chaos_lord", "roc_warrior", 5, "", 0, False, 3),
        ("chaos_lord", "roc_warrior", 5, "5.4", 0, False, 3),
        ("viper_legion", "roc_warrior", 3, "", 0, False, 2),
        ("blood_harvesters", "citadel_guard", 3, "", 0, False, 3),
        ("blood_harvesters", "citadel_guard", 1, "", 0, False, 5),
        ("blood_harvesters", "citadel_guard", 1, "5.5", 1, False, 5),
        ("blood_harvesters", "roc_warrior", 2, "5.5", 0, False, 3),
    ],
)
def test_dice_are_those_of_the_figure_capped_in_forest_and_then_changed(
    one: str, other: str, figures: int, forest: str, more: int, flanked: bool, dice: int
) -> None:
    scene, mine, theirs = duel(one, other)
    scene.s.figures[mine] = figures
    if forest:
        scene.land("forest", forest)
    if flanked:
        scene.put("riverwatch_riders", "6.5")
    scene.s.extra_dice[mine] = more
    scene.ready(mine).attack(mine, theirs)
    assert scene.dice == dice
    lands = [Terrain.FOREST if forest == place else Terrain.CLEAR for place in ("5.4", "5.5")]
    one_there = fighter(RULES.unit(one), figures, lands[0])
    other_there = fighter(RULES.unit(other), 1, lands[1])
    assert Attack(one_there, other_there, more=more + flanked).dice == dice


@pytest.mark.rule("BL-ATTACK-19", "BL-COUNTER-01", "AMB-04", "counter_scope")
@pytest.mark.parametrize(("option", "flank"), [("full", 1), ("plain", 0)])
def test_a_counter_counts_flankers_by_option_and_no_dice_of_the_turn(
    option: str, flank: int
) -> None:
    scene, lord, guard = duel("chaos_lord", "citadel_guard", counter_scope=option)
    scene.put("riverwatch_riders", "6.4")
    scene.s.extra_dice[guard] = 3
    scene.ready(lord).hit(lord, guard).do("counter")
    assert scene.dice == 3 + flank
    scene, guard, lord = duel("citadel_guard", "chaos_lord", counter_scope=option)
    scene.put("riverwatch_riders", "6.5")
    scene.ready(guard).attack(guard, lord)
    assert scene.dice == 4, "an attack always counts them"


@pytest.mark.rule("BL-ATTACK-15", "BL-COUNTER-01", "AMB-04", "counter_scope")
@pytest.mark.parametrize(("option", "asked"), [("full", "heroic"), ("plain", "")])
def test_heroic_faces_of_a_counter_are_used_by_option_those_of_an_attack_always(
    option: str, asked: str
) -> None:
    scene, guard, vipers = duel("citadel_guard", "viper_legion", counter_scope=option)
    scene.ready(guard).hit(guard, vipers).do("counter").fill("heroic", "heroic")
    assert (scene.point == "heroic") == bool(asked)
    if asked:
        assert scene.codes() == {("use", 0, 0), ("use", 1, 0)}, "a second poison adds nothing"
        scene.do("use", 1)
    assert scene.s.poison[guard] == bool(asked)
    scene, vipers, guard = duel("viper_legion", "citadel_guard", counter_scope=option)
    scene.ready(vipers).attack(vipers, guard).fill("heroic")
    assert scene.point == "heroic"


@pytest.mark.rule("BL-ATTACK-19", "AMB-11", "minimum_dice")
def test_there_is_one_die_at_least_unless_by_option() -> None:
    for option, dice in (("1", 1), ("0", 0)):
        scene = Scene(UTHUK, overrides={"obscenes.dice": 1}, minimum_dice=option).spare()
        obscenes, roc = scene.put("obscenes", "5.4"), scene.put("roc_warrior", "5.5")
        scene.ready(obscenes).attack(obscenes, roc)
        assert (scene.point == "roll") == (dice > 0)


@pytest.mark.rule("BL-ABILITY-02", "EX-22", "AMB-38", "flanking_by_flankers")
def test_a_flanker_gives_others_one_die() -> None:
    scene, guard, lord = duel("citadel_guard", "chaos_lord")
    riders = [scene.put("riverwatch_riders", place) for place in ("5.6", "6.5")]
    archers = scene.put("yeoman_archers", "5.2")
    scene.land("hill", "5.2").ready(guard, riders[0], archers)
    before = scene.game.copy()
    scene.attack(guard, lord)
    assert scene.dice == 4
    for unit, dice in ((riders[0], 2), (archers, 3)):
        scene.game = before.copy()
        scene.s = scene.game.state
        scene.attack(unit, lord)
        assert scene.dice == dice
    both = Scene(flanking_by_flankers="true").spare()
    lord = both.put("chaos_lord", "5.5")
    riders = [both.put("riverwatch_riders", place) for place in ("5.6", "6.5")]
    both.ready(riders[0]).attack(riders[0], lord)
    assert both.dice == 3


@pytest.mark.rule("BL-ABILITY-04", "EX-23", "AMB-35", "flying_terrain")
def test_flyers_are_hard_to_hit_and_terrain_plays_no_part() -> None:
    for option, dice in (("both", 2), ("own_hex", 1)):
        scene, harvesters, roc = duel("blood_harvesters", "roc_warrior", flying_terrain=option)
        scene.land("forest", "5.4").ready(harvesters).attack(harvesters, roc)
        assert scene.dice == dice
    for option, figures in (("both", 2), ("own_hex", 3)):
        scene, roc, harvesters = duel("roc_warrior", "blood_harvesters", flying_terrain=option)
        scene.land("building", "5.5").ready(roc).hit(roc, harvesters, "strike")
        assert scene.figures(harvesters) == figures


@pytest.mark.rule("BL-ABILITY-04", "AMB-35")
def test_a_shot_at_a_flyer_has_all_its_dice() -> None:
    scene, vipers, roc = duel("viper_legion", "roc_warrior", ("5.4", "5.6"))
    scene.ready(vipers).attack(vipers, roc)
    assert scene.dice == 2


@pytest.mark.rule("BL-ABILITY-11", "AMB-39", "rage_counts", "BL-ABILITY-06", "EX-25", "AMB-46")
def test_frenzy_hurts_both_and_feeds_rage() -> None:
    assert load_register().options["rage_counts"].default == "damage"
    for option, rage in (("damage", 0), ("missing", 2)):
        scene, harvesters, lord = duel("blood_harvesters", "roc_warrior", rage_counts=option)
        guard = scene.put("citadel_guard", "5.3")
        scene.ready(harvesters).attack(harvesters, guard).roll("strike", "heroic", "heroic")
        assert scene.codes() == {("use", 0, 0), ("use", 1, 0), ("use", 2, 0)}
        scene.do("use", 2)
        assert scene.where(guard) == ""
        assert scene.figures(harvesters) == 1
        assert scene.s.given[harvesters] == 2
        scene.do("pass")
        scene.s.attacks[harvesters] = 1
        scene.s.point = 16
        scene.attack(harvesters, lord)
        assert scene.dice == 3 - 1 + rage


@pytest.mark.rule("BL-ABILITY-06", "BL-ATTACK-17", "AMB-29", "frenzy_limit", "AMB-46")
def test_frenzy_may_destroy_its_own_unit() -> None:
    scene, harvesters, lord = duel("blood_harvesters", "roc_warrior")
    scene.land("building", "5.4")
    scene.s.figures[harvesters] = 1
    scene.ready(harvesters).attack(harvesters, lord)
    scene.fill("heroic", "heroic")
    assert ("use", 2, 0) in scene.codes()
    scene.do("use", 2)
    assert scene.figures(lord) == 2
    assert scene.where(harvesters) == ""
    assert scene.s.kills[DAQAN] == 1
    some, harvesters, lord = duel("blood_harvesters", "roc_warrior", frenzy_limit="figures")
    some.s.figures[harvesters] = 1
    some.ready(harvesters).attack(harvesters, lord).fill("heroic", "heroic")
    assert some.codes() == {("use", 0, 0), ("use", 1, 0)}


@pytest.mark.rule("BL-ATTACK-15", "BL-ABILITY-15", "BL-TOKEN-01", "AMB-09", "poison_lore")
def test_poison_makes_lore_faces_hurt_in_the_same_roll() -> None:
    for option, lore in (("both", 1), ("damage_only", 0)):
        scene, vipers, guard = duel(
            "viper_legion", "citadel_guard", ("5.4", "5.6"), poison_lore=option
        )
        scene.ready(vipers).attack(vipers, guard).roll("heroic", "lore")
        before = scene.game.copy()
        scene.do("use", 1)
        assert scene.figures(guard) == 2
        assert scene.s.poison[guard] == 1
        assert scene.s.lore[UTHUK] == lore
        scene.game, scene.s = before, before.state
        scene.do("use", 0)
        assert scene.figures(guard) == 3
        assert scene.s.lore[UTHUK] == 1


@pytest.mark.rule("BL-TOKEN-01", "BL-ABILITY-16")
def test_poison_twice_adds_nothing_and_counters_use_it_too() -> None:
    scene, guard, vipers = duel("citadel_guard", "viper_legion")
    scene.s.poison[guard] = 1
    scene.ready(guard).hit(guard, vipers).do("counter")
    scene.roll("lore", "heroic").do("use", 1)
    assert scene.s.poison[guard] == 1
    assert scene.figures(guard) == 2


@pytest.mark.rule("BL-TOKEN-02", "BL-TOKEN-03", "EX-12", "BL-ABILITY-15")
def test_stun_makes_morale_of_the_same_roll_hurt() -> None:
    scene, golem, guard = duel("rune_golem", "blood_harvesters")
    scene.ready(golem).attack(golem, guard).roll("heroic", "morale", "morale").do("use", 1)
    assert scene.where(guard) == "5.5"
    assert scene.figures(guard) == 1
    assert scene.s.stun[guard] == 1
    assert scene.point not in ("counter", "advance")


@pytest.mark.rule("BL-TOKEN-02", "BL-RETREAT-04")
def test_a_stunned_unit_that_is_supported_may_ignore_morale() -> None:
    scene, golem, enemy = duel("rune_golem", "blood_harvesters")
    scene.put("obscenes", "5.6")
    scene.ready(golem).attack(golem, enemy).roll("heroic", "morale", "morale").do("use", 1)
    assert scene.point == "support"
    scene.do("ignore")
    assert scene.figures(enemy) == 3


@pytest.mark.rule("BL-TERRAIN-05", "EX-28", "AMB-20", "building_shield")
def test_a_building_takes_one_damage_of_dice_and_retreat_together() -> None:
    for option, left in (("per_attack", 1), ("per_source", 2)):
        scene, guard, enemy = duel("citadel_guard", "blood_harvesters", building_shield=option)
        scene.land("building", "5.5").put("citadel_guard", "5.6")
        scene.ready(guard).attack(guard, enemy).roll("strike", "cleave", "morale")
        assert scene.figures(enemy) == left


@pytest.mark.rule("BL-TERRAIN-06")
def test_a_tent_prevents_nothing() -> None:
    scene, guard, enemy = duel("citadel_guard", "blood_harvesters")
    scene.land("tent", "5.5").ready(guard).hit(guard, enemy, "strike")
    assert scene.figures(enemy) == 2


@pytest.mark.rule("BL-COUNTER-01", "BL-COUNTER-02", "BL-COUNTER-03", "AMB-04")
def test_a_survivor_next_to_the_attacker_counters_once() -> None:
    scene, guard, lord = duel("citadel_guard", "obscenes")
    scene.ready(guard).hit(guard, lord)
    assert scene.codes() == {("pass", 0, 0), ("counter", 0, 0)}
    scene.do("counter")
    assert scene.dice == 4
    scene.roll("strike", "lore", "morale", "pierce")
    assert scene.figures(guard) == 2
    assert scene.where(guard) == "5.3"
    assert scene.s.lore[UTHUK] == 1
    assert scene.point not in ("counter", "advance")
    assert scene.where(lord) == "5.5"


@pytest.mark.rule("BL-COUNTER-01")
def test_who_retreats_away_or_is_not_adjacent_cannot_counter() -> None:
    scene, guard, enemy = duel("citadel_guard", "blood_harvesters")
    scene.ready(guard).hit(guard, enemy, "morale")
    assert scene.point == "advance"
    scene, archers, enemy = duel("yeoman_archers", "viper_legion", ("5.4", "5.6"))
    scene.ready(archers).hit(archers, enemy)
    assert scene.point != "counter"


@pytest.mark.rule("AMB-04", "counter_scope")
def test_plain_counters_have_neither_abilities_nor_flanking() -> None:
    for option, kinds in (("full", {"use"}), ("plain", set())):
        scene, guard, vipers = duel("citadel_guard", "viper_legion", counter_scope=option)
        scene.ready(guard).hit(guard, vipers).do("counter").roll("heroic", "heroic")
        assert (scene.kinds() == kinds) == (option == "full")
    for option, dice in (("full", 4), ("plain", 3)):
        scene = Scene(UTHUK, counter_scope=option).spare()
        vipers, guard = scene.put("blood_harvesters", "5.4"), scene.put("citadel_guard", "5.5")
        scene.put("riverwatch_riders", "5.3")
        scene.ready(vipers).hit(vipers, guard).do("counter")
        assert scene.dice == dice


@pytest.mark.rule("BL-ABILITY-13", "AMB-37", "vigilant_scope")
def test_nobody_counters_the_vigilant() -> None:
    scene, riders, enemy = duel("riverwatch_riders", "blood_harvesters")
    scene.ready(riders).hit(riders, enemy)
    assert scene.point != "counter"
    for option, counters in (("all", False), ("plain", True)):
        scene, riders, lord = duel("riverwatch_riders", "chaos_lord", vigilant_scope=option)
        scene.ready(riders).hit(riders, lord)
        assert (scene.point == "counter") == counters


@pytest.mark.rule("BL-ABILITY-01", "EX-21", "AMB-47", "ferocity_retreat")
def test_the_ferocious_counters_before_it_retreats() -> None:
    for option, where in (("always", "5.6"), ("if_attacker_left", "5.6")):
        scene, golem, lord = duel("rune_golem", "chaos_lord", ferocity_retreat=option)
        scene.ready(golem).attack(golem, lord).roll("strike", "morale", "pierce")
        assert scene.figures(lord) == 4
        assert (scene.point, scene.game.decider) == ("counter", UTHUK)
        scene.do("counter")
        assert scene.dice == 4
        scene.fill()
        assert scene.where(lord) == where
    for option, where in (("always", "5.6"), ("if_attacker_left", "5.5")):
        scene, guard, lord = duel("citadel_guard", "chaos_lord", ferocity_retreat=option)
        scene.ready(guard).hit(guard, lord, "morale").do("counter").fill("morale")
        assert scene.where(guard) == "5.3"
        assert scene.where(lord) == where
        assert scene.point != "counter", "it was its only one"


@pytest.mark.rule("BL-ABILITY-01", "BL-COUNTER-01")
@pytest.mark.parametrize("places", [("1.4", "1.5"), ("5.4", "5.5"), ("9.4", "9.5")])
def test_the_owner_of_the_ferocious_decides_wherever_it_stands(places: tuple[str, str]) -> None:
    scene, guard, lord = duel("citadel_guard", "chaos_lord", places)
    scene.ready(guard).hit(guard, lord, "strike")
    assert (scene.point, scene.game.decider) == ("counter", UTHUK)


@pytest.mark.rule("BL-ABILITY-01", "BL-COUNTER-01", "BL-COUNTER-03")
def test_the_ferocious_is_asked_once_where_no_retreat_is_due() -> None:
    scene, guard, lord = duel("citadel_guard", "chaos_lord")
    scene.ready(guard).hit(guard, lord, "strike")
    assert scene.point == "counter"
    scene.do("pass")
    assert scene.point != "counter"
    scene, guard, lord = duel("citadel_guard", "chaos_lord")
    scene.ready(guard).hit(guard, lord).do("counter").fill("strike")
    assert scene.figures(guard) == 2
    assert scene.point != "counter", "it was its only one"
    scene, riders, lord = duel("citadel_guard", "chaos_lord", ("5.4", "5.5"))
    scene.put("obscenes", "5.6")
    scene.ready(riders).hit(riders, lord, "morale").do("pass").do("ignore")
    assert scene.point == "counter", "a retreat was due: it is asked again after it"


@pytest.mark.rule("BL-ABILITY-01", "BL-ATTACK-20", "AMB-47")
def test_an_owed_retreat_is_made_although_the_attacker_is_gone() -> None:
    scene, guard, lord = duel("citadel_guard", "chaos_lord")
    scene.s.figures[guard] = 1
    scene.ready(guard).hit(guard, lord, "morale").do("counter").fill("strike")
    assert scene.where(guard) == ""
    assert scene.where(lord) == "5.6"
    assert scene.point != "advance"


@pytest.mark.rule("BL-ABILITY-12", "AMB-06", "AMB-50", "double_shot_target", "double_shot_split")
def test_two_shots_for_who_did_not_move() -> None:
    def line(**options: Any) -> tuple[Scene, int, int, int, int]:
        scene, archers, one = duel("yeoman_archers", "blood_harvesters", ("5.4", "5.6"), **options)
        return (
            *(scene, archers, one, scene.put("viper_legion", "4.6")),
            scene.put("citadel_guard", "4.7"),
        )

    scene, archers, one, other, guard = line()
    scene.ready(archers, guard).hit(archers, one)
    assert scene.point == "again"
    assert scene.targets(archers) == {one, other}
    assert scene.targets(guard) == set()
    scene.do("pass")
    assert scene.targets(archers) == set()
    scene, archers, one, other, guard = line(double_shot_target="same")
    scene.ready(archers, guard).hit(archers, one)
    assert scene.targets(archers) == {one}
    scene, archers, one, other, guard = line(double_shot_split="true")
    scene.ready(archers, guard).hit(archers, one)
    assert scene.targets(guard) == {other}
    assert scene.targets(archers) == {one, other}
    scene, archers, one, other, guard = line()
    scene.order(archers).go(archers, "5.5").do("stop").to("attack").hit(archers, one).to("gain")
    assert scene.s.fought[DAQAN] == 1


@pytest.mark.rule("BL-ABILITY-12")
def test_who_has_moved_shoots_once() -> None:
    scene, archers, one = duel("yeoman_archers", "blood_harvesters", ("5.4", "5.7"))
    scene.order(archers).go(archers, "5.5").do("stop").to("attack").hit(archers, one)
    assert scene.point not in ("again", "attack")
    assert scene.s.attacks[archers] == 0


@pytest.mark.rule("BL-ABILITY-12", "BL-TURN-05")
def test_who_has_no_double_shot_attacks_once_though_it_stays() -> None:
    scene, guard, lord = duel("citadel_guard", "chaos_lord")
    archers = scene.put("yeoman_archers", "3.5")
    scene.ready(guard, archers).hit(guard, lord, "strike").do("pass")
    assert scene.point == "attack"
    assert scene.targets(guard) == set()


@pytest.mark.rule("BL-COUNTER-03")
def test_every_attack_of_a_turn_may_be_countered_and_again_in_later_turns() -> None:
    scene, guard, enemy = duel("citadel_guard", "obscenes")
    other = scene.put("citadel_guard", "5.6")
    scene.ready(guard, other).hit(guard, enemy).do("counter").fill().hit(other, enemy)
    assert scene.point == "counter"
    scene.do("counter").fill()
    scene.order_again(guard).to("attack").hit(guard, enemy)
    assert scene.point == "counter"


@pytest.mark.rule("BL-COUNTER-03", "BL-ABILITY-01")
def test_who_countered_before_a_retreat_that_support_cancels_counters_no_more() -> None:
    scene, guard, lord = duel("citadel_guard", "chaos_lord")
    scene.put("obscenes", "5.6")
    scene.ready(guard).hit(guard, lord, "morale").do("counter").fill().do("ignore")
    assert scene.where(lord) == "5.5"
    assert scene.point not in ("counter", "roll")


@pytest.mark.rule("BL-TURN-05", "BL-ATTACK-18", "BL-WIN-02", "AMB-29")
def test_the_last_unit_gone_ends_the_battle_in_the_middle_of_an_attack() -> None:
    scene = Scene()
    guard, enemy = scene.put("citadel_guard", "5.4"), scene.put("obscenes", "5.5", 1)
    scene.s.vp[UTHUK] = 15
    scene.ready(guard).hit(guard, enemy, "strike")
    assert scene.game.over
    assert scene.game.winners == (DAQAN,)
    assert scene.game.ending.id == "last_unit"


@pytest.mark.rule("BL-ABILITY-16", "BL-COUNTER-02")
def test_a_counter_that_drives_off_is_not_followed() -> None:
    scene, guard, brutes = duel("citadel_guard", "flesh_ripper_brutes")
    scene.ready(guard).hit(guard, brutes).do("counter").fill("morale")
    assert scene.where(guard) == "5.3"
    assert scene.where(brutes) == "5.5"
    assert scene.point not in ("advance", "step")
