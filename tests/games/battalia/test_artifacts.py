"""Artifacts, great ones, tents, ambush and the oracle: BA-ART, BA-GREAT, BA-AMBUSH, BA-ORACLE."""

from __future__ import annotations

import pytest

from bloodstones.games.battalia.engine.battle_lines import lit_worth
from bloodstones.games.battalia.engine.decisions import Decision
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.state import ATTACKER, DEFENDER, NOTHING, TENTS, Point, Tally
from bloodstones.games.battalia.engine.steps import begin_turn
from bloodstones.games.battalia.rules.names import Kind
from tests.games.battalia.scene import Scene, card_of
from tests.kernels import plain

TEN = "supply*10"  # a draw pile that keeps a deck above the least number


def on_amulet(scene: Scene, card: str, face: int) -> Scene:
    """Put a card on an amulet and let the die show a face."""
    (amulet,) = (text for text in scene.legal("use") if text.endswith("amulet as amulet"))
    return scene.play(amulet, f"target {card}", f"die {face}")


@pytest.mark.rule("BA-ART-03", "EX-01")
def test_a_tool_is_two_friman() -> None:
    scene = Scene().hand("o chief, l tool").go().play("gain weapon").luck()
    assert scene.played() == {"o chief": 1, "l tool": 1}
    spare = Scene().hand("supply, l tool").city("3.3").go().play("road road_straight")
    spare.play("place 3.2 NS")
    assert spare.legal() == ["go_on"]  # the second friman is lost


@pytest.mark.rule("BA-ART-04", "BA-CARD-08", "EX-02")
def test_only_what_has_a_strength_goes_into_battle_and_a_tool_has_none() -> None:
    hand = "o weapon, o tool, o lord, o friman, o horse, o tent, supply"
    scene = Scene().hand(hand).city("3.3", 1, 4).hero("3.3").go().play("fight 3.3 card 1")
    assert scene.legal("play") == ["play o weapon"]
    scene.play("play o weapon")
    assert scene.legal("play") == ["play o friman", "play o lord", "play o horse"]
    scene.play("play o lord", "play o horse")
    assert scene.s.strength[0] == 1 + 4 + 1


@pytest.mark.rule("BA-ACT-03", "BA-ACT-07", "BA-ACT-08", "BA-ART-03", "BA-GREAT-01")
def test_friman_are_paid_by_friman_tools_and_the_hammer_and_each_serves_once() -> None:
    hand = "o priest, o friman, l friman, o chief, a tool, hammer, o weapon"
    scene = Scene().hand(hand).go().play("gain amulet")
    assert scene.legal() == ["pay o friman", "pay l friman", "pay a tool tool", "pay hammer tool"]
    other = Scene().hand(hand).go().play("gain amulet", "pay a tool tool").luck()
    assert other.played() == {"o priest": 1, "a tool": 1}
    assert other.point is Point.ACTION
    scene.play("pay o friman")
    assert scene.legal() == ["pay l friman", "pay a tool tool", "pay hammer tool"]
    scene.play("pay hammer tool").luck()
    assert scene.played() == {"o priest": 1, "o friman": 1, "hammer": 1}
    assert scene.held() == {"l friman": 1, "o chief": 1, "a tool": 1, "o weapon": 1}


@pytest.mark.rule("BA-GREAT-02", "BA-GREAT-03")
@pytest.mark.parametrize(("great", "attack", "defence"), [("sword", 5, 1), ("shield", 1, 5)])
def test_sword_and_shield_are_worth_five_on_their_side(
    great: str, attack: int, defence: int
) -> None:
    scene = Scene().hand(f"o weapon, o lord, {great}").city("3.3", 1).hero("3.3").go()
    scene.play("fight 3.3 card 1", "play o weapon", f"play {great}")
    assert scene.s.strength[0] == 1 + attack
    other = Scene().hand("o weapon, o priest").hand(f"{great}, l chief", 1).pile("supply*8", 1)
    other.city("3.3", 1, 3).hero("3.3").go()
    other.play("fight 3.3 card 1", "play o weapon", "play o priest", "done", "defend")
    other.play(f"play {great}")
    assert other.s.strength[1] == defence


@pytest.mark.rule("BA-ART-05", "BA-HERO-02")
def test_a_weapon_hires_and_opens() -> None:
    scene = Scene().hand("supply*2").city("3.3").go()
    assert scene.legal("hire") == []
    armed = Scene().hand("supply*2, o weapon").city("3.3").hero("4.4").go()
    assert armed.legal("hire", "fight") == ["hire 3.3", "fight 4.4 card 1"]


@pytest.mark.rule("BA-ART-06", "BA-ART-07", "EX-18")
def test_what_copies_of_an_amulet_can_do() -> None:
    def scene(face: int) -> Scene:
        start = Scene().hand("o chief, a friman, o amulet, supply").city("3.3").go()
        return on_amulet(start, "a friman", face)

    two = scene(2).play("gain weapon").luck()
    assert two.held() == {"supply": 1}
    assert two.legal("road") == []
    three = scene(3).play("gain weapon").luck()
    assert three.legal("road") == ["road road_straight", "road road_curve"]
    three.play("road road_straight", "place 3.2 NS")
    assert three.played() == {"o chief": 1, "a friman": 1, "o amulet": 1, "supply": 1}
    one = scene(1)
    assert "gain weapon" not in one.legal()
    assert one.held() == {"o chief": 1, "supply": 1}


@pytest.mark.rule("BA-ART-01", "AMB-22", "converted_card")
def test_a_converted_card_serves_the_next_line_or_lapses() -> None:
    def lapsed(**options: object) -> int:
        scene = Scene(**options).hand("a friman, o amulet, supply*3")
        scene = on_amulet(scene.city("3.3").go(), "a friman", 2)
        scene.play("gain friman").luck()
        return len(scene.told("lapsed"))

    assert lapsed() == 1
    assert lapsed(converted_card="any_line") == 0


@pytest.mark.rule("BA-ART-08", "BA-ACT-03", "AMB-24", "fork_wait")
def test_copies_may_be_spread_over_lines() -> None:
    def roads(**options: object) -> int:
        scene = Scene(**options).hand("a friman, o amulet, supply*5")
        scene = on_amulet(scene.city("3.3").go(), "a friman", 3)
        scene.play("road road_straight", "place 3.2 NS")
        scene.play("gain friman").luck()
        found = 1
        if scene.legal("road"):
            scene.play("road road_straight").play(scene.legal("place")[0])
            found += 1
        return found

    assert roads() == 2
    assert roads(fork_wait="next_line") == 1


@pytest.mark.rule("BA-ART-09", "BA-AMBUSH-03")
def test_a_four_ambushes_the_card_at_no_cost() -> None:
    scene = on_amulet(Scene().hand("a friman, o amulet").go(), "a friman", 4)
    assert scene.cards(scene.s.ambush) == {"a friman": 1}
    assert scene.cards(scene.s.discard) == {"o amulet": 1}
    assert scene.s.limbo.sum() == 0
    assert scene.s.tally[0, Tally.AMBUSHED] == 1
    assert scene.told("target") == [(0, card_of("a friman"), 0)]


@pytest.mark.rule("BA-ART-10")
def test_a_five_discards_card_and_amulet() -> None:
    scene = on_amulet(Scene().hand("a friman, o amulet").go(), "a friman", 5)
    assert scene.cards(scene.s.discard) == {"a friman": 1, "o amulet": 1}


@pytest.mark.rule("BA-ART-11", "EX-06")
def test_a_six_is_any_unit_artifact_or_supply() -> None:
    scene = on_amulet(
        Scene().hand("a friman, o amulet, l friman*2").city("3.3").go(), "a friman", 6
    )
    assert {"gain tool", "gain weapon", "gain amulet", "gain title"} <= set(scene.legal())
    assert "use #0 as amulet" in scene.legal()
    scene.play("gain weapon").luck()
    assert scene.played() == {"a friman": 1, "o amulet": 1, "l friman": 2}


@pytest.mark.rule("AMB-27", "lit_joker")
def test_a_joker_has_the_lit_effect() -> None:
    def gains(**options: object) -> list[str]:
        scene = Scene(**options).hand("a lord, o amulet").lit("tool").go()
        scene = on_amulet(scene, "a lord", 6)
        return scene.legal("gain")

    assert gains() == ["gain tool"]  # four friman
    assert gains(lit_joker=False) == []


@pytest.mark.rule("AMB-27", "standin_tent", "BA-GREAT-01")
def test_what_stands_in_for_a_tent_stays_one() -> None:
    scene = Scene().hand("hammer, supply, o lord").go()
    scene.play("tent hammer", "hold o lord")
    assert scene.s.tent[0, 0] == card_of("hammer")
    assert scene.s.held[0, 0].tolist() == [card_of("o lord"), NOTHING]
    barred = Scene(standin_tent=False).hand("hammer, supply, o lord").go()
    assert barred.legal("tent") == []


@pytest.mark.rule("BA-ART-12", "EX-10")
def test_a_title_raises_a_unit_of_its_faction() -> None:
    scene = Scene().hand("a friman, a chief, a lord, o title").go().play("use o title as title")
    assert scene.legal() == ["target a friman 1", "target a chief 1"]
    scene.s.bottom_size[1] = 0
    scene.play("target a friman 1")
    assert scene.told("converted") == [(0, card_of("a chief"), 1)]
    assert scene.s.bottom[0, 0] == 2
    assert scene.s.pool[card_of("a friman")] == 8
    strange = Scene().hand("a friman, o title").without("a chief").go()
    strange.play("use o title as title", "target a friman 1")
    assert strange.legal() == ["top orsari", "top lagorai", "top nembolari"]
    strange.play("top lagorai")
    assert strange.told("converted") == [(0, card_of("l chief"), 1)]


@pytest.mark.rule("BA-ART-12")
def test_a_unit_put_under_its_deck_comes_last() -> None:
    scene = Scene().hand("a lord, a priest*2, o title*2").pile(TEN).go()
    for name in ("o", "l", "n"):
        scene.without(f"{name} priest")
    scene.s.limbo[card_of("a priest")] += scene.s.pool[card_of("a priest")]
    scene.s.pool[card_of("a priest")] = 0
    for _ in range(2):
        scene.play("use o title as title", "target a priest 1")
    scene.hand("supply*4")
    scene.play("gain priest")  # of two under the deck the first is the top: no chance
    assert scene.gained()["a priest"] == 1
    assert scene.s.bottom_size[2] == 1


@pytest.mark.rule("BA-ART-13")
def test_a_scroll_changes_the_faction() -> None:
    scene = Scene().hand("a lord, o scroll, o tent").go().play("use o scroll as scroll")
    assert len(scene.legal()) == 3 * 4  # the lord, the tent, the scroll itself
    scene.play("target a lord nembolari")
    assert scene.s.item_card[0] == card_of("n lord")
    same = Scene().hand("a lord, o scroll").without("n lord").go().play("use o scroll as scroll")
    same.play("target a lord nembolari")
    assert same.s.item_card[0] == card_of("a lord")
    assert same.s.sure[1, 3].tolist() == [0, 0, 0, 1]  # that the deck has none is plain to all


@pytest.mark.rule("BA-ART-14")
def test_a_scroll_may_exchange_itself() -> None:
    scene = Scene().hand("o scroll").go()
    scene.play("use o scroll as scroll", "target itself ardei")
    assert scene.played() == {"a scroll": 1}
    assert scene.legal() == ["go_on"]
    assert scene.told("converted") == [(0, card_of("a scroll"), 0)]
    assert scene.s.tally[0, Tally.SCROLLS] == 1


@pytest.mark.rule("BA-ART-15", "BA-ART-16", "BA-ART-17", "BA-ART-21")
def test_a_tent_keeps_a_card_open_until_it_is_emptied() -> None:
    scene = Scene().hand("o tent, l tent, supply*2, a lord, n lord, horn").pile(TEN).go()
    scene.play("tent o tent")
    assert "hold horn" not in scene.legal()
    scene.play("hold a lord").play("tent l tent", "hold n lord").play("go_on").luck()
    assert scene.cards(scene.s.discard)["supply"] == 2
    assert scene.s.held[0, :2, 0].tolist() == [card_of("a lord"), card_of("n lord")]
    scene.play("go_on", "go_on").luck().play("go_on")
    assert scene.legal("empty") == ["empty 0", "empty 1"]
    scene.play("empty 1")
    assert scene.held()["n lord"] == 1
    assert scene.s.open[0, card_of("n lord")] == 1, "all know that it is in the hand"
    assert scene.cards(scene.s.discard)["l tent"] == 1
    assert scene.s.held[0, 0, 0] == card_of("a lord")


@pytest.mark.rule("BA-ART-15", "BA-ART-21")
@pytest.mark.parametrize("standing", [22, 23, 24])
def test_a_tent_stands_on_any_free_place_and_on_none_beyond(standing: int) -> None:
    scene = Scene().hand("o tent, supply, a lord").pile(TEN)
    scene.s.tent[0, :standing] = card_of("l tent")
    scene.go()
    assert ("tent o tent" in scene.legal()) == (standing < TENTS)
    if standing < TENTS:
        scene.play("tent o tent", "hold a lord")
        assert scene.s.tent[0, standing] == card_of("o tent")
        assert scene.s.held[0, standing, 0] == card_of("a lord")


@pytest.mark.rule("AMB-28", "tent_timing")
def test_when_a_tent_can_be_emptied() -> None:
    def scene(**options: object) -> Scene:
        found = Scene(**options).hand("o friman*2").pile(TEN)
        found.s.tent[0, 0], found.s.held[0, 0, 0] = card_of("o tent"), card_of("o friman")
        found.s.seen[0, card_of("o tent")] = found.s.seen[0, card_of("o friman")] = 1
        found.s.turn = 0
        begin_turn(found.s, found.t)
        return found

    assert scene().legal("empty") == []
    early = scene(tent_timing="turn_start")
    assert early.legal("empty") == ["empty 0"]
    early.play("empty 0")
    assert early.legal("cohort") == []  # still outside of it
    late = scene().play("go_on", "empty 0")
    assert late.held() == {"o friman": 3}


@pytest.mark.rule("BA-ART-18", "BA-HERO-03")
def test_a_horse_carries_one_hero_three_squares() -> None:
    scene = Scene(4).hand("o horse").city("1.1")
    for column in range(2, 7):
        scene.road(f"{column}.1", "EW")
    scene.hero("1.1").hero("2.1", number=1).go()
    assert scene.legal("ride") == [
        *("ride 0 2.1", "ride 0 3.1", "ride 0 4.1"),
        *("ride 1 1.1", "ride 1 3.1", "ride 1 4.1", "ride 1 5.1"),
    ]
    scene.play("ride 0 3.1")
    assert scene.heroes() == ["3.1", "2.1"]
    assert scene.legal() == ["go_on"]


@pytest.mark.rule("BA-ART-19", "BA-ART-20")
def test_what_artifacts_can_be_put_on() -> None:
    scene = Scene().hand("o amulet, o scroll, o title, supply, o chief, o lord, wings").go()
    targets = {}
    for kind in ("amulet", "scroll", "title"):
        twin = Scene().hand("o amulet, o scroll, o title, supply, o chief, o lord, wings").go()
        twin.play(f"use o {kind} as {kind}")
        targets[kind] = {" ".join(text.split()[1:3]) for text in twin.legal()}
    assert targets["amulet"] == {"o scroll", "o title", "supply", "o chief", "o lord"}
    assert targets["scroll"] == {"o amulet", "o title", "o chief", "o lord", "itself orsari"} | {
        f"itself {name}" for name in ("lagorai", "ardei", "nembolari")
    }
    assert targets["title"] == {"o chief"} | ({"o chief 1"} & targets["title"])
    for rank in "olan":
        scene.without(f"{rank} priest")
    assert scene.legal("use") == ["use o amulet as amulet", "use o scroll as scroll"]


@pytest.mark.rule("BA-ART-02", "EX-19", "AMB-26", "copied_card")
def test_conversions_may_follow_one_another() -> None:
    scene = Scene(4).hand("a friman, o title, l amulet").city("3.3").road("3.2").go()
    scene.play("use o title as title", "target a friman 1")
    scene.play("use l amulet as amulet", "target #0", "die 3")
    assert {text.split()[1] for text in scene.legal("city")} == {"2"}
    scene.play("city 2 city_end").luck().play("place 3.1 S")
    assert scene.at("3.1") == (0, 2)
    assert scene.played() == {"a chief": 1, "o title": 1, "l amulet": 1}
    twice = Scene().hand("a friman, l amulet*2, o title").go()
    twice.play("use l amulet as amulet", "target a friman", "die 2")
    twice.play("use l amulet as amulet", "target #0", "die 3")
    assert twice.s.item_copies[0] == 6
    twice.play("use o title as title", "target #0 1")
    assert (twice.s.item_copies[0], twice.s.item_card[0]) == (6, card_of("a chief"))
    closed = Scene(copied_card="closed").hand("a friman, l amulet*2").go()
    closed.play("use l amulet as amulet", "target a friman", "die 2")
    assert closed.legal("use") == []


@pytest.mark.rule("AMB-26")
def test_a_second_amulet_may_take_the_card_with_all_copies() -> None:
    scene = Scene().hand("a friman, l amulet*2").go()
    scene.play("use l amulet as amulet", "target a friman", "die 3")
    scene.play("use l amulet as amulet", "target #0", "die 5")
    assert (scene.s.item_kind >= 0).sum() == 0
    assert scene.cards(scene.s.discard) == {"a friman": 1, "l amulet": 1}


@pytest.mark.rule("BA-GREAT-01", "AMB-27")
def test_the_hammer_stands_in_for_artifacts_outside_of_battle() -> None:
    scene = Scene(4).hand("hammer, supply*2, o chief").city("1.1").road("2.1", "EW").hero("1.1")
    scene.lit("horse").go()
    told = set(scene.legal())
    assert {"hire 1.1", "ride 0 2.1", "gain weapon", "use hammer as amulet"} <= told
    assert not scene.legal("gallop")  # never lit
    fight = Scene().hand("hammer, o weapon, o lord").hero("4.4").go().play("fight 4.4 card 1")
    assert not any("hammer" in text for text in fight.legal())
    assert Scene().hand("hammer, o lord").hero("4.4").go().legal("fight") == []


@pytest.mark.rule("BA-GREAT-02", "BA-GREAT-03")
@pytest.mark.parametrize("great", ["sword", "shield"])
def test_sword_and_shield_hire_heroes(great: str) -> None:
    scene = Scene().hand(f"{great}, supply*2").city("3.3").go().play("hire 3.3")
    assert scene.heroes()[0] == "3.3"
    assert scene.played() == {great: 1, "supply": 2}


@pytest.mark.rule("BA-GREAT-04", "AMB-08")
def test_the_wings_carry_a_hero_to_any_map_card() -> None:
    scene = Scene(4).hand("wings").city("1.1").city("7.7", 1).hero("1.1").go()
    assert scene.legal("wings") == ["wings 0 4.4", "wings 0 7.7"]
    scene.play("wings 0 7.7")
    assert scene.heroes()[0] == "7.7"
    assert (scene.held(), scene.played()) == ({}, {"wings": 1})  # once for each time it is held
    assert scene.legal("wings") == []


@pytest.mark.rule("BA-GREAT-05")
def test_the_horn_takes_two_cards_of_the_draw_pile() -> None:
    scene = Scene().hand("horn").pile("o lord, supply*3").discarded("a lord").go().play("horn")
    assert scene.events[-1] == ("horn", (0, 0, 0))
    assert scene.played() == {"horn": 1}
    assert scene.legal() == ["stop", "take o lord", "take supply"]
    scene.play("take o lord", "take supply")
    assert scene.held() == {"o lord": 1, "supply": 1}
    assert (scene.point, scene.legal("take")) == (Point.ACTION, [])  # two cards, no more
    assert scene.cards(scene.s.draw) == {"supply": 2}
    empty = Scene().hand("horn").discarded("a lord").go().play("horn")
    assert empty.legal() == ["stop"]


@pytest.mark.rule(
    "BA-AMBUSH-01", "BA-AMBUSH-02", "BA-AMBUSH-04", "BA-AMBUSH-07", "AMB-09", "fourth_ambush"
)
def test_an_ambush_takes_a_free_place_and_a_card_for_limbo() -> None:
    def scene(**options: object) -> Scene:
        found = Scene(**options).hand("o lord, supply*9").pile(TEN)
        return found.go()

    start = scene().play("ambush o lord", "limbo supply").play("ambush supply", "limbo supply")
    assert start.cards(start.s.ambush) == {"o lord": 1, "supply": 1}
    assert start.s.limbo[44] == 2
    start.play("ambush supply", "limbo supply")
    assert start.legal("ambush") == []
    wide = scene(fourth_ambush="voluntary")
    for card in ("o lord", "supply", "supply"):
        wide.play(f"ambush {card}", "limbo supply")
    wide.play("ambush supply")
    assert wide.legal() == ["room o lord", "room supply"]
    wide.play("room o lord", "limbo supply")
    assert wide.cards(wide.s.ambush) == {"supply": 3}


@pytest.mark.rule("BA-AMBUSH-04", "BA-TURN-05")
def test_ambushed_cards_stay_until_the_second_step_of_their_owner() -> None:
    scene = Scene().pile("supply*10").pile("supply*10", 1).go().lying("a lord, a friman")
    there = {"a lord": 1, "a friman": 1}
    for seat in (0, 1, 1):
        assert scene.s.decider == seat
        assert scene.cards(scene.s.ambush) == there
        scene.play("go_on").luck()
    assert scene.s.decider == 0
    assert scene.cards(scene.s.ambush) == there
    scene.play("go_on")
    assert scene.cards(scene.s.ambush) == {}
    assert scene.held().get("a lord") == 1


@pytest.mark.rule("AMB-09", "ambush_cost")
def test_one_price_may_ambush_several_cards() -> None:
    scene = Scene(ambush_cost="per_action").hand("o lord*2, supply*2").pile(TEN).go()
    scene.play("ambush o lord")
    assert scene.legal() == ["stop", "ambush o lord", "ambush supply"]
    assert Decision(Move.STOP) in scene.game.legal()
    scene.play("ambush o lord", "stop", "limbo supply")
    assert scene.cards(scene.s.ambush) == {"o lord": 2}
    assert scene.s.limbo.sum() == 1


@pytest.mark.rule("BA-AMBUSH-05")
def test_a_fourth_card_that_is_forced_makes_room() -> None:
    scene = Scene().hand("o lord, supply*4, o amulet, a chief").pile(TEN).go()
    for card in ("o lord", "supply"):
        scene.play(f"ambush {card}", "limbo supply")
    scene.give(scene.s.ambush, 0, "l friman")
    scene = on_amulet(scene, "a chief", 4)
    assert scene.legal() == ["room l friman", "room o lord", "room supply"]
    zones = scene.s.seen, scene.s.discard, scene.s.ambush
    seen, discarded, _ = (int(zone[0, card_of("supply")]) for zone in zones)
    scene.s.shown[0, card_of("supply")] = scene.s.shown[0, card_of("o lord")] = 1
    scene.play("room supply")
    assert scene.cards(scene.s.ambush) == {"l friman": 1, "o lord": 1, "a chief": 1}
    assert scene.cards(scene.s.shown) == {"o lord": 1, "a chief": 1}
    supplies = [int(zone[0, card_of("supply")]) for zone in zones]
    assert supplies == [seen + 1, discarded + 1, 0], "everybody sees what is discarded"


@pytest.mark.rule("BA-AMBUSH-06", "EX-20", "AMB-10", "deck_floor")
def test_nobody_gets_below_ten_cards() -> None:
    assert Scene().hand("supply*10").go().legal("ambush") == []
    eleven = Scene().hand("supply*11").go().play("ambush supply", "limbo supply")
    assert eleven.legal("ambush") == []
    grown = Scene().hand("supply*10").go().play("gain friman").luck()
    for _ in range(2):
        grown.play("ambush supply", "limbo supply")
    assert grown.legal("ambush") == []
    strict = Scene(deck_floor="without_gained").hand("supply*10").go()
    assert strict.play("gain friman").luck().legal("ambush") == []


@pytest.mark.rule("BA-ORACLE-04")
def test_a_paired_artifact_is_gained_in_the_wanted_faction() -> None:
    scene = Scene().hand("o friman*6").paired("tool").without("n tool").go()
    scene.play("gain tool ardei")
    assert scene.gained() == {"a tool": 1}
    scene.play("gain tool nembolari")
    assert scene.legal() == ["top orsari", "top lagorai", "top ardei"]


@pytest.mark.rule("BA-ORACLE-05")
def test_a_lit_tool_is_four_friman_in_one_line_or_two() -> None:
    scene = Scene().hand("o tool, o friman, o chief*2").lit("tool").go()
    scene.play("gain weapon", "pay o tool tool").luck()
    scene.play("gain weapon").luck()
    assert scene.held() == {"o friman": 1}
    one = Scene().hand("o tool").lit("tool").city("3.3").road("3.2").go()
    assert any(text.startswith("city 1") for text in one.legal())  # three friman of four


@pytest.mark.rule("BA-ORACLE-06", "EX-11", "EX-30")
def test_a_lit_weapon_serves_two_lines() -> None:
    scene = Scene().hand("o weapon, supply*4").city("3.3").lit("weapon").go()
    scene.play("hire 3.3", "hire 3.3")
    assert scene.heroes() == ["3.3", "3.3"]
    assert scene.held() == {}
    fight = Scene().hand("o weapon, supply*2, o lord*2").city("3.3").hero("4.4").lit("weapon").go()
    fight.play("hire 3.3", "fight 4.4 card 1", "play #0")
    assert fight.s.strength[0] == 1
    assert Scene().hand("o weapon, supply*4").city("3.3").go().play("hire 3.3").legal("hire") == []


@pytest.mark.rule("BA-ORACLE-06", "AMB-36", "lit_weapon_defence")
def test_a_lit_weapon_has_strength_two_in_one_fight() -> None:
    scene = Scene().hand("o weapon, o lord*2").hero("4.4").lit("weapon").go()
    scene.play("fight 4.4 card 1")
    assert scene.legal("play") == ["play o weapon double", "play o weapon"]
    scene.play("play o weapon double")
    assert scene.s.strength[0] == 2

    def defends(**options: object) -> int:
        found = Scene(**options).hand("l weapon, l friman", 1).hand("o weapon")
        found.lit("weapon").city("3.3", 1).hero("3.3").go()
        found.play("fight 3.3 card 1", "play o weapon", "done", "defend")
        found.play("play l weapon double" if "play l weapon double" in found.legal() else "pass")
        return int(found.s.strength[1])

    assert defends() == 2
    assert defends(lit_weapon_defence="one") == 1


@pytest.mark.rule("BA-ORACLE-07")
def test_a_lit_amulet_converts_two_cards_one_after_the_other() -> None:
    scene = Scene().hand("o amulet, a friman, a chief").lit("amulet").go()
    scene.play("use o amulet as amulet", "target a friman", "die 5")
    assert scene.cards(scene.s.discard) == {"a friman": 1}  # the amulet is not done yet
    scene.play("use #1 as amulet" if "use #1 as amulet" in scene.legal() else "use #0 as amulet")
    scene.play("target a chief", "die 2")
    assert scene.cards(scene.s.discard) == {"a friman": 1, "o amulet": 1}


@pytest.mark.rule("BA-ORACLE-08", "AMB-41")
def test_a_lit_title_raises_by_two_ranks_or_two_units() -> None:
    hand = "o title, a friman*3"
    high = Scene().hand(hand).lit("title").without("a chief, o chief, l chief, n chief").go()
    high.play("use o title as title")
    assert high.legal() == ["target a friman 2"]  # the rank between is not touched
    high.play("target a friman 2")
    assert high.told("converted") == [(0, card_of("a priest"), 1)]
    assert high.legal("use") == []
    two = Scene().hand(hand).lit("title").go()
    two.play("use o title as title", "target a friman 1")
    half = two.legal("use")[0]
    two.play(half, "target a friman 1")
    assert len(two.told("converted")) == 2


@pytest.mark.rule("BA-ORACLE-09")
def test_a_lit_scroll_converts_two_cards_or_one_and_itself() -> None:
    scene = Scene().hand("o scroll, a lord, a chief").lit("scroll").go()
    scene.play("use o scroll as scroll", "target a lord nembolari")
    scene.play(scene.legal("use")[0])
    assert {"target itself lagorai", "target a chief lagorai"} <= set(scene.legal())
    scene.play("target itself lagorai")
    assert scene.played() == {"l scroll": 1}
    assert scene.legal("use") == []


@pytest.mark.rule("BA-ORACLE-10", "AMB-42", "older_tent")
def test_a_lit_tent_holds_two_cards_and_an_older_one_takes_a_second() -> None:
    scene = Scene().hand("o tent, supply, a lord, n lord, l lord").lit("tent").go()
    scene.play("tent o tent", "hold a lord", "hold n lord")
    assert scene.s.held[0, 0].tolist() == [card_of("a lord"), card_of("n lord")]
    assert scene.legal("fill") == []
    scene.play("empty 0")
    assert scene.held() == {"a lord": 1, "n lord": 1, "l lord": 1}

    def older(**options: object) -> Scene:
        found = Scene(**options).hand("a lord, o tent")
        found.s.tent[0, 0], found.s.held[0, 0, 0] = card_of("l tent"), card_of("n lord")
        return found.lit("tent").go()

    free = older()
    assert free.legal("fill") == ["fill 0"]
    free.play("fill 0", "hold a lord")
    assert free.s.held[0, 0].tolist() == [card_of("n lord"), card_of("a lord")]
    paid = older(older_tent="needs_lit_tent")
    assert paid.legal("fill") == ["fill 0 o tent"]
    paid.play("fill 0 o tent", "hold a lord")
    assert paid.played() == {"o tent": 1}


@pytest.mark.rule("BA-ORACLE-10", "AMB-42", "older_tent")
def test_a_converted_tent_pays_for_the_second_card_of_an_older_one() -> None:
    scene = Scene(older_tent="needs_lit_tent").hand("a lord, o scroll, o tent")
    scene.s.tent[0, 0], scene.s.held[0, 0, 0] = card_of("l tent"), card_of("n lord")
    scene.lit("tent").go().play("use o scroll as scroll", "target o tent nembolari")
    assert scene.legal() == ["go_on", "empty 0", "fill 0 #0"]
    scene.play("fill 0 #0", "hold a lord")
    assert scene.s.held[0, 0].tolist() == [card_of("n lord"), card_of("a lord")]


@pytest.mark.rule("BA-ORACLE-11", "AMB-36", "lit_horse_split")
def test_a_lit_horse_goes_six_squares_or_carries_two_heroes() -> None:
    def scene(**options: object) -> Scene:
        found = Scene(4, **options).hand("o horse, o weapon")
        found.city("1.1").lit("horse")
        for column in range(2, 7):
            found.road(f"{column}.1", "EW")
        return found.city("7.1", 1, exits="W").hero("1.1").hero("1.1", number=1).go()

    far = scene()
    assert "gallop 0 7.1" in far.legal()
    far.play("gallop 0 7.1")
    assert far.heroes() == ["7.1", "1.1"]
    board = Scene(4).hand("o horse").city("1.1").lit("horse").hero("1.1")
    for column in range(2, 8):
        board.road(f"{column}.1", "EW" if column < 7 else "WS")
    board.road("7.2", "NS").go()
    assert {text.split()[-1] for text in board.legal("gallop")} == {f"{n}.1" for n in range(5, 8)}
    both = scene().play("ride 0 4.1")
    assert "ride 1 4.1" in both.legal()
    assert not both.legal("gallop")
    both.hand("supply*3")
    both.play("walk 0 7.1")
    assert both.s.item_half.sum() == 1
    both.play("fight 7.1 card 1")
    assert both.play("play o weapon", "play #0" if "play #0" in both.legal() else "done")
    assert both.s.strength[0] == 1  # a half horse does not fight
    split = scene(lit_horse_split=True).play("ride 0 4.1").hand("supply*3").play("walk 0 7.1")
    split.play("fight 7.1 card 1", "play o weapon", "play #0")
    assert split.s.strength[0] == 2


@pytest.mark.rule("BA-ORACLE-11", "BA-ORACLE-06")
@pytest.mark.parametrize("option", ["two", "one"])
def test_a_lit_horse_is_worth_two_on_either_side_and_a_weapon_as_the_option_says(
    option: str,
) -> None:
    scene = Scene(lit_weapon_defence=option)
    found = {}
    for side in (ATTACKER, DEFENDER):
        scene.s.side = side
        for kind in (Kind.HORSE, Kind.WEAPON):
            found[side, kind] = plain(lit_worth)(scene.s, scene.t, 1, kind)
    assert found.pop((DEFENDER, Kind.WEAPON)) == {"two": 2, "one": 1}[option]
    assert set(found.values()) == {2}


@pytest.mark.rule("BA-ORACLE-11")
def test_a_lit_horse_fights_with_two() -> None:
    scene = Scene().hand("o horse, o weapon").city("3.3", 1, 2).hero("3.3").lit("horse").go()
    scene.play("fight 3.3 card 1", "play o weapon", "play o horse double")
    assert scene.s.strength[0] == 3
    assert scene.point is Point.BATTLE
