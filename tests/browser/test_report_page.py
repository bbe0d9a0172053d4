"""The HTML of the reports in a browser: pictures load, nothing is cut off, no request is made."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

REPORTS = sorted((Path(__file__).parents[2] / "reports").glob("*/report.html"))
SIZES = {"phone": {"width": 360, "height": 740}, "desk": {"width": 1280, "height": 900}}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("file", REPORTS, ids=lambda file: file.parent.name)
def test_a_report_is_readable(open_page, file, size):
    page = open_page(file, viewport=SIZES[size])
    broken = "images => images.filter(image => !image.complete || image.naturalWidth === 0).length"
    assert page.eval_on_selector_all("img", broken) == 0
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
    assert page.locator("section h2").count() >= 3


def test_there_are_reports_to_read():
    assert REPORTS


def test_the_contents_lead_to_the_sections(open_page):
    page = open_page(REPORTS[0])
    for link in page.locator("nav a").all():
        assert page.locator(str(link.get_attribute("href"))).count() == 1
