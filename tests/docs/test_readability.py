"""First pages of reports, pages and help, measured as the documentation measures them."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import click
import pytest

from bloodstones.cli import COMMANDS, load

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
measured_help, measured_prose = readability.measured_help, readability.measured_prose
# Statistics, and lists of measurements: their sentences carry figures and terms of the field.
TECHNICAL = {"statistics.md", "levers.md", "speed.md"}
PAGES = [path for path in readability.written() if path.name not in TECHNICAL]

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


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_page_is_hard_to_read(path: Path) -> None:
    assert not measured_prose(path.read_text(encoding="utf-8")).hard


@pytest.mark.parametrize("name", COMMANDS)
def test_no_help_is_hard_to_read(name: str) -> None:
    command = load(name, "bloodstones")
    below = command.commands.values() if isinstance(command, click.Group) else ()
    for one in (command, *below):
        text = measured_help(one.get_help(click.Context(one, info_name=one.name)))
        assert text.words, one.name
        assert not text.hard, one.name


def test_code_tables_and_headings_are_no_sentences() -> None:
    long = "word " * (LONGEST + 1)
    for page in (f"```sh\n{long}\n```", f"    {long}", f"| {long} |", f"# {long}", f"`{long}`"):
        assert not measured_prose(f"Read it.\n\n{page}\n\nThen ask.").hard, page
    assert measured_prose(f"Read it.\n\n{long}").hard
    assert measured_help(f"Usage: x\n\n  {long}\n\nOptions:\n  --a  B.").hard
    assert not measured_help(f"Usage: x\n\n  Read it.\n\nOptions:\n  --a  {long}").hard
