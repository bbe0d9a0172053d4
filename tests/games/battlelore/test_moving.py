"""Orders, moves, terrain, and abilities of movement."""

from __future__ import annotations

from typing import Any

import pytest

from bloodstones.games.battlelore.engine.state import ANYWHERE, SINGLE, Mode
from bloodstones.games.battlelore.rules.board import hex_of
from tests.games.battlelore.scene import CARDS, DAQAN, UTHUK, Scene


def scene_with(unit: str, place: str, **options: Any) -> tuple[Scene, int]:
    scene = Scene(UTHUK if unit in UTHUK_UNITS else DAQAN, **options).spare()
    return scene, scene.put(unit, place)


UTHUK_UNITS = ("blood_harvesters", "viper_legion", "flesh_ripper_brutes", "obscenes", "chaos_lord")


@pytest.mark.rule("BL-TURN-04", "BL-TURN-11", "BL-BOARD-03", "AMB-13")
def test_a_unit_goes_hex_by_hex_up_to_its_move_past_enemies() -> None:
    scene, guard = scene_with("citadel_guard", "3.4")
    scene.put("obscenes", "4.3")
    scene.put("yeoman_archers", "3.3")
    scene.order(guard)
    assert scene.ways(guard) == {"3.5", "2.3", "2.4", "4.4"}
    scene.go(guard, "4.4")
    assert ("stop", 0, 0) in scene.codes()
    scene.go(guard, "5.4")
    assert scene.where(guard) == "5.4"
    assert scene.point != "step", "two hexes are all"


@pytest.mark.rule("BL-TURN-04", "BL-TURN-03")
def test_each_ordered_unit_moves_once_in_any_order() -> None:
    scene, guard = scene_with("citadel_guard", "3.4")
    archers, idle = scene.put("yeoman_archers", "2.6"), scene.put("yeoman_archers", "1.6")
    scene.order(guard, archers)
    assert {x for kind, x, _ in scene.codes() if kind == "go"} == {guard, archers}
    scene.go(archers, "2.7").do("stop").go(guard, "3.5").do("stop")
    assert scene.point not in ("march", "step")
    assert scene.where(idle) == "1.6"


@pytest.mark.rule("AMB-13", "pass_friends")
def test_friends_are_passed_only_by_option_and_never_stood_on() -> None:
    for option, allowed in (("false", False), ("true", True)):
        scene, guard = scene_with("citadel_guard", "3.4", pass_friends=option)
        scene.put("yeoman_archers", "3.5")
        scene.order(guard)
        assert ("3.5" in scene.ways(guard)) == allowed
        if allowed:
            scene.go(guard, "3.5")
            assert ("stop", 0, 0) not in scene.codes()
            scene.go(guard, "3.6")
            assert scene.where(guard) == "3.6"


@pytest.mark.rule("BL-TERRAIN-01", "BL-TERRAIN-09")
@pytest.mark.parametrize("land", ["forest", "building", "tent", "ford"])
def test_four_kinds_of_terrain_stop_and_are_left_freely(land: str) -> None:
    scene, riders = scene_with("riverwatch_riders", "3.4")
    scene.land(land, "3.4", "3.5", "3.6").order(riders).go(riders, "3.5")
    assert scene.where(riders) == "3.5"
    assert scene.point not in ("step", "march")


@pytest.mark.rule("BL-TERRAIN-08", "BL-BOARD-12", "BL-TERRAIN-04")
def test_water_is_closed_but_for_bridges_and_fords() -> None:
    scene, riders = scene_with("riverwatch_riders", "3.4")
    scene.land("river", "2.3", "4.4").land("lake", "2.4").land("bridge", "3.5").land("ford", "4.3")
    scene.land("hill", "3.3").order(riders)
    assert scene.ways(riders) == {"3.5", "4.3", "3.3"}
    scene.go(riders, "3.5", "3.6")
    assert scene.point == "step", "a bridge does not stop"


@pytest.mark.rule("BL-ABILITY-03", "EX-07", "EX-24", "AMB-34", "flying_end_impassable")
def test_flyers_ignore_terrain_and_end_over_water() -> None:
    for option, allowed in (("true", True), ("false", False)):
        scene, roc = scene_with("roc_warrior", "3.4", flying_end_impassable=option)
        scene.land("forest", "3.5").land("lake", "3.6").put("obscenes", "4.4")
        scene.order(roc).go(roc, "3.5")
        assert scene.point == "step"
        scene.go(roc, "3.6")
        assert (("stop", 0, 0) in scene.codes()) == allowed
        assert "4.5" in scene.ways(roc)


@pytest.mark.rule("BL-ABILITY-03")
def test_flyers_pass_units_but_end_on_an_empty_hex() -> None:
    scene, roc = scene_with("roc_warrior", "3.4")
    scene.put("obscenes", "3.5")
    scene.put("yeoman_archers", "3.6")
    scene.order(roc).go(roc, "3.5")
    assert scene.kinds() == {"go"}
    scene.go(roc, "3.6")
    assert scene.kinds() == {"go"}
    assert "3.5" not in scene.ways(roc), "there would be no hex to end on"
    scene.go(roc, "3.7")
    assert scene.where(roc) == "3.7"


@pytest.mark.rule("BL-ABILITY-08")
def test_massive_units_enter_no_building() -> None:
    scene, lord = scene_with("chaos_lord", "3.4")
    scene.land("building", "3.5").land("tent", "3.3").order(lord)
    assert "3.5" not in scene.ways(lord)
    assert "3.3" in scene.ways(lord)


@pytest.mark.rule("BL-ABILITY-14")
def test_a_charge_must_end_next_to_an_enemy() -> None:
    scene, obscenes = scene_with("obscenes", "5.4")
    scene.put("citadel_guard", "5.7")
    scene.order(obscenes).go(obscenes, "5.5")
    assert scene.codes() >= {("stop", 0, 0)}
    assert scene.ways(obscenes) == {"5.6"}
    scene.go(obscenes, "5.6")
    assert scene.where(obscenes) == "5.6"


@pytest.mark.rule("BL-ABILITY-09", "BL-TURN-12", "BL-ABILITY-16")
def test_mobility_moves_an_ordered_unit_after_the_attacks() -> None:
    scene, brutes = scene_with("flesh_ripper_brutes", "5.4")
    scene.land("forest", "5.5")
    guard = scene.put("citadel_guard", "4.4")
    scene.ready(brutes).hit(brutes, guard).to("march")
    assert scene.s.mode == 2
    scene.go(brutes, "5.5")
    assert scene.where(brutes) == "5.5"
    assert scene.point == "gain" or scene.game.is_chance


@pytest.mark.rule("BL-TOKEN-02")
def test_stunned_units_neither_move_nor_attack() -> None:
    scene, guard = scene_with("citadel_guard", "3.4")
    archers = scene.put("yeoman_archers", "2.6")
    enemy = scene.put("obscenes", "3.5")
    scene.s.stun[guard] = 1
    scene.order(guard, archers)
    assert {x for kind, x, _ in scene.codes() if kind == "go"} == {archers}
    scene.to("attack")
    assert {x for kind, x, _ in scene.codes() if kind == "attack"} == {archers}
    assert scene.targets(archers) == {enemy}


def commanded(card: str, seat: int = DAQAN, **options: Any) -> Scene:
    scene = Scene(seat, **options).command_card(seat, card)
    scene.s.quota[:] = 0
    scene.s.point = 8
    return scene


@pytest.mark.rule("BL-TURN-02", "BL-CARD-11", "BL-BOARD-02", "EX-17")
def test_a_section_card_orders_in_its_sections_alone() -> None:
    scene = commanded("line_advance")
    both, left, right = (scene.put("citadel_guard", place) for place in ("2.4", "3.4", "3.9"))
    scene.do("command", 9)
    assert {c for c in scene.codes() if c[0] == "order"} == {
        ("order", both, 0),
        ("order", both, 1),
        ("order", left, 0),
        ("order", right, 2),
    }
    scene.do("order", both, 1)
    assert ("order", left, 0) in scene.codes()
    assert scene.s.command_discard[9] == 1


@pytest.mark.rule("BL-BOARD-11", "BL-CARD-11")
def test_left_of_one_player_is_right_of_the_other() -> None:
    scene = commanded("patrol_left", UTHUK)
    near, far = scene.put("obscenes", "7.12"), scene.put("obscenes", "7.1")
    scene.put("citadel_guard", "1.1")
    scene.do("command", 0)
    assert ("order", near, 0) in scene.codes()
    assert ("order", far, 0) not in scene.codes()


@pytest.mark.rule("BL-CARD-11", "BL-BOARD-04", "BL-BOARD-07")
@pytest.mark.parametrize(
    ("card", "meant"),
    [
        ("onslaught", {"yeoman_archers", "citadel_guard", "weak"}),
        ("battle_march", {"yeoman_archers", "citadel_guard", "riverwatch_riders", "roc_warrior"}),
        ("darken_the_skies", {"yeoman_archers"}),
        ("mounted_charge", {"riverwatch_riders"}),
        ("heavy_advance", {"rune_golem", "roc_warrior"}),
    ],
)
def test_tactics_order_units_of_a_kind(card: str, meant: set[str]) -> None:
    scene = commanded(card)
    units = {
        name: scene.put(name, place)
        for name, place in (
            ("yeoman_archers", "1.2"),
            ("citadel_guard", "1.4"),
            ("riverwatch_riders", "1.6"),
            ("roc_warrior", "1.8"),
            ("rune_golem", "1.10"),
        )
    }
    units["weak"] = scene.put("citadel_guard", "2.2", 1)
    scene.put("obscenes", "9.1")
    scene.do("command", next(x for k, x, _ in scene.codes() if k == "command"))
    found = {x for kind, x, _ in scene.codes() if kind == "order"}
    if card == "battle_march":
        meant = meant | {"rune_golem"}
    assert found == {units[name] for name in meant}


@pytest.mark.rule("BL-BOARD-06", "BL-BOARD-07")
def test_a_unit_of_a_single_figure_is_strong_with_one_health_left() -> None:
    scene = commanded("battle_march")
    roc, guard = scene.put("roc_warrior", "1.8", 1), scene.put("citadel_guard", "2.2", 1)
    scene.put("obscenes", "9.1")
    scene.do("command", next(x for k, x, _ in scene.codes() if k == "command"))
    ordered = {x for kind, x, _ in scene.codes() if kind == "order"}
    assert roc in ordered
    assert guard not in ordered


@pytest.mark.rule("BL-CARD-12", "BL-CARD-10")
def test_cards_add_dice_and_moves_for_the_turn_but_not_to_counters() -> None:
    scene = commanded("mounted_charge")
    riders, lord = scene.put("riverwatch_riders", "5.4"), scene.put("chaos_lord", "5.5")
    scene.put("yeoman_archers", "1.1")
    scene.do("command", 15)
    scene.do("order", riders, 3)
    if scene.point == "order":
        scene.do("pass")
    scene.to("attack").attack(riders, lord)
    assert scene.dice == 3
    heavy = commanded("heavy_advance")
    golem = heavy.put("rune_golem", "5.4")
    heavy.put("yeoman_archers", "1.1")
    heavy.put("obscenes", "9.1")
    heavy.do("command", 16).do("order", golem, 3).go(golem, "5.5", "5.6")
    assert heavy.where(golem) == "5.6"


@pytest.mark.rule("BL-CARD-10", "BL-CARD-11")
def test_the_card_of_the_title_gives_lore_and_two_orders() -> None:
    scene = commanded("battlelore")
    guards = [scene.put("citadel_guard", f"1.{column}") for column in (2, 4, 6)]
    scene.put("obscenes", "9.1")
    scene.do("command", 17)
    assert scene.s.lore[DAQAN] == 2
    scene.do("order", guards[0], 3).do("order", guards[1], 3)
    assert scene.point != "order"


@pytest.mark.rule("BL-TURN-02", "AMB-26", "single_order", "BL-TURN-14")
def test_a_card_thrown_away_orders_any_one_unit() -> None:
    scene = commanded("patrol_left").command_card(DAQAN, "wedge")
    right, left = scene.put("citadel_guard", "3.9"), scene.put("citadel_guard", "3.2")
    scene.put("obscenes", "9.1")
    assert {("command", 0, 0), ("discard", 0, 0)} <= scene.codes()
    scene.do("discard", 0)
    assert {x for kind, x, _ in scene.codes() if kind == "order"} == {left, right}
    scene.do("order", right, 4)
    assert scene.point != "order"
    assert scene.s.command_discard[0] == 1
    extra = commanded("patrol_left", single_order="extra").command_card(DAQAN, "wedge")
    unit = extra.put("citadel_guard", "3.9")
    extra.put("obscenes", "9.1")
    assert extra.kinds() == {"command"}
    extra.do("command", 0)
    assert extra.codes() == {("pass", 0, 0), ("discard", 10, 0)}
    extra.do("discard", 10).do("order", unit, 4)
    assert extra.s.command_hand[DAQAN].sum() == 0


@pytest.mark.rule("BL-TURN-03", "AMB-27", "order_fewer")
def test_fewer_orders_are_allowed_or_not() -> None:
    scene = commanded("line_advance", order_fewer="forbid")
    both, left = scene.put("citadel_guard", "2.4"), scene.put("citadel_guard", "3.2")
    scene.put("obscenes", "9.1")
    scene.do("command", 9)
    assert scene.codes() == {("order", both, 1), ("order", left, 0)}
    free = commanded("line_advance")
    free.put("citadel_guard", "2.4")
    free.put("obscenes", "9.1")
    assert ("pass", 0, 0) in free.do("command", 9).codes()


@pytest.mark.rule("BL-TOKEN-04", "BL-TOKEN-05", "AMB-16", "token_removal")
def test_lore_frees_ordered_units_of_tokens() -> None:
    for option, left in (("each", 1), ("both", 0)):
        scene, guard = scene_with("citadel_guard", "3.4", token_removal=option)
        other = scene.put("citadel_guard", "1.2")
        for u in (guard, other):
            scene.s.poison[u] = scene.s.stun[u] = 1
        scene.s.lore[DAQAN] = 3
        scene.order(guard)
        assert scene.point == "order_step"
        assert {x for kind, x, _ in scene.codes() if kind == "cure"} == {guard}
        scene.do("cure", guard, 0)
        assert (scene.s.poison[guard], scene.s.stun[guard]) == (0, left)
        assert scene.s.lore[DAQAN] == 1
        assert scene.s.poison[other] == 1


@pytest.mark.rule("BL-TOKEN-04", "BL-BOARD-08", "AMB-18")
def test_a_unit_ordered_to_be_freed_acts_normally() -> None:
    scene, guard = scene_with("citadel_guard", "3.4")
    scene.s.stun[guard] = 1
    scene.s.lore[DAQAN] = 999
    scene.order(guard).do("cure", guard, 1)
    assert scene.ways(guard)
    assert scene.s.lore[DAQAN] == 997


@pytest.mark.rule("BL-BOARD-08", "AMB-18")
def test_lore_and_tokens_have_no_limit() -> None:
    scene = Scene(DAQAN).spare()
    scene.s.lore[DAQAN] = 500
    units = [scene.put("citadel_guard", f"1.{column}") for column in (2, 4, 6)]
    lord = scene.put("chaos_lord", "2.2")
    for unit in (*units, lord):
        scene.s.poison[unit] = scene.s.stun[unit] = 1
    scene.s.figures[lord] -= 3
    scene.order().to("gain").do("gain", 0)
    assert scene.s.lore[DAQAN] == 502
    assert (scene.s.poison.sum(), scene.s.stun.sum()) == (4, 4)


@pytest.mark.rule("BL-BOARD-08", "AMB-18")
@pytest.mark.parametrize(
    ("names", "token"),
    [(("viper_legion", "citadel_guard"), "poison"), (("rune_golem", "blood_harvesters"), "stun")],
)
def test_where_every_other_unit_has_a_token_one_more_is_given(
    names: tuple[str, str], token: str
) -> None:
    scene = Scene(DAQAN if token == "stun" else UTHUK).spare()
    attacker, target = scene.put(names[0], "5.4"), scene.put(names[1], "5.5")
    marks = getattr(scene.s, token)
    marks[:] = 1
    marks[[attacker, target]] = 0
    before = int(marks.sum())
    scene.ready(attacker).attack(attacker, target).fill("heroic").do("use", 1)
    assert (int(marks[target]), int(marks.sum())) == (1, before + 1)


@pytest.mark.rule("BL-CARD-01", "EX-03", "BL-ABILITY-12", "BL-TURN-12")
def test_onslaught_moves_infantry_before_the_attacks_and_double_shot_stays() -> None:
    scene = commanded("onslaught")
    archers, guard = scene.put("yeoman_archers", "3.4"), scene.put("citadel_guard", "3.8")
    enemy = scene.put("chaos_lord", "3.7")
    scene.put("obscenes", "9.1")
    scene.do("command", 12).do("order", archers, 3).do("order", guard, 3)
    scene.to("march")
    scene.go(guard, "2.8").do("stop").do("pass")
    assert scene.s.mode == 1
    assert {x for kind, x, _ in scene.codes() if kind == "go"} == {archers, guard}
    scene.go(archers, "3.5")
    assert scene.where(archers) == "3.5"
    scene.do("pass")
    assert scene.point == "attack"
    scene.hit(archers, enemy)
    assert scene.point == "again", "moved by the card only"


@pytest.mark.rule("BL-CARD-01", "AMB-26", "single_order")
def test_onslaught_moves_no_unit_that_a_card_thrown_away_ordered() -> None:
    scene = commanded("onslaught", single_order="extra").command_card(DAQAN, "wedge")
    guard, riders = scene.put("citadel_guard", "3.4"), scene.put("riverwatch_riders", "3.8")
    other = scene.put("citadel_guard", "3.6")
    scene.put("obscenes", "9.1")
    scene.do("command", CARDS["onslaught"]).do("discard", CARDS["wedge"])
    scene.do("order", guard, ANYWHERE).do("order", riders, SINGLE).do("pass")
    assert {x for kind, x, _ in scene.codes() if kind == "go"} == {guard, riders}
    scene.do("pass")
    assert scene.s.mode == Mode.ONSLAUGHT
    assert {x for kind, x, _ in scene.codes() if kind == "go"} == {guard}
    scene.next_turn().next_turn()
    scene.s.ordered[other] = 1
    assert not scene.s.by_card.any(), "it is for one turn"


@pytest.mark.rule("BL-TERRAIN-10", "BL-TERRAIN-06")
def test_the_own_tent_stops_its_owner_too_and_leaves_clear_land() -> None:
    scene, riders = scene_with("riverwatch_riders", "3.4")
    scene.land("tent", "3.5")
    scene.s.tent[DAQAN] = hex_of("3.5")
    scene.order(riders).go(riders, "3.5")
    assert scene.point not in ("step", "march")
