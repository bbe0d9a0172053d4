"""The analysis of a record in a browser: explained, gone through, tried otherwise, played on."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bloodstones.cli import main
from tests.browser.accessibility import looks_right
from tests.browser.test_lab import DESKTOP, PHONE, Served, decide, decide_at_once, served, visit
from tests.web.lab_client import record_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["served", "visit"]

pytestmark = pytest.mark.browser

SEED = 20261127
SLOW = 180_000  # milliseconds
FEW = 1_500  # playouts
QUICK = 6_000  # enough to tell decisions apart
SIZES = {"desktop": DESKTOP, "phone": PHONE}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer playouts than a page asks for."""
    for module in ("analyses", "pages"):
        monkeypatch.setattr(f"bloodstones.web.analysis.{module}.BUDGETS", (FEW, 2 * FEW))


def opened(page: Page, served: Served, game_id: str) -> None:
    """Open the record of a game, and wait for its explanation."""
    (served.lab.folder / f"{game_id}.jsonl").write_text(record_of(game_id))
    page.goto(f"{served.url}/analysis/{game_id}.jsonl")
    page.wait_for_selector("#analysis[data-explained]", timeout=SLOW)
    page.wait_for_selector("#analysis:not([aria-busy])")


def at(page: Page) -> int:
    """The position that is shown."""
    page.wait_for_selector("#analysis:not([aria-busy])")
    return int(page.get_attribute("#analysis", "data-position") or -1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_a_record_is_explained_and_gone_on_from_otherwise(
    visit: Callable[..., Page], served: Served, size: str, scheme: str
) -> None:
    page = visit(viewport=SIZES[size], color_scheme=scheme, has_touch=size == "phone")
    opened(page, served, "bellum_magica")
    looks_right(page)
    assert page.locator("#curve polyline").count() == 2
    page.locator("#moves button").nth(150).dispatch_event("click")
    place = at(page)
    page.wait_for_selector("#cards svg:not(.sheet)")
    while page.locator("#code option").count() < 3:
        page.click("#on")
        place = at(page)
    page.get_by_text("Try another decision here").click()
    for seat in (0, 1):
        page.select_option(f"[name=strategy_{seat}]", "human" if seat == 0 else "random")
    page.select_option("#code", index=2)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile("/seats/"))
    page.wait_for_selector("#question:not(:text-is('…'))")
    assert f"at step {place}." in page.inner_text("main")
    luck = random.Random(SEED)
    while decide_at_once(page, luck):
        pass
    (record,) = served.lab.tables.records()
    assert main(["verify", str(record)]) == 0
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download record").click()
    assert Path(saved.value.path()).read_bytes() == record.read_bytes()
    page.get_by_role("link", name="Analyse this game").click()
    page.wait_for_selector("#analysis[data-explained]", timeout=SLOW)
    assert page.locator("#moves li[data-place]").count() >= place


def test_one_goes_to_any_moment_by_keys_slider_list_and_curve(
    visit: Callable[..., Page], served: Served
) -> None:
    page = visit(viewport=DESKTOP)
    opened(page, served, "bloodstones")
    assert at(page) == 0
    for key, place in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        page.keyboard.press(key)
        assert at(page) == place
    page.keyboard.press("End")
    last = at(page)
    assert "captures" in page.inner_text("#where") or "end" in page.inner_text("#where")
    page.keyboard.press("PageUp")
    assert 0 < at(page) < last
    page.fill("#slider", "40")
    assert at(page) == 40
    page.locator("#moves [data-place='61'] button").click()
    assert at(page) == 61
    assert page.url.endswith("#61")
    page.locator("#curve").scroll_into_view_if_needed()
    box = page.locator("#curve").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    assert abs(at(page) - last / 4) <= 2
    page.click("text=Your note on this position")
    page.fill("#note", "Too early?")
    page.keyboard.press("Tab")
    page.wait_for_selector("#note-kept:text-is('Saved.')")
    page.goto(f"{served.url}/analysis/bloodstones.jsonl#100")
    page.reload()
    assert at(page) == 100
    assert page.input_value("#note") == ""
    page.locator("#moves .noted").click()
    assert abs(at(page) - last / 4) <= 2
    assert page.input_value("#note") == "Too early?"


def test_a_mark_shows_what_was_done_and_what_the_engine_would(
    visit: Callable[..., Page], served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("analyses", "pages"):
        monkeypatch.setattr(f"bloodstones.web.analysis.{module}.BUDGETS", (QUICK,))
    page = visit(viewport=DESKTOP)
    opened(page, served, "bloodstones")
    costly = page.locator("#found section").first.locator("li button")
    assert costly.count() > 0
    costly.first.click()
    said = page.inner_text("#verdict")
    assert "would:" in said
    assert "95 % interval" in said
    assert page.locator("#chart .mark").count() > 0
    page.keyboard.press("m")
    at(page)
    assert page.locator("#balance span").count() == 2


def test_a_second_tab_waits_for_the_same_explanation(
    visit: Callable[..., Page], served: Served
) -> None:
    (served.lab.folder / "a.jsonl").write_text(record_of("battalia"))
    first = visit(viewport=DESKTOP)
    first.goto(f"{served.url}/analysis/a.jsonl")
    second = first.context.new_page()
    second.goto(f"{served.url}/analysis/a.jsonl")
    for page in (first, second):
        page.wait_for_selector("#analysis[data-explained]", timeout=SLOW)
    counts = [page.locator("#found").inner_text() for page in (first, second)]
    assert counts[0] == counts[1]
    assert len(list((served.lab.folder / "analyses").iterdir())) == 1


def test_a_file_is_opened_from_the_page(
    visit: Callable[..., Page], served: Served, tmp_path: Path
) -> None:
    page = visit(viewport=PHONE)
    page.goto(f"{served.url}/analysis")
    good = tmp_path / "good.jsonl"
    good.write_text(record_of("bellum_magica"))
    page.set_input_files("#file", str(good))
    page.wait_for_url(re.compile("/analysis/records/good-"), timeout=SLOW)
    page.wait_for_selector("#analysis[data-explained]", timeout=SLOW)


def test_both_sides_are_played_on_one_page(visit: Callable[..., Page], served: Served) -> None:
    page = visit(viewport=DESKTOP)
    opened(page, served, "bellum_magica")
    page.fill("#slider", "120")
    at(page)
    page.get_by_text("Try another decision here").click()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("link", name="Play all seats here").click()
    luck, seats = random.Random(SEED), set()
    for _ in range(40):
        page.wait_for_selector("#options button")
        seats.add(page.url)
        if not decide(page, luck) or len(seats) == 2:
            break
        page.wait_for_timeout(300)
    assert len(seats) == 2


def test_chances_stay_live_from_decision_to_decision(
    visit: Callable[..., Page], served: Served
) -> None:
    page = visit(viewport=DESKTOP)
    opened(page, served, "bellum_magica")
    page.fill("#slider", "120")
    at(page)
    page.get_by_text("Try another decision here").click()
    page.select_option("[name=strategy_1]", "random")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_selector("#options button")
    page.check("#live")
    luck, told = random.Random(SEED), set()
    for _ in range(6):
        if page.locator("#options button").count() < 2:
            if not decide(page, luck):
                break
            continue
        page.wait_for_selector("#advice:not([hidden])", timeout=SLOW)
        told.add(page.inner_text("#advice"))
        if len(told) > 1 or not decide(page, luck):
            break
    assert len(told) > 1


@pytest.mark.parametrize("size", SIZES)
def test_one_says_how_strong_the_players_are(
    visit: Callable[..., Page], served: Served, size: str
) -> None:
    page = visit(viewport=SIZES[size])
    opened(page, served, "bellum_magica")
    page.get_by_text("How strong are the players?").click()
    for place, strategy in enumerate(("value_32", "random")):
        page.locator("#strengths select").nth(place).select_option(strategy)
    page.get_by_role("button", name="Explain with these strengths").click()
    page.wait_for_selector("#so-strong:not([disabled])", timeout=SLOW)
    said = page.locator(".strength")
    assert "Chances assume these log-strengths" in said.inner_text()
    assert int(page.locator("#balance b").first.inner_text().split()[0]) > 80
    page.get_by_role("button", name="Assume equal strength").click()
    page.wait_for_selector("#equals:not([disabled])", timeout=SLOW)
    assert "Chances assume equally strong players." in said.inner_text()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= SIZES[size]["width"]
