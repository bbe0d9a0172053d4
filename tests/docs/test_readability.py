"""The first pages of shipped reports, measured as the documentation measures them."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# By itself: the room that it is in needs Sphinx.
SPEC = spec_from_file_location("readability", ROOT / "docs" / "building" / "readability.py")
assert SPEC is not None
assert SPEC.loader is not None
readability = sys.modules[SPEC.name] = module_from_spec(SPEC)
SPEC.loader.exec_module(readability)
EASY, LONGEST = readability.EASY, readability.LONGEST
first_pages, measured, table_of = (
    getattr(readability, name) for name in ("first_pages", "measured", "table_of")
)

FOLDERS = sorted(page.parent for page in (ROOT / "reports").glob("*/report.html"))


@pytest.fixture(scope="module")
def pages():
    return first_pages(FOLDERS)


def test_no_first_page_is_hard_to_read(pages) -> None:
    assert len(pages) == len(FOLDERS)
    assert {name: one for name, one in pages.items() if one.hard} == {}


def test_every_first_page_has_words_and_figures(pages) -> None:
    assert all(one.words and one.figures for one in pages.values())


def test_names_of_linked_reports_are_no_words_of_the_page() -> None:
    page = '<section class="answer"><p>It is fair. <a href="x">Which plan wins?</a></p></section>'
    assert measured(page).words == len(["It", "is", "fair"])


def test_a_long_sentence_or_long_words_make_a_page_hard() -> None:
    shown = '<section class="answer"><p>{}</p></section>'
    assert measured(shown.format("It " * LONGEST + "is.")).hard
    assert measured(shown.format("Institutional heterogeneity notwithstanding.")).ease < EASY
    assert not measured(shown.format("All of them win alike.")).hard


def test_the_table_begins_with_the_hardest(pages) -> None:
    lines = table_of(pages).splitlines()[2:]
    ease = [int(line.split("|")[-2]) for line in lines]
    assert ease == sorted(ease)
    assert len(lines) == len(pages)
