"""The attacks at hand against those that tests of the odds play roll by roll in the engine."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bloodstones.core.questions.form import sent_to
from bloodstones.games.battlelore.engine.decisions import unpack
from bloodstones.games.battlelore.odds.attack import Attack, counter, summary
from bloodstones.games.battlelore.questions import at_hand
from bloodstones.games.battlelore.questions.odds import Odds
from bloodstones.games.battlelore.rules.dice import rolls_of
from bloodstones.games.battlelore.rules.names import Face
from bloodstones.games.battlelore.rules.register import load_register
from bloodstones.kit.table.at_hand import AtHand
from tests.games.battlelore.scene import DAQAN, UTHUK, Scene
from tests.games.battlelore.test_odds import ASKED, place_units, read_attack


def attack_of(at_table: AtHand) -> Attack:
    question, arguments = sent_to(Odds, at_table.arguments)
    asked_for = question.ask(arguments)
    assert isinstance(asked_for, Odds)
    return asked_for.attack()


def at_hand_of(scene: Scene, one: int, two: int) -> Attack:
    """The attack that the question at hand of a unit on another one is about."""
    found = at_hand.questions(scene.game, scene.game.decider)
    (asked,) = [each for each in found if unpack(each.code or 0)[1:] == (one, two)]
    return attack_of(asked)


EVERY: tuple[Any, ...] = tuple(ASKED)
WITHOUT_CARDS = [each for each in EVERY if "fury" not in each]


@pytest.mark.parametrize(
    "asked",
    WITHOUT_CARDS,
    ids=lambda asked: f"{asked['attacker']}-{asked['target']}",
)
def test_the_attack_at_hand_is_that_on_the_board(asked: dict[str, Any]) -> None:
    scene, one, two = place_units(asked)
    found, told = at_hand_of(scene, one, two), read_attack(asked)
    assert summary(found) == summary(told)
    assert counter(found).p == counter(told).p


@pytest.mark.rule("BL-COUNTER-01", "BL-RETREAT-03")
@pytest.mark.parametrize(
    ("attackers_room", "held"), [(0, False), (1, False), (2, False), (1, True)]
)
def test_the_counter_finds_the_ground_behind_the_attacker(attackers_room: int, held: bool) -> None:
    """All rolls of a weak attack with all rolls of its counter, in the engine."""
    scene = Scene(DAQAN).spare()
    one, two = scene.put("citadel_guard", "5.6", 2), scene.put("obscenes", "5.7", 2)
    behind = "citadel_guard" if held else "blood_harvesters"
    scene.put(behind, f"5.{5 if held else 5 - attackers_room}")
    scene.s.extra_dice[one] = -2
    scene.ready(one)
    told = counter(at_hand_of(scene, one, two))
    damage = retreats = Fraction(0)
    base = scene.game
    for face in Face:
        scene.game = base.copy()
        scene.s = scene.game.state
        scene.attack(one, two).roll(face.id)
        while scene.point in ("heroic", "support"):
            scene.do("use", 0) if scene.point == "heroic" else scene.do("ignore")
        if scene.point != "counter":
            continue
        scene.do("counter")
        back, dice = scene.game, scene.dice
        for roll, ways in rolls_of(dice):
            scene.game = back.copy()
            scene.s = scene.game.state
            scene.roll(*[f.id for f in Face for _ in range(roll[f])])
            while scene.point in ("heroic", "support"):
                scene.do(*max(scene.codes())) if scene.point == "heroic" else scene.do("ignore")
            weight = Fraction(ways, 6 ** (1 + dice))
            damage += weight * (2 - scene.figures(one))
            retreats += weight * int(scene.s.gone[1] > 0)
    assert (told.expected_damage, told.p_retreats) == (damage, retreats)


def test_the_counter_at_hand_is_an_attack_that_nobody_counters() -> None:
    scene, one, two = place_units({"attacker": "citadel_guard:3", "target": "obscenes:2"})
    scene.attack(one, two).roll(*[Face.LORE.id] * scene.dice)
    assert scene.point == "counter"
    (asked,) = at_hand.questions(scene.game, UTHUK)
    assert scene.game.decider == UTHUK
    assert asked.hidden == {"counter"}
    found = attack_of(asked)
    assert (found.attacker.name, found.target.name) == ("obscenes", "citadel_guard")
    assert found.target.figures == 3


def test_flankers_and_orders_add_dice_to_the_attack_at_hand() -> None:
    scene, one, two = place_units({"attacker": "citadel_guard:3", "target": "obscenes:2"})
    before = at_hand_of(scene, one, two).dice
    scene.s.extra_dice[one] += 1
    assert at_hand_of(scene, one, two).dice == before + 1


def test_a_flyer_with_a_hole_behind_it_has_no_odds_at_hand() -> None:
    """Whether it lands depends on how far it must go: a unit stands on its way, nothing beyond."""
    scene, one, two = place_units({"attacker": "obscenes:2", "target": "roc_warrior:4"})
    assert at_hand_of(scene, one, two)
    scene.put("viper_legion", "5.5")
    assert at_hand.questions(scene.game, scene.game.decider) == ()


@pytest.mark.rule("BL-LORE-03", "BL-CARD-03", "BL-CARD-06")
@pytest.mark.parametrize(
    ("card", "asked"),
    [
        ("fury_of_yllan", {"attacker": "viper_legion:1", "target": "citadel_guard:3"}),
        ("rune_blade", {"attacker": "citadel_guard:3", "target": "obscenes:2"}),
        ("arrow_storm", {"attacker": "yeoman_archers:2", "target": "obscenes:2"}),
    ],
)
def test_before_the_roll_the_odds_at_hand_are_those_with_a_card_and_without(
    card: str, asked: dict[str, Any]
) -> None:
    scene, one, two = place_units(asked)
    scene.card(scene.game.decider, card).attack(one, two)
    assert scene.point == "window"
    plain, helped = at_hand.questions(scene.game, scene.game.decider)
    assert {plain.code, helped.code} == set(scene.game.legal_codes().tolist())
    dice = {"dice": 2} if card == "arrow_storm" else {card.removesuffix("_of_yllan"): True}
    for found, more in ((plain, {}), (helped, dice)):
        assert summary(attack_of(found)) == summary(read_attack({**asked, **more}))
    for each in (plain, helped):
        twin = scene.game.copy()
        twin.apply(unpack(each.code or 0))
        assert twin.is_chance
        assert int(twin.state.dice[0]) == attack_of(each).dice


def test_cards_that_bear_on_no_roll_and_cards_of_the_enemy_have_no_odds_at_hand() -> None:
    scene, one, two = place_units({"attacker": "citadel_guard:3", "target": "obscenes:2"})
    scene.card(DAQAN, "rune_blade").attack(one, two)
    scene.s.shield[0] = 1
    assert at_hand.questions(scene.game, DAQAN) == ()


@pytest.mark.parametrize("name", sorted(at_hand.READINGS))
def test_readings_that_bear_on_an_attack_are_taken_by_the_odds_at_hand(name: str) -> None:
    value = str(load_register().options[name].values[1])
    asked = {"attacker": "viper_legion:1", "target": "citadel_guard:3", "land_in": "building"}
    scene, one, two = place_units({**asked, "dice": -2}, **{name: value})
    (mine,) = at_hand.questions(scene.game, scene.game.decider)
    question, arguments = sent_to(Odds, {**mine.arguments, "option": f"{name}={value}"})
    attack: Any = question.ask(arguments)
    told = read_attack({**asked, "dice": -2, "options": [f"{name}={value}"]})
    assert summary(attack.attack()) == summary(told)
    scene.attack(one, two)
    assert int(scene.s.dice[0]) == told.dice
