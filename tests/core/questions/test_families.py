"""Questions of one family: which one is asked, what goes with it, follow-ups, pictures."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.questions.families import parameters_of, pick
from bloodstones.core.questions.function import as_function
from tests.core.questions.tosses import Needs, Row, Tosses

tosses: Any = as_function(Tosses)


def test_a_flag_or_a_parameter_of_its_own_asks_another_question() -> None:
    assert pick(Tosses, {"coins": "2"}) == (Tosses, {"coins": "2"})
    assert pick(Tosses, {"coins": "2", "row": True}) == (Row, {"coins": "2"})
    assert pick(Tosses, {"but": "2"}) == (Needs, {"but": "2"})
    assert pick(Tosses, {"coins": "2", "plot": "x.svg"})[1] == {"coins": "2", "plot": "x.svg"}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"row": True, "often": "90"},
            "expected one question at a time, got ⟨row⟩ and ⟨often⟩ (⟨⟩)",
        ),
        (
            {"row": True, "times": "2"},
            "expected options that go with ⟨row⟩, got ⟨times⟩ (⟨⟩)\n"
            "Tip: ⟨times⟩ goes with the plain question",
        ),
        (
            {"but": "1", "plot": "x"},
            "expected options that go with ⟨but⟩, got ⟨plot⟩ (⟨⟩)\n"
            "Tip: ⟨plot⟩ goes with the plain question",
        ),
        (
            {"tails": True},
            "expected options that go with the plain question, got ⟨tails⟩ (⟨⟩)\n"
            "Tip: ⟨tails⟩ goes with ⟨row⟩",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(sentence)}$"):
        pick(Tosses, given)


def test_a_parameter_that_says_nothing_alone_is_refused() -> None:
    with pytest.raises(InputError, match="expected ⟨times⟩ with ⟨seed⟩, got none"):
        Tosses.ask({"coins": "1", "seed": "2"})


def test_the_parameters_of_a_family_stand_once_each() -> None:
    names = [each.name for each in parameters_of(Tosses)]
    assert names == ["coins", "times", "seed", "row", "tails", "often", "but", "set", "data"]


def test_the_function_of_a_family_has_its_questions_as_attributes() -> None:
    assert tosses.row(2)["p_row"] == Fraction(1, 4)
    assert tosses.row.__qualname__ == "tosses.row"
    assert "Luck, with times." in tosses.__doc__


def test_an_answer_asks_further_about_the_same_thing() -> None:
    answer = tosses(3, times=2)
    assert answer.row()["p_row"] == Fraction(1, 8)
    assert answer.row(tails=True)["p_row"] == Fraction(1, 4)
    assert answer.row(coins="1")["p_row"] == Fraction(1, 2)
    assert answer.needs(often=90)["coins"] == 4
    with pytest.raises(InputError, match=r"expected True or False, got 'x' \(tails="):
        answer.row(tails="x")
    with pytest.raises(AttributeError, match="an answer has no 'column'"):
        answer.column()


def test_a_picture_is_drawn_when_it_is_wanted() -> None:
    answer = tosses(1)
    assert answer.data() == {"p_heads": 0.5, "p_heads_fraction": "1/2"}
    assert answer.pictures["coin"].draw().axes
