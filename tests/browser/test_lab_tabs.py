"""Many tabs of one browser: one stream for all, none where nobody looks; what compiles says so."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bloodstones.web.events import EventPages
from bloodstones.web.kernels.preparing import Preparing
from bloodstones.web.kernels.stages import Stage
from tests.browser.accessibility import looks_right
from tests.browser.test_lab import DESKTOP, PHONE, READY, SEED, Served, Server, decide, visit

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

__all__ = ["visit"]

pytestmark = pytest.mark.browser

TABS = 10
DECISIONS = 4
PATIENCE = 20_000  # milliseconds
WITHOUT_WORKER = "delete window.SharedWorker"
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> list[EventPages]:
    """What counts the streams of the labs that are opened from now on."""
    made: list[EventPages] = []
    begin = EventPages.__init__

    def noted(self: EventPages, *rest: Any) -> None:
        begin(self, *rest)
        made.append(self)

    monkeypatch.setattr(EventPages, "__init__", noted)
    return made


@pytest.fixture
def served(streams: list[EventPages], tmp_path: Path) -> Iterator[Served]:
    server = Server(tmp_path / "lab")
    yield server.served
    server.close()


def table_of_two(page: Page, served: Served) -> list[str]:
    """Set a table of two people up; return the links of their seats."""
    page.goto(f"{served.url}/new/bloodstones")
    page.select_option("[name=strategy_1]", "human")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_selector("code.link")
    return page.locator("code.link").all_inner_texts()


def opened(context: BrowserContext, link: str) -> Page:
    page = context.new_page()
    page.goto(link, timeout=PATIENCE)
    page.wait_for_selector("#question:not(:text-is('…'))", timeout=PATIENCE)
    return page


def to_move(pages: list[Page]) -> Page:
    return next(page for page in pages if page.locator("#options button").count())


def test_ten_tabs_of_a_browser_share_a_stream_and_all_of_them_go_on(
    visit: Callable[..., Page], served: Served, streams: list[EventPages]
) -> None:
    host = visit(viewport=DESKTOP)
    links = table_of_two(host, served)
    tabs = [opened(host.context, links[number % 2]) for number in range(TABS)]
    luck = random.Random(SEED)
    for _ in range(DECISIONS):
        decide(to_move(tabs), luck)
        (table,) = served.lab.tables.unfinished()
        version = served.lab.tables.find(table).shared.version
        for tab in tabs:
            tab.wait_for_selector(f"#table[data-version='{version}']", timeout=PATIENCE)
        assert streams[0]._of_browser.total() == 1, "one stream for all tabs"
    tabs[0].goto(served.url, timeout=PATIENCE)
    assert tabs[0].inner_text("h1 >> nth=0")
    for tab in tabs[1:]:
        tab.close()
    host.wait_for_timeout(1_000)
    assert streams[0]._of_browser.total() == 0, "who watches nothing has no stream"


def test_without_shared_workers_a_tab_has_a_stream_while_it_is_seen(
    visit: Callable[..., Page], served: Served, streams: list[EventPages]
) -> None:
    host = visit(viewport=DESKTOP)
    host.context.add_init_script(WITHOUT_WORKER)
    pages = [opened(host.context, link) for link in table_of_two(host, served)]
    luck = random.Random(SEED)
    mover = to_move(pages)
    other = pages[1 - pages.index(mover)]
    decide(mover, luck)
    version = mover.get_attribute("#table", "data-version")
    other.wait_for_selector(f"#table[data-version='{version}']", timeout=PATIENCE)
    assert streams[0]._of_browser.total() == 2
    other.evaluate(HIDE, arg=True)
    other.wait_for_timeout(1_000)
    assert streams[0]._of_browser.total() == 1, "a tab that nobody sees has none"
    decide(mover if mover.locator("#options button").count() else other, luck)
    other.evaluate(HIDE, arg=False)
    (table,) = served.lab.tables.unfinished()
    version = str(served.lab.tables.find(table).shared.version)
    other.wait_for_selector(f"#table[data-version='{version}']", timeout=PATIENCE)


def test_a_page_without_a_stream_asks_now_and_then(
    visit: Callable[..., Page], served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bloodstones.web.events.MOST_OF_BROWSER", 0)
    faulty = visit(viewport=DESKTOP)
    links = table_of_two(faulty, served)
    pages = [opened(faulty.context, link) for link in links]
    mover = to_move(pages)
    other = pages[1 - pages.index(mover)]
    decide(mover, random.Random(SEED))
    version = mover.get_attribute("#table", "data-version")
    other.wait_for_selector(f"#table[data-version='{version}']", timeout=PATIENCE)


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_what_compiles_says_so_and_the_page_goes_on_by_itself(
    visit: Callable[..., Page],
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    size: Any,
    scheme: str,
) -> None:
    kernels = served.lab.kernels
    begun = Preparing("bloodstones")

    def begin(game_id: str) -> Preparing:
        kernels._preparing[game_id] = begun
        return begun

    monkeypatch.setattr(type(kernels), "begin", lambda self, game_id: begin(game_id))
    monkeypatch.setattr(
        "bloodstones.web.kernels.preparing.is_kept", lambda game_id, stage: begun.stage is None
    )
    page = visit(viewport=size, color_scheme=scheme)
    page.goto(f"{served.url}/new/bloodstones")
    page.wait_for_selector("#wait:has-text('You can fill in the form meanwhile')")
    page.wait_for_selector("#wait:has-text('Another game is compiled first')")
    page.goto(served.url)
    page.wait_for_selector(".compiling:has-text('compiling the rules of Bloodstones')")
    page.goto(f"{served.url}/new/bloodstones")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_selector("#preparing:has-text('about 1 min 15 s left in total')")
    looks_right(page)
    begun.stage = None
    kernels._ready.update(("bloodstones", stage) for stage in Stage)
    page.wait_for_selector("#options button", timeout=PATIENCE)
    assert len(served.lab.tables.unfinished()) == 1
    page.wait_for_selector(READY)
