"""The HTML of the reports in a browser: pictures load, nothing is cut off, no request is made."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

from bloodstones.plots.style import to_svg
from bloodstones.plots.win_rates import draw_win_rates
from bloodstones.report.document.hypertext import hypertext
from bloodstones.report.document.model import Paragraph, Picture, Report, Section, Table

pytestmark = pytest.mark.browser

SHELF = Path(__file__).parents[2] / "reports"
REPORTS = sorted(SHELF.glob("*/report.html"))
NARROW = {"width": 390, "height": 800}
SMALLEST_TEXT = 11  # pixels, of a chart on a phone
FONT = re.compile(r"(?:font-size|font):[^;\"]*?([\d.]+)px")
BOX = re.compile(r'viewBox="0 0 ([\d.]+) ')
RATES = pd.DataFrame(
    {
        "who": ["Reds", "Blues", "Greens"],
        "players": 3,
        "rate": [0.2, 0.35, 0.5],
        "low": [0.18, 0.33, 0.48],
        "high": [0.22, 0.37, 0.52],
        "fair_share": 1 / 3,
        "verdict": ["unfair", "fair", "unfair"],
        "games": 1000,
        "seats": 1000,
    }
)
SIZES = {"phone": {"width": 360, "height": 740}, "desk": {"width": 1280, "height": 900}}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("file", REPORTS, ids=lambda file: file.parent.name)
def test_a_report_is_readable(open_page, file, size):
    page = open_page(file, viewport=SIZES[size])
    broken = "images => images.filter(image => !image.complete || image.naturalWidth === 0).length"
    assert page.eval_on_selector_all("img", broken) == 0
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
    assert page.locator("section h2").count() >= 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_index_is_readable_and_leads_everywhere(open_page, scheme):
    page = open_page(SHELF / "index.html", viewport=NARROW, color_scheme=scheme)
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
    links = page.eval_on_selector_all("a", "links => links.map(link => link.getAttribute('href'))")
    assert [link for link in links if not (SHELF / link).is_file()] == []


def test_there_are_reports_to_read():
    assert REPORTS


def test_the_contents_lead_to_the_sections(open_page):
    page = open_page(REPORTS[0])
    for link in page.locator("nav a").all():
        assert page.locator(str(link.get_attribute("href"))).count() == 1


@pytest.fixture(scope="module")
def small_page(tmp_path_factory):
    """A page with a chart and a wide table of verdicts, and the chart."""
    names = {name: name for name in RATES["who"]}
    svg = to_svg(draw_win_rates(RATES, "who", "players", 0.05, names, {3: "3 players"}))
    header = ("players", "strategy", "faction", "games", "win rate", "95 % interval", "fair share")
    rows = [
        ("3", "A long name of a strategy", "Reds", "1,000", "20 %", "18–22 %", "33 %", "unfair"),
        ("", "A long name of a strategy", "Blues", "1,000", "35 %", "33–37 %", "33 %", "fair"),
        ("", "Another strategy", "Greens", "900", "50 %", "48–52 %", "33 %", "too few games"),
    ]
    align = (*("left",) * 3, *("right",) * 4, "left")
    table = Table("Rates.", (*header, "verdict"), align, tuple(rows), (0,))
    blocks = (Paragraph("Told."), Picture("chart", "A chart.", "Dots."), table)
    report = Report("Fair?", "Is it?", ("No.",), (), (Section("a", "A", blocks),), {"chart": svg})
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(hypertext(report, ("tables/rates.csv",)), encoding="utf-8")
    return file, svg


def test_a_narrow_screen_shows_every_verdict(open_page, small_page):
    page = open_page(small_page[0], viewport=NARROW)
    for cell in page.locator(".kept").all():
        box = cell.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= NARROW["width"]
    assert page.locator(".kept").count() == 1 + len(RATES)


def test_the_text_of_a_chart_can_be_read_on_a_phone(open_page, small_page):
    file, svg = small_page
    width = open_page(file, viewport=NARROW).locator(".picture img").bounding_box()["width"]
    smallest = min(map(float, FONT.findall(svg))) * width / float(BOX.search(svg).group(1))
    assert smallest >= SMALLEST_TEXT


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_charts_are_dark_where_the_page_is(open_page, small_page, scheme, dark):
    page = open_page(small_page[0], color_scheme=scheme)
    told = page.eval_on_selector(".picture img", "image => getComputedStyle(image).filter")
    assert ("invert" in told) is dark


def test_a_click_on_a_heading_sorts_up_then_down_then_as_it_was(open_page, small_page):
    page = open_page(small_page[0])
    read = "rows => rows.map(row => [row.cells[0].textContent, row.cells[4].textContent])"
    first = page.eval_on_selector_all("tbody tr", read)
    button = page.get_by_role("button", name="win rate")
    seen = []
    for _ in range(3):
        button.click()
        seen.append(page.eval_on_selector_all("tbody tr", read))
    assert seen[0] == [["3", "20 %"], ["3", "35 %"], ["3", "50 %"]]
    assert seen[1] == seen[0][::-1]
    assert seen[2] == first


def test_a_page_links_the_data_beside_it(open_page, small_page):
    link = open_page(small_page[0]).locator("#data a")
    assert link.get_attribute("href") == "tables/rates.csv"
