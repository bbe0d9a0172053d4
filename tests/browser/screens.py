"""Pictures of the lab for the documentation: `python -m tests.browser.screens FOLDER [PART…]`.

Each is taken as a visitor sees it, at the size of a desktop but for one on a phone. Parts: `table`,
`analysis`, `study`, `rules`, `front`; all unless some are named.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from tests.browser.test_lab import Server
from tests.web.lab_client import record_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDE: Any = {"width": 1200, "height": 760}
TALL: Any = {"width": 1400, "height": 900}
PHONE: Any = {"width": 390, "height": 760}
STUDY = (
    "/studies/new?id=hand_of_three&game=bloodstones&players=2&strategies=warlord&games=600"
    "&number=starting_hand&value=3&role=dragon_riders&role=horse_lords&role=necromancers"
)
NUMBER = "/rules/bloodstones/numbers/cavalry.modifier?value=3"
ANALYSED = "bloodstones"  # whose record
AT_TABLE = ("bloodstones", "attack")  # a record, and how the words of the decision shown begin
COLOURS = 200
SLOW = 300_000  # milliseconds


def opened(browser: Browser, address: str, size: Any, scheme: str = "light") -> Page:
    page = browser.new_context(viewport=size, color_scheme=scheme).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(SLOW)
    page.goto(address)
    return page


def take(page: Page, folder: Path, name: str) -> None:
    page.wait_for_load_state("load")
    path = folder / f"{name}.png"
    page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(COLOURS).save(path, optimize=True)


def draw_table(browser: Browser, server: Server, folder: Path) -> None:
    """Take the pictures of a table with the odds at hand: on a desktop, on a phone."""
    game_id, words = AT_TABLE
    lab, url = server.served.lab, server.served.url
    (lab.folder / f"{game_id}.jsonl").write_text(record_of(game_id), encoding="utf-8")
    analysis = lab.analyses.find(f"{game_id}.jsonl")
    number = next(
        at
        for at in range(len(analysis.positions))
        if any(each.words.startswith(words) for each in analysis.options(at))
    )
    page = opened(browser, server.served.address, TALL)
    people = {f"strategy_{seat}": "human" for seat in range(2)}
    place = f"{url}/analysis/{game_id}.jsonl/positions/{number}/table"
    sent = page.request.post(place, data=people, headers={"origin": url})
    page.goto(f"{url}{sent.json()['place']}")
    page.get_by_role("link", name="Play all seats here").click()
    page.wait_for_selector("#odds:not([hidden])", timeout=SLOW)
    take(page, folder, "table")
    phone = opened(browser, server.served.address, PHONE, "dark")
    phone.goto(page.url)
    phone.wait_for_selector("#odds:not([hidden])", timeout=SLOW)
    take(phone, folder, "table_phone")


def draw_analysis(browser: Browser, server: Server, folder: Path) -> None:
    """Take the picture of an analysis at its first mistake."""
    lab, url = server.served.lab, server.served.url
    (lab.folder / f"{ANALYSED}.jsonl").write_text(record_of(ANALYSED), encoding="utf-8")
    page = opened(browser, server.served.address, TALL)
    page.goto(f"{url}/analysis/{ANALYSED}.jsonl")
    page.wait_for_selector("#analysis[data-explained]", timeout=SLOW)
    page.click("#next-mark")
    page.wait_for_selector("#verdict:not([hidden])")
    page.wait_for_selector("#analysis:not([aria-busy])")
    take(page, folder, "analysis")


def draw_study(browser: Browser, server: Server, folder: Path) -> None:
    """Take the pictures of a study: written, watched, its results, on a phone."""
    url, address = server.served.url, server.served.address
    page = opened(browser, address, WIDE)
    page.goto(f"{url}{STUDY}")
    text = page.input_value("#text")
    page.fill("#text", text.replace("seed = 1", "sed = 1").replace('["warlord"]', '["warlrd"]'))
    page.wait_for_selector("#faults li")
    take(page, folder, "study_written")
    page.fill("#text", text)
    page.get_by_role("button", name="Start study").click()
    page.wait_for_function(
        "() => document.querySelectorAll('#narrowing circle').length > 4", timeout=SLOW
    )
    take(page, folder, "study_watched")
    page.wait_for_selector("#report iframe", timeout=SLOW)
    page.locator("#outcome").scroll_into_view_if_needed()
    page.evaluate("() => document.querySelector('#outcome').scrollIntoView()")
    page.wait_for_timeout(1000)
    take(page, folder, "study_results")
    phone = opened(browser, address, PHONE, "dark")
    phone.goto(f"{url}/studies/hand_of_three")
    phone.wait_for_selector("#figures circle")
    take(phone, folder, "phone")


def draw_rules(browser: Browser, server: Server, folder: Path) -> None:
    """Take the pictures of a number on its slider, and of strategies."""
    url = server.served.url
    page = opened(browser, server.served.address, WIDE)
    page.goto(f"{url}{NUMBER}")
    take(page, folder, "number")
    page.goto(f"{url}/strategies/bloodstones")
    page.click("#measure")
    page.wait_for_selector("#measuring:text-is('')", state="attached", timeout=SLOW)
    page.wait_for_selector("#measure:not([disabled])", timeout=SLOW)
    take(page, folder, "strategies")


def draw_front(browser: Browser, server: Server, folder: Path) -> None:
    """Take the picture of the first page, after all that the other parts have left."""
    page = opened(browser, server.served.address, WIDE)
    for image in page.locator(".opening img").all():
        image.scroll_into_view_if_needed()
        handle = image.element_handle()
        page.wait_for_function(
            "each => each.complete && each.naturalWidth", arg=handle, timeout=SLOW
        )
    page.evaluate("() => scrollTo(0, 0)")
    take(page, folder, "front")


PARTS = {
    "table": draw_table,
    "analysis": draw_analysis,
    "study": draw_study,
    "rules": draw_rules,
    "front": draw_front,
}


def draw(browser: Browser, server: Server, folder: Path, parts: Sequence[str]) -> None:
    """Take the pictures of parts."""
    for part in parts or PARTS:
        PARTS[part](browser, server, folder)


def main(folder: Path, parts: Sequence[str]) -> None:
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium")
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=sandbox)
        server = Server(Path(place))
        try:
            draw(browser, server, folder, parts)
        finally:
            browser.close()
            server.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
