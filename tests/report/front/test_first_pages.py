"""The first page of every shipped report, made from the tables beside it: form and language."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

from bloodstones.report.front.part import ANSWER_WORDS, FINDINGS, MOST_FIGURES, MOST_WORDS
from bloodstones.report.language.readability import reading_ease, sentences, words
from bloodstones.report.make import kept_report
from tests.report.conftest import REPORT
from tests.report.front.said import BAD, faults_of, figures, plain

EXACT = "bloodstones_rulebook_advice"  # a page that is kept: it has no tables of games
FOLDERS = sorted(
    path.parent for path in REPORT.parent.glob("*/report.toml") if path.parent.name != EXACT
)
EASY = 45  # Flesch's reading ease
LADDERS = [
    folder
    for folder in FOLDERS
    if tomllib.loads((folder / "report.toml").read_text(encoding="utf-8")).get("kind") == "ladder"
]
each_report = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@cache
def page(folder: Path):
    """The first page of a report."""
    return kept_report(folder).first_page()


def names_of(folder: Path) -> tuple[str, ...]:
    """Names with figures in them: of maps and strategies."""
    top = tomllib.loads((folder / "report.toml").read_text(encoding="utf-8"))
    maps = {name.upper().replace("+", " against ") for name in top.get("maps", {})}
    named = [text["name"] for text in top.get("strategies", {}).values()]
    listed = [*top.get("maps", {}).values(), *maps, *named, *top.get("names", {}).values()]
    return tuple(name for text in listed for name in (text, text.replace(", ", " ")))


def texts_of(folder: Path) -> list[str]:
    """All texts of a first page."""
    made = page(folder)
    return [*made.answer, made.front.advice, made.front.doubt]


@each_report
def test_the_answer_is_one_short_sentence_without_an_interval(folder: Path) -> None:
    answer = page(folder).answer[0]
    assert len(sentences(answer)) == 1
    assert len(words(answer)) <= ANSWER_WORDS
    assert "–" not in answer
    assert "n =" not in plain(answer)
    assert "interval" not in answer


@each_report
def test_findings_are_few_and_short_with_two_figures_at_most(folder: Path) -> None:
    findings = page(folder).answer[1:]
    assert 2 <= len(findings) <= FINDINGS
    for text in findings:
        assert len(sentences(text)) == 1, text
        assert len(words(text)) <= MOST_WORDS, text
        counted = [one for one in figures(text, names_of(folder)) if not one.startswith("AMB")]
        assert len(counted) <= MOST_FIGURES, text


@each_report
def test_no_sentence_is_long_and_all_are_read_with_ease(folder: Path) -> None:
    texts = texts_of(folder)
    for text in texts:
        assert all(len(words(one)) <= MOST_WORDS for one in sentences(text)), text
    assert reading_ease(" ".join(texts)) >= EASY


@each_report
def test_nothing_is_said_that_a_reader_stumbles_over(folder: Path) -> None:
    assert [fault for text in texts_of(folder) for fault in faults_of(text)] == []


@each_report
def test_there_are_advice_a_picture_and_a_word_on_how_sure_it_is(folder: Path) -> None:
    made = page(folder)
    assert made.front.advice
    assert made.front.doubt.startswith("This rests on ")
    assert made.front.chart is not None
    assert set(made.pictures) == {made.front.chart.name}


@pytest.mark.parametrize("folder", LADDERS, ids=lambda folder: folder.name)
def test_a_ladder_of_few_games_is_called_rough(folder: Path) -> None:
    games = pd.read_csv(folder / "tables" / "ratings.csv")["games"].min()
    rough = [text for text in page(folder).answer if f"only {games} games" in text]
    assert bool(rough) == (games < 200)


@each_report
def test_other_reports_that_advice_rests_on_are_there(folder: Path) -> None:
    for title, address in page(folder).front.links:
        linked = (folder / address).resolve()
        assert title
        assert (linked.parent / "report.toml").is_file()


@each_report
def test_the_glossary_is_linked_where_it_stands_beside_the_report(folder: Path) -> None:
    assert (folder / page(folder).front.glossary).resolve().is_file()


PACKAGE = REPORT.parents[1]
JOINT = re.compile(r'"\s*\n\s*f?"|\\?\s*\n\s*')  # between the parts of a text in source


def written() -> list[Path]:
    """What the texts of reports, guides and commands are made from."""
    made = list((PACKAGE / "bloodstones").rglob("*.py"))
    pages = [page for page in (PACKAGE / "docs").rglob("*.md") if page.parent.name != "generated"]
    return [*made, *REPORT.parent.glob("*/report.toml"), *pages]


def test_no_text_anywhere_has_a_phrase_that_a_reader_stumbled_over() -> None:
    faults = []
    for path in written():
        text = JOINT.sub("", path.read_text(encoding="utf-8")).lower()
        spaced = JOINT.sub(" ", path.read_text(encoding="utf-8")).lower()
        faults += [f"{path.name}: {bad}" for bad in BAD if bad in text or bad in spaced]
    assert faults == []
