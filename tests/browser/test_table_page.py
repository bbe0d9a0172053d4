"""The page of a table: steps on the space bar, log and board, drags, undo, recent questions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_lab import DESKTOP, PHONE, READY, SEED, Served, begin, decide_at_once
from tests.browser.test_lab import served as served
from tests.browser.test_lab import visit as visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

MOST = 80  # decisions until others have moved
MOVED = "() => document.querySelectorAll('#picture [data-move]').length > 0"
NARROWS = """(wanted) => {
  const lit = [...document.querySelectorAll(".play .lit:not(.picked)")];
  const words = () => document.getElementById("options").textContent;
  const table = document.getElementById("table");
  for (const part of lit) {
    const before = words();
    part.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    if (table.hasAttribute("aria-busy")) return "decided";
    if (words() === before) return `${part.outerHTML.slice(0, 80)} does nothing`;
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    return "narrowed";
  }
  return "nothing lit";
}"""


def until_moved(page: Page) -> None:
    luck = random.Random(SEED)
    for _ in range(MOST):
        assert decide_at_once(page, luck)
        page.wait_for_selector(READY)
        if page.evaluate(MOVED):
            return
    raise AssertionError("nobody moves")


def test_what_others_did_is_shown_step_by_step_and_in_the_log(
    visit: Callable[..., Page], served: Served
) -> None:
    page = visit(viewport=DESKTOP, reduced_motion="reduce")
    begin(page, served, "bloodstones", strategy_1="random")
    until_moved(page)
    now = page.inner_html("#picture")
    count = int(page.inner_text("#step").split()[0])
    page.keyboard.press("Space")
    page.wait_for_selector(f"#step:text-is('Step 1 of {count}')")
    assert page.inner_text("#step-said")
    assert page.locator(".play .lit").count() == 0, "nothing is decided in the past"
    for _ in range(count):
        step = page.inner_text("#step")
        page.keyboard.press("Space")
        page.wait_for_function(f"() => document.getElementById('step').textContent !== '{step}'")
    assert page.inner_text("#step").endswith("since your last decision")
    assert page.inner_html("#picture") == now
    line = page.locator("#log .fresh[data-areas]").last
    line.focus()
    pointed = page.locator("#picture .pointed").evaluate_all("all => all.map(e => e.dataset.area)")
    assert set(pointed) == set((line.get_attribute("data-areas") or "").split())
    page.locator("#picture [data-move]").first.dispatch_event("click")
    areas = page.locator("#picture [data-move]").first.get_attribute("data-move") or ""
    there = page.evaluate("() => document.activeElement.dataset.areas").split()
    assert set(areas.split("-")) & set(there)


def test_every_lit_part_narrows_the_choice(visit: Callable[..., Page], served: Served) -> None:
    page = visit(viewport=DESKTOP)
    begin(page, served, "bellum_magica", strategy_1="random")
    luck, seen = random.Random(SEED), set()
    for _ in range(14):
        seen.add(went := page.evaluate(NARROWS))
        assert went in ("decided", "narrowed", "nothing lit")
        if not decide_at_once(page, luck):
            break
    assert seen & {"decided", "narrowed"}


def test_a_unit_is_dragged_where_it_goes(visit: Callable[..., Page], served: Served) -> None:
    page = visit(viewport=DESKTOP)
    begin(page, served, "wizard_kings", strategy_1="random")
    luck = random.Random(SEED)
    for _ in range(MOST):
        if page.inner_text("#question") == "Which block moves, sails or casts?":
            break
        assert decide_at_once(page, luck)
        page.wait_for_selector(READY)
    piece = page.locator("#picture .lit[data-piece]").first
    name, start = piece.get_attribute("data-piece"), piece.get_attribute("data-on")
    piece.dispatch_event("click")
    page.wait_for_selector("#question:has-text('go?')")
    goal = page.locator("#picture path.lit[data-area]").first.get_attribute("data-area")
    page.click("#undo")
    page.wait_for_selector("#question:text-is('Which block moves, sails or casts?')")
    page.wait_for_selector(READY)
    page.locator(f"#picture [data-piece='{name}']").hover()
    page.mouse.down()
    box = page.locator(f"#picture [data-area='{goal}']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.up()
    page.wait_for_selector(f"#picture [data-piece='{name}'][data-on='{goal}']")
    assert start != goal


def test_roads_and_towns_let_clicks_through(visit: Callable[..., Page], served: Served) -> None:
    page = visit(viewport=DESKTOP)
    begin(page, served, "wizard_kings", strategy_1="random")
    page.wait_for_selector("#picture .lit[data-area]")
    covered = page.evaluate("""() => [...document.querySelectorAll("#picture .lit[data-area]")]
      .map((area) => area.getBoundingClientRect())
      .filter((box) => box.top > 0 && box.bottom < innerHeight)
      .map((box) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
      .filter((on) => !on.closest("[data-area], [data-piece]"))
      .map((on) => on.getAttribute("class"))""")
    assert covered == []


def test_a_choice_is_undone_after_replies(visit: Callable[..., Page], served: Served) -> None:
    page = visit(viewport=DESKTOP)
    begin(page, served, "bloodstones", strategy_1="random")
    until_moved(page)
    turn = page.inner_text("#turn")
    page.click("#undo")
    page.wait_for_selector("#undo-refused:not([hidden])")
    assert "so you cannot undo it" in page.inner_text("#undo-why")
    page.click("#undo-anyway")
    page.wait_for_selector("#undo-refused", state="hidden")
    page.wait_for_selector(READY)
    assert page.inner_text("#turn") != turn


def test_recent_questions_are_at_hand(visit: Callable[..., Page], served: Served) -> None:
    page = visit(viewport=DESKTOP)
    page.goto(f"{served.url}/ask/battlelore/odds")
    assert page.inner_text("#example").startswith("This is an example")
    assert page.locator("#answer table").count()
    page.fill("[name=attacker]", "obscenes:2")
    page.wait_for_selector("#recent:not([hidden])", state="attached", timeout=10_000)
    page.goto(f"{served.url}/ask/battlelore/odds")
    page.click("#recent summary")
    page.click("#recent a")
    page.wait_for_url("**attacker=obscenes*")
    assert page.input_value("[name=attacker]") == "obscenes:2"
    assert page.locator("#example").count() == 0


FILLED = """() => {
  const board = document.querySelector("#picture svg").getBoundingClientRect();
  const panel = document.querySelector(".panel").getBoundingClientRect();
  return {
    left: board.width / (innerWidth - panel.width), high: board.height / innerHeight,
    page: document.documentElement.scrollHeight <= innerHeight,
    asked: document.querySelector("#options button").getBoundingClientRect().bottom <= innerHeight,
  };
}"""


@pytest.mark.parametrize(("game_id", "high"), [("bloodstones", 0.9), ("battlelore", 0.7)])
def test_the_board_fills_the_window_beside_the_panel(
    visit: Callable[..., Page], served: Served, game_id: str, high: float
) -> None:
    """A tall board is as high as the window, a broad one as wide as the panel leaves it."""
    page = visit(viewport=DESKTOP)
    begin(page, served, game_id, strategy_1="random")
    luck = random.Random(SEED)
    for _ in range(8):
        assert decide_at_once(page, luck)
    page.wait_for_selector(READY)
    filled = page.evaluate(FILLED)
    assert filled["high"] > high
    assert filled["left"] > 0.94
    assert filled["page"], "the panel scrolls, not the page"
    assert filled["asked"]


def finger(page: Page) -> Callable[..., None]:
    """Put a finger down, move it, lift it: `act("touchStart", x, y)`, "touchMove", "touchEnd"."""
    session = page.context.new_cdp_session(page)

    def act(kind: str, *place: float) -> None:
        points = [{"x": place[0], "y": place[1]}] if place else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    return act


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_finger_drags_a_unit_and_scrolls_beside_it(
    visit: Callable[..., Page], served: Served
) -> None:
    page = visit(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    begin(page, served, "wizard_kings", strategy_1="random")
    luck = random.Random(SEED)
    for _ in range(MOST):
        if "moves" in page.inner_text("#question"):
            break
        assert decide_at_once(page, luck)
        page.wait_for_selector(READY)
    asked = page.inner_text("#question")
    piece = page.locator("#picture .lit[data-piece]").first
    name = piece.get_attribute("data-piece")
    piece.dispatch_event("click")
    page.wait_for_selector("#question:has-text('go?')")
    goal = page.locator("#picture path.lit[data-area]").first.get_attribute("data-area")
    page.click("#undo")
    page.wait_for_selector(f"#question:text-is('{asked}')")
    page.wait_for_selector(READY)
    page.evaluate("() => document.getElementById('picture').scrollIntoView()")
    piece_at, goal_at = f"#picture [data-piece='{name}']", f"#picture path[data-area='{goal}']"
    page.locator(piece_at).scroll_into_view_if_needed()
    touch = finger(page)
    (x, y), (to_x, to_y) = middle_of(page, piece_at), middle_of(page, goal_at)
    scrolled = "() => document.getElementById('picture').scrollLeft"
    before = page.evaluate(scrolled)
    touch("touchStart", x, y)
    for step in range(1, 9):
        touch("touchMove", x + (to_x - x) * step / 8, y + (to_y - y) * step / 8)
    touch("touchEnd")
    page.wait_for_selector(f"{piece_at}[data-on='{goal}']")
    page.wait_for_selector(READY)
    assert page.locator("#picture .dragged").count() == 0
    empty = "#picture path[data-area]:not(.lit)"
    place = page.evaluate(
        """(wanted) => {
          const box = document.getElementById("picture").getBoundingClientRect();
          for (const part of document.querySelectorAll(wanted)) {
            const { x, y, width, height } = part.getBoundingClientRect();
            const [left, top] = [x + width / 2, y + height / 2];
            const free = document.elementFromPoint(left, top) === part;
            if (free && left > box.left + 40 && left < box.right - 40) return [left, top];
          }
        }""",
        empty,
    )
    page.evaluate("() => { document.getElementById('picture').scrollLeft = 200; }")
    before = page.evaluate(scrolled)
    touch("touchStart", *place)
    for step in range(1, 9):
        touch("touchMove", place[0] - 10 * step, place[1])
    touch("touchEnd")
    page.wait_for_function(f"() => ({scrolled})() > {before} + 30")
