"""The page of a report: everything in it, nothing outside it, names that cannot break it."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

from bloodstones.plots.style import PAGE_WIDTH, new_figure, to_svg
from bloodstones.report.document.hypertext import LONG_TABLE, hypertext
from bloodstones.report.document.model import Pair, Paragraph, Picture, Report, Section, Table

NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
SVG = (
    f'<svg {NAMES} viewBox="0 0 9 9"><defs><path id="dot" d="M 1 1 L 2 2"/></defs>'
    '<use xlink:href="#dot" x="1"/></svg>'
)
EVIL = '</style><script>alert("x")</script> & {{ 1 }}'
DRAWN = tuple(Picture(name, f"Caption {name}.", f"Shows {name}.") for name in "abc")
TABLE = Table(
    "Rates.", ("who", "win\nrate"), ("left", "right"), (("Horde", "25 %"), ("", "f" * 64)), (0, 1)
)
REPORT = Report(
    f"Fair {EVIL}?",
    EVIL,
    ("Yes.", EVIL),
    (("games", "1,000"), (EVIL, EVIL)),
    (
        Section("one", "First", (Paragraph(EVIL), DRAWN[0], TABLE)),
        Section("two", "Second", (Pair((DRAWN[1], DRAWN[2])),)),
    ),
    dict.fromkeys("abc", SVG),
)


class Elements(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data

    def of(self, tag):
        return [attributes for name, attributes in self.found if name == tag]


def test_every_text_picture_and_cell_is_on_the_page():
    page = Elements(hypertext(REPORT))
    for told in ("Yes.", "Figure 1: Caption a.", "Figure 3: Caption c.", "Table 1: Rates.", "25 %"):
        assert told in page.text
    drawn = [(image["role"], image["aria-label"]) for image in page.of("svg")]
    assert drawn == [("img", "Shows a."), ("img", "Shows b."), ("img", "Shows c.")]
    assert [link["href"] for link in page.of("a")] == ["#one", "#two"]
    assert len(page.of("td")) == 4


def test_text_that_looks_like_markup_is_shown_as_it_is():
    page = Elements(hypertext(REPORT))
    assert len(page.of("script")) == 1  # the page's own, which sorts
    assert page.text.count(EVIL) == 9  # title 2, question, answer, fact 2, paragraph, foot 2
    assert len(page.of("style")) == 1


def test_ids_are_unique_and_every_label_names_one():
    page = Elements(hypertext(REPORT))
    ids = [attributes["id"] for _, attributes in page.found if "id" in attributes]
    assert len(set(ids)) == len(ids)
    labels = [told["aria-labelledby"] for _, told in page.found if "aria-labelledby" in told]
    assert labels
    assert set(labels) <= set(ids)


def test_no_picture_takes_a_mark_of_another():
    page = Elements(hypertext(REPORT))
    marks = [part["id"] for part in page.of("path")]
    assert len(marks) == len(set(marks)) == len(DRAWN)
    assert [use["href"] for use in page.of("use")] == [f"#{mark}" for mark in marks]


def test_a_chart_stands_there_for_a_desk_and_for_a_phone_with_its_letters_once():
    figure = new_figure(PAGE_WIDTH, 2)
    figure.subplots().set_xlabel("length in rounds")
    chart = to_svg(figure)
    section = Section("one", "First", (DRAWN[0],))
    text = hypertext(replace(REPORT, sections=(section,), pictures={"a": chart}))
    page = Elements(text)
    assert [image["class"] for image in page.of("svg")] == ["at-desk", "on-phone"]
    wide, narrow = (float(image["viewbox"].split()[2]) for image in page.of("svg"))
    assert narrow < wide
    assert text.count("@font-face") == 1
    assert figure.get_figwidth() == PAGE_WIDTH


def test_a_long_table_is_folded_up():
    lines = tuple((str(n), "1 %") for n in range(LONG_TABLE + 1))
    for rows, folded in ((lines, 1), (lines[1:], 0)):
        table = Table("Rates.", ("who", "rate"), ("left", "right"), rows)
        page = Elements(hypertext(replace(REPORT, sections=(Section("a", "A", (table,)),))))
        assert len(page.of("details")) == folded
        assert len(page.of("td")) == 2 * len(rows)


def test_the_same_report_gives_the_same_page():
    assert hypertext(REPORT) == hypertext(REPORT)
