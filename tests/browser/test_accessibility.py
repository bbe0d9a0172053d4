"""Pages of the lab for everybody: names, contrast, headings, targets, focus, light and dark.

Tables, the analysis, studies and rules are checked where they are played, explained and watched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.accessibility import (
    CONTRAST,
    DOUBLE_IDS,
    UNNAMED,
    axe,
    faint_words,
    looks_right,
    shows_focus,
    unseen_stops,
    violations,
)
from tests.browser.test_lab import DESKTOP, PHONE, Served, served, visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["served", "visit"]

pytestmark = pytest.mark.browser

PAGES = (
    "/",
    "/new/bloodstones",
    "/ask",
    "/ask/bloodstones/odds?attacker=hill_folk:+cavalry&defender=corsairs:+swordsman&terrain=hills",
    "/ask/wizard_kings/odds?attacker=ogre:3&defender=ranger:3",
    "/analysis",
)


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_pages_can_be_used_by_everybody(
    visit: Callable[..., Page], served: Served, size: dict[str, int], scheme: str
) -> None:
    page = visit(viewport=size, color_scheme=scheme)
    for place in PAGES:
        page.goto(f"{served.url}{place}")
        looks_right(page)
        shows_focus(page)


FAULTY = """() => {
  document.body.insertAdjacentHTML("afterbegin", `<button style="outline:none">+</button>
    <main><p id="twice">one</p><p id="twice" style="color:#888;background:#999">two</p><img></main>
    <div id="picture"><svg width="90" height="90"><rect width="90" height="90" fill="#777"/>
    <text y="50" fill="#555">three</text></svg></div>`);
  document.querySelector("button").style.setProperty("outline", "none", "important");
}"""


def test_faults_are_found(visit: Callable[..., Page]) -> None:
    page = visit(viewport=DESKTOP)
    page.evaluate(FAULTY)
    assert any("+</button>" in each for each in unseen_stops(page))
    assert [each.split("'")[1] for each in faint_words(page)] == ["three"]
    assert page.evaluate(DOUBLE_IDS) == ["twice"]
    assert "two" in page.evaluate(CONTRAST)[0]
    assert page.evaluate(UNNAMED) == ["<img>"]
    if axe():
        rules = {each.split(":")[0] for each in violations(page)}
        assert {"image-alt", "color-contrast"} <= rules
