"""Pages of PDFs: nothing over anything else, nothing cropped, on all shipped reports and on own."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodstones.report.document.model import Front, Paragraph, Picture, Report, Section, Table
from bloodstones.report.document.typeset import typeset
from tests.report.pdf_boxes import pages

SHELF = Path(__file__).parents[2] / "reports"
SHIPPED = sorted(SHELF.glob("*/*.pdf"))
SENTENCE = "Each game was played to its end by the same strategies. "


def faults_of(file: Path) -> list[str]:
    found = [
        (number, fault) for number, page in enumerate(pages(file), 1) for fault in page.faults()
    ]
    return [f"page {number}: {fault}" for number, fault in found]


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_nothing_on_a_shipped_page_is_overprinted_or_cropped(file: Path) -> None:
    assert faults_of(file) == []


def test_every_report_and_the_summary_are_looked_at() -> None:
    assert {each.parent for each in SHIPPED} >= {each.parent for each in SHELF.glob("*/card.json")}


def drawing(height: int) -> str:
    """A picture of a text and a frame, 400 wide."""
    size = f'width="400" height="{height}"'
    inner = f'<rect x="1" y="1" width="398" height="{height - 2}" fill="none" stroke="#333333"/>'
    text = '<text x="10" y="20" font-size="12">first</text>'
    foot = f'<text x="10" y="{height - 8}" font-size="12">last</text>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 400 {height}">'
    return f"{head}{inner}{text}{foot}</svg>"


def report(sentences: int, height: int, *, brief: bool) -> Report:
    """A report with so much text above the chart of its first page."""
    chart = Picture("chart", "A chart of the answer.", "A frame.", 5.0)
    tall = Picture("tall", "A chart of a section.", "A frame.", 5.0)
    table = Table("Rates.", ("who", "rate"), ("left", "right"), (("Reds", "1 %"), ("Blues", "2 %")))
    parts = tuple(
        Section(f"s{n}", f"Part {n}", (Paragraph(SENTENCE * 8), tall, table)) for n in range(2)
    )
    answer = ("No.", *[SENTENCE.strip()] * sentences)
    pictures = {"chart": drawing(height), "tall": drawing(3 * height // 2)}
    front = Front("Do it.", "Nothing.", chart)
    return Report(
        "Is it fair?", "Is it?", answer, (("games", "40"),), parts, pictures, front, brief
    )


@pytest.mark.parametrize("brief", [True, False])
@pytest.mark.parametrize("height", [80, 300, 700])
@pytest.mark.parametrize("sentences", [1, 14, 26])
def test_the_chart_of_a_first_page_is_whole_whatever_is_around_it(
    tmp_path: Path, sentences: int, height: int, brief: bool
) -> None:
    file = tmp_path / "report.pdf"
    file.write_bytes(typeset(report(sentences, height, brief=brief)))
    assert faults_of(file) == []
    assert sum(len(page.pictures) for page in pages(file)) == 3
