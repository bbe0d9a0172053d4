"""The roll, rerolls, gathering and scouts (BM-TROOP, BM-GATHER, BM-SCOUT)."""

from __future__ import annotations

import pytest

from bloodstones.games.bellum_magica.engine.decisions import Decision, Kind
from bloodstones.games.bellum_magica.engine.state import Point
from bloodstones.games.bellum_magica.events import Event
from bloodstones.games.bellum_magica.rules.names import Side
from tests.games.bellum_magica.scenario import Scenario


@pytest.mark.rule("BM-TROOP-01", "EX-02", "BM-GATHER-01")
def test_the_row_that_the_die_shows_is_active_for_everybody() -> None:
    scene = Scenario(3)
    for seat in range(3):
        scene.troop(seat, "F", row=0).troop(seat, "FF" + "G" * seat, row=1)
    scene.roll(2)
    assert [scene.goods(seat) for seat in range(3)] == [[2, 0, 0], [2, 1, 0], [2, 2, 0]]
    assert scene.told(Event.ROLL) == [[0, 2]]


@pytest.mark.rule("BM-GATHER-01")
def test_who_finds_anything_is_told_and_counted_in_the_order_from_the_captain() -> None:
    scene = Scenario(4).troop(1, "FFG").troop(2, "G").troop(3, "F")
    scene.state.captain = 2
    scene.troop(0, "T").roll()
    assert scene.told(Event.GATHER) == [[2, 0, 1], [3, 1, 0], [1, 2, 1]]
    assert scene.state.food_gained[:4].tolist() == [0, 2, 0, 1]
    assert scene.state.glyphs_gained[:4].tolist() == [0, 1, 1, 0]
    assert [scene.goods(seat) for seat in range(4)] == [[0, 0, 0], [2, 1, 0], [0, 1, 0], [1, 0, 0]]


@pytest.mark.rule("BM-TROOP-01", "BM-RECRUIT-05", "DX-11")
def test_only_the_icons_of_the_side_where_a_creature_lies_count() -> None:
    cells = {"C1.L4": "F", "C1.R4": ".", "E03.L4": "FF", "E15.L4": "FF", "E15.R4": "SX"}
    scene = Scenario(2, overrides=cells).castle(0)
    scene.under(0, "E03", Side.LEFT).under(0, "E15", Side.RIGHT)
    assert scene.state.troop[0, 3].tolist() == [3, 0, 0, 1, 0, 1]
    scene.roll(4)
    assert scene.goods(0) == [3, 0, 0]


@pytest.mark.rule("BM-TROOP-02", "BM-TROOP-03", "BM-TROOP-04", "BM-TROOP-05", "DX-12", "AMB-11")
def test_the_captain_rerolls_with_tokens_and_barrels() -> None:
    scene = Scenario(2).own(0, reroll=2, barrel=1).own(1, reroll=1)
    scene.troop(1, "F", row=4)
    scene.roll(3)
    assert scene.legal() == ["pass", "spell", "barrel"]
    scene.play("spell", "roll 3", "spell", "roll 1", "barrel", "roll 5")
    assert scene.goods(1) == [1, 0, 0], "the last roll counts"
    assert scene.state.turn == 2, "nobody can ask for more, so the day is over"
    assert scene.state.tokens[0].tolist() == [0, 0, 2]
    assert scene.goods(0)[2] == 0
    assert scene.state.captain == 1
    scene.roll(2)
    assert scene.game.decider == 1
    assert scene.legal() == ["pass", "spell"], "the other's tokens are for his own days"
    scene.play("pass").roll(1)
    assert scene.game.decider == 0
    assert scene.legal() == ["pass", "spell"]


@pytest.mark.rule("BM-TROOP-04")
def test_anybody_can_make_the_captain_roll_again_with_a_barrel() -> None:
    scene = Scenario(3).own(2, barrel=2).roll(1)
    assert scene.game.decider == 2
    assert scene.legal() == ["pass", "barrel"]
    scene.play("barrel", "roll 1", "barrel", "roll 6")
    assert scene.state.turn == 2
    assert int(scene.state.supply[2]) == 10
    assert scene.told(Event.BARREL) == [[2], [2]]
    assert scene.state.rerolls[:3].tolist() == [0, 0, 2]


@pytest.mark.rule("BM-TROOP-06", "BM-COMP-06")
def test_a_reroll_is_a_fresh_roll() -> None:
    scene = Scenario(2).own(0, barrel=1).roll(4).play("barrel")
    assert scene.game.outcomes() == {Decision(Kind.ROLL, row): 1 for row in range(6)}


@pytest.mark.rule("AMB-02", "reroll_order", "BM-TROOP-05")
@pytest.mark.parametrize(
    ("order", "asked"), [("captain_first", [0, 1, 2]), ("captain_last", [1, 2, 0])]
)
def test_rerolls_are_offered_round_the_table_and_anew_after_each_roll(
    order: str, asked: list[int]
) -> None:
    scene = Scenario(3, {"reroll_order": order})
    for seat in range(3):
        scene.own(seat, barrel=1)
    scene.roll(1)
    found = []
    for answer in ("pass", "barrel"):
        found.append(scene.game.decider)
        scene.play(answer)
    assert found == asked[:2]
    scene.roll(2)
    assert scene.game.decider == asked[0], "asking starts anew"
    scene.play("pass")
    assert scene.game.decider == asked[2], "who has paid all cannot be asked"
    scene.play("pass")
    assert scene.state.turn == 2


@pytest.mark.rule("BM-GATHER-03")
def test_food_and_glyphs_are_kept_without_limit() -> None:
    scene = Scenario(2).own(0, food=10, glyph=12).troop(0, "FFGG")
    scene.roll().play("pass")
    assert scene.goods(0) == [12, 14, 0]
    assert scene.point() is Point.ROLL


@pytest.mark.rule("AMB-19", "shortage_order", "AMB-07", "BM-COMP-06")
@pytest.mark.parametrize(("order", "food"), [("captain_first", [3, 1, 0]), ("nobody", [0, 0, 0])])
def test_who_goes_short_of_food(order: str, food: list[int]) -> None:
    scene = Scenario(3, {"shortage_order": order}, {"supply.food": 4})
    for seat in range(3):
        scene.troop(seat, "FFFG")
    scene.roll()
    assert [scene.goods(seat)[:2] for seat in range(3)] == [[each, 1] for each in food]
    assert scene.told(Event.GATHER) == [[seat, food[seat], 1] for seat in range(3)]


@pytest.mark.rule("AMB-19", "shortage_order", "BM-GATHER-01")
def test_where_the_supply_cannot_serve_all_nobody_takes_or_counts_a_glyph() -> None:
    scene = Scenario(2, {"shortage_order": "nobody"}, {"supply.glyph": 1})
    scene.troop(0, "G").troop(1, "G").roll()
    assert [scene.goods(seat)[1] for seat in range(2)] == [0, 0]
    assert scene.told(Event.GATHER) == []
    assert scene.state.glyphs_gained[:2].tolist() == [0, 0]


@pytest.mark.rule("AMB-07", "resource_supply")
@pytest.mark.parametrize(("supply", "food"), [("limited", 4), ("unlimited", 6)])
def test_the_supply_of_food_can_run_out(supply: str, food: int) -> None:
    scene = Scenario(2, {"resource_supply": supply}, {"supply.food": 4}).troop(0, "FFFFFF")
    scene.roll()
    assert scene.goods(0)[0] == food


@pytest.mark.rule("BM-SCOUT-01", "BM-SCOUT-02", "BM-SCOUT-05", "AMB-23")
def test_most_treasure_cards_bring_a_metal_chest_known_to_its_owner() -> None:
    scene = Scenario(3).troop(1, "TT").troop(2, "T").roll()
    assert scene.legal() == ["chest metal 3", "chest metal 4", "chest metal 5"]
    assert list(scene.game.outcomes().values()) == [6, 8, 6]
    scene.play("chest metal 5")
    assert [scene.counts(seat) for seat in range(3)] == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert scene.state.chests[1, 1, 5] == 1


@pytest.mark.rule("BM-SCOUT-03", "DX-07", "AMB-15")
@pytest.mark.parametrize("players", [2, 3])
def test_a_tie_for_most_brings_wooden_chests(players: int) -> None:
    scene = Scenario(players).troop(0, "TT").troop(1, "TT")
    if players > 2:
        scene.troop(2, "T")
    scene.roll().play("chest wood 1", "chest wood 2")
    assert [scene.counts(seat) for seat in range(2)] == [[1, 0, 0], [1, 0, 0]]
    assert scene.state.chest_count.sum() == 2


@pytest.mark.rule("BM-SCOUT-03", "AMB-15")
def test_a_tie_for_second_place_brings_nothing() -> None:
    scene = Scenario(3).troop(0, "TTT").troop(1, "T").troop(2, "T").roll().luck()
    assert scene.state.chest_count.sum() == 1


@pytest.mark.rule("BM-SCOUT-04")
def test_without_treasure_cards_nothing_happens() -> None:
    scene = Scenario(2).roll()
    assert scene.told(Event.CHEST) == []
    assert scene.state.turn == 2


@pytest.mark.rule("DX-18", "AMB-19", "shortage_order", "BM-SCOUT-03")
@pytest.mark.parametrize(("order", "counts"), [("captain_first", [1, 0, 0]), ("nobody", [0] * 3)])
def test_one_wooden_chest_for_three_scouts(order: str, counts: list[int]) -> None:
    scene = Scenario(3, {"shortage_order": order}).empty("wood", 1)
    for seat in range(3):
        scene.troop(seat, "TT")
    scene.roll().luck()
    assert [scene.counts(seat)[0] for seat in range(3)] == counts


@pytest.mark.rule("AMB-07", "chest_shortage")
@pytest.mark.parametrize(
    ("shortage", "empty", "counts"),
    [
        ("lost", ["metal"], [0, 0, 0]),
        ("next_kind", ["metal"], [0, 0, 1]),
        ("next_kind", ["metal", "gold"], [1, 0, 0]),
        ("next_kind", ["metal", "gold", "wood"], [0, 0, 0]),
    ],
)
def test_what_replaces_a_chest_of_an_empty_stack(
    shortage: str, empty: list[str], counts: list[int]
) -> None:
    scene = Scenario(2, {"chest_shortage": shortage}).troop(0, "T")
    for kind in empty:
        scene.empty(kind)
    scene.roll().luck()
    assert scene.counts(0) == counts
