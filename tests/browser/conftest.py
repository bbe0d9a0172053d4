"""A browser for the pages that the project writes: no console error, no request, or the test fails.

Playwright drives Debian's Chromium and is imported only when a test asks for a page, so that the
rest of the suite runs without it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

ARGUMENTS = ("--disable-gpu", "--disable-dev-shm-usage")
OWN_SCHEMES = ("data:", "blob:")

OpenPage = Callable[..., "Page"]


class Watch:
    """What a page did that a self-contained page must not do."""

    def __init__(self, page: Page, file: Path) -> None:
        self.faults: list[str] = []
        self.address = file.as_uri()
        page.on("console", self.heard)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", lambda request: self.asked(request.url))

    def heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text}")

    def asked(self, url: str) -> None:
        if url.partition("#")[0] != self.address and not url.startswith(OWN_SCHEMES):
            self.faults.append(f"request: {url}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium without a window."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium")
    assert program, "expected chromium on the PATH, got none: make browser-test installs it"
    sandbox = ("--no-sandbox",) if os.geteuid() == 0 else ()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*ARGUMENTS, *sandbox])
        yield browser
        browser.close()


@pytest.fixture
def watched_page(browser: Browser) -> Iterator[Callable[..., tuple[Page, Watch]]]:
    """Opens a file and watches it: `page, watch = watched_page(path, "#hash", **options)`.

    The options are those of a Playwright context, as `viewport` or `color_scheme`.
    """
    contexts = []

    def open_file(file: Path, fragment: str = "", **options: Any) -> tuple[Page, Watch]:
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        watch = Watch(page, file)
        page.goto(file.as_uri() + fragment)
        return page, watch

    yield open_file
    for context in contexts:
        context.close()


@pytest.fixture
def open_page(watched_page: Callable[..., tuple[Page, Watch]]) -> Iterator[OpenPage]:
    """Opens a file as `watched_page` does; the test fails if the page did anything it must not."""
    watches = []

    def open_file(file: Path, fragment: str = "", **options: Any) -> Page:
        page, watch = watched_page(file, fragment, **options)
        watches.append(watch)
        return page

    yield open_file
    assert [fault for watch in watches for fault in watch.faults] == []
