"""Opponents: the section and its finding say what the tables say, and nothing without it."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import RunError
from bloodstones.report.document.model import Paragraph, Table
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.opponents import LINE_UPS, Opponents, has_line_ups
from bloodstones.stats.opponents import homogeneity, opponent_effects, rates_by_line_up
from tests.stats.test_opponents import study_of

UNEVEN = {"a": 2.0, "b": 1.0, "c": 1.0, "d": 1.0, "against": 4.0}
EVEN = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0, "against": 1.0}


def findings_of(strengths):
    rows = study_of(strengths, np.random.default_rng(2), games=300)
    tables = {
        StudyTable.LINE_UPS: rates_by_line_up(rows),
        StudyTable.LINE_UP_TESTS: homogeneity(rows),
        StudyTable.OPPONENTS: opponent_effects(rows),
    }
    return SimpleNamespace(
        definition=SimpleNamespace(band=0.2),
        strategy="",
        table=lambda name: tables.get(name, pd.DataFrame()),
        rows=rows,
        templates=None,
    )


@pytest.fixture(scope="module")
def uneven():
    return findings_of(UNEVEN)


def test_the_first_page_names_the_line_ups_of_least_and_most(uneven):
    part = LINE_UPS.front(uneven)
    assert re.fullmatch(
        r"\w+ of \w+ roles at a table depends? strongly on (its|their) opponents", part.answer
    )
    (finding,) = part.findings
    assert "the A win " in finding
    assert "against the C and the D" in finding


def test_nothing_is_said_on_the_first_page_where_line_ups_are_alike():
    assert LINE_UPS.front(findings_of(EVEN)) is None


def test_a_line_up_that_is_not_the_extreme_stops_the_report(uneven, monkeypatch):
    monkeypatch.setattr(Opponents, "least", property(lambda f: f.rates_of(f.most).iloc[1]))
    monkeypatch.setattr(Opponents, "highest", property(lambda f: f.rates_of(f.most).iloc[1]))
    with pytest.raises(RunError, match="extremes_are_of_all_line_ups"):
        LINE_UPS.front(uneven)


def test_the_section_says_that_rates_are_averages_and_who_lowers_one(uneven):
    blocks, pictures = LINE_UPS.make(uneven)
    (text,) = [block.text for block in blocks if isinstance(block, Paragraph)]
    assert text.startswith("The win rate of a faction is the mean over all its line-ups.")
    assert "It is largest for the A with three players: the B (−" in text
    assert "lower their win rate most" in text
    (table,) = [block for block in blocks if isinstance(block, Table)]
    row = next(row for row in table.rows if "A" in row[:2])
    assert row[-2].startswith("B (−")
    assert set(pictures) == {"line_ups", "opponents_3_players"}


def test_a_draft_has_it_where_roles_sit_in_several_line_ups(uneven):
    def results(rows):
        return SimpleNamespace(rows=rows)

    assert has_line_ups(results(uneven.rows))
    assert not has_line_ups(results(uneven.rows[uneven.rows["faction"] != "d"]))
    assert not has_line_ups(results(uneven.rows.assign(players=2)))
