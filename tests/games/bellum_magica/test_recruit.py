"""Recruiting (BM-RECRUIT)."""

from __future__ import annotations

import pytest

from bloodstones.games.bellum_magica.engine.decisions import Price
from bloodstones.games.bellum_magica.engine.state import NOTHING, PLACED, Point
from bloodstones.games.bellum_magica.events import Event
from bloodstones.games.bellum_magica.rules.names import Side, Token
from tests.games.bellum_magica.scenario import Scenario


def buyers(players: int = 2, **options: object) -> Scenario:
    return Scenario(players, options).offer("E05", "E07", "M01", "M03")


@pytest.mark.rule("BM-RECRUIT-02", "BM-RECRUIT-03", "DX-09", "DX-20", "BM-RECRUIT-01")
@pytest.mark.parametrize(
    ("food", "glyph", "prices"),
    [
        (0, 3, ["glyphs"]),
        (4, 1, ["food", "glyph_and_food"]),
        (2, 2, ["food"]),
        (1, 2, []),
        (6, 1, ["food", "glyph_and_food"]),
        (4, 3, ["food", "glyph_and_food", "glyphs"]),
    ],
)
def test_what_creatures_cost(food: int, glyph: int, prices: list[str]) -> None:
    scene = buyers().own(0, food=food, glyph=glyph).roll()
    if not prices:
        assert scene.state.turn == 2
        return
    assert scene.game.decider == 0
    found = {each.rpartition(" ")[2] for each in scene.legal()[1:]}
    assert found == set(prices)
    assert scene.legal()[0] == "pass"


@pytest.mark.rule("BM-RECRUIT-01", "BM-RECRUIT-04", "BM-RECRUIT-05", "DX-20", "AMB-08")
def test_creatures_are_bought_refilled_and_placed_one_after_the_other() -> None:
    scene = buyers().own(0, food=6, glyph=1).roll().play("recruit E05 food")
    assert scene.goods(0) == [4, 1, 0]
    assert int(scene.state.supply[0]) == 26
    assert scene.point() is Point.OPEN_CREATURE
    scene.play("open_creature E01")
    assert scene.legal() == ["place E05 left", "place E05 right"]
    scene.play("place E05 left")
    assert scene.state.troop[0, :, 0].tolist() == [0, 1, 0, 1, 0, 1]
    assert not scene.state.troop[0, :, 3].any(), "the right part is covered"
    assert "recruit E01 food" in scene.legal()
    scene.play("recruit M03 glyph_and_food").luck()
    scene.play("place M03 right")
    told = [[0, scene.cards.index("E05"), Side.LEFT], [0, scene.cards.index("M03"), Side.RIGHT]]
    assert scene.told(Event.PLACE) == told
    assert scene.state.recruited_left[:2].tolist() == [1, 0]
    assert scene.goods(0) == [0, 0, 0]
    assert scene.state.where[scene.cards.index("E05")] == PLACED
    assert scene.state.where[scene.cards.index("M03")] == PLACED + 1
    assert scene.point() is Point.ROLL, "nothing more can be paid; no step moves a card again"


@pytest.mark.rule("BM-RECRUIT-06", "BM-COMP-09")
@pytest.mark.parametrize("side", ["left", "right"])
def test_bonus_tokens_come_with_either_side(side: str) -> None:
    scene = buyers().own(0, food=4).roll()
    scene.play("recruit E05 food").luck().play(f"place E05 {side}")
    scene.play("recruit E07 food").luck().play(f"place E07 {side}")
    assert scene.state.tokens[0].tolist() == [1, 1, 0]
    assert scene.state.token_supply[Token.MAGIC_SHIELD] == 7


@pytest.mark.rule("BM-RECRUIT-06")
@pytest.mark.parametrize(
    ("card", "price", "goods"),
    [
        ("E05", "food", [4, 4, 0]),
        ("E07", "food", [4, 4, 0]),
        ("M01", "glyph_and_food", [2, 3, 0]),
        ("M03", "glyphs", [6, 1, 0]),
    ],
)
def test_whatever_is_paid_the_token_that_a_creature_shows_comes_with_it(
    card: str, price: str, goods: list[int]
) -> None:
    scene = buyers().own(0, food=6, glyph=4).roll()
    number = scene.cards.index(card)
    shown = int(scene.tables.bonus[number])
    scene.play(f"recruit {card} {price}")
    got = [int(token == shown) for token in Token]
    assert scene.state.tokens[0].tolist() == got
    assert scene.goods(0) == goods
    assert number not in scene.state.offer
    assert (scene.state.offer != NOTHING).sum() == 3
    most_evil = card.startswith("M")
    assert scene.state.recruited[0].tolist() == [int(not most_evil), int(most_evil)]
    paid = Price[price.upper()]
    assert scene.told(Event.RECRUIT) == [[0, number, paid, sum(got)]]
    scene.luck().play(f"place {card} right")
    assert scene.state.tokens[0].tolist() == got


@pytest.mark.rule("AMB-12", "bonus_supply", "BM-RECRUIT-06")
@pytest.mark.parametrize(("supply", "tokens"), [("limited", 0), ("unlimited", 1)])
def test_bonus_tokens_can_run_out(supply: str, tokens: int) -> None:
    scene = Scenario(2, {"bonus_supply": supply}, {"supply.shield": 0})
    scene.offer("E05").own(0, food=2).roll().play("recruit E05 food")
    assert scene.state.tokens[0, 0] == tokens


@pytest.mark.rule("AMB-14", "BM-RECRUIT-04")
def test_an_empty_pile_is_not_refilled_and_the_open_cards_stay_on_offer() -> None:
    scene = buyers().no_pile().own(0, food=6).roll().play("recruit E05 food", "place E05 left")
    assert scene.legal() == ["pass", "recruit E07 food"]
    scene.play("recruit E07 food", "place E07 left")
    assert scene.goods(0)[0] == 2
    assert scene.state.turn == 2, "that kind is gone"


@pytest.mark.rule("BM-RECRUIT-01", "BM-DAY-02", "AMB-09", "recruit_order")
@pytest.mark.parametrize(
    ("order", "deciders"),
    [("player_by_player", [0, 0, 1, 1]), ("one_by_one", [0, 1, 0, 1])],
)
def test_the_order_of_recruiting(order: str, deciders: list[int]) -> None:
    scene = buyers(recruit_order=order).own(0, food=4).own(1, food=4).roll()
    found = []
    while scene.state.turn == 1:
        found.append(scene.game.decider)
        scene.take(scene.game.legal()[1]).luck()
        scene.take(scene.game.legal()[0])
    assert found == deciders


@pytest.mark.rule("AMB-09", "recruit_order")
def test_with_one_by_one_a_pass_is_final_for_the_day() -> None:
    scene = buyers(recruit_order="one_by_one").own(0, food=6).own(1, food=6).roll().play("pass")
    for _ in range(3):
        assert scene.game.decider == 1
        scene.take(scene.game.legal()[1]).luck()
        scene.take(scene.game.legal()[0])
    assert scene.state.turn == 2
