"""Forms of questions: fields, defaults, what is sent, faults at their fields, as HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.questions.answer import Answer
from bloodstones.core.questions.controls import Control, Counts, Shape
from bloodstones.core.questions.form import form_html, form_of, form_style, sent_to
from bloodstones.core.questions.parameters import FLAG, SETTINGS, Type, param, real, whole
from bloodstones.core.questions.question import Question
from bloodstones.games.bloodstones.questions.draws.want import QUESTION
from tests.core.questions.coins import Coins
from tests.core.questions.pages import Element, parse
from tests.core.questions.tosses import Needs, Row, Tosses


def read(text: str, where: str, rules: object) -> Mapping[str, int]:
    pairs = [part.split("*") for part in text.replace("red: ", "").split(", ")]
    return {name: int(number) for name, number in pairs}


def written(counts: Counts) -> str:
    return "; ".join(
        f"{army}: {', '.join(f'{unit}*{n}' for unit, n in units.items())}"
        for army, units in counts.items()
    )


ARMY = Type(
    *("ARMY", read, "Mapping[str, int]", lambda value: isinstance(value, dict)),
    control=lambda: Control(
        Shape.COUNTS,
        groups={"red": {"spear": 3, "war_dog": 1}},
        written=written,
        counted=lambda army: {"red": army},
    ),
)


class Muster(Question):
    """What an army costs."""

    name = "muster"
    examples: ClassVar = ({"army": "red: spear*2"},)

    army: Mapping[str, int] = param(ARMY, "Who is mustered.")
    reserve: Mapping[str, int] = param(ARMY, "Who waits.", default={"spear": 1})
    share: float = param(real(), "A share.", default=0.5, label="Share of it")
    named: bool = param(FLAG, "With names.", default=True)
    prices: Mapping[str, int] = param(SETTINGS, "Other prices.", default={})

    @staticmethod
    def load(data: str, changes: Mapping[str, object], where: str) -> None:
        """Return the rules, of which there are none."""

    def solve(self) -> Answer:
        """Return nothing."""
        return Answer("x", [])


def field_of(page: Element, name: str) -> Element:
    """The element of a field of a form."""
    for element in (*page.all("div", **{"class": "field"}), *page.all("fieldset")):
        names = {
            each.attributes.get("name")
            for tag in ("input", "select", "textarea")
            for each in element.all(tag)
        }
        if name in names:
            return element
    raise AssertionError(name)


def chosen(element: Element) -> list[Element]:
    """The options that are selected."""
    return [each for each in element.all("option") if "selected" in each.attributes]


def test_a_field_shows_label_help_bounds_and_default() -> None:
    page = parse(form_html(form_of(Coins)))
    coins = field_of(page, "coins")
    assert coins.one("label").attributes == {"for": "coins"}
    assert coins.text == "Coins Coins tossed."
    shown = coins.one("input").attributes
    assert (shown["type"], shown["min"], shown["max"]) == ("number", "1", "12")
    assert "required" in shown
    assert shown["aria-describedby"] == coins.one("p").attributes["id"]
    least = field_of(page, "least").one("input").attributes
    assert (least["value"], "max" in least, "required" in least) == ("1", False, False)
    metal = field_of(page, "metal")
    options = {each.attributes["value"]: each.text for each in metal.all("option")}
    assert options == {"gold": "gold", "silver": "silver"}
    assert [each.text for each in chosen(metal)] == ["gold"]
    assert field_of(page, "both").one("input").attributes["type"] == "checkbox"
    assert field_of(page, "set").one("textarea").text == ""
    assert page.one("form").attributes["method"] == "get"


def test_what_is_sent_asks_the_question_that_a_command_asks() -> None:
    sent = {"coins": "3", "metal": "gold", "least": "", "both": "on", "set": "sides=4\n"}
    asked, given = sent_to(Coins, sent)
    assert asked is Coins
    assert given == {"coins": "3", "metal": "gold", "both": True, "set": ("sides=4",)}
    assert asked.ask(given) == Coins(coins=3, both=True, set={"sides": 4})


def test_a_form_keeps_what_was_sent_and_shows_faults_at_their_fields() -> None:
    sent = {"coins": "2", "metal": "lead", "least": "5", "set": 'sides="<b>"'}
    with pytest.raises(InputError) as caught:
        Coins.ask(sent_to(Coins, sent)[1])
    form = form_of(Coins, sent, caught.value)
    page = parse(form_html(form))
    least = field_of(page, "least")
    assert least.one("p", role="alert").text == "Least: expected at most the Coins 2, got 5"
    control = least.one("input").attributes
    assert control["value"] == "5"
    assert control["aria-invalid"] == "true"
    assert control["aria-errormessage"] == least.one("p", role="alert").attributes["id"]
    metal = field_of(page, "metal")
    assert "expected a metal, got 'lead'" in metal.one("p", role="alert").text
    assert [each.text for each in chosen(metal)] == ["lead"]
    assert field_of(page, "set").one("textarea").text == 'sides="<b>"'
    assert list(field_of(page, "coins").all("p", role="alert")) == []
    assert form.faults == ()


def test_a_missing_parameter_is_a_fault_of_its_field() -> None:
    with pytest.raises(InputError) as caught:
        Coins.ask({})
    form = form_of(Coins, {}, caught.value)
    assert [(each.name, each.faults) for each in form.fields if each.faults] == [
        ("coins", ("missing Coins (coins)\nTip: coins",))
    ]


def test_a_fault_without_a_field_stands_above_them() -> None:
    form = form_of(Coins, {}, InputError("expected a sunny day, got rain"))
    assert form.faults == ("expected a sunny day, got rain",)
    assert parse(form_html(form)).one("p", role="alert").text == "expected a sunny day, got rain"


def test_a_family_is_one_form_whose_fields_say_who_takes_them() -> None:
    form = form_of(Tosses)
    assert list(form.asks) == ["tosses", "row", "needs"]
    assert form.asks["needs"] == "how many coins it takes; But counts those that are there"
    fields = {each.name: each.questions for each in form.fields}
    assert fields["coins"] == ("tosses", "row")
    assert fields["often"] == ("needs",)
    assert "row" not in fields
    page = parse(form_html(form))
    assert [each.attributes["value"] for each in page.all("input", name="ask")] == list(form.asks)
    assert page.one("input", value="tosses").attributes["checked"] is None
    coins = field_of(page, "coins")
    assert coins.attributes["data-asks"] == "tosses row"
    assert "required" not in coins.one("input").attributes  # it is hidden where it does not count
    hidden = r'value="(\w+)"\]:checked\) \[data-asks\]:not\(\[data-asks~="(\w+)"\]\)'
    rules = re.findall(hidden, form_style(form))
    assert rules == [(name, name) for name in form.asks]
    assert form_style(form_of(Coins)) == ""


def test_a_family_takes_only_the_fields_of_the_question_that_is_asked() -> None:
    sent = {"ask": "row", "coins": "2", "often": "90", "times": "3", "tails": "on"}
    assert sent_to(Tosses, sent) == (Row, {"coins": "2", "tails": True})
    assert sent_to(Tosses, {**sent, "ask": "needs"}) == (Needs, {"often": "90"})
    assert sent_to(Tosses, {**sent, "ask": "nothing"})[0] is Tosses
    assert form_of(Tosses, sent).asked == "row"


def test_counts_are_numbers_in_groups_or_a_text() -> None:
    page = parse(form_html(form_of(Muster)))
    army = field_of(page, "army.red.spear")
    assert army.one("summary").text == "red"
    assert army.one("legend").text == "Army"
    assert army.one("input", name="army.red.spear").attributes["max"] == "3"
    assert "war dog" in army.text
    waits = field_of(page, "reserve.red.spear")
    assert waits.one("input", name="reserve.red.spear").attributes["value"] == "1"
    assert "open" in waits.one("details").attributes
    sent = {"army.red.spear": "2", "army.red.war_dog": "1", "share": "0.25", "named": "on"}
    asked, given = sent_to(Muster, sent)
    assert given == {"army": "red: spear*2, war_dog*1", "share": "0.25"}
    assert asked.ask(given) == Muster(army={"spear": 2, "war_dog": 1}, share=0.25)
    assert sent_to(Muster, {**sent, "army": "red: spear*9"})[1]["army"] == "red: spear*9"
    kept = parse(form_html(form_of(Muster, sent)))
    spears = field_of(kept, "army.red.spear").one("input", name="army.red.spear")
    assert spears.attributes["value"] == "2"
    assert field_of(kept, "share").text.startswith("Share of it")
    assert field_of(kept, "share").one("input").attributes["step"] == "any"


def test_a_box_that_is_checked_by_default_is_sent_where_it_is_not() -> None:
    assert "checked" in field_of(parse(form_html(form_of(Muster))), "named").one("input").attributes
    assert sent_to(Muster, {"army": "spear*1"})[1]["named"] is False
    assert "named" not in sent_to(Muster, {"army": "spear*1", "named": "on"})[1]


def test_texts_of_a_form_are_escaped() -> None:
    evil = '"><script>x</script>'
    sent = {"coins": evil, "metal": evil, "set": evil}
    page = parse(form_html(form_of(Coins, sent, InputError(evil)), action=evil))
    assert list(page.all("script")) == []
    assert field_of(page, "coins").one("input").attributes["value"] == evil
    assert page.one("form").attributes["action"] == evil


def test_whole_numbers_have_no_bounds_that_are_not_declared() -> None:
    assert whole(2).control() == Control(Shape.NUMBER, least=2)


def test_the_default_of_what_goes_with_another_field_asks_for_nothing() -> None:
    """A browser sends every field that stands filled in."""
    sent = {"faction": "dragon_riders", "want": "dragon"}
    asked, given = sent_to(QUESTION, {**sent, "draws": "9", "by_turn": "", "build": "0"})
    assert "build" not in given
    assert asked.ask(given).answer().data()["p"] > 0
    _, given = sent_to(QUESTION, {**sent, "by_turn": "3", "spend": "5", "build": "1"})
    assert (given["by_turn"], given["build"]) == ("3", "1")
