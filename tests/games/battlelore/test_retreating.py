"""Retreat, support, advance and pursuit."""

from __future__ import annotations

import pytest

from bloodstones.core.kernels.log import read_entries
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.board import hex_of
from tests.games.battlelore.scene import DAQAN, UTHUK, Scene
from tests.games.battlelore.test_fighting import duel

EAST, NORTH_WEST, NORTH_EAST = 0, 4, 5


@pytest.mark.rule("BL-RETREAT-01", "BL-RETREAT-05", "EX-20", "BL-RETREAT-03", "AMB-14")
def test_a_retreat_goes_straight_on_and_what_is_owed_hurts() -> None:
    def attacked(*blocks: tuple[str, str]) -> tuple[Scene, int]:
        scene, guard, enemy = duel("citadel_guard", "blood_harvesters", ("2.4", "3.4"))
        for unit, place in blocks:
            scene.put(unit, place)
        scene.ready(guard).hit(guard, enemy, "morale", "morale")
        return scene, enemy

    scene, enemy = attacked()
    assert (scene.where(enemy), scene.figures(enemy)) == ("5.3", 3)
    scene, enemy = attacked(("obscenes", "5.3"))
    assert (scene.where(enemy), scene.figures(enemy)) == ("4.3", 2)
    scene, enemy = attacked(("yeoman_archers", "4.3"))
    assert (scene.where(enemy), scene.figures(enemy)) == ("3.4", 1)
    scene, enemy = attacked(("obscenes", "4.3"))
    assert scene.codes() == {("pass", 0, 0), ("ignore", 0, 0)}
    scene.do("ignore")
    assert (scene.where(enemy), scene.figures(enemy)) == ("3.4", 3)
    assert scene.point == "counter"


@pytest.mark.rule("BL-RETREAT-04", "AMB-03", "support_check")
def test_support_counts_at_the_first_hex_or_at_each() -> None:
    for option, asked in (("first_hex", False), ("each_hex", True)):
        scene, guard, enemy = duel(
            "citadel_guard", "blood_harvesters", ("2.4", "3.4"), support_check=option
        )
        scene.put("obscenes", "5.3")
        scene.ready(guard).hit(guard, enemy, "morale", "morale")
        assert (scene.point == "support") == asked
        if asked:
            scene.do("ignore")
            assert (scene.where(enemy), scene.figures(enemy)) == ("4.3", 3)
            assert scene.point == "advance"


@pytest.mark.rule("BL-RETREAT-04")
def test_support_may_be_declined() -> None:
    scene, guard, enemy = duel("citadel_guard", "blood_harvesters")
    scene.put("obscenes", "5.6")
    scene.ready(guard).hit(guard, enemy, "morale").do("pass")
    assert scene.figures(enemy) == 2


@pytest.mark.rule("BL-RETREAT-03", "AMB-14", "BL-TERRAIN-08", "BL-ABILITY-08")
@pytest.mark.parametrize(
    ("unit", "land", "fails"),
    [
        ("obscenes", "river", True),
        ("obscenes", "lake", True),
        ("obscenes", "bridge", False),
        ("obscenes", "building", False),
        ("chaos_lord", "building", True),
    ],
)
def test_what_cannot_be_entered_cannot_be_retreated_to(unit: str, land: str, fails: bool) -> None:
    scene, guard, enemy = duel("citadel_guard", unit)
    scene.land(land, "5.6").ready(guard).hit(guard, enemy, "morale")
    if scene.point == "counter" and unit == "chaos_lord":
        scene.do("pass")
    assert (scene.where(enemy) == "5.5") == fails
    assert (scene.figures(enemy) < scene.t.health[scene.t.kind[enemy]]) == fails


@pytest.mark.rule("BL-RETREAT-03")
def test_the_edge_ends_a_retreat() -> None:
    scene, guard, enemy = duel("citadel_guard", "obscenes", ("5.11", "5.12"))
    scene.ready(guard).hit(guard, enemy, "morale")
    assert scene.figures(enemy) == 1


@pytest.mark.rule("BL-TERRAIN-02", "AMB-51", "BL-TERRAIN-05", "EX-01")
@pytest.mark.parametrize(
    ("land", "left"), [("forest", 1), ("tent", 1), ("ford", 1), ("building", 2)]
)
def test_stopping_terrain_ends_a_retreat_with_damage(land: str, left: int) -> None:
    scene, guard, enemy = duel("citadel_guard", "blood_harvesters")
    scene.land(land, "5.6").ready(guard).hit(guard, enemy, "morale", "morale", "morale")
    assert scene.where(enemy) == "5.6"
    assert scene.figures(enemy) == left
    second = scene.put("citadel_guard", "4.6")
    scene.s.ordered[second], scene.s.attacks[second] = 1, 1
    scene.do("pass").hit(second, enemy, "morale") if scene.point == "advance" else None
    assert scene.where(enemy) == "6.5", "it leaves freely by a later retreat"


@pytest.mark.rule("BL-RETREAT-02", "EX-19", "AMB-32")
def test_at_a_corner_the_attacker_picks_the_way() -> None:
    scene, archers, enemy = duel("yeoman_archers", "obscenes", ("1.4", "3.4"))
    scene.ready(archers).hit(archers, enemy, "morale")
    assert scene.point == "direction"
    assert scene.game.decider == DAQAN
    assert scene.codes() == {("way", NORTH_WEST, 0), ("way", NORTH_EAST, 0)}
    scene.do("way", NORTH_WEST)
    assert scene.where(enemy) == "4.3"


@pytest.mark.rule("AMB-32", "corner_retreat", "BL-ATTACK-05")
def test_a_closed_side_may_decide_the_way_by_option() -> None:
    for option, asked in (("any", True), ("open_side", False)):
        scene, archers, enemy = duel(
            "yeoman_archers", "obscenes", ("1.4", "3.4"), corner_retreat=option
        )
        scene.put("citadel_guard", "2.3")
        scene.ready(archers).hit(archers, enemy, "morale")
        assert (scene.point == "direction") == asked
        if not asked:
            # Through 2.4, beside 2.3, the line comes in from below on the right.
            assert scene.where(enemy) == "4.3"


@pytest.mark.rule("BL-RETREAT-02", "EX-33")
def test_a_shot_drives_away_from_where_it_comes_in() -> None:
    scene, archers, enemy = duel("yeoman_archers", "obscenes", ("1.4", "3.6"))
    scene.ready(archers).hit(archers, enemy, "morale")
    assert scene.where(enemy) == "4.6"


@pytest.mark.rule("BL-ABILITY-07", "AMB-19", "immovable_use", "AMB-53", "BL-RETREAT-05")
def test_immovable_units_stay_for_some_hexes() -> None:
    for option in ("automatic", "optional"):
        scene, lord, golem = duel("chaos_lord", "rune_golem", immovable_use=option)
        scene.ready(lord).hit(lord, golem, "morale", "morale")
        if option == "optional":
            assert scene.codes() == {("pass", 0, 0), ("ignore", 0, 0)}
            assert scene.game.decider == DAQAN
            scene.do("pass")
            assert scene.where(golem) == "5.7"
        else:
            assert (scene.where(golem), scene.figures(golem)) == ("5.6", 2)
    scene, lord, golem = duel("chaos_lord", "rune_golem")
    scene.s.stun[golem] = 1
    scene.land("building", "5.5").ready(lord).hit(lord, golem, "morale", "morale", "morale")
    assert scene.figures(golem) == 1, "three less one, less one for the building"


@pytest.mark.rule("BL-ABILITY-07", "AMB-19", "immovable_use")
@pytest.mark.parametrize(("owed", "where"), [(1, "5.5"), (2, "5.6"), (3, "5.7")])
def test_who_chooses_to_be_immovable_retreats_one_hex_less(owed: int, where: str) -> None:
    scene, lord, golem = duel("chaos_lord", "rune_golem", immovable_use="optional")
    scene.ready(lord).hit(lord, golem, *["morale"] * owed)
    scene.do("ignore")
    assert scene.where(golem) == where


@pytest.mark.rule("BL-ABILITY-05", "AMB-42", "flying_retreat")
@pytest.mark.parametrize(
    ("option", "where", "damage"), [("farthest", "5.7", 1), ("all_or_nothing", "5.5", 3)]
)
def test_flyers_retreat_over_anything_to_an_empty_hex(option: str, where: str, damage: int) -> None:
    scene, vipers, roc = duel("viper_legion", "roc_warrior", flying_retreat=option)
    scene.put("obscenes", "5.6")
    scene.land("lake", "5.7").put("obscenes", "5.8")
    scene.s.extra_dice[vipers] = 1
    scene.ready(vipers).attack(vipers, roc).roll("morale", "morale", "morale")
    assert scene.where(roc) == where
    assert scene.figures(roc) == 4 - damage


@pytest.mark.rule("BL-ABILITY-05", "support_check", "AMB-03")
def test_a_flyer_may_find_support_on_the_way_by_option() -> None:
    scene, vipers, roc = duel("viper_legion", "roc_warrior", support_check="each_hex")
    scene.put("yeoman_archers", "5.7")
    scene.ready(vipers).attack(vipers, roc).roll("morale", "morale")
    assert scene.point == "support"
    before = scene.game.copy()
    scene.do("ignore")
    assert (scene.where(roc), scene.figures(roc)) == ("5.6", 4)
    told = [values for code, values in read_entries(scene.s) if code == Event.RETREAT]
    assert told == [[DAQAN, roc, hex_of("5.6")]]
    scene.game, scene.s = before, before.state
    scene.do("pass")
    assert (scene.where(roc), scene.figures(roc)) == ("5.6", 3)


@pytest.mark.rule("BL-ADVANCE-01", "BL-ADVANCE-02", "BL-TURN-12")
def test_the_attacker_may_follow_into_the_hex_left() -> None:
    for faces in (("strike", "strike"), ("morale",)):
        scene, golem, enemy = duel("rune_golem", "obscenes")
        scene.ready(golem).hit(golem, enemy, *faces)
        assert scene.codes() == {("pass", 0, 0), ("advance", 0, 0)}
        scene.do("advance")
        assert scene.where(golem) == "5.5"
    scene, archers, enemy = duel("yeoman_archers", "obscenes")
    scene.order(archers).to("attack").hit(archers, enemy, "morale").do("advance")
    assert scene.where(archers) == "5.5"
    assert scene.point in ("again", "gain"), "an advance forbids no second shot"


@pytest.mark.rule("BL-ADVANCE-01", "AMB-33", "BL-RETREAT-03")
def test_nobody_follows_into_what_is_closed_or_without_a_hex_left() -> None:
    scene, golem, enemy = duel("rune_golem", "obscenes")
    scene.put("citadel_guard", "5.6")
    scene.ready(golem).hit(golem, enemy, "morale")
    assert scene.point == "counter"
    scene, lord, enemy = duel("chaos_lord", "citadel_guard")
    scene.land("building", "5.5").ready(lord).hit(lord, enemy, "morale")
    assert scene.point != "advance"
    scene, archers, enemy = duel("yeoman_archers", "obscenes", ("5.4", "5.6"))
    scene.ready(archers).hit(archers, enemy, "morale")
    assert scene.point != "advance"


@pytest.mark.rule("BL-ADVANCE-01", "EX-24", "BL-ABILITY-03")
def test_nobody_follows_a_flyer_over_a_lake() -> None:
    scene, enemy, roc = duel("chaos_lord", "roc_warrior")
    scene.s.figures[roc] = 1
    scene.land("lake", "5.5").ready(enemy).hit(enemy, roc, "strike")
    assert scene.where(roc) == ""
    assert scene.point != "advance"


@pytest.mark.rule("AMB-33", "BL-ATTACK-20", "BL-ADVANCE-01")
def test_an_attacker_driven_off_or_stunned_by_the_counter_does_not_follow() -> None:
    scene, guard, lord = duel("citadel_guard", "chaos_lord")
    scene.ready(guard).hit(guard, lord, "morale").do("counter").fill("morale")
    assert scene.point != "advance"
    scene = Scene(UTHUK).spare()
    brutes, golem = scene.put("flesh_ripper_brutes", "5.4"), scene.put("rune_golem", "5.5")
    scene.ready(brutes).hit(brutes, golem).do("counter").fill("heroic").do("use", 1)
    assert scene.s.stun[brutes] == 1
    assert scene.point not in ("advance", "step")


@pytest.mark.rule("EX-02", "BL-TERRAIN-01")
def test_a_unit_stopped_in_forest_may_follow_out_of_it() -> None:
    scene = Scene(DAQAN).spare()
    guard, enemy = scene.put("citadel_guard", "5.3"), scene.put("obscenes", "5.5")
    scene.land("forest", "5.4").order(guard).go(guard, "5.4").to("attack")
    scene.hit(guard, enemy, "morale").do("advance")
    assert scene.where(guard) == "5.5"


@pytest.mark.rule("BL-ABILITY-10", "EX-26", "AMB-41", "pursue_terrain")
@pytest.mark.parametrize(("option", "goes_on"), [("stop", False), ("go_on", True)])
def test_pursuit_goes_on_and_attacks_again(option: str, goes_on: bool) -> None:
    def pursuing(land: str = "") -> tuple[Scene, int, int, int]:
        scene, guard, enemy = duel(
            "citadel_guard", "blood_harvesters", ("2.4", "3.4"), pursue_terrain=option
        )
        other = scene.put("obscenes", "4.5")
        if land:
            scene.land(land, "3.4")
        scene.ready(guard).hit(guard, enemy, "morale").do("advance")
        return scene, guard, enemy, other

    scene, guard, enemy, other = pursuing()
    assert "4.4" in scene.ways(guard)
    assert "2.4" not in scene.ways(guard)
    scene.go(guard, "4.4")
    assert scene.point == "again"
    assert scene.targets(guard) == {enemy, other}
    scene.hit(guard, other, "morale")
    assert scene.point == "advance"
    scene.do("advance")
    assert scene.where(guard) == "4.5"
    assert scene.point not in ("step", "again"), "once a turn"
    scene, guard, enemy, other = pursuing("forest")
    assert (scene.point == "step") == goes_on
    if not goes_on:
        assert scene.point == "again"
        assert enemy in scene.targets(guard)


@pytest.mark.rule("BL-ABILITY-10")
def test_a_unit_that_has_pursued_pursues_again_in_its_next_turn() -> None:
    scene, guard, enemy = duel("citadel_guard", "blood_harvesters")
    scene.ready(guard).hit(guard, enemy, "morale").do("advance").do("stop").do("pass")
    scene.order_again(guard).to("attack").hit(guard, enemy, "morale").do("advance")
    assert (scene.where(guard), scene.where(enemy)) == ("5.6", "5.7")
    assert scene.point == "step"
    assert scene.do("stop").point == "again"


@pytest.mark.rule("BL-ABILITY-10", "BL-COUNTER-03")
def test_the_attack_of_a_pursuit_is_optional_and_may_be_countered() -> None:
    scene, guard, enemy = duel("citadel_guard", "blood_harvesters")
    scene.ready(guard).hit(guard, enemy, "morale").do("advance").do("stop")
    scene.hit(guard, enemy)
    assert scene.point == "counter"
    scene, guard, enemy = duel("citadel_guard", "blood_harvesters")
    scene.ready(guard).hit(guard, enemy, "morale").do("advance").do("stop").do("pass")
    assert scene.point != "again"


@pytest.mark.rule("BL-RETREAT-02", "BL-ADVANCE-01")
def test_an_adjacent_shot_drives_straight_back() -> None:
    scene, archers, enemy = duel("yeoman_archers", "obscenes")
    scene.ready(archers).hit(archers, enemy, "morale")
    assert scene.where(enemy) == "5.6"
    assert scene.s.hex[enemy] == hex_of("5.6")
