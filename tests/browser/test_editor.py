"""The editor of positions: pieces put and dragged, faults mended, hints, games from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.browser.accessibility import looks_right, shows_focus
from tests.browser.test_lab import DESKTOP, PHONE, Served, served, visit
from tests.web.lab_client import record_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["served", "visit"]

pytestmark = pytest.mark.browser

POSITION = (
    "bloodstones tyrants_lament hill_folk,horse_lords turn=9 first=0 active=0 point=main"
    " | 0: citadel=1 units=1:giant;2:swordsman*2 hand=skirmisher*2+leader villages=2 regroups=1"
    " | 1: citadel=30 units=30:swordsman+cavalry*2;2:cavalry hand=?5 villages=31 regroups=1"
)
PLACE = f"bloodstones?text={quote(POSITION)}"


def opened(page: Page, served: Served, place: str) -> Page:
    """Open the editor, which has checked a position."""
    page.goto(f"{served.url}/position/{place}")
    page.wait_for_selector("#editor[data-ready]:not([aria-busy])", timeout=60_000)
    return page


def done(page: Page, number: int) -> None:
    """Wait until so many positions were shown."""
    page.wait_for_selector(f"#editor[data-ready='{number}']:not([aria-busy])")


def click_area(page: Page, area: int) -> None:
    page.locator(f"#picture [data-area='{area}']").first.dispatch_event("click")


def counts(page: Page) -> list[str]:
    return page.locator("#here li span").all_inner_texts()


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_a_position_is_built_mended_advised_and_played(
    visit: Callable[..., Page], served: Served, size: dict[str, int], scheme: str
) -> None:
    page = opened(
        visit(viewport=size, color_scheme=scheme), served, f"bloodstones?text={quote(POSITION)}"
    )
    assert "Hill Folk to move" in page.inner_text("#verdict")
    page.locator("#items button", has_text="giant").click()
    click_area(page, 11)  # the second and last giant
    done(page, 2)
    assert counts(page) == ["Hill Folk: giant"]
    click_area(page, 11)
    done(page, 3)
    assert page.inner_text("#verdict") == "1 fault"
    assert "at most 2 giant of hill_folk (BS-COMP-07), got 3" in page.inner_text("#faults")
    assert page.locator("#hint").is_disabled()
    page.get_by_role("button", name="One less: Hill Folk: giant").click()
    done(page, 4)
    assert "to move" in page.inner_text("#verdict")
    page.click("#undo")
    done(page, 5)
    assert page.inner_text("#verdict") == "1 fault"
    page.click("#redo")
    done(page, 6)
    looks_right(page)
    shows_focus(page)
    page.click("#hint")
    page.wait_for_selector("#advice:not([hidden])", timeout=60_000)
    page.click("#odds")
    page.wait_for_selector("#answers:not([hidden])")
    assert "Hill Folk against Horse Lords in 2" in page.inner_text("#answers")
    page.click("#play")
    page.locator("#players select").nth(1).select_option("warlord")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("#question:not(:text-is('…'))", timeout=60_000)
    assert "turn 9" in page.inner_text("#turn")
    assert page.locator("#picture [data-piece='11-0-giant']").count() == 1


def test_a_unit_is_dragged_and_a_fault_is_shown_where_it_is(
    visit: Callable[..., Page], served: Served
) -> None:
    page = opened(visit(viewport=DESKTOP), served, PLACE)
    start = page.locator("#picture [data-piece='1-0-giant']").bounding_box()
    goal = page.locator("#picture [data-area='0']").first.bounding_box()
    assert start is not None
    assert goal is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 3, goal["y"] + goal["height"] / 2, steps=4)
    page.mouse.up()
    done(page, 2)
    assert page.locator("#picture [data-piece='0-0-giant']").count() == 1
    assert page.locator("#picture [data-area='0'].faulty").count() > 0  # no giant stands in the sea
    page.fill("#text", "bloodstones tyrants_lament nobody")
    page.click("#load")
    page.wait_for_selector("#editor:not([aria-busy])")
    assert "expected a faction, got 'nobody'" in page.inner_text("#faults") + page.inner_text(
        "#fault"
    )
    assert page.locator("#picture [data-piece='0-0-giant']").count() == 1  # the picture stays


def test_a_small_game_is_edited_by_keyboard_from_its_set_up_and_a_record(
    visit: Callable[..., Page], served: Served
) -> None:
    page = opened(visit(viewport=DESKTOP), served, "bellum_magica")
    assert "to move" in page.inner_text("#verdict")
    name = "bellum_magica.jsonl"
    (served.lab.folder / name).write_text(record_of("bellum_magica"), encoding="utf-8")
    page.goto(f"{served.url}/analysis/{name}#30")
    page.wait_for_selector("#analysis[data-position='30']")
    page.locator("#edit").click()
    page.wait_for_selector("#editor[data-ready='1']:not([aria-busy])")
    turn = page.get_by_label("turn", exact=True)
    before = turn.input_value()
    turn.press("Control+A")
    turn.type("0")
    turn.press("Tab")
    done(page, 2)
    assert "BM-" in page.inner_text("#faults") or "a day for the point" in page.inner_text(
        "#faults"
    )
    page.keyboard.press("Escape")
    page.focus("#undo")
    page.keyboard.press("Enter")
    done(page, 3)
    assert page.get_by_label("turn", exact=True).input_value() == before
    assert "to move" in page.inner_text("#verdict")
