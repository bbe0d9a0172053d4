"""Studies, rules and the first page in a browser, on a phone and a desktop, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.accessibility import looks_right
from tests.browser.test_lab import DESKTOP, PHONE, Served, served, visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["served", "visit"]

pytestmark = pytest.mark.browser

SCREENS = {
    "desktop, light": {"viewport": DESKTOP, "color_scheme": "light"},
    "phone, dark": {"viewport": PHONE, "color_scheme": "dark", "has_touch": True},
}
FIELDS = {
    "id": "in_a_browser",
    "strategies": "warlord",
    "games": "500",
    "number": "starting_hand",
    "value": "3",
}
SLOW = 180_000  # milliseconds, on a machine with much else to do


@pytest.mark.parametrize("screen", SCREENS)
def test_a_study_is_written_watched_stopped_gone_on_with_and_reported(
    visit: Callable[..., Page], served: Served, screen: str
) -> None:
    options = SCREENS[screen]
    page = visit(**options)
    page.goto(f"{served.url}/studies")
    page.get_by_role("link", name="New study").click()
    for name, text in FIELDS.items():
        page.fill(f"[name={name}]", text)
    page.get_by_label("hill folk").uncheck()
    page.get_by_role("button", name="Write the study file").click()
    text = page.input_value("#text")
    assert '"starting_hand" = 3' in text
    page.wait_for_selector("#size:has-text('games')")
    assert page.inner_text("#size") == "12 cells, 6,000 games"
    looks_right(page)

    page.fill("#text", text.replace("seed = 1", "sed = 1"))
    page.wait_for_selector("#faults >> text=line 4: sed: expected a known key")
    assert page.locator(".gutter b").inner_text().strip() == "✕ 4"
    looks_right(page)
    page.fill("#text", text)
    page.wait_for_selector("#faults:not(:has(li))", state="attached")

    page.click("#plan")
    page.wait_for_selector("#planned >> text=± points", timeout=SLOW)
    assert "6,000 games" in page.inner_text("#planned")
    looks_right(page)

    page.get_by_role("button", name="Start study").click()
    page.wait_for_url("**/studies/in_a_browser")
    page.wait_for_selector("#figures circle", timeout=SLOW)
    other = visit(f"{served.address}", **options)
    other.goto(page.url)
    other.wait_for_selector("#figures circle")
    looks_right(page)
    other.click("#stop")
    for each in (page, other):
        each.wait_for_selector("#study[data-state=stopped]", timeout=SLOW)
    assert page.inner_text("#said") == other.inner_text("#said")
    looks_right(page)
    page.close()  # it goes on without anybody who looks
    other.click("#start")
    other.wait_for_selector("#study[data-state=running]")
    home = visit(**options)
    home.wait_for_selector(".runs >> text=in a browser")
    looks_right(home)

    other.wait_for_selector("#study[data-state=finished]", timeout=SLOW)
    assert "6,000 of 6,000 games" in other.inner_text("#said")
    widths = other.locator("#narrowing circle title").all_text_contents()
    points = [float(each.split("±")[1].split()[0]) for each in widths]
    assert len(points) == 10
    assert points == sorted(points, reverse=True)
    report = other.frame_locator("#report iframe")
    assert report.locator("h1").first.inner_text() == "In A Browser"
    table = other.locator("table.sortable").first
    table.get_by_role("button", name="Win rate").click()
    rates = table.locator("tbody td.number:nth-child(4)").all_inner_texts()
    shares = [int(rate.split(" %")[0]) for rate in rates]
    assert shares == sorted(shares)
    other.locator(".pictures img").first.scroll_into_view_if_needed()
    other.wait_for_function(
        "() => [...document.querySelectorAll('.pictures img')].some(each => each.naturalWidth)"
    )
    looks_right(other)
    with other.expect_popup() as opened:
        other.get_by_role("link", name="Open in new tab").click()
    assert opened.value.locator("h1").first.inner_text() == "In A Browser"


@pytest.mark.parametrize("screen", SCREENS)
def test_the_pages_of_rules_can_be_read_on_every_screen(
    visit: Callable[..., Page], served: Served, screen: str
) -> None:
    page = visit(**SCREENS[screen])
    looks_right(page)
    for place in ("/rules", "/rules/battlelore", "/rules/battlelore/numbers", "/studies"):
        page.goto(f"{served.url}{place}")
        looks_right(page)
    page.goto(f"{served.url}/rules/bloodstones")
    page.fill("[name=q]", "withdraw ship")
    page.keyboard.press("Enter")
    page.wait_for_selector(".found li")
    looks_right(page)
    page.goto(f"{served.url}/strategies/wizard_kings")
    page.wait_for_selector("#chart circle")
    looks_right(page)
    page.select_option("#ladder", "1")
    assert page.locator(".ladder:visible").count() == 1


@pytest.mark.parametrize("screen", SCREENS)
def test_a_number_is_turned_by_keyboard_and_shows_what_it_changes(
    visit: Callable[..., Page], served: Served, screen: str
) -> None:
    page = visit(**SCREENS[screen])
    page.goto(f"{served.url}/rules/bloodstones/numbers/cavalry.modifier")
    page.focus("#value")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector("#effects >> text=cavalry.modifier = 4")
    row = page.locator("#effects tr", has_text="Attacker wins").first
    assert row.locator("td").first.inner_text() == "89.4 %"
    assert row.locator("td").last.inner_text() != "89.4 %"
    looks_right(page)
    page.get_by_role("link", name="Measure this in a study").click()
    assert '"cavalry.modifier" = 4' in page.input_value("#text")
