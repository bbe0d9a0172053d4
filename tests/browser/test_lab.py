"""The lab in a browser: whole games by clicks, two people, a restart, odds by keyboard alone."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bloodstones.cli import main
from bloodstones.games.registry import GAMES
from tests.browser.accessibility import looks_right, shows_focus

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from bloodstones.web.lab import Lab

pytestmark = pytest.mark.browser

DESKTOP = {"width": 1400, "height": 900}
PHONE = {"width": 390, "height": 800}
READY = "#table:not([aria-busy])"
DECISIONS = 12  # on a phone
BY_BOARD = 0.7  # clicks on what is lit, where something is
SEED = 20261127
HEAVIEST = 300_000  # bytes of a table's page with all that it loads
WEIGHT = """() => ["navigation", "resource"]
  .flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, each) => sum + each.encodedBodySize, 0)"""
SHORT = {"battlelore": {"changes": "win_vp=4"}}  # as many points end it sooner

LEGIBLE = 9  # pixels
# The height of the smallest letters on the board.
SMALLEST = """() => Math.min(...[...document.querySelectorAll("#picture text")].map((text) => {
  const { a, b } = text.getScreenCTM();
  return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
}))"""
# Whether something of what is lit on the board is in view, if anything is lit there.
LIT_IN_VIEW = """() => {
  const place = document.getElementById("picture").getBoundingClientRect();
  const parts = [...document.querySelectorAll("#picture .lit")];
  const lit = parts.map((each) => each.getBoundingClientRect());
  return !lit.length || lit.some((box) => box.right > place.left && box.left < place.right
    && box.bottom > place.top && box.top < place.bottom);
}"""


@dataclass
class Served:
    """A lab that answers."""

    lab: Lab
    url: str

    @property
    def address(self) -> str:
        """The address with its token."""
        return f"{self.url}/?token={self.lab.token}"


class Server:
    """A lab in a thread, on a port that is free."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        import uvicorn

        from bloodstones.web.app import app_of
        from bloodstones.web.lab import open_lab
        from bloodstones.web.server import listening

        self.door = listening("127.0.0.1", port)
        socket = self.door.__enter__()
        host = f"127.0.0.1:{socket.getsockname()[1]}"
        lab = open_lab(folder)
        self.served = Served(lab, f"http://{host}")
        self.server = uvicorn.Server(uvicorn.Config(app_of(lab, [host]), log_level="critical"))
        self.thread = threading.Thread(
            target=self.server.run, kwargs={"sockets": [socket]}, daemon=True
        )
        self.thread.start()

    def close(self) -> None:
        """Stop answering."""
        self.server.should_exit = self.server.force_exit = True
        self.thread.join()
        self.door.__exit__(None, None, None)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Server(tmp_path / "lab")
    yield server.served
    server.close()


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Callable[..., Page]]:
    """Opens a page of the lab; the test fails if a page errs or asks elsewhere."""
    contexts, faults = [], []

    def asked(url: str) -> None:
        if not url.startswith((served.url, "data:")):
            faults.append(f"request: {url}")

    def open_page(address: str = "", **options: Any) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("request", lambda request: asked(request.url))
        page.on(
            "console",
            lambda said: faults.append(said.text) if said.type in ("error", "warning") else None,
        )
        page.goto(address or served.address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def begin(page: Page, served: Served, game_id: str, **fields: str) -> None:
    """Set a table up by the form, with a person in the first seat."""
    page.goto(f"{served.url}/new/{game_id}")
    if "changes" in fields:
        page.get_by_text("Rule changes").click()
    for name, value in fields.items():
        field = page.locator(f"[name={name}]")
        is_select = field.evaluate("field => field.tagName") == "SELECT"
        field.select_option(value) if is_select else field.fill(value)
    page.get_by_role("button", name="Start game").click()
    page.wait_for_selector("#question:not(:text-is('…'))")


def decide(page: Page, luck: random.Random) -> bool:
    """Make one decision by clicks: on what is lit, else on words; False when the game is over.

    Clicks on what is lit narrow the choices one after the other.
    """
    page.wait_for_selector(READY)
    for narrowing in range(8):
        before = page.get_attribute("#table", "data-version")
        lit, options = page.locator(".play .lit:not(.picked)"), page.locator("#options button")
        count, words = lit.count(), options.count()
        if not words:
            return False
        if count and (narrowing or luck.random() < BY_BOARD):
            lit.nth(luck.randrange(count)).dispatch_event("click")
        else:
            options.nth(luck.randrange(words)).click()
        page.wait_for_selector(READY)
        if page.get_attribute("#table", "data-version") != before:
            return True
    raise AssertionError("clicks that narrow the choices never come to one")


DECIDE = """async (luck) => {
  const table = document.getElementById("table");
  const ready = () => new Promise((done) => {
    const look = () => (table.hasAttribute("aria-busy") ? setTimeout(look, 2) : done());
    look();
  });
  await ready();
  const before = table.dataset.version;
  for (const [first, which] of luck) {
    const lit = [...document.querySelectorAll(".play .lit:not(.picked)")];
    const words = [...document.querySelectorAll("#options button")];
    if (!words.length) return "over";
    const among = first && lit.length ? lit : words;
    const click = new MouseEvent("click", { bubbles: true });
    among[Math.floor(which * among.length)].dispatchEvent(click);
    await ready();
    if (table.dataset.version !== before) return "decided";
  }
  return "undecided";
}"""


def decide_at_once(page: Page, luck: random.Random) -> bool:
    """Do as `decide` in one step of the page: what a mouse can reach was seen before."""
    clicks = [[bool(number) or luck.random() < BY_BOARD, luck.random()] for number in range(8)]
    went = page.evaluate(DECIDE, clicks)
    assert went != "undecided", "clicks that narrow the choices never come to one"
    return bool(went == "decided")


@pytest.mark.parametrize("game_id", GAMES)
def test_a_whole_game_is_played_by_clicks_and_its_record_is_legal(
    visit: Callable[..., Page], served: Served, game_id: str
) -> None:
    page = visit(viewport=DESKTOP)
    begin(page, served, game_id, strategy_1="random", **SHORT.get(game_id, {}))
    luck, decisions = random.Random(SEED), 0
    while decide(page, luck) if decisions < DECISIONS else decide_at_once(page, luck):
        decisions += 1
    assert decisions > DECISIONS
    assert re.search(r"won\.$", page.inner_text("#question"))
    (record,) = served.lab.tables.records()
    assert main(["verify", str(record)]) == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_table_fits_a_phone(
    visit: Callable[..., Page], served: Served, game_id: str, scheme: str
) -> None:
    page = visit(viewport=PHONE, color_scheme=scheme, has_touch=True)
    begin(page, served, game_id, strategy_1="random")
    assert page.evaluate(WEIGHT) < HEAVIEST
    luck = random.Random(SEED)
    for _ in range(DECISIONS):
        decide(page, luck)
    looks_right(page)
    shows_focus(page)
    if not page.locator("#picture svg").count():
        assert page.locator("#cards .play-card").count() > 0
        return
    assert page.evaluate(SMALLEST) >= LEGIBLE
    assert page.evaluate(LIT_IN_VIEW)
    usual = width_of_board(page)
    page.click("#larger")
    assert width_of_board(page) > usual
    page.click("#smaller")
    page.click("#smaller")
    assert width_of_board(page) <= PHONE["width"]


def width_of_board(page: Page) -> float:
    box = page.locator("#picture svg").bounding_box()
    assert box is not None
    return box["width"]


def test_coordinates_are_shown_until_they_are_switched_off(
    visit: Callable[..., Page], served: Served
) -> None:
    page = visit(viewport=DESKTOP)
    begin(page, served, "battlelore", strategy_1="random")
    assert page.evaluate(SMALLEST) >= LEGIBLE
    coordinates = page.locator("#picture .coordinates")
    assert "5.7" in coordinates.locator("text").all_text_contents()
    page.uncheck("#coordinates")
    assert coordinates.is_hidden()
    page.reload()
    page.wait_for_selector("#picture svg")
    assert coordinates.is_hidden()
    page.check("#coordinates")
    assert coordinates.is_visible()


def test_two_people_play_on_two_screens(visit: Callable[..., Page], served: Served) -> None:
    host = visit(viewport=DESKTOP)
    host.goto(f"{served.url}/new/bloodstones")
    host.select_option("[name=strategy_1]", "human")
    host.get_by_role("button", name="Start game").click()
    host.wait_for_selector("code.link")
    links = host.locator("code.link").all_inner_texts()
    assert len(links) == 2
    pages = [visit(link, viewport=DESKTOP) for link in links]
    for page in pages:
        page.wait_for_selector("#question:not(:text-is('…'))")
    luck = random.Random(SEED)
    for _ in range(DECISIONS):
        to_move = next(page for page in pages if page.locator("#options button").count())
        other = pages[1 - pages.index(to_move)]
        assert "Waiting for " in other.inner_text("#question")
        decide(to_move, luck)
        version = to_move.get_attribute("#table", "data-version")
        other.wait_for_selector(f"#table[data-version='{version}']")
    hands = [page.locator("#hand [data-card]").all_text_contents() for page in pages]
    assert hands[0] != hands[1]


def test_a_choice_is_taken_back_and_a_hint_is_given(
    visit: Callable[..., Page], served: Served
) -> None:
    page = visit(viewport=DESKTOP)
    begin(page, served, "bloodstones", strategy_1="builder")
    before = page.locator("#options button").all_inner_texts()
    page.locator("#options button").first.click()
    page.wait_for_selector("#table[data-version='2']")
    page.click("#undo")
    page.wait_for_selector("#table[data-version='3']")
    assert page.locator("#options button").all_inner_texts() == before
    page.click("#hint")
    page.wait_for_selector("#advice:not([hidden])", timeout=60_000)
    would = page.inner_text("#advice h2")
    assert any(would.endswith(words) for words in before)


def test_a_click_too_many_decides_nothing(visit: Callable[..., Page], served: Served) -> None:
    page = visit(viewport=DESKTOP)
    begin(page, served, "battalia", strategy_1="random")
    (table,) = served.lab.tables.unfinished()
    shared = served.lab.tables.find(table).shared
    page.evaluate(
        """() => { const button = document.querySelector("#options button");
                   for (let click = 0; click < 3; click += 1) button.click(); }"""
    )
    page.wait_for_selector(READY)
    page.wait_for_selector("#table[data-version='2']")
    assert shared.version == 2


def test_an_open_page_goes_on_after_a_restart(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    first = Server(folder)
    page = browser.new_page(viewport=DESKTOP)
    page.goto(first.served.address)
    begin(page, first.served, "bloodstones", strategy_1="builder")
    luck = random.Random(SEED)
    for _ in range(DECISIONS):
        decide(page, luck)
    first.close()
    second = Server(folder, int(first.served.url.rpartition(":")[2]))
    page.wait_for_selector("#table[data-version='1']")
    decide(page, luck)
    assert page.get_attribute("#table", "data-version") == "2"
    page.close()
    second.close()


def test_a_game_goes_on_after_a_restart(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    first = Server(folder)
    page = browser.new_page(viewport=DESKTOP)
    page.goto(first.served.address)
    begin(page, first.served, "bloodstones", strategy_1="builder")
    luck = random.Random(SEED)
    for _ in range(DECISIONS):
        decide(page, luck)
    place = page.url.removeprefix(first.served.url)
    options = page.locator("#options button").all_inner_texts()
    page.mouse.move(0, 0)  # a choice under it would be marked
    picture = page.inner_html("#picture")
    first.close()
    second = Server(folder)
    page.goto(f"{second.served.url}{place}")
    page.wait_for_selector("#options button")
    assert page.locator("#options button").all_inner_texts() == options
    assert page.inner_html("#picture") == picture
    page.close()
    second.close()


def test_a_question_is_asked_by_keyboard_alone(visit: Callable[..., Page], served: Served) -> None:
    page = visit(viewport=DESKTOP)
    page.goto(f"{served.url}/ask/bloodstones/odds")
    typed = {
        "attacker": "dragon_riders: cavalry, lizardman*2, leader",
        "defender": "horse_lords: swordsman, shieldbearer",
        "terrain": "plains",
    }
    for name, text in typed.items():
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement.name") == name:
                break
        page.keyboard.type(text)
    page.wait_for_url("**attacker=dragon_riders*")
    page.wait_for_selector("#answer >> text=219/245")
    again = visit(served.address, viewport=PHONE)
    again.goto(page.url)
    assert "219/245" in again.inner_text("#answer")
    assert again.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
