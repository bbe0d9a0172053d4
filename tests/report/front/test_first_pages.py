"""The first page of every shipped report: three findings with n, advice, a doubt, one chart."""

from __future__ import annotations

import re
from html import unescape
from itertools import combinations
from pathlib import Path

import pytest

from tests.report.conftest import REPORT

FOLDERS = sorted(path.parent for path in REPORT.parent.glob("*/report.toml"))
ANSWER = re.compile(r'<section class="answer".*?</section>\s*<figure class="picture"', re.DOTALL)
PART = re.compile(r"<h2[^>]*>(.*?)</h2>(.*?)(?=<h2|</section>)", re.DOTALL)
SENTENCES = re.compile(r"<p>(.*?)</p>", re.DOTALL)
NUMBER = re.compile(r"n (?:=|from) [\d,]+|in the [\d,]+ games")
RATE = re.compile(r"\d+(?: to \d+)? % \([^)]* %, n = [^)]*\)")


def parts_of(folder: Path) -> dict[str, list[str]]:
    """The paragraphs of a first page by heading; without a chart there is none."""
    found = ANSWER.search((folder / "report.html").read_text(encoding="utf-8"))
    return {
        heading: [unescape(text).replace("\u00a0", " ") for text in SENTENCES.findall(body)]
        for heading, body in PART.findall(found[0] if found else "")
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_first_page_says_what_was_found_what_to_do_and_what_would_change_it(folder: Path) -> None:
    told = parts_of(folder)
    findings = told["What was found"]
    assert len(findings) == 3
    exact = any("all worked out and none sampled" in text for text in findings)
    assert exact or all(NUMBER.search(text) for text in findings)
    (advice,) = told["What to do"]
    assert "xpect" in advice or advice.startswith("Leave ")
    (doubt,) = told["What would change this"]
    assert doubt.endswith("could change this.")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_finding_is_shown_twice(folder: Path) -> None:
    rates = [set(RATE.findall(text)) for text in parts_of(folder)["What was found"]]
    assert all(not one & other for one, other in combinations(rates, 2))
