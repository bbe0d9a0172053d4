"""Answers as HTML: tables, bars, notes, pictures, light and dark."""

from __future__ import annotations

import base64
import re
from fractions import Fraction

import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.questions.answer import (
    CHANCE,
    COUNT,
    SHARE,
    TEXT,
    Answer,
    Column,
    Data,
    Fact,
    Facts,
    Picture,
    Table,
)
from bloodstones.core.questions.function import as_function
from bloodstones.core.questions.html import STYLE, answer_html
from tests.core.questions.coins import Coins
from tests.core.questions.pages import parse
from tests.core.questions.tosses import Tosses

coins = as_function(Coins)


def test_facts_are_rows_with_fractions_and_bars() -> None:
    page = parse(answer_html(coins(2, both=True)))
    facts, by_number, tails = page.all("table")
    first = next(facts.all("tr"))
    assert first.attributes == {"class": "first"}
    assert first.text == "1 heads or more 75.0 % 3/4"
    assert [rect.attributes["width"] for rect in first.all("rect")] == ["75"]
    assert [row.text for row in facts.all("tr")][1] == "On average 1.000"
    assert by_number.one("caption").text == "By number"
    assert [head.text for head in by_number.one("thead").all("th")] == ["Heads", "Share"]
    assert [cell.text for cell in by_number.all("td")][:2] == ["0", "25.00 %"]
    assert all(cell.attributes == {"class": "number"} for cell in by_number.all("td"))
    assert [row.text for row in tails.all("tr")] == ["no heads 25.0 % 1/4", "metal x"]
    assert page.one("h3").text == "2 coins"
    assert page.one("p").text == "Coins are fair unless sides are changed."


def test_data_and_empty_parts_show_nothing() -> None:
    answer = Answer("x", [Data({"a": 1}), Facts([Fact("p", "", 1)]), Table([], [])])
    assert list(parse(answer_html(answer)).all("table")) == []


def test_texts_are_escaped() -> None:
    evil = "<script>alert('x')</script>"
    table = Table([Column("", evil, TEXT)], [[evil]], title=evil)
    answer = Answer(evil, [Facts([Fact("", evil, evil)], evil), table], [evil])
    page = parse(answer_html(answer))
    assert list(page.all("script")) == []
    assert page.text.count(evil) == 8


def test_a_table_compares_with_a_row_and_shows_bars_last() -> None:
    columns = [Column("", "What", TEXT), Column("", "p", SHARE, bar=True, changed=True)]
    rows = [["less", 0.5], ["same", 0.25]]
    table = Table(columns, rows, reference=["as it is", 0.25], tones=["second"])
    lines = list(parse(answer_html(Answer("x", [table]))).all("tr"))
    assert [line.text for line in lines] == ["What p", "as it is 25.00 %", "less 50.00 %", "same"]
    assert [line.attributes.get("class") for line in lines[1:]] == ["strong", "second", None]
    assert [rect.attributes["width"] for line in lines for rect in line.all("rect")] == [
        *("25", "50", "25")
    ]


def test_rows_stand_beside_each_other() -> None:
    columns = [Column("a", "Army", TEXT), Column("n", "Units", COUNT)]
    table = Table(columns, [["red", 3], ["blue", 4]], heads=["Attacker", "Defender"])
    lines = [line.text for line in parse(answer_html(Answer("x", [table]))).all("tr")]
    assert lines == ["Attacker Defender", "Army red blue", "Units 3 4"]


def test_a_picture_stands_in_the_page_with_its_words() -> None:
    answer = as_function(Tosses)(1)
    image = parse(answer_html(answer)).one("img")
    assert image.attributes["alt"] == "a coin"
    head, _, data = (image.attributes["src"] or "").partition(",")
    assert head == "data:image/svg+xml;base64"
    assert b"<svg" in base64.b64decode(data)
    assert list(parse(answer_html(answer, pictures=False)).all("img")) == []


def test_a_picture_that_cannot_be_drawn_says_why() -> None:
    def draw() -> None:
        raise InputError("expected the package matplotlib, got none")

    page = parse(answer_html(Answer("x", [Picture("coin", "a coin", draw)])))  # type: ignore[arg-type]
    assert page.one("p").text == "a coin: expected the package matplotlib, got none"


def test_a_notebook_shows_an_answer_with_its_style() -> None:
    shown = coins(3)._repr_html_()
    assert parse(shown).one("style").text.split() == STYLE.split()
    assert answer_html(coins(3)) in shown


@pytest.mark.parametrize("kind", ["light", "dark"])
def test_colours_are_readable_in_light_and_dark(kind: str) -> None:
    rule = re.search(rf"\.answer,\.question\)\.{kind},[^{{]*{{([^}}]*)}}", STYLE)
    assert rule is not None
    colours = dict(re.findall(r"--(\w+):(#\w{6})", rule[1]))
    assert set(colours) == {"paper", "ink", "dim", "line", "first", "second"}
    for name in ("ink", "dim", "first", "second"):
        assert contrast(colours[name], colours["paper"]) >= 4.5, name


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2."""
    lights = sorted((luminance(one), luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_a_long_fraction_is_left_out() -> None:
    fact = Fact("", "p", Fraction(1, 3**40), CHANCE)
    assert "fraction'></td>" in answer_html(Answer("x", [Facts([fact], bars=True)]))
