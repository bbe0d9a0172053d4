"""Lore cards: their windows, costs and effects."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bloodstones.core.kernels.log import read_entries
from bloodstones.games.battlelore.engine.decisions import MOST_DECISIONS
from bloodstones.games.battlelore.engine.turn import legal_decisions
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.board import HEXES, hex_of, name
from bloodstones.games.battlelore.rules.names import Lore, Window
from tests.games.battlelore.scene import DAQAN, UTHUK, Scene


def place(scene: Scene, seat: int, card: str) -> int:
    """The number of a lore card among those of a seat."""
    return int(scene.t.lore_card[seat].tolist().index(Lore.parse(card, "test")))


def play(scene: Scene, card: str) -> Scene:
    """Play a card of the decider."""
    return scene.do("play", place(scene, scene.game.decider, card))


def attacking(active: int = DAQAN, **options: Any) -> tuple[Scene, int, int]:
    scene = Scene(active, **options).spare()
    guard, enemy = scene.put("citadel_guard", "5.4"), scene.put("blood_harvesters", "5.5")
    return scene, *((guard, enemy) if active == DAQAN else (enemy, guard))


@pytest.mark.rule("BL-LORE-01", "BL-LORE-06", "BL-TURN-14", "BL-LORE-03", "BL-CARD-03")
def test_a_card_is_paid_for_and_goes_to_its_owners_discards() -> None:
    scene, harvesters, guard = attacking(UTHUK)
    scene.card(UTHUK, "fury_of_yllan", 5).card(UTHUK, "fury_of_yllan", 5)
    scene.ready(harvesters).attack(harvesters, guard)
    assert scene.point == "window"
    play(scene, "fury_of_yllan")
    assert scene.s.lore[UTHUK] == 1
    assert scene.s.lore_discard[UTHUK].sum() == 1
    assert scene.point == "roll", "one card a turn"
    assert scene.dice == 6


@pytest.mark.rule("BL-CARD-03", "EX-27", "BL-TOKEN-01")
def test_fury_makes_cleaves_hurt_at_range_and_adds_dice() -> None:
    scene = Scene(UTHUK).spare()
    vipers, guard = scene.put("viper_legion", "5.4"), scene.put("roc_warrior", "5.6")
    scene.card(UTHUK, "fury_of_yllan").ready(vipers).attack(vipers, guard)
    play(scene, "fury_of_yllan").roll("pierce", "heroic", "lore", "lore", "strike").do("use", 1)
    assert scene.figures(guard) == 1
    assert scene.s.lore[UTHUK] == 9 - 4 + 2
    scene = Scene(UTHUK).spare()
    vipers, guard = scene.put("viper_legion", "5.4", 1), scene.put("roc_warrior", "5.6")
    scene.card(UTHUK, "fury_of_yllan").ready(vipers).attack(vipers, guard)
    play(scene, "fury_of_yllan").fill("cleave", "cleave")
    assert scene.figures(guard) == 2


@pytest.mark.rule("BL-LORE-03", "BL-LORE-06")
def test_cards_need_their_window_and_their_cost() -> None:
    scene, guard, enemy = attacking()
    scene.card(DAQAN, "rally", 9).card(DAQAN, "rune_blade", 3)
    scene.ready(guard)
    scene.attack(guard, enemy)
    assert scene.point == "roll"


def asked(card: str, holder: int, active: int) -> list[str]:
    """The windows in which the holder of a card is asked in a turn with moves, shots and losses."""
    scene = Scene(active).spare()
    movers = {DAQAN: ("roc_warrior", "3.2"), UTHUK: ("flesh_ripper_brutes", "7.2")}
    others = {
        DAQAN: (("citadel_guard", "5.4"), ("yeoman_archers", "5.7")),
        UTHUK: (("chaos_lord", "5.5"), ("viper_legion", "5.9")),
    }
    mover = scene.put(*movers[active])
    units = {seat: [scene.put(*each) for each in others[seat]] for seat in (DAQAN, UTHUK)}
    for unit in units[1 - active]:
        scene.s.figures[unit] = 1
    scene.card(holder, card, 99).order(mover, *units[active])
    found = []
    while scene.s.active == active:
        offered = any(kind == "play" for kind, _, _ in scene.codes())
        if offered:
            assert scene.game.decider == holder
            found.append(
                Window(int(scene.s.window)).id if scene.point == "window" else "order_step"
            )
        go = sorted(code for code in scene.codes() if code[0] == "go" and code[1] == mover)
        hits = [code for code in scene.codes() if code[0] == "attack"]
        hits.sort(key=lambda code: (scene.t.ranged[scene.t.kind[code[1]]], code))
        if scene.point == "roll":
            shot = scene.t.ranged[scene.t.kind[scene.s.attacker[scene.s.level]]]
            scene.roll(*["pierce" if shot else "strike"] * scene.dice_now())
        elif scene.game.is_chance:
            scene.game.apply(scene.game.draw())
        elif scene.point == "march" and go:
            scene.do(*go[0])
        elif hits and not offered:
            scene.do(*hits[0])
        elif ("pass", 0, 0) in scene.codes():
            scene.do("pass")
        else:
            scene.game.apply_code(int(scene.game.legal_codes()[-1]))
    return found


@pytest.mark.rule("BL-LORE-03", "BL-LORE-04")
@pytest.mark.parametrize(
    ("card", "own", "other"),
    [
        ("rally", {"order_step"}, set()),
        ("rune_ward", {"order_step"}, set()),
        ("take_to_the_skies", {"after_move"}, set()),
        ("battle_cry", {"move_end"}, {"move_end"}),
        ("rune_blade", {"before_roll"}, set()),
        ("arrow_storm", {"before_roll"}, set()),
        ("shield_wall", set(), {"before_roll"}),
        ("hold_the_line", set(), {"attacked_after_roll"}),
        ("foresight", {"draw_step"}, set()),
        ("dark_sacrifice", {"order_step"}, set()),
        ("savage_charge", {"move_start"}, set()),
        ("overrun", {"move_start"}, set()),
        ("portal", {"move_start"}, set()),
        ("venom", {"attack_start"}, set()),
        ("terror", {"attack_start"}, set()),
        ("fury_of_yllan", {"before_roll"}, set()),
        ("demon_hide", set(), {"before_roll"}),
        ("unstoppable", set(), {"unit_destroyed"}),
        ("blood_price", {"enemy_destroyed"}, set()),
    ],
)
def test_each_card_is_asked_for_in_its_window_and_turn(
    card: str, own: set[str], other: set[str]
) -> None:
    daqan = Lore.parse(card, "test") in Scene().t.lore_card[DAQAN].tolist()
    holder = DAQAN if daqan else UTHUK
    assert set(asked(card, holder, holder)) == own
    assert set(asked(card, holder, 1 - holder)) == other


@pytest.mark.rule("BL-LORE-03", "BL-CARD-01")
def test_cards_of_the_start_of_the_attacks_may_wait_for_the_moves_of_onslaught() -> None:
    scene = Scene(UTHUK).spare()
    vipers, guard = scene.put("viper_legion", "5.4"), scene.put("citadel_guard", "5.7")
    scene.card(UTHUK, "venom").order(vipers)
    scene.s.march = scene.s.by_card[vipers] = 1
    scene.to("window").do("pass")
    assert scene.point == "march"
    scene.go(vipers, "5.5")
    assert scene.point == "window"
    assert play(scene, "venom").codes() == {("target", guard, 0)}  # two hexes away now


@pytest.mark.rule("BL-LORE-03", "BL-RETREAT-03")
def test_an_enemy_destroyed_by_a_failed_retreat_is_paid_for_too() -> None:
    scene, harvesters, guard = attacking(UTHUK)
    scene.s.figures[guard] = 1
    scene.put("obscenes", "5.3")
    scene.card(UTHUK, "blood_price", 1).ready(harvesters).hit(harvesters, guard, "morale")
    assert (scene.where(guard), scene.point, scene.game.decider) == ("", "window", UTHUK)


@pytest.mark.rule("BL-LORE-04", "BL-TURN-10")
def test_the_active_player_is_asked_first_in_a_window() -> None:
    scene, guard, enemy = attacking()
    scene.card(DAQAN, "rune_blade").card(UTHUK, "demon_hide")
    scene.ready(guard).attack(guard, enemy)
    assert (scene.point, scene.game.decider) == ("window", DAQAN)
    scene.do("pass")
    assert (scene.point, scene.game.decider) == ("window", UTHUK)
    play(scene, "demon_hide")
    assert scene.point == "roll", "each is asked once"


@pytest.mark.rule("BL-LORE-04")
def test_a_card_may_be_played_without_effect() -> None:
    scene = Scene(DAQAN).spare()
    guard = scene.put("citadel_guard", "5.4")
    scene.card(DAQAN, "rune_ward", 2).order(guard)
    assert scene.point == "order_step"
    play(scene, "rune_ward")
    assert scene.s.lore[DAQAN] == 1
    assert scene.point == "march"


@pytest.mark.rule("BL-LORE-05", "AMB-36", "lore_on_counter")
def test_cards_are_not_for_counters_unless_by_option() -> None:
    for option, asked in (("false", False), ("true", True)):
        scene, guard, enemy = attacking(lore_on_counter=option)
        scene.card(UTHUK, "fury_of_yllan").ready(guard).hit(guard, enemy).do("counter")
        assert (scene.point == "window") == asked


@pytest.mark.rule("BL-LORE-05", "BL-LORE-03")
def test_the_second_shot_and_the_attack_of_a_pursuit_open_windows_too() -> None:
    scene = Scene(DAQAN).spare()
    archers, enemy = scene.put("yeoman_archers", "5.4"), scene.put("chaos_lord", "5.6")
    scene.card(DAQAN, "arrow_storm").ready(archers).attack(archers, enemy)
    assert scene.point == "window"
    scene.do("pass").fill().attack(archers, enemy)
    assert scene.point == "window"
    scene, guard, enemy = attacking()
    scene.card(DAQAN, "rune_blade").ready(guard).attack(guard, enemy).do("pass")
    scene.fill("morale").do("advance").do("stop").attack(guard, enemy)
    assert scene.point == "window"


@pytest.mark.rule("BL-LORE-05", "AMB-36")
def test_no_card_is_asked_for_when_a_counter_is_rolled_or_destroys() -> None:
    scene, guard, enemy = attacking()
    scene.s.figures[guard] = 1
    scene.card(UTHUK, "blood_price", 9).card(DAQAN, "hold_the_line", 9).ready(guard)
    scene.hit(guard, enemy).do("counter").fill("strike", "morale")
    assert scene.where(guard) == ""
    assert scene.point != "window"
    assert scene.s.lore_hand.sum() == 2


@pytest.mark.rule("BL-CARD-07", "BL-LORE-06", "BL-LORE-03")
def test_runic_barrier_cancels_a_card_unpaid() -> None:
    scene, harvesters, guard = attacking(UTHUK)
    scene.card(UTHUK, "fury_of_yllan", 5).card(UTHUK, "blood_price", 5)
    scene.card(DAQAN, "runic_barrier", 3)
    scene.ready(harvesters).attack(harvesters, guard)
    play(scene, "fury_of_yllan")
    assert (scene.point, scene.game.decider) == ("barrier", DAQAN)
    out = np.full(MOST_DECISIONS, -1, np.int32)
    assert 0 in out[: legal_decisions(scene.s, scene.t, out)], "a pass, whatever stood there before"
    before = scene.game.copy()
    play(scene, "runic_barrier")
    assert [int(n) for n in scene.s.lore] == [0, 5]
    assert scene.dice == 3
    assert scene.s.played.tolist() == [1, 1]
    assert scene.s.lore_discard[UTHUK].sum() == 1
    scene.game, scene.s = before, before.state
    scene.do("pass")
    assert scene.dice == 6


@pytest.mark.rule("BL-CARD-06", "EX-06", "AMB-15", "rune_blade_hits")
@pytest.mark.parametrize(("option", "left"), [("all_three", 1), ("normal", 3)])
def test_rune_blade_keeps_four_dice_as_wished(option: str, left: int) -> None:
    scene = Scene(DAQAN, rune_blade_hits=option).spare()
    guard, lord = scene.put("citadel_guard", "5.4", 1), scene.put("chaos_lord", "5.5")
    scene.land("forest", "5.4").card(DAQAN, "rune_blade").ready(guard).attack(guard, lord)
    play(scene, "rune_blade")
    assert scene.dice == 4
    scene.roll("strike", "heroic", "pierce", "pierce")
    assert scene.codes() == {("keep", 0, 0), ("keep", 2, 0), ("keep", 5, 0)}
    scene.do("keep", 0)
    assert ("reroll", 0, 0) in scene.codes()
    scene.do("keep", 5).do("reroll")
    assert scene.dice == 2
    scene.roll("cleave", "strike").do("keep", 1)
    scene.do("keep", 0)
    assert scene.figures(lord) == left
    assert scene.point == "counter"


@pytest.mark.rule("AMB-15", "BL-CARD-06")
def test_a_heroic_of_rune_blade_may_pay_for_an_ability_instead() -> None:
    scene = Scene(DAQAN).spare()
    golem, lord = scene.put("rune_golem", "5.4"), scene.put("chaos_lord", "5.5")
    scene.card(DAQAN, "rune_blade").ready(golem).attack(golem, lord)
    play(scene, "rune_blade").roll("heroic", "heroic", "pierce", "lore")
    for face in (5, 5, 2, 4):
        scene.do("keep", face)
    scene.do("use", 1)
    assert scene.s.stun[lord] == 1
    assert scene.figures(lord) == 4
    assert scene.s.lore[DAQAN] == 9 - 4 + 1


@pytest.mark.rule("BL-CARD-10", "BL-LORE-03")
@pytest.mark.parametrize(("card", "active"), [("demon_hide", DAQAN), ("shield_wall", UTHUK)])
def test_shields_prevent_a_damage_besides_a_building(card: str, active: int) -> None:
    scene, u, v = attacking(active)
    scene.land("building", scene.where(v)).card(1 - active, card)
    scene.ready(u).attack(u, v)
    play(scene, card).fill("strike", "strike")
    assert scene.figures(v) == 3


@pytest.mark.rule("BL-CARD-10", "BL-RETREAT-05", "BL-LORE-03")
def test_hold_the_line_ignores_morale() -> None:
    scene, harvesters, guard = attacking(UTHUK)
    scene.card(DAQAN, "hold_the_line").ready(harvesters).hit(harvesters, guard, "morale")
    assert scene.point == "window"
    play(scene, "hold_the_line")
    assert scene.where(guard) == "5.4"
    assert scene.point == "counter"


@pytest.mark.rule("BL-CARD-10")
def test_arrow_storm_adds_dice_to_shots_alone() -> None:
    scene = Scene(DAQAN).spare()
    archers, guard = scene.put("yeoman_archers", "5.4"), scene.put("citadel_guard", "5.6")
    enemy = scene.put("obscenes", "5.5")
    scene.card(DAQAN, "arrow_storm").ready(archers, guard).attack(guard, enemy)
    assert scene.point == "roll"
    scene.fill().to("attack").attack(archers, enemy)
    play(scene, "arrow_storm")
    assert scene.dice == 4


@pytest.mark.rule("BL-CARD-10", "BL-CARD-13", "BL-ATTACK-17")
def test_cards_of_the_order_step() -> None:
    scene = Scene(DAQAN).spare()
    guard, other = scene.put("citadel_guard", "5.4", 2), scene.put("citadel_guard", "5.6", 1)
    scene.card(DAQAN, "rally").order(guard)
    play(scene, "rally")
    assert scene.codes() == {("target", guard, 0)}
    scene.do("target", guard)
    assert (scene.figures(guard), scene.figures(other)) == (3, 1)
    ward = Scene(DAQAN).spare()
    guard = ward.put("citadel_guard", "5.4")
    ward.s.poison[guard] = ward.s.stun[guard] = 1
    ward.card(DAQAN, "rune_ward", 1).order()
    play(ward, "rune_ward")
    assert ward.codes() == {("target", guard, 0), ("target", guard, 1)}
    ward.do("target", guard, 1)
    assert (ward.s.poison[guard], ward.s.stun[guard], ward.s.lore[DAQAN]) == (1, 0, 0)
    dark = Scene(UTHUK).spare()
    lord, some = dark.put("chaos_lord", "5.4"), dark.put("obscenes", "5.6")
    dark.card(UTHUK, "dark_sacrifice", 0).order(lord, some)
    play(dark, "dark_sacrifice")
    assert dark.codes() == {("target", some, 0)}, "of units of several figures"
    dark.do("target", some)
    assert (dark.figures(some), dark.s.lore[UTHUK], dark.s.given[some]) == (1, 3, 1)


@pytest.mark.rule("BL-CARD-10", "BL-LORE-03")
def test_foresight_draws_two_and_puts_two_under_the_deck() -> None:
    scene = Scene(DAQAN).spare()
    scene.card(DAQAN, "foresight").order().to("window")
    under = int(scene.s.command_unders)
    play(scene, "foresight")
    while scene.game.is_chance:
        scene.game.apply(scene.game.draw())
    assert scene.s.command_hand[DAQAN].sum() == 3
    assert scene.kinds() == {"put"}
    scene.game.apply(scene.game.legal()[0])
    scene.game.apply(scene.game.legal()[0])
    assert scene.s.command_hand[DAQAN].sum() == 1
    assert scene.s.command_unders == under + 2
    assert scene.point == "gain"


@pytest.mark.rule("BL-CARD-10", "BL-LORE-03")
def test_venom_poisons_near_vipers_without_sight() -> None:
    scene = Scene(UTHUK).spare()
    scene.put("viper_legion", "5.4")
    near, far = scene.put("citadel_guard", "5.6"), scene.put("citadel_guard", "5.7")
    scene.put("obscenes", "5.5")
    scene.card(UTHUK, "venom").order().to("window")
    play(scene, "venom")
    assert scene.codes() == {("target", near, 0)}
    scene.do("target", near)
    assert (scene.s.poison[near], scene.s.poison[far]) == (1, 0)


@pytest.mark.rule("BL-CARD-10", "BL-RETREAT-03", "BL-TERRAIN-05")
def test_terror_makes_an_enemy_retreat() -> None:
    scene = Scene(UTHUK).spare()
    lord, guard = scene.put("chaos_lord", "5.4"), scene.put("citadel_guard", "5.5")
    scene.put("blood_harvesters", "5.3")
    scene.card(UTHUK, "terror").order(lord).to("window")
    play(scene, "terror")
    assert scene.codes() == {("target", lord, 0)}
    scene.do("target", lord).do("target", guard)
    assert scene.where(guard) == "5.6"
    assert scene.point not in ("counter", "advance")
    stuck = Scene(UTHUK).spare()
    lord, guard = stuck.put("chaos_lord", "5.4"), stuck.put("citadel_guard", "5.5")
    stuck.put("obscenes", "5.6")
    stuck.card(UTHUK, "terror").order(lord).to("window")
    play(stuck, "terror").do("target", lord).do("target", guard)
    assert stuck.figures(guard) == 2


@pytest.mark.rule("BL-CARD-10", "BL-CARD-12")
def test_savage_charge_adds_a_move_and_a_die() -> None:
    scene = Scene(UTHUK).spare()
    lord, guard = scene.put("chaos_lord", "5.4"), scene.put("citadel_guard", "5.8")
    scene.card(UTHUK, "savage_charge").order(lord)
    play(scene, "savage_charge").do("target", lord)
    scene.go(lord, "5.5", "5.6", "5.7").to("attack").attack(lord, guard)
    assert scene.dice == 5


@pytest.mark.rule("BL-CARD-10", "BL-LORE-03")
def test_blood_price_pays_for_a_destroyed_enemy() -> None:
    scene, harvesters, guard = attacking(UTHUK)
    scene.s.figures[guard] = 1
    scene.card(UTHUK, "blood_price", 1).ready(harvesters).hit(harvesters, guard, "strike")
    assert scene.point == "window"
    play(scene, "blood_price")
    assert scene.s.lore[UTHUK] == 2
    assert scene.point == "advance"


@pytest.mark.rule("BL-CARD-02", "EX-04", "AMB-43", "battle_cry_turn", "AMB-52")
@pytest.mark.parametrize(
    ("option", "own", "other"), [("both", 1, 1), ("enemy", 0, 1), ("own", 1, 0)]
)
def test_battle_cry_drives_neighbours_off_in_either_turn(option: str, own: int, other: int) -> None:
    scene = Scene(UTHUK, battle_cry_turn=option).spare()
    guard, obscenes = scene.put("citadel_guard", "5.4"), scene.put("obscenes", "5.6")
    stunned, held = scene.put("blood_harvesters", "4.4"), scene.put("blood_harvesters", "5.3")
    scene.put("yeoman_archers", "5.2")
    scene.s.stun[stunned] = 1
    scene.card(DAQAN, "battle_cry").order(obscenes).go(obscenes, "5.5").do("stop").to(
        "window" if other else "attack"
    )
    if other:
        play(scene, "battle_cry").do("target", guard)
        assert scene.where(obscenes) == "5.6"
        assert (scene.where(stunned), scene.where(held)) == ("4.4", "5.3")
        assert scene.figures(held) == 3, "it is no retreat"
        target = scene.put("citadel_guard", "5.7")
        assert scene.sees(obscenes) == {target}
    mine = Scene(DAQAN, battle_cry_turn=option).spare()
    guard = mine.put("citadel_guard", "5.4")
    mine.put("obscenes", "5.5")
    mine.card(DAQAN, "battle_cry").order(guard).to("window" if own else "attack")


@pytest.mark.rule("BL-CARD-02", "EX-04")
def test_battle_cry_drives_off_on_all_sides_and_nobody_over_the_edge() -> None:
    scene = Scene(DAQAN).spare()
    guard = scene.put("citadel_guard", "5.4")
    enemies = [scene.put("obscenes", where) for where in ("5.3", "5.5", "4.4")]
    far = scene.put("blood_harvesters", "5.7")
    scene.card(DAQAN, "battle_cry").order(guard).to("window")
    play(scene, "battle_cry").do("target", guard)
    driven = dict(zip(enemies, ("5.2", "5.6"), strict=False))
    assert {u: scene.where(u) for u in driven} == driven
    assert scene.where(enemies[2]) not in ("", "4.4")
    assert scene.where(far) == "5.7"
    told = [values for code, values in read_entries(scene.s) if code == Event.PUSHED]
    assert sorted(told) == sorted([UTHUK, u, hex_of(scene.where(u))] for u in enemies)
    edge = Scene(DAQAN)
    last, corner = edge.put("riverwatch_riders", "1.6"), edge.put("obscenes", name(HEXES - 1))
    edge.card(DAQAN, "battle_cry").order(last).to("window")
    play(edge, "battle_cry").do("target", last)
    assert edge.where(corner) == name(HEXES - 1), "beyond the edge nobody is near"


@pytest.mark.rule("BL-CARD-04", "EX-31", "AMB-44", "overrun_stop")
def test_overrun_crosses_enemies_with_a_die_each_time() -> None:
    scene = Scene(UTHUK).spare()
    brutes, guard = scene.put("flesh_ripper_brutes", "5.4"), scene.put("citadel_guard", "5.5")
    scene.card(UTHUK, "overrun").order(brutes)
    play(scene, "overrun").go(brutes, "5.5")
    assert scene.dice_now() == 1
    scene.roll("strike")
    assert ("stop", 0, 0) not in scene.codes()
    scene.go(brutes, "5.4").go(brutes, "5.5").roll("cleave").go(brutes, "5.6")
    assert scene.figures(guard) == 1
    assert scene.where(brutes) == "5.6"
    assert scene.point not in ("step", "march")


@pytest.mark.rule("BL-CARD-04")
@pytest.mark.parametrize("face", ["morale", "pierce", "lore", "heroic"])
def test_overrun_harms_nobody_with_a_die_that_neither_strikes_nor_cleaves(face: str) -> None:
    scene = Scene(UTHUK).spare()
    brutes, guard = scene.put("flesh_ripper_brutes", "5.4"), scene.put("citadel_guard", "5.5")
    scene.card(UTHUK, "overrun").order(brutes)
    play(scene, "overrun").go(brutes, "5.5").roll(face)
    assert scene.figures(guard) == 3
    assert (scene.where(guard), scene.point) == ("5.5", "step")


@pytest.mark.rule("BL-CARD-04")
def test_overrun_needs_a_hex_to_end_on_and_may_make_one() -> None:
    scene = Scene(UTHUK, overrides={"flesh_ripper_brutes.move": 1}).spare()
    brutes = scene.put("flesh_ripper_brutes", "5.4")
    scene.put("citadel_guard", "5.5", 1)
    scene.card(UTHUK, "overrun").order(brutes)
    play(scene, "overrun")
    assert "5.5" not in scene.ways(brutes)
    more = Scene(UTHUK).spare()
    brutes, guard = more.put("flesh_ripper_brutes", "5.4"), more.put("citadel_guard", "5.5", 1)
    lord = more.put("chaos_lord", "6.6")
    more.card(UTHUK, "overrun").order(brutes, lord)
    play(more, "overrun").go(brutes, "5.5").roll("strike")
    assert more.where(guard) == ""
    assert ("stop", 0, 0) in more.codes()
    assert more.t.unit_class[more.t.kind[lord]] != 1


@pytest.mark.rule("BL-CARD-04")
def test_overrun_is_over_with_the_turn() -> None:
    scene = Scene(UTHUK).spare()
    brutes, guard = scene.put("flesh_ripper_brutes", "5.4"), scene.put("citadel_guard", "5.5")
    scene.card(UTHUK, "overrun").order(brutes)
    play(scene, "overrun")
    assert "5.5" in scene.ways(brutes)
    scene.order_again(brutes)
    assert scene.where(guard) == "5.5"
    assert scene.ways(brutes)
    assert "5.5" not in scene.ways(brutes)


@pytest.mark.rule("BL-CARD-04")
def test_cavalry_alone_overruns() -> None:
    scene = Scene(UTHUK).spare()
    brutes, lord = scene.put("flesh_ripper_brutes", "5.4"), scene.put("chaos_lord", "5.6")
    scene.put("citadel_guard", "5.5")
    scene.card(UTHUK, "overrun").order(brutes, lord)
    play(scene, "overrun")
    assert "5.5" in scene.ways(brutes)
    assert "5.5" not in scene.ways(lord)


@pytest.mark.rule("BL-CARD-04", "BL-BOARD-03")
def test_who_overruns_a_last_figure_stands_in_its_hex() -> None:
    scene = Scene(UTHUK).spare()
    brutes, guard = scene.put("flesh_ripper_brutes", "5.4"), scene.put("citadel_guard", "5.5", 1)
    lord = scene.put("chaos_lord", "4.4")
    scene.card(UTHUK, "overrun").order(brutes, lord)
    play(scene, "overrun").go(brutes, "5.5").roll("cleave").do("stop")
    assert (scene.where(brutes), scene.where(guard)) == ("5.5", "")
    assert scene.s.at[hex_of("5.5")] == brutes
    assert "5.5" not in scene.ways(lord)


@pytest.mark.rule("AMB-44", "overrun_stop")
@pytest.mark.parametrize("land", ["forest", "building", "tent", "ford"])
def test_overrun_does_not_cross_stopping_hexes(land: str) -> None:
    for option in ("all_four", "forest_building"):
        scene = Scene(UTHUK, overrun_stop=option).spare()
        brutes = scene.put("flesh_ripper_brutes", "5.4")
        scene.put("citadel_guard", "5.5")
        scene.land(land, "5.5").card(UTHUK, "overrun").order(brutes)
        play(scene, "overrun")
        crossed = option == "forest_building" and land in ("tent", "ford")
        assert ("5.5" in scene.ways(brutes)) == crossed
        if crossed:
            assert not scene.go(brutes, "5.5").roll("pierce").s.halted


@pytest.mark.rule("BL-CARD-05", "EX-05", "AMB-45", "BL-TURN-12")
def test_portals_join_two_hexes_for_a_step() -> None:
    scene = Scene(UTHUK).spare()
    brutes, lord = scene.put("flesh_ripper_brutes", "8.4"), scene.put("chaos_lord", "8.6")
    scene.put("citadel_guard", "5.5")
    scene.land("forest", "8.5", "4.4").land("river", "5.7")
    scene.card(UTHUK, "portal").order(brutes, lord)
    play(scene, "portal")
    places = {x for _, x, _ in scene.codes()}
    assert hex_of("5.5") not in places
    assert hex_of("5.7") not in places
    assert hex_of("8.6") in places, "own units' hexes may have one"
    scene.do("target", hex_of("8.5"))
    assert {int(scene.t.distance[hex_of("8.5"), x]) <= 8 for _, x, _ in scene.codes()} == {True}
    scene.do("target", hex_of("4.4"))
    scene.go(brutes, "8.5")
    assert scene.point == "step", "the forest of a portal does not stop"
    scene.go(brutes, "4.4", "3.4")
    assert scene.where(brutes) == "3.4"
    scene.do("stop").do("pass")
    assert scene.s.portal.tolist() == [-1, -1]


@pytest.mark.rule("AMB-45", "BL-CARD-05")
def test_entering_a_portal_needs_its_hex_empty() -> None:
    scene = Scene(UTHUK).spare()
    brutes = scene.put("flesh_ripper_brutes", "8.4")
    scene.put("chaos_lord", "8.6")
    scene.card(UTHUK, "portal").order(brutes)
    play(scene, "portal").do("target", hex_of("8.4")).do("target", hex_of("8.6"))
    assert ("go", brutes, 6) not in scene.codes()


@pytest.mark.rule("BL-CARD-08", "BL-LORE-03")
def test_take_to_the_skies_puts_a_unit_down_elsewhere() -> None:
    scene = Scene(DAQAN).spare()
    roc, enemy = scene.put("roc_warrior", "5.4"), scene.put("obscenes", "5.5")
    scene.s.stun[enemy] = 1
    scene.land("lake", "5.8").land("forest", "6.6")
    scene.card(DAQAN, "take_to_the_skies").order(roc).go(roc, "5.5", "5.6", "5.7")
    assert scene.point == "window"
    play(scene, "take_to_the_skies")
    assert scene.codes() == {("target", enemy, 0)}
    scene.do("target", enemy)
    places = {x for _, x, _ in scene.codes()}
    assert hex_of("5.8") not in places
    assert hex_of("5.7") not in places
    assert {int(scene.t.distance[x, hex_of("5.7")]) for x in places} == {1, 2}
    scene.do("target", hex_of("6.6"))
    assert scene.where(enemy) == "6.6"


@pytest.mark.rule("BL-CARD-08")
def test_a_unit_of_ones_own_may_be_lifted_too() -> None:
    scene = Scene(DAQAN).spare()
    roc, archers = scene.put("roc_warrior", "5.4"), scene.put("yeoman_archers", "5.5")
    enemy = scene.put("obscenes", "5.6")
    scene.card(DAQAN, "take_to_the_skies").order(roc).go(roc, "5.5", "5.6", "5.7")
    play(scene, "take_to_the_skies")
    assert scene.codes() == {("target", archers, 0), ("target", enemy, 0)}
    scene.do("target", archers).do("target", hex_of("4.6"))
    assert scene.where(archers) == "4.6"


@pytest.mark.rule("BL-CARD-08", "BL-LORE-03")
def test_the_card_follows_a_move_of_the_roc_warrior_alone() -> None:
    scene = Scene(DAQAN).spare()
    riders, roc = scene.put("riverwatch_riders", "3.4"), scene.put("roc_warrior", "5.4")
    scene.card(DAQAN, "take_to_the_skies").order(riders, roc).go(riders, "3.5", "3.6").do("stop")
    assert scene.point == "march"
    scene.go(roc, "5.5").do("stop")
    assert scene.point == "window"


@pytest.mark.rule("BL-CARD-08")
def test_hexes_passed_in_an_earlier_move_do_not_count() -> None:
    scene = Scene(DAQAN).spare()
    roc, enemy = scene.put("roc_warrior", "5.4"), scene.put("obscenes", "5.5")
    scene.card(DAQAN, "take_to_the_skies").order(roc).go(roc, "5.5", "5.6").do("stop")
    assert scene.point == "window"
    scene.order_again(roc).go(roc, "5.7").do("stop")
    assert scene.where(enemy) == "5.5"
    assert play(scene, "take_to_the_skies").point != "target"


@pytest.mark.rule("BL-CARD-09", "AMB-40", "unstoppable_strength", "BL-ATTACK-18")
@pytest.mark.parametrize(("option", "left"), [("last_figure", 3), ("before_attack", 2)])
def test_unstoppable_counters_before_it_goes(option: str, left: int) -> None:
    scene = Scene(DAQAN, unstoppable_strength=option).spare()
    guard, vipers = scene.put("citadel_guard", "5.4"), scene.put("flesh_ripper_brutes", "5.5", 2)
    scene.card(UTHUK, "unstoppable").ready(guard).hit(guard, vipers, "strike", "strike")
    assert (scene.point, scene.game.decider) == ("window", UTHUK)
    play(scene, "unstoppable").fill("cleave")
    assert scene.figures(guard) == left
    assert scene.where(vipers) == ""
    assert scene.point == "advance"


@pytest.mark.rule("BL-CARD-09", "AMB-40", "BL-ABILITY-11")
def test_an_unstoppable_units_rage_is_that_of_its_last_figure() -> None:
    scene, guard, harvesters = attacking()
    scene.card(UTHUK, "unstoppable").ready(guard)
    scene.hit(guard, harvesters, "strike", "strike", "strike")
    play(scene, "unstoppable")
    assert scene.dice == 3 + 2
    scene.fill("morale")
    assert scene.where(guard) == "5.3"
    assert scene.where(harvesters) == ""
    assert scene.point not in ("advance", "step"), "it was driven off"


@pytest.mark.rule("BL-CARD-09", "EX-30", "BL-WIN-02", "AMB-29")
def test_unstoppable_may_win_with_the_last_unit() -> None:
    scene = Scene(DAQAN)
    guard, obscenes = scene.put("citadel_guard", "5.4", 1), scene.put("obscenes", "5.5", 1)
    scene.card(UTHUK, "unstoppable").ready(guard).hit(guard, obscenes, "strike")
    play(scene, "unstoppable").fill("strike")
    assert scene.game.over
    assert scene.game.winners == (UTHUK,)


@pytest.mark.rule("BL-CARD-09", "AMB-37", "vigilant_scope")
def test_unstoppable_needs_an_attacker_next_to_it_who_is_not_vigilant() -> None:
    scene = Scene(DAQAN).spare()
    archers, enemy = scene.put("yeoman_archers", "5.4"), scene.put("obscenes", "5.6", 1)
    scene.card(UTHUK, "unstoppable").ready(archers).hit(archers, enemy, "pierce")
    assert scene.where(enemy) == ""
    for option, figures in (("all", 3), ("plain", 2)):
        scene = Scene(DAQAN, vigilant_scope=option).spare()
        riders, enemy = scene.put("riverwatch_riders", "5.4"), scene.put("obscenes", "5.5", 1)
        scene.card(UTHUK, "unstoppable").ready(riders).hit(riders, enemy, "strike")
        play(scene, "unstoppable")
        if option == "plain":
            scene.fill("strike")
        assert scene.figures(riders) == figures
