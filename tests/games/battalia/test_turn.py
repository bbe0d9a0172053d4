"""The course of a turn: cohorts, mulligans, actions in general, gaining, discarding, drawing."""

from __future__ import annotations

import pytest

from bloodstones.games.battalia.engine.state import NOTHING, Point, Tally
from bloodstones.games.battalia.engine.steps import begin_turn
from bloodstones.games.battalia.engine.view import visible
from bloodstones.games.battalia.rules.names import SUPPLY
from tests.games.battalia.scene import Scene

PILE = "supply*10"


def first_step(text: str, **options: object) -> Scene:
    """Step 1 with this hand and a draw pile of supplies."""
    scene = Scene(**options).hand(text).pile(PILE)
    scene.s.turn = 0
    begin_turn(scene.s, scene.t)
    return scene


def drawn(scene: Scene) -> int:
    """Announce the cohort, if there is one; return how many cards it draws."""
    if "cohort" not in scene.legal():
        return 0
    before = len(scene.told("draw"))
    scene.play("cohort").luck()
    return len(scene.told("draw")) - before


@pytest.mark.rule("BA-TURN-01")
def test_piles_are_counted_by_all_and_looked_through_by_their_owner() -> None:
    scene = Scene().pile("o friman*3, supply", 1).discarded("o lord", 1)
    own, other = visible(scene.s, 1), visible(scene.s, 0)
    assert own.sizes[1].tolist() == other.sizes[1].tolist() == [0, 4, 0]
    assert own.table["discard"][1].sum() == 1
    assert other.draw.sum() == 0


@pytest.mark.rule("BA-TURN-01")
def test_a_draw_pile_is_drawn_to_its_last_card_before_the_discard_pile_is_shuffled() -> None:
    for last in ("o friman", "supply", "horn"):
        scene = Scene().pile(last).discarded("a lord*3, supply*4")
        scene.go().play("go_on")
        assert scene.legal() == [f"draw {last}"]
        scene.luck()
        assert scene.held()[last] > 0
        assert sum(scene.held().values()) == 6
        assert sum(scene.cards(scene.s.draw).values()) == 2


@pytest.mark.rule("BA-TURN-02", "BA-TURN-03", "BA-TURN-05", "BA-COHORT-10")
def test_the_steps_of_a_turn() -> None:
    scene = Scene().hand("o friman").lying("o lord").pile(PILE)
    assert scene.point is Point.STEP_ONE
    assert scene.legal() == ["go_on", "mulligan"]
    scene.play("go_on")
    assert scene.point is Point.ACTION
    assert scene.held() == {"o friman": 1, "o lord": 1}  # step 2 leaves no choice
    scene.play("go_on").luck()
    assert scene.cards(scene.s.discard) == {"o friman": 1, "o lord": 1}
    assert scene.held() == {"supply": 6}
    assert scene.s.active == 1


@pytest.mark.rule("BA-COHORT-01", "BA-COHORT-03", "EX-04")
@pytest.mark.parametrize(
    ("hand", "cards"),
    [
        ("o friman*2, l friman*2, supply*2", 0),
        ("o friman*3, supply*3", 1),
        ("o friman*2, o chief, o tool, supply*2", 2),
        ("o friman*3, o chief, o tool, l tool", 3),
        ("o friman*3, o chief, o tool, o horse", 4),
        ("o friman*4, o chief, o tool, o horse", 4),
    ],
)
def test_a_cohort_draws_by_its_size(hand: str, cards: int) -> None:
    assert drawn(first_step(hand)) == cards


@pytest.mark.rule("BA-COHORT-04", "EX-03")
def test_two_small_cohorts_draw_two() -> None:
    assert drawn(first_step("o friman*3, l friman*3")) == 2


@pytest.mark.rule("BA-COHORT-05", "EX-15")
def test_supplies_do_not_count_and_a_great_artifact_counts_for_one_faction() -> None:
    assert drawn(first_step("supply*6")) == 0
    assert drawn(first_step("o friman*2, l friman*3, horn")) == 2
    assert drawn(first_step("o friman*3, o chief*2, horn")) == 4
    assert drawn(first_step("o friman*2, l friman*2, horn")) == 1


@pytest.mark.rule("BA-COHORT-02")
def test_a_cohort_not_announced_is_lost() -> None:
    scene = first_step("o friman*3").play("go_on")
    assert "cohort" not in scene.legal()


@pytest.mark.rule("BA-COHORT-02")
def test_a_cohort_is_announced_with_its_size_and_then_drawn() -> None:
    scene = first_step("o friman*3, o chief, o tool, l tool").play("cohort").luck()
    assert scene.told("cohort") == [(0, 3, 0)]
    assert scene.s.tally[0, [Tally.COHORTS, Tally.COHORT_CARDS]].tolist() == [1, 3]
    assert scene.s.tally[1, [Tally.COHORTS, Tally.COHORT_CARDS]].tolist() == [0, 0]
    assert sum(scene.held().values()) == 6 + 3
    assert scene.point is Point.ACTION


@pytest.mark.rule("BA-COHORT-06")
def test_ambushed_and_tented_cards_do_not_count() -> None:
    scene = Scene().hand("o friman*2").lying("o friman").pile(PILE)
    scene.s.tent[0, 0], scene.s.held[0, 0, 0] = 36, 4  # a tent with a chief
    scene.s.turn = 0
    begin_turn(scene.s, scene.t)
    assert "cohort" not in scene.legal()
    enough = Scene().hand("n friman*3").lying("n friman*2, n chief").pile(PILE)
    enough.s.turn = 0
    begin_turn(enough.s, enough.t)
    assert drawn(enough) == 1  # three of the hand; with those in ambush it were four


@pytest.mark.rule("BA-COHORT-07")
def test_drawn_cards_make_no_further_cohort() -> None:
    scene = Scene().hand("o friman*3").pile("o chief*3")
    scene.s.turn = 0
    begin_turn(scene.s, scene.t)
    scene.play("cohort").luck()
    assert scene.point is Point.ACTION
    assert sum(scene.held().values()) == 4


@pytest.mark.rule("BA-COHORT-08", "BA-COHORT-09")
def test_a_mulligan_changes_the_hand_and_rules_a_cohort_out() -> None:
    scene = Scene().hand("o friman*3, supply*2").pile("l friman*6")
    scene.s.turn = 0
    begin_turn(scene.s, scene.t)
    scene.play("mulligan").luck()
    assert scene.told("mulligan") == [(0, 0, 0)]
    assert scene.s.tally[:2, Tally.MULLIGANS].tolist() == [1, 0]
    assert scene.cards(scene.s.discard) == {"o friman": 3, "supply": 2}
    assert scene.held() == {"l friman": 6}
    assert scene.point is Point.ACTION


@pytest.mark.rule("BA-END-03", "EX-16")
def test_a_mulligan_shuffles_the_discarded_hand_when_the_pile_runs_out() -> None:
    scene = Scene().hand("o friman*6").pile("supply*4")
    scene.play("mulligan").luck()
    assert scene.held() == {"supply": 4, "o friman": 2}
    assert sum(scene.cards(scene.s.draw).values()) == 4
    assert scene.told("shuffle") == [(0, 6, 0)]


@pytest.mark.rule("BA-END-03")
def test_drawing_stops_when_both_piles_are_empty() -> None:
    scene = Scene().hand("o friman*2").play("mulligan").luck()
    assert scene.held() == {"o friman": 2}
    one = Scene().hand("o friman").play("mulligan").luck()
    assert one.told("shuffle") == [(0, 1, 0)]


@pytest.mark.rule("AMB-23", "cohort_hand")
def test_the_whole_hand_makes_cohorts_or_six_cards_of_it() -> None:
    hand = "o friman*5, o chief*2, l friman*3"
    assert drawn(first_step(hand)) == 4 + 1
    assert drawn(first_step(hand, cohort_hand="six_cards")) == 4
    assert drawn(first_step("o friman*4, l friman*4", cohort_hand="six_cards")) == 2
    assert drawn(first_step("o friman*4, l friman*4")) == 4


@pytest.mark.rule("BA-ACT-01", "BA-ACT-04")
def test_actions_in_any_order_and_number_or_none() -> None:
    scene = Scene().hand("supply*5, o friman*4, o chief").city("3.3").go()
    scene.play("gain friman").luck().play("gain weapon").luck().play("gain chief").luck()
    assert scene.legal()[0] == "go_on"
    assert sum(scene.gained().values()) == 3 + 2  # a supply with each unit


@pytest.mark.rule("BA-ACT-02", "BA-BUILD-11")
def test_building_and_raising_a_city_are_two_lines() -> None:
    scene = Scene().hand("o friman*3, l chief*2").city("3.3").road("4.3", "NESW").go()
    scene.play("city 1 city_end").luck()
    scene.play("place 5.3 W")
    assert scene.at("5.3") == (0, 1)
    assert scene.legal("upgrade") == ["upgrade 3.3", "upgrade 5.3"]
    scene.play("upgrade 5.3")
    assert scene.at("5.3") == (0, 2)


@pytest.mark.rule("BA-ACT-03", "BA-ACT-05")
def test_cards_serve_once_and_gained_ones_not_at_all() -> None:
    scene = Scene().hand("supply*4").go().play("gain friman").luck()
    assert scene.held() == {"supply": 2}
    assert scene.gained()["supply"] == 1
    scene.play("gain friman").luck()
    assert scene.legal() == ["go_on"]


@pytest.mark.rule("BA-ACT-06", "AMB-40", "pool_tops")
def test_the_top_card_is_gained_seen_or_not() -> None:
    scene = Scene().hand("supply*2").go().play("gain friman")
    chances = {str(o): str(p) for o, p in scene.game.chance_outcomes()}
    assert chances == {"top": "1/4", "top 0 1": "1/4", "top 0 2": "1/4", "top 0 3": "1/4"}
    scene.play("top ardei")
    assert "a friman" in scene.gained()
    seen = Scene(pool_tops="visible").hand("supply*2").play("go_on").luck()
    top = int(seen.s.top[0])
    assert top >= 0
    seen.play("gain friman")
    assert seen.s.gained[0, top] == 1
    assert seen.game.is_chance  # the next top is turned up


@pytest.mark.rule("BA-ACT-07", "BA-ACT-08", "EX-17")
def test_a_card_pays_only_as_what_it_is() -> None:
    scene = Scene().hand("o chief*3, supply*2, o amulet, o weapon").city("3.3").road("4.3").go()
    assert scene.legal("city") == [
        f"city 2 city_{shape}" for shape in ("cross", "tee", "straight", "curve", "end")
    ]
    assert scene.legal("gain") == ["gain friman", "gain horse"]


@pytest.mark.rule("BA-GAIN-01")
@pytest.mark.parametrize("supplies", range(7))
def test_units_are_hired_for_two_to_five_supplies(supplies: int) -> None:
    scene = Scene().hand(f"supply*{supplies}, o friman").go()
    prices = {"friman": 2, "chief": 3, "priest": 4, "lord": 5}
    offered = [f"gain {unit}" for unit, price in prices.items() if price <= supplies]
    assert scene.legal("gain") == offered
    for text in offered:
        bought = Scene().hand(f"supply*{supplies}, o friman").go().play(text).luck()
        assert bought.held().get("supply", 0) == supplies - prices[text.split()[1]]


@pytest.mark.rule("BA-GAIN-01", "BA-GAIN-03", "BA-GAIN-02", "unit_without_supply")
def test_the_last_supply_of_the_pool_still_comes_with_a_unit() -> None:
    for left, gains in ((1, ["gain friman", "gain chief", "gain tool"]), (0, ["gain tool"])):
        scene = Scene(unit_without_supply=False).hand("supply*3, o friman*3")
        scene.s.pool[SUPPLY] = left
        assert scene.go().legal("gain") == gains


@pytest.mark.rule("BA-GAIN-01", "BA-GAIN-03")
def test_a_blade_pays_for_no_card_and_a_paired_kind_is_gained_of_any_faction() -> None:
    assert Scene().hand("supply, sword").go().legal("gain") == []
    scene = Scene().hand("supply*2, o friman*3").paired("tool", "friman").go()
    factions = ("orsari", "lagorai", "ardei", "nembolari")
    kinds = ("friman", "tool")
    assert scene.legal("gain") == [
        text for kind in kinds for text in (f"gain {kind}", *(f"gain {kind} {f}" for f in factions))
    ]


@pytest.mark.rule("BA-GAIN-02", "AMB-25", "unit_without_supply")
def test_with_a_unit_comes_a_supply_while_there_are_any() -> None:
    for options, gains in (({}, ["gain friman"]), ({"unit_without_supply": False}, [])):
        scene = Scene(**options).hand("supply*2")
        scene.s.blocks[44], scene.s.pool[44] = scene.s.pool[44], 0
        scene.go()
        assert scene.legal("gain") == gains
        if gains:
            scene.play("gain friman").luck()
            assert "supply" not in scene.gained()
            assert scene.s.pool[44] == 0
    scene = Scene().hand("supply*2, o friman*3").go().play("gain friman").luck()
    scene.play("gain tool").luck()
    assert scene.s.tally[0, Tally.UNITS] == 1, "an artifact is none"
    assert scene.gained()["supply"] == 1


@pytest.mark.rule("BA-END-01", "BA-ART-16")
def test_what_was_laid_out_lapses_at_the_end_of_the_turn() -> None:
    scene = Scene().hand("o amulet, o friman").pile("supply*6").go()
    scene.play("use o amulet as amulet", "target o friman", "die 2")
    assert (scene.s.item_kind != NOTHING).any()
    scene.play("go_on").luck()
    assert not (scene.s.item_kind != NOTHING).any()
    assert scene.cards(scene.s.discard) == {"o amulet": 1, "o friman": 1}
    assert scene.s.active == 1


@pytest.mark.rule("BA-COHORT-01", "BA-COHORT-04", "BA-COHORT-05")
@pytest.mark.parametrize("faction", "olan")
def test_artifacts_and_units_of_every_faction_make_cohorts(faction: str) -> None:
    for kind in ("friman", "lord", "tool", "horse"):
        scene = Scene().hand(f"{faction} {kind}*3")
        scene.s.work[:] = 7  # whatever was reckoned there before
        scene.s.turn = 0
        begin_turn(scene.s, scene.t)
        assert scene.s.cohort == 1, kind


@pytest.mark.rule("BA-GAIN-03", "BA-GAIN-04")
@pytest.mark.parametrize(
    ("artifact", "cost"),
    [
        ("tool", "o friman*3"),
        ("weapon", "o chief, l friman*2"),
        ("amulet", "o priest, o friman*2"),
        ("title", "o lord, o friman, a friman"),
        ("scroll", "o friman, n chief, o priest"),
        ("tent", "o chief, o friman, supply"),
        ("horse", "o chief, supply*2"),
    ],
)
def test_the_price_of_an_artifact(artifact: str, cost: str) -> None:
    scene = Scene().hand(cost).go()
    assert f"gain {artifact}" in scene.legal()
    scene.play(f"gain {artifact}")
    while scene.point is Point.PAY:
        scene.play(scene.legal()[0])
    scene.luck()
    assert scene.held() == {}
    assert [name.split()[1] for name in scene.gained()] == [artifact]


@pytest.mark.rule("BA-GAIN-05")
def test_no_cards_buy_a_great_artifact() -> None:
    scene = Scene().hand("o lord*3, l lord*3, o friman*8, supply*9").go()
    assert not any("hammer" in text or "sword" in text for text in scene.legal("gain"))


@pytest.mark.rule("BA-END-01", "BA-END-02")
def test_a_turn_ends_with_everything_discarded_and_six_new_cards() -> None:
    scene = Scene().hand("supply*3, o lord").pile("a friman*4").city("3.3").go()
    scene.play("gain friman").play("top nembolari").play("go_on").luck()
    discarded = scene.cards(scene.s.discard)
    held = scene.held()
    assert scene.told("shuffle") == [(0, 6, 0)]  # supplies 3 + 1, the lord, the new friman
    assert held["a friman"] == 4
    assert sum(held.values()) == 6
    assert discarded == {}


@pytest.mark.rule("AMB-39")
def test_nobody_is_eliminated() -> None:
    scene = Scene().hand("supply*2").pile(PILE).pile(PILE, 1).hand("supply", 1)
    scene.go().play("go_on").luck()
    assert scene.s.active == 1
    scene.play("go_on", "go_on").luck()
    assert scene.s.active == 0


@pytest.mark.rule("BA-ORACLE-01", "EX-29", "AMB-18", "oracle_turn")
@pytest.mark.parametrize(("players", "first"), [(2, 3), (3, 4), (4, 5)])
def test_the_oracle_turns_after_each_round(players: int, first: int) -> None:
    def lit(turn: int, **options: object) -> int:
        scene = Scene(players, **options)
        scene.s.turn = turn - 1
        scene.s.offset, scene.s.active = 6, 1  # whatever was so before
        begin_turn(scene.s, scene.t)
        assert (scene.s.turn, scene.s.active) == (turn, (scene.s.first + turn - 1) % players)
        assert scene.s.lit == scene.t.lit[scene.s.offset]
        assert scene.s.paired == scene.t.paired[scene.s.offset]
        return int(scene.s.offset)

    turns = range(1, 40)
    assert [lit(turn) for turn in turns] == [(turn - 1) // players % 7 for turn in turns]
    assert lit(first) == lit(first + players - 1) == 1
    assert [lit(turn, oracle_turn="player_turn") for turn in (1, 2, 9)] == [0, 1, 1]
    assert {lit(turn, oracle_turn="never") for turn in turns} == {0}
