"""The odds of a battle asked in Python: texts and values, further questions, faults."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.questions.answer import Table
from bloodstones.games.bloodstones.odds.force import Force
from bloodstones.games.bloodstones.odds.hands import Swap
from bloodstones.games.bloodstones.questions import functions
from bloodstones.games.bloodstones.rules.names import Faction, Role, Terrain, Unit

odds: Final[Any] = functions.odds
SIDES: Final = (
    "dragon_riders: cavalry, lizardman*2, leader",
    "horse_lords: swordsman, shieldbearer",
)
CASTLE: Final = Force(Faction.HORSE_LORDS, {Unit.CASTLE: 1})


def test_texts_and_values_ask_the_same() -> None:
    attacker = Force(Faction.HILL_FOLK, {Unit.GIANT: 1})
    defender = Force(Faction.HORSE_LORDS, {Unit.SWORDSMAN: 1})
    by_value = odds(
        attacker,
        defender,
        Terrain.HILLS,
        defender_hand=(5,),
        defender_swap=Swap.NEVER,
        pip_value=0.03,
    )
    by_text = odds(
        *("hill_folk: giant", "horse_lords: swordsman", "hill"),
        defender_hand="5",
        defender_swap="never",
        pip_value="scarce",
    )
    assert by_value.data() == by_text.data()
    assert by_value["p_attacker"] == Fraction(1549, 1757)


def test_an_answer_asks_further_about_the_same_battle() -> None:
    answer = odds(*SIDES, "plains", set={"dragon.modifier": 3})
    changes = answer.what_if(side="defender")
    assert changes["side"] == "defender"
    assert changes["battle"]["p_attacker"] == float(answer["p_attacker"])
    assert changes["overrides"] == {"dragon.modifier": 3}
    assert (
        answer.what_if().data() == odds.what_if(*SIDES, "plains", set={"dragon.modifier": 3}).data()
    )
    assert answer.luck(attacker_drew="5,4,3,2", defender_drew=(3, 3, 2))["margin"]["value"] == 6
    assert answer.order(also="hill_folk: giant")["orders"][0]["order"] == [
        "horse_lords",
        "hill_folk",
    ]
    assert answer.spend(attacker_hand=(5, 3), side=Role.ATTACKER)["draws"][0]["sum"] == 8


def test_the_smallest_force_is_asked_for_a_faction() -> None:
    wanted = (Fraction(4, 5),)
    nearby = {Unit.CAVALRY: 2, Unit.LIZARDMAN: 3}
    answer = odds.needs(Faction.DRAGON_RIDERS, CASTLE, Terrain.PLAINS, wanted, nearby=nearby)
    text = odds.needs(
        "dragon_riders", "horse_lords: castle", "plains", "80", nearby="cavalry*2, lizardman*3"
    )
    assert answer.data() == text.data()
    assert answer["needs"][0]["smallest"][0]["cost"] == 2
    tables = [part for part in answer.parts if isinstance(part, Table)]
    assert [table.title for table in tables] == ["To win 80.0 %"]


def test_the_picture_of_the_first_fight_has_both_sides() -> None:
    figure = odds(*SIDES, "plains").pictures["first_fight"].draw()
    assert figure.get_suptitle() == (
        "Dragon Riders attack Horse Lords in plains: the attacker wins 89.4 %"
    )


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            {"attacker": "hill_folk: citadel"},
            r"expected units that can attack, got 'citadel' \(attacker=\)\n"
            r"Tip: .*where it stands: at_citadel=",
        ),
        ({"defender": "hill_folk: giant"}, r"between two factions.*\(attacker= and defender=\)"),
        ({"attacker_hand": (9,)}, r"at most 0 hand tiles of 9 pips.*\(attacker_hand=\)"),
        ({"attacker_swap": Swap.INFORMED}, r"got 'informed' \(attacker_swap=\)"),
        ({"corsair_ship": True}, r"expected Corsairs attacking on land.*\(corsair_ship=\)"),
        ({"attacker": "⟨x⟩: giant"}, r"expected a faction, got '⟨x⟩' \(attacker=\)"),
    ],
)
def test_faults_name_parameters(asked: dict[str, Any], sentence: str) -> None:
    battle = {"attacker": "hill_folk: giant", "defender": SIDES[1], "terrain": "hills"}
    with pytest.raises(InputError, match=sentence):
        odds(**{**battle, **asked})


def test_all_faults_are_listed() -> None:
    with pytest.raises(InputError, match="got 3:") as caught:
        odds("elves: leader", "hill_folk: gaint", "sky")
    for words in ("(attacker=)", "did you mean giant?", "got 'sky' (terrain=)"):
        assert words in str(caught.value)


def test_a_draw_that_best_play_mixes_over_asks_what_was_swapped() -> None:
    answer = odds(
        *("dragon_riders: swordsman*2", "horse_lords: swordsman*2", "hills"),
        attacker_hand="4,3",
        defender_hand="5",
        attacker_swap="equilibrium",
        defender_swap="equilibrium",
    )
    drawn = {"attacker_drew": "3,2,2", "defender_drew": "4,3,2"}
    with pytest.raises(InputError, match="expected how the defender swapped") as caught:
        answer.luck(**drawn)
    assert caught.value.tip == "best play swaps by chance here: defender_swapped=4, or none"
    assert answer.luck(**drawn, defender_swapped="none")["defender"]["swapped"] is None
