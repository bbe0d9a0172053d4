"""The page on what is broken in a game: every game has one, and its figures are in tables."""

from __future__ import annotations

import csv
from functools import cache

import pytest

from bloodstones.games.registry import GAMES
from bloodstones.report.document.model import Pair, Picture, Report
from bloodstones.report.front.part import ANSWER_WORDS, FINDINGS, MOST_FIGURES, MOST_WORDS
from bloodstones.report.language.readability import reading_ease, sentences, words
from bloodstones.report.make import kept_report
from bloodstones.report.summary.broken import broken
from bloodstones.report.summary.findings import SummaryFindings
from bloodstones.report.summary.shelf import read_shelf
from tests.report.conftest import REPORT
from tests.report.front.said import PERCENT, faults_of, figures, plain

SHELF = REPORT.parent
EASY = 45
TABLES = ("exploiters", "endings", "usage", "decided")
each_game = pytest.mark.parametrize("game", list(GAMES))


@cache
def page(game: str) -> Report:
    made = broken(SummaryFindings(read_shelf(SHELF)), game, kept_report)
    assert made is not None
    return made


def rows_of(report: Report) -> list[dict[str, str]]:
    """The rows of the tables of the reports that a page links."""
    rows = []
    for _, address in report.front.links:
        for path in (SHELF / "summary" / address).resolve().parent.glob("tables/*.csv"):
            if path.stem in TABLES:
                with path.open(encoding="utf-8") as file:
                    rows += list(csv.DictReader(file))
    return rows


@each_game
def test_every_game_has_what_beats_it_what_lies_idle_and_how_it_ends(game: str) -> None:
    ids = [section.id for section in page(game).sections]
    assert {"exploiter", "unused", "endings", "decided"} <= set(ids)
    assert all(len(section.blocks) > 1 for section in page(game).sections)


@each_game
def test_the_first_page_is_short_and_easy(game: str) -> None:
    report = page(game)
    texts = [*report.answer, report.front.advice, report.front.doubt]
    assert len(words(report.answer[0])) <= ANSWER_WORDS
    assert 2 <= len(report.answer[1:]) <= FINDINGS + 1
    for text in texts:
        assert all(len(words(one)) <= MOST_WORDS for one in sentences(text)), text
        assert faults_of(text) == []
    names = ("Monte Carlo 64", "ISMCTS 64")
    assert all(len(figures(text, names)) <= MOST_FIGURES for text in report.answer)
    assert reading_ease(" ".join(texts)) >= EASY


@each_game
def test_who_beats_the_standard_and_what_answers_are_rows_of_a_table(game: str) -> None:
    report = page(game)
    rates = {
        f"{float(row[name]) * 100:.0f}"
        for row in rows_of(report)
        for name in ("rate", "answer_rate")
        if row.get(name)
    }
    said = plain(" ".join(report.answer[:2]))
    shown = {figure for figure, _ in PERCENT.findall(said)} - {"1"}
    assert shown
    assert shown <= rates | {f"{share * 100:.0f}" for share in ends(report)}


def ends(report: Report) -> list[float]:
    """Shares of games by why they end, over games of several strategies."""
    return [float(row["share"]) for row in rows_of(report) if row.get("end_reason")]


@each_game
def test_a_plan_that_wins_for_sure_is_called_so_and_no_other(game: str) -> None:
    report = page(game)
    exploits = [row for row in rows_of(report) if "standard_plan" in row]
    scripts = [row for row in exploits if not row["strategy"].rsplit("_", 1)[-1].isdigit()]
    stronger = [row for row in scripts if row["verdict"] == "stronger"]
    answered = [row for row in stronger if row["answers"] == "True"]
    assert "beats the standard player" in report.answer[0]
    assert report.answer[0].startswith("No: no plan here beats the standard player") != bool(
        stronger
    )
    replies = ("Hardly: ", "Perhaps: ") if answered else ("Perhaps: ",)
    assert report.answer[0].startswith(replies) == bool(stronger)


@each_game
def test_a_first_page_has_a_picture_and_at_most_four_findings(game: str) -> None:
    report = page(game)
    assert report.front.chart.name in report.pictures
    assert 1 < len(report.answer) <= 1 + FINDINGS
    assert report.front.chart not in report.sections[0].blocks


@each_game
def test_pictures_of_a_page_are_there_by_their_names(game: str) -> None:
    report = page(game)
    blocks = [block for section in report.sections for block in section.blocks]
    pairs = [picture for block in blocks if isinstance(block, Pair) for picture in block.pictures]
    shown = [*pairs, *(block for block in blocks if isinstance(block, Picture))]
    assert shown
    assert {picture.name for picture in shown} <= set(report.pictures)
