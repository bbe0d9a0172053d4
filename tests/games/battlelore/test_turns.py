"""The turn: victory, tents, banners, scenarios' points, the lore step, the limit of rounds."""

from __future__ import annotations

from typing import Any

import pytest

from bloodstones.core.kernels.log import read_entries
from bloodstones.games.battlelore.engine.state import NOBODY, NOWHERE, SINGLE, UNITS, Point
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.board import hex_of
from bloodstones.games.battlelore.rules.names import Faction, Terrain
from tests.games.battlelore.scene import CARDS, DAQAN, RULES, UTHUK, Scene

BY_UNIT = (
    *("ordered", "by_card", "marched", "moved", "attacks", "shots"),
    *("pursued", "extra_dice", "extra_move"),
)


def upkeep(scene: Scene) -> Scene:
    """Go on to the lore step of the turn."""
    return scene.order().to("gain")


@pytest.mark.rule("BL-WIN-01", "EX-13", "BL-TURN-13", "BL-WIN-03")
@pytest.mark.parametrize(
    ("points", "winner"), [((17, 17), None), ((17, 16), 0), ((15, 3), None), ((16, 15), 0)]
)
def test_the_check_comes_as_the_first_player_begins(
    points: tuple[int, int], winner: int | None
) -> None:
    scene = Scene(DAQAN).spare()
    scene.s.first, scene.s.battle_turn = DAQAN, 5
    scene.s.vp[:] = points
    scene.next_turn()
    assert not scene.game.over, "none before the second player's turn"
    scene.next_turn()
    assert scene.game.over == (winner is not None)
    if winner is not None:
        assert scene.game.winners == (winner,)
        assert scene.game.ending.id == "vp_lead"


@pytest.mark.rule(
    "BL-TERRAIN-07", "BL-TERRAIN-10", "AMB-05", "tent_capture", "AMB-28", "win_check", "EX-29"
)
def test_the_enemys_tent_is_taken_at_the_start_of_a_turn() -> None:
    def begun(**options: Any) -> Scene:
        scene = Scene(UTHUK, **options).spare()
        scene.s.first, scene.s.battle_turn = DAQAN, 6
        scene.put("citadel_guard", "8.4")
        scene.land("tent", "8.4", "2.2")
        scene.s.tent[:] = hex_of("2.2"), hex_of("8.4")
        scene.s.vp[DAQAN] = 14
        return scene.next_turn()

    scene = begun()
    assert scene.codes() == {("pass", 0, 0), ("capture", 0, 0)}
    scene.do("capture")
    assert [values for code, values in read_entries(scene.s) if code == Event.CAPTURE] == [
        [DAQAN, hex_of("8.4")]
    ]
    assert (scene.s.vp[DAQAN], scene.s.tent_vp[DAQAN]) == (16, 2)
    assert scene.s.tent.tolist() == [hex_of("2.2"), NOWHERE]
    assert scene.s.terrain[hex_of("8.4")] == Terrain.CLEAR
    assert not scene.game.over
    assert scene.s.terrain[hex_of("8.4")] == 0
    scene.next_turn()
    assert not scene.game.over
    scene.next_turn()
    assert scene.game.winners == (DAQAN,)
    kept = begun().do("pass")
    assert kept.s.terrain[hex_of("8.4")] != 0
    assert begun(tent_capture="automatic").s.vp[DAQAN] == 16
    late = begun(win_check="after_tent").do("capture")
    assert late.game.winners == (DAQAN,)


@pytest.mark.rule("BL-TERRAIN-07", "AMB-05")
def test_the_own_tent_is_not_taken() -> None:
    scene = Scene(UTHUK).spare()
    scene.put("citadel_guard", "2.2")
    scene.land("tent", "2.2")
    scene.s.tent[DAQAN] = hex_of("2.2")
    scene.next_turn()
    assert scene.point != "tent"


@pytest.mark.rule("BL-TURN-06", "AMB-07", "AMB-08", "banner_control", "BL-TURN-01")
def test_the_active_player_scores_banners_held() -> None:
    for option, points in (("occupied", 2), ("last_held", 3)):
        scene = Scene(DAQAN, banner_control=option).spare()
        scene.banner("5.4", 2).banner("5.8", 1).banner("6.2", 1).banner("7.7", 1)
        scene.put("citadel_guard", "5.4")
        scene.put("obscenes", "6.2")
        scene.s.holder[hex_of("5.8")] = DAQAN
        upkeep(scene)
        assert scene.s.vp.tolist() == [points, 0]


@pytest.mark.rule("BL-TURN-01", "BL-TURN-07", "BL-TURN-08")
def test_a_turn_goes_through_its_steps_in_order() -> None:
    scene = Scene(DAQAN).spare()
    guard = scene.put("citadel_guard", "5.4")
    scene.put("chaos_lord", "5.6")
    scene.banner("5.4", 2).banner("5.5", 1).command_card(DAQAN, "patrol_left")
    scene.s.point = int(Point.COMMAND)
    ahead = scene.t.neighbour[hex_of("5.4")].tolist().index(hex_of("5.5"))
    steps = []
    turn = int(scene.s.turn)
    while scene.s.turn == turn:
        steps.append(scene.point)
        if scene.point == "gain":
            assert scene.s.vp[DAQAN] == 1, "banners are scored before, where units stand now"
            assert scene.s.command_hand[DAQAN].sum() == 1, "a card has been drawn"
        wanted = {
            "command": ("discard", CARDS["patrol_left"], 0),
            "order": ("order", guard, SINGLE),
            "march": ("go", guard, ahead),
        }.get(scene.point)
        if wanted in scene.codes():
            scene.do(*wanted)
        elif scene.game.is_chance:
            scene.game.apply(scene.game.draw())
        else:
            scene.game.apply_code(int(scene.game.legal_codes()[-1]))
    wanted_steps = ["command", "order", "march", "attack", "deal_command", "gain"]
    assert [step for step in dict.fromkeys(steps) if step in wanted_steps] == wanted_steps
    assert scene.s.active == UTHUK


@pytest.mark.rule("AMB-07", "kill_vp", "BL-TURN-06")
def test_destroyed_units_score_only_by_option_or_scenario() -> None:
    for board, option, points in (("a1+a1", "0", 0), ("a1+a1", "1", 1), ("a1+c2", "0", 1)):
        scene = Scene(UTHUK, board, kill_vp=option).spare()
        lord, guard = scene.put("chaos_lord", "5.4"), scene.put("citadel_guard", "5.5", 1)
        archers = scene.put("yeoman_archers", "5.3", 1)
        second = scene.put("obscenes", "6.3")
        scene.ready(lord, second).hit(lord, guard, "strike")
        assert scene.s.vp[UTHUK] == points
        scene.do("pass").hit(second, archers, "strike")
        assert scene.s.vp[UTHUK] == points + (option == "1"), "the card counts the first one"


@pytest.mark.rule("BL-CARD-10", "BL-TURN-06")
def test_blood_in_the_water_scores_near_water_in_any_turn() -> None:
    for place, points in (("5.4", 1), ("5.8", 0)):
        scene = Scene(DAQAN, "a1+b2").spare()
        scene.land("bridge", "6.4")
        guard = scene.put("citadel_guard", place, 1)
        enemy = scene.put("obscenes", "5.5" if place == "5.4" else "5.9")
        scene.ready(guard).hit(guard, enemy).do("counter").fill("strike")
        assert scene.where(guard) == ""
        assert scene.s.vp[UTHUK] == points


@pytest.mark.rule("BL-TURN-06", "BL-CARD-10")
def test_two_buildings_score_a_point() -> None:
    scene = Scene(DAQAN, "b1+c1").spare()
    scene.land("building", "3.4", "7.4")
    scene.put("citadel_guard", "3.4")
    upkeep(scene)
    assert scene.s.vp[DAQAN] == 0
    scene = Scene(DAQAN, "b1+c1").spare()
    scene.land("building", "3.4", "7.4")
    scene.put("citadel_guard", "3.4")
    scene.put("citadel_guard", "7.4")
    upkeep(scene)
    assert scene.s.vp[DAQAN] == 1
    assert scene.s.scenario_vp[DAQAN] == 1


@pytest.mark.rule("BL-TURN-06")
def test_the_last_unit_of_an_army_counts_in_a_building_too() -> None:
    scene = Scene(1, "b1+c1", seats=("uthuk", "daqan")).spare()
    last = [unit.unit for unit in RULES.units_of(Faction.DAQAN)][-1]
    scene.land("building", "3.4", "7.4").put("citadel_guard", "7.4")
    assert scene.put(last, "3.4") == UNITS - 1
    upkeep(scene)
    assert scene.s.scenario_vp.tolist() == [0, 1]


@pytest.mark.rule("BL-TURN-13", "BL-TURN-01")
def test_a_turn_begins_without_the_marks_of_the_last() -> None:
    scene = Scene(DAQAN).spare()
    archers, enemy = scene.put("yeoman_archers", "5.4"), scene.put("chaos_lord", "5.6")
    scene.ready(archers).hit(archers, enemy)
    assert (scene.s.shots[archers], scene.s.aim[archers]) == (1, enemy)
    scene.to("gain")
    for name in BY_UNIT:
        getattr(scene.s, name)[[archers, enemy]] = 1
    scene.s.aim[archers] = enemy
    scene.command_card(UTHUK, next(iter(CARDS))).next_turn()
    assert scene.point == "command"
    for name in BY_UNIT:
        assert not getattr(scene.s, name).any(), name
    assert (scene.s.aim == NOBODY).all()


@pytest.mark.rule("BL-ATTACK-01", "AMB-22")
def test_scenarios_lengthen_shots_and_see_through_terrain() -> None:
    scene = Scene(DAQAN, "c1+a1").spare()
    archers, enemy = scene.put("yeoman_archers", "5.1"), scene.put("chaos_lord", "5.7")
    assert enemy not in scene.sees(archers)
    scene.land("hill", "5.1")
    assert enemy in scene.sees(archers)
    scene = Scene(UTHUK, "a1+c1").spare()
    vipers, enemy = scene.put("viper_legion", "5.1"), scene.put("roc_warrior", "5.7")
    scene.land("forest", "5.3")
    assert enemy in scene.sees(vipers)
    scene.land("hill", "5.5")
    assert enemy not in scene.sees(vipers), "only the nearest is seen through"
    scene.land("clear", "5.5").put("obscenes", "5.5")
    assert enemy not in scene.sees(vipers), "units still close the line"


@pytest.mark.rule("BL-TURN-08", "BL-TURN-07", "BL-TURN-14")
def test_the_lore_step_gives_lore_or_cards() -> None:
    for option, lore, cards in ((0, 2, 0), (1, 1, 1), (2, 0, 1)):
        scene = upkeep(Scene(DAQAN).spare())
        held = scene.s.command_hand[DAQAN].sum()
        assert held == 1, "one command card is drawn"
        scene.do("gain", option)
        while scene.game.is_chance:
            scene.game.apply(scene.game.draw())
        if option == 2:
            assert scene.kinds() == {"discard_lore"}
            scene.game.apply(scene.game.legal()[0])
            assert scene.s.lore_discard[DAQAN].sum() == 1
        assert scene.s.lore[DAQAN] == lore
        assert scene.s.lore_hand[DAQAN].sum() == cards
        assert scene.s.active == UTHUK


@pytest.mark.rule("BL-TURN-09", "EX-32", "BL-LORE-02")
def test_more_than_four_lore_cards_go_at_the_end_of_the_step() -> None:
    scene = Scene(DAQAN).spare()
    scene.s.lore_hand[DAQAN, 0] = 4
    upkeep(scene).do("gain", 2)
    while scene.game.is_chance:
        scene.game.apply(scene.game.draw())
    assert scene.s.lore_hand[DAQAN].sum() == 6, "within the turn more may be held"
    scene.game.apply(scene.game.legal()[0])
    assert scene.s.active == DAQAN
    scene.game.apply(scene.game.legal()[0])
    assert scene.s.active == UTHUK
    assert scene.s.lore_hand[DAQAN].sum() == 4


@pytest.mark.rule("AMB-30", "round_limit", "BL-WIN-03")
def test_a_battle_without_end_is_broken_off() -> None:
    for option, over in (("100", True), ("0", False)):
        scene = Scene(DAQAN, round_limit=option).spare()
        scene.s.first, scene.s.battle_turn = DAQAN, 199
        scene.next_turn().next_turn()
        assert scene.game.over == over
        if over:
            assert scene.game.ending.id == "round_limit"
            assert scene.game.returns() == (0.5, 0.5)


@pytest.mark.rule("BL-WIN-02", "BL-WIN-03")
def test_the_last_unit_lost_by_a_card_ends_the_battle_too() -> None:
    scene = Scene(UTHUK)
    scene.put("citadel_guard", "1.1")
    last = scene.put("obscenes", "5.5", 1)
    scene.card(UTHUK, "dark_sacrifice").order(last)
    scene.do("play", 4).do("target", last)
    assert scene.game.winners == (DAQAN,)
    assert scene.s.vp.sum() == 0
