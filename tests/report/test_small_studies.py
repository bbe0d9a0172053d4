"""First studies of few games: thirty random ones, whose reports are read from end to end."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from bloodstones.report.document.model import Pair, Paragraph, Picture, Report, Table
from bloodstones.report.front.part import ANSWER_WORDS, MOST_WORDS
from bloodstones.report.language.readability import sentences, words
from bloodstones.report.study.definition import draft_study
from bloodstones.report.study.sections import STUDY
from bloodstones.stats.table import read_results
from tests.report.findings import composed, found
from tests.report.front.said import faults_of, plain
from tests.synthetic import results_tables, write_tables

pytestmark = pytest.mark.usefixtures("maps_without_engine")

STUDIES = 30
DRAWN = 3  # of one in so many the pictures are drawn; what is read are texts
MOST_GAMES = 40  # of a cell
LEFT_OUT = ("map", "provenance")  # pictures of boards, and figures of files
PERCENT = re.compile(r"(?<![\d.,–−-])(\d[\d,]*(?:\.\d+)?)(?:\u00a0| )%")
ONE = re.compile(r"(?<![\d.,])1 (?:more )?(games|points|orders|rates|seats|factions)\b")
EMPTY = re.compile(
    r"\bnan\b|\binf\b|\bNone\b(?! of \w)|(?<=[^.!?] )None\b|"  # "None of" may begin a sentence
    r"\{\w*\}|  +\S|\( *\)|\.\.|,,| ,|\bno of\b"
)


def study(folder, number: int):
    """Results of a small study: some cells of the synthetic one, a few games each."""
    rng = np.random.default_rng(number)
    rows, areas = results_tables(seed=number, games=int(rng.integers(2, MOST_GAMES)))
    cells = sorted(rows["cell"].unique())
    kept = rng.choice(cells, size=int(rng.integers(2, len(cells) + 1)), replace=False)
    write_tables(folder, rows[rows["cell"].isin(kept)], areas[areas["cell"].isin(kept)])
    return read_results(folder)


def report_of(results) -> Report:
    """The report that is drafted for results."""
    drafted = draft_study(results, {}, STUDY).definition
    chosen = tuple(name for name in drafted.sections if name not in LEFT_OUT)
    return composed(found(replace(drafted, sections=chosen), results))


def texts_of(report: Report) -> list[str]:
    """All running text of a report."""
    texts = [*report.answer, report.front.advice, report.front.doubt]
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, Paragraph):
                texts.append(block.text)
            elif isinstance(block, Table | Picture):
                texts.append(block.caption)
            elif isinstance(block, Pair):
                texts += [one.caption for one in block.pictures]
    return [text for text in texts if text]


def leave_out(_figure: Figure, buffer: io.StringIO, **_: object) -> None:
    """Write an empty picture."""
    buffer.write("<svg/>")


@pytest.mark.parametrize("number", range(STUDIES))
def test_a_small_study_reads_well(tmp_path, monkeypatch, number: int) -> None:
    if number % DRAWN:
        monkeypatch.setattr(Figure, "savefig", leave_out)
    report = report_of(study(tmp_path / "results", number))
    for text in texts_of(report):
        assert faults_of(text) == [], text
        assert not ONE.search(plain(text)), text
        assert not EMPTY.search(plain(text)), text
        shares = [float(each.replace(",", "")) for each in PERCENT.findall(text)]
        assert all(share <= 100 for share in shares), text
    assert len(words(report.answer[0])) <= ANSWER_WORDS
    for text in (*report.answer, report.front.advice, report.front.doubt):
        assert all(len(words(one)) <= MOST_WORDS for one in sentences(text)), text


def test_faults_would_be_found() -> None:
    assert ONE.search("would take about 1 more games each")
    assert EMPTY.search("wins nan % of games")
    assert faults_of("It is is a even game.") == ["is is", "a "]
