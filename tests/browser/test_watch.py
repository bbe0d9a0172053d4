"""What the watch on a page catches; without it a page that phones home would pass."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import Watch

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("body", "caught"),
    [
        ("<p>still</p>", ""),
        ("<script>console.log('as it should be')</script>", ""),
        ("<script>console.error('broken')</script>", "console error: broken"),
        ("<script>throw new Error('broken')</script>", "error: broken"),
        ("<script>this is no script</script>", "error: Unexpected identifier"),
        ("<img src='http://localhost:9/x.png'>", "request: http://localhost:9/x.png"),
        ("<script>fetch('http://localhost:9/')</script>", "request: http://localhost:9/"),
        ("<script src='other.js'></script>", "other.js"),
    ],
)
def test_a_page_that_does_what_it_must_not_is_caught(
    body: str,
    caught: str,
    tmp_path: Path,
    watched_page: Callable[..., tuple[Page, Watch]],
) -> None:
    file = tmp_path / "page.html"
    file.write_text(f"<!DOCTYPE html><title>A page</title><link rel='icon' href='data:,'>{body}")
    page, watch = watched_page(file)
    page.wait_for_load_state("networkidle")
    assert bool(watch.faults) == bool(caught)
    assert any(caught in fault for fault in watch.faults) or not caught
