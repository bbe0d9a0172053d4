"""The documentation as a reader opens it from disk: no network, no fault, search, phone, dark."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.docs.pages import DOCS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.browser
SITE = DOCS / "_build" / "html"
PHONE = {"width": 390, "height": 844}
PAGES = (
    "index.html",
    "install.html",
    "tutorials/odds.html",
    "tutorials/game.html",
    "generated/gallery.html",
    "generated/reports.html",
    "generated/rules/bloodstones.html",
    "generated/commands/all.html",
    "generated/api/bloodstones.stats.html",
)
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def open_site(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page of the built site; any request off the disk or console error is a fault."""
    faults: list[str] = []
    contexts = []

    def open_page(name: str, **options: Any) -> Page:
        assert (SITE / "index.html").is_file(), f"expected the site at {SITE}: run make docs"
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on(
            "request",
            lambda request: (
                request.url.startswith(("file:", "data:")) or faults.append(request.url)
            ),
        )
        page.on("requestfailed", lambda request: faults.append(f"failed: {request.url}"))
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("console", lambda m: m.type != "error" or faults.append(f"{name}: {m.text}"))
        page.goto((SITE / name.partition("?")[0]).as_uri() + "".join(name.partition("?")[1:]))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_from_disk_and_fits_a_phone(name: str, open_site: OpenPage) -> None:
    page = open_site(name, viewport=PHONE, color_scheme="dark")
    assert page.locator("h1").first.is_visible()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.evaluate(WIDER) <= 0


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("BS-COMBAT-10", "generated/rules/bloodstones.html"),
        ("wilson", "background/statistics.html"),
        ("odds_table", "generated/api/bloodstones.games.bloodstones.odds.html"),
    ],
)
def test_search_finds_without_a_server(words: str, found: str, open_site: OpenPage) -> None:
    page = open_site(f"search.html?q={words}")
    link = page.locator(f"#search-results li a[href*='{found}']").first
    link.wait_for()  # results come one after the other
    assert link.is_visible()


def test_links_of_the_site_lead_somewhere() -> None:
    missing = set()
    for path in sorted(SITE.rglob("*.html")):
        if not {SITE / "reports", SITE / "_static"}.isdisjoint(path.parents):
            continue  # whole documents of their own, and templates of the theme
        text = path.read_text(encoding="utf-8")
        for link in re.findall(r'(?:href|src)="([^"#?:]+)[^":]*"', text):
            target = (path.parent / link).resolve()
            if not target.exists():
                missing.add(f"{path.relative_to(SITE)}: {link}")
    assert missing == set()


def test_no_place_of_this_machine_is_named() -> None:
    home = str(Path(__file__).parents[2])
    told = [p for p in SITE.rglob("*.html") if home in p.read_text(encoding="utf-8")]
    assert told == []
