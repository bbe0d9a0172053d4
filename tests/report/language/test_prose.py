"""The prose of shipped reports holds no result: sentences with numbers are made from tables."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

REPORTS = Path(__file__).parents[3] / "reports"
FOLDERS = sorted(path.parent for path in REPORTS.glob("*/report.toml"))
READING = re.compile(r"\b[A-Z]{2,4}-[A-Z0-9-]*[0-9]+\b")  # of the register: no result
NUMBER = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|[a-z]+ty|half|third"
)
RESULT = re.compile(
    rf"[0-9]|%|\b(?:{NUMBER})\b (?:percentage )?(?:points|per cent)|\b(?:{NUMBER}) (?:in|of) ten\b"
)


def prose_of(folder):
    """Texts that the author of a report adds to its sections."""
    told = tomllib.loads((folder / "report.toml").read_text(encoding="utf-8"))
    return [READING.sub("", note["text"]) for note in told.get("notes", ())]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_number_that_could_grow_stale_stands_in_prose(folder):
    for text in prose_of(folder):
        assert not RESULT.search(text), RESULT.search(text)[0]


def test_results_in_prose_would_be_found():
    for text in ("wins 62 of them", "some nine points", "nine of ten games", "half per cent"):
        assert RESULT.search(text)
    assert not RESULT.search(READING.sub("", "with three players (AMB-07), as BS-MOVE-07 says"))
