"""The HTML of the reports in a browser: pictures are there whole, nothing else is asked for."""

from __future__ import annotations

import runpy
from pathlib import Path

import pandas as pd
import pytest

from bloodstones.plots.style import to_svg
from bloodstones.plots.win_rates import draw_win_rates
from bloodstones.report.document.hypertext import LONG_TABLE, hypertext
from bloodstones.report.document.model import Chooser, Paragraph, Picture, Report, Section, Table

pytestmark = pytest.mark.browser

SHELF = Path(__file__).parents[2] / "reports"
REPORTS = sorted(SHELF.glob("*/report.html"))
PAGES = sorted(SHELF.glob("*/*.html"))
NARROW = {"width": 390, "height": 800}
GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
KINDS = sorted(path.stem for path in GALLERY.glob("*.py") if "figure = " in path.read_text())
SMALLEST_TEXT = 7.5  # pixels, of a chart on a phone
BOARDS = {"boards"}
TOUCH = 2  # pixels that the boxes of letters may reach over the edge of their picture
# Of each picture that is shown: its kind and its box, then those of its texts.
BOXES = """charts => charts.filter(chart => chart.checkVisibility()).map(chart => {
  const box = part => { const r = part.getBoundingClientRect(); return [r.left, r.right]; };
  const shown = [...chart.querySelectorAll("text")].filter(text => text.textContent.trim());
  const scale = chart.getBoundingClientRect().width / chart.viewBox.baseVal.width;
  const sizes = shown.map(text => parseFloat(getComputedStyle(text).fontSize) * scale);
  return {name: chart.getAttribute("aria-label"), box: box(chart), texts: shown.map(box), sizes};
})"""
# What a page does not show at once: parts beyond the window or their frame, and cells below
# a heading that stays in sight. What is folded up is opened first.
HIDDEN = """async () => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  const found = [];
  const told = (fault, part) => found.push(`${fault}: ${part.textContent.trim().slice(0, 60)}`);
  for (const part of document.querySelectorAll("body *")) {
    if (part.closest("svg, .unseen") || !part.checkVisibility()) continue;
    const box = part.getBoundingClientRect();
    if (box.width && (box.left < -1 || box.right > innerWidth + 1)) told("beyond the window", part);
    const cut = part.clientWidth && getComputedStyle(part).overflowX !== "visible";
    if (cut && part.scrollWidth > part.clientWidth + 1) told("wider than its frame", part);
  }
  for (const row of document.querySelectorAll("tr")) {
    const sticks = cell => getComputedStyle(cell).position === "sticky";
    const lids = [...row.cells].filter(sticks).map(cell => cell.getBoundingClientRect());
    for (const cell of row.cells) {
      const box = cell.getBoundingClientRect();
      const under = lid => lid.left < box.right - 1 && box.left < lid.right - 1;
      if (cell.textContent.trim() && !sticks(cell) && lids.some(under)) told("covered", cell);
    }
  }
  return found;
}"""
SHOWN = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1400, "height": 900}}
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


@pytest.mark.parametrize("size", SHOWN)
@pytest.mark.parametrize("file", PAGES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_page_shows_all_of_itself(open_page, file, size):
    page = open_page(file, viewport=SHOWN[size])
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
    assert page.evaluate(HIDDEN) == []
    assert clipped(page, SHOWN[size]["width"]) == []
    if file in REPORTS:
        assert page.locator("section h2").count() >= 3


def test_a_hidden_column_would_be_found(open_page, tmp_path):
    cells = "".join(f"<td>{'word ' * 3}{n}</td>" for n in range(9))
    stuck = '<td style="position: sticky; right: 0">high</td>'
    page = f'<div style="overflow-x: auto"><table><tr>{cells}{stuck}</tr></table></div>'
    file = tmp_path / "page.html"
    file.write_text(f"<body style='white-space: nowrap'>{page}</body>", encoding="utf-8")
    found = open_page(file, viewport=NARROW).evaluate(HIDDEN)
    kinds = ("beyond the window", "wider than its frame", "covered")
    assert [kind for kind in kinds if not any(each.startswith(kind) for each in found)] == []


def clipped(page, width):
    """The pictures of a page that are not whole on a screen of this width, and their texts."""
    found = []
    for chart in page.eval_on_selector_all(".picture svg", BOXES):
        left, right = chart["box"]
        whole = 0 <= left < right <= width
        reach = all(left - TOUCH <= a and b <= right + TOUCH for a, b in chart["texts"])
        found += [] if whole and reach else [chart]
    return found


@pytest.fixture(scope="module")
def gallery_page(tmp_path_factory):
    """A page with a picture of every kind."""
    drawn = {name: runpy.run_path(str(GALLERY / f"{name}.py"))["figure"] for name in KINDS}
    pictures = {
        name: drawing.text if name in BOARDS else to_svg(drawing) for name, drawing in drawn.items()
    }
    blocks = tuple(
        Picture(name, f"A {name}.", name, board=True)
        if name in BOARDS
        else Picture(name, f"A {name}.", name, float(drawing.get_figwidth()))
        for name, drawing in drawn.items()
    )
    report = Report("All?", "Is it?", ("Yes.",), (), (Section("a", "A", blocks),), pictures)
    file = tmp_path_factory.mktemp("gallery") / "report.html"
    file.write_text(hypertext(report), encoding="utf-8")
    return file


@pytest.mark.parametrize("size", [*SIZES, "narrow"])
def test_charts_of_every_kind_are_whole_and_their_texts_can_be_read(open_page, gallery_page, size):
    shown = {**SIZES, "narrow": NARROW}[size]
    page = open_page(gallery_page, viewport=shown)
    charts = page.eval_on_selector_all(".picture svg", BOXES)
    assert [chart["name"] for chart in charts] == KINDS
    assert clipped(page, shown["width"]) == []
    small = {chart["name"]: min(chart["sizes"]) for chart in charts}
    hard = {name for name, size in small.items() if size < SMALLEST_TEXT}
    assert hard <= BOARDS, "the numbers of areas are read by zooming in"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_index_is_readable_and_leads_everywhere(watched_page, scheme):
    page, watch = watched_page(SHELF / "index.html", viewport=NARROW, color_scheme=scheme)
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
    links = page.eval_on_selector_all("a", "links => links.map(link => link.getAttribute('href'))")
    assert [link for link in links if not (SHELF / link).is_file()] == []
    pictures = page.locator("article img")
    assert pictures.count() >= len(REPORTS)
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
    page.wait_for_function("[...document.images].every(image => image.complete)")
    broken = "images => images.filter(image => image.naturalWidth === 0).length"
    assert page.eval_on_selector_all("img", broken) == 0
    shown = [f"request: {(SHELF / each).as_uri()}" for each in sources(page)]
    assert [fault for fault in watch.faults if fault not in shown] == []


def sources(page):
    """The addresses of the pictures of a page."""
    return page.eval_on_selector_all("img", "images => images.map(i => i.getAttribute('src'))")


def test_there_are_reports_to_read():
    assert REPORTS


def test_the_contents_lead_to_the_sections(open_page):
    page = open_page(REPORTS[0])
    for link in page.locator("nav a").all():
        assert page.locator(str(link.get_attribute("href"))).count() == 1


@pytest.fixture(scope="module")
def small_page(tmp_path_factory):
    """A page with a chart and a wide table of verdicts."""
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
    return file


def test_a_narrow_screen_lists_the_cells_of_a_wide_table_after_their_headings(
    open_page, small_page
):
    page = open_page(small_page, viewport=NARROW)
    assert page.evaluate(HIDDEN) == []
    read = """rows => rows.map(row => [...row.cells].map(cell =>
      [getComputedStyle(cell, "::before").content.replaceAll('"', ""), cell.textContent]))"""
    rows = page.eval_on_selector_all("tbody tr", read)
    assert [dict(cells)["verdict"] for cells in rows] == ["unfair", "fair", "too few games"]
    assert rows[1][0] == ["players", "3"], "what the row above says is said again"
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function("!document.querySelector('.listed')")
    told = page.eval_on_selector_all("tbody tr", "rows => rows.map(r => r.cells[0].textContent)")
    assert told == ["3", "", ""]


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_charts_are_dark_where_the_page_is(open_page, small_page, scheme, dark):
    page = open_page(small_page, color_scheme=scheme)
    told = page.eval_on_selector(".picture svg", "image => getComputedStyle(image).filter")
    assert ("invert" in told) is dark


def test_a_click_on_a_heading_sorts_up_then_down_then_as_it_was(open_page, small_page):
    page = open_page(small_page)
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


def test_a_long_table_is_shown_when_asked_for_and_on_paper(open_page, tmp_path):
    rows = tuple((f"role {number}", "1 %") for number in range(LONG_TABLE + 1))
    table = Table("Rates.", ("who", "rate"), ("left", "right"), rows)
    report = Report("Fair?", "Is it?", (), (), (Section("a", "A", (table,)),), {})
    file = tmp_path / "report.html"
    file.write_text(hypertext(report), encoding="utf-8")
    page = open_page(file, viewport=NARROW)
    last = page.get_by_text(rows[-1][0])
    assert not last.is_visible()
    page.locator("summary").click()
    assert last.is_visible()
    page.locator("summary").click()
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert last.is_visible()


def test_the_numbers_of_a_long_list_are_on_a_phone(open_page, tmp_path):
    sections = tuple(Section(f"s{n}", f"Part {n}", (Paragraph("Told."),)) for n in range(12))
    file = tmp_path / "report.html"
    file.write_text(hypertext(Report("Fair?", "Is it?", (), (), sections, {})), encoding="utf-8")
    page = open_page(file, viewport=NARROW)
    room = """items => items.map(item => {
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = getComputedStyle(item).font;
      return item.getBoundingClientRect().left - pen.measureText("12. ").width;
    })"""
    assert min(page.eval_on_selector_all("nav li", room)) >= 0
    heads = "heads => heads.map(head => getComputedStyle(head, '::before').content)"
    told = page.eval_on_selector_all("main h2", heads)
    assert told[-1].startswith('"12')


def test_a_page_links_the_data_beside_it(open_page, small_page):
    link = open_page(small_page).locator("#data a")
    assert link.get_attribute("href") == "tables/rates.csv"


def test_a_reader_chooses_who_is_at_the_table(open_page, tmp_path):
    tables = {"blues+reds": {"reds": "60 %", "blues": "40 %"}}
    chooser = Chooser({"blues": "Blues & co", "greens": "Greens", "reds": "Reds"}, tables)
    report = Report("Fair?", "Is it?", ("No.",), (), (Section("who", "Who", (chooser,)),), {})
    path = tmp_path / "report.html"
    path.write_text(hypertext(report), encoding="utf-8")
    page = open_page(path)
    shown = page.locator(".chooser output")
    hint = shown.inner_text()
    page.get_by_label("Reds").check()
    assert shown.inner_text() == "No games were played at exactly this table."
    page.get_by_label("Blues & co").check()
    assert shown.inner_text().splitlines() == ["Blues & co: 40 %", "Reds: 60 %"]
    for name in ("Reds", "Blues & co"):
        page.get_by_label(name).uncheck()
    assert shown.inner_text() == hint
