"""Questions made of texts and of values, their faults, their answers, and their functions."""

from __future__ import annotations

import json
from fractions import Fraction
from inspect import signature

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.core.questions.answer import CHANCE, COUNT, Answer, Column, Data, Table, percent
from bloodstones.core.questions.function import as_function
from bloodstones.core.questions.parameters import EXAMPLE, QUESTION, ref
from tests.core.questions.coins import Coins

coins = as_function(Coins)


def test_texts_and_values_ask_the_same_question() -> None:
    asked = Coins.ask({"coins": "3", "least": "2", "set": ("sides=4",)})
    assert asked == Coins(coins=3, least=2, set={"sides": 4})
    assert asked == Coins.ask({"coins": 3, "least": "2", "set": {"sides": 4}})
    assert asked.answer().data() == Coins(coins=3, least=2, set={"sides": 4}).answer().data()


def test_parameters_stand_by_need_and_those_of_the_rules_last() -> None:
    names = [each.name for each in Coins.parameters()]
    assert names == ["coins", "metal", "least", "both", "set", "data"]
    assert Coins.parameters()[0].option == "--number"


def test_an_answer_is_data_in_the_order_of_its_parts() -> None:
    answer = Coins.ask({"coins": "2", "both": True, "set": ("sides=2",)}).answer()
    assert answer.data() == {
        "p_heads": 0.75,
        "p_heads_fraction": "3/4",
        "mean": 1.0,
        "mean_fraction": "1",
        "metal": "gold",
        "by_heads": [
            {"heads": 0, "share": 0.25},
            {"heads": 1, "share": 0.5},
            {"heads": 2, "share": 0.25},
        ],
        "tails": {"p_tails": 0.25, "p_tails_fraction": "1/4"},
        "overrides": {"sides": 2},
    }
    assert json.loads(json.dumps(answer.data())) == answer.data()
    assert answer["p_heads"] == Fraction(3, 4)
    assert answer["metal"] == "gold"
    assert answer.notes[-1] == "With changed rules: sides = 2"


def test_all_faults_are_listed_and_name_their_parameters() -> None:
    with pytest.raises(InputError) as caught:
        Coins.ask({"coins": "many", "metal": "glod", "least": "-1", "set": ("side=3",)})
    for words in (
        f"from 1 to 12, got 'many' ({ref('coins')})",
        f"{ref('metal')}: expected a metal, got 'glod' (did you mean gold?)",
        f"of at least 0, got '-1' ({ref('least')})",
        f"{ref('set')}: expected sides, got 'side'",
    ):
        assert words in str(caught.value)


def test_checks_run_where_their_parameters_are_read_though_others_are_wrong() -> None:
    with pytest.raises(InputError, match="got 2:") as caught:
        Coins.ask({"coins": "2", "least": "5", "metal": "lead"})
    assert f"{ref('least')}: expected at most the {ref('coins')} 2, got 5" in str(caught.value)
    with pytest.raises(InputError, match="expected at most"):
        Coins(coins=2, least=5)


def test_a_missing_parameter_comes_with_an_example() -> None:
    with pytest.raises(InputError) as caught:
        Coins.ask({"metal": "lead"})
    assert str(caught.value) == (f"missing {ref('coins')} ({QUESTION})\nTip: {EXAMPLE}")


def test_a_value_of_another_type_is_refused() -> None:
    with pytest.raises(InputError, match=rf"from 1 to 12, got '2\.5' \({ref('coins')}"):
        Coins.ask({"coins": 2.5})
    with pytest.raises(InputError, match=rf"from 1 to 12, got 'True' \({ref('coins')}"):
        Coins.ask({"coins": True})
    with pytest.raises(InputError, match=rf"expected True or False, got 'yes' \({ref('both')}"):
        Coins.ask({"coins": 1, "both": "yes"})
    assert Coins.ask({"coins": 1, "both": True}).both


def test_data_of_no_folder_is_refused() -> None:
    with pytest.raises(InputError, match=f"expected a folder of data files.*{ref('data')}"):
        Coins.ask({"coins": "2", "data": "nowhere/at/all"})


def test_a_question_is_a_function_of_python() -> None:
    assert str(signature(coins)) == (
        "(coins: 'int | str', *, metal: 'str' = 'gold', least: 'int | str' = 1, "
        "both: 'bool' = False, set: 'Mapping[str, int | str] | str' = {}, data: 'str' = '') "
        "-> 'Answer'"
    )
    assert isinstance(coins(3), Answer)
    assert coins(3, least="3")["p_heads"] == coins(coins="3", least=3)["p_heads"] == Fraction(1, 8)


def test_the_docstring_has_parameters_grammar_and_examples() -> None:
    text = coins.__doc__ or ""
    assert text.startswith("Chances of heads when coins are tossed.\n")
    assert "Parameters\n----------\ncoins : int | str\n    Coins tossed.\n" in text
    assert "METAL: gold, silver" in text
    assert "heads: the side with the king" in text
    assert ">>> answer = coins(coins=3, metal='gold')" in text


def test_faults_of_a_function_name_its_keywords() -> None:
    with pytest.raises(InputError, match="least=: expected at most the coins= 2"):
        coins(2, least=3)
    with pytest.raises(InputError, match=r"missing coins= \(coins\)") as caught:
        coins()
    assert caught.value.tip == "coins(coins=3, metal='gold')"


@given(st.fractions(0, 1), st.integers(1, 3))
def test_only_certainty_is_all_and_only_the_impossible_nothing(p: Fraction, decimals: int) -> None:
    text = percent(p, decimals)
    number = float(text.strip("<> %"))
    assert (text == "0 %", text == "100 %") == (p == 0, p == 1)
    assert abs(number - float(p) * 100) <= 1.01 * 10.0**-decimals


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 10**6), "<0.1 %"),
        (1 - Fraction(1, 10**6), ">99.9 %"),
        (Fraction(1, 2), "50.0 %"),
        (Fraction(1, 1000), "0.1 %"),
    ],
)
def test_only_certainty_reads_as_0_or_100_percent(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


def test_what_is_missing_is_null_in_json_and_has_no_fraction() -> None:
    columns = [Column("p", "wins", CHANCE), Column("n", "n", COUNT)]
    table = Table(columns, [[Fraction(1, 2), 3], [0.25, None]], key="rows", reference=[1, 1])
    assert table.data() == {
        "rows": [
            {"p": 0.5, "p_fraction": "1/2", "n": 3},
            {"p": 0.25, "p_fraction": None, "n": None},
        ]
    }


def test_an_answer_stands_in_another_as_its_data() -> None:
    inner = Answer("inner", [Data({"x": 1})])
    outer = Answer("outer", [Data({"inner": inner, "y": 2})])
    assert outer.data() == {"inner": {"x": 1}, "y": 2}
