"""The page of a report: everything in it, nothing outside it, names that cannot break it."""

from __future__ import annotations

from html.parser import HTMLParser

from bloodstones.report.document.hypertext import hypertext
from bloodstones.report.document.model import Pair, Paragraph, Picture, Report, Section, Table

SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'
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
    assert [image["alt"] for image in page.of("img")] == ["Shows a.", "Shows b.", "Shows c."]
    assert all(image["src"].startswith("data:image/svg+xml;base64,") for image in page.of("img"))
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


def test_the_same_report_gives_the_same_page():
    assert hypertext(REPORT) == hypertext(REPORT)
