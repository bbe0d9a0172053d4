"""What fills a first page: where points come from, for a report that tells of it."""

from __future__ import annotations

import pytest

from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.topics.points import POINTS
from bloodstones.stats.table import read_results
from tests.report.conftest import REPORT
from tests.report.findings import definition_in, found, narrowed, page_of

pytestmark = pytest.mark.usefixtures("maps_without_engine")


def findings_of(results_folder, *sections):
    definition = narrowed(definition_in(REPORT), *sections)
    return found(definition, read_results(results_folder))


def test_a_report_with_a_section_on_points_tells_their_sources(results_folder):
    told = findings_of(results_folder, "points", "length")
    played = PlayedStudy.of(told.definition, read_results(results_folder))
    (finding,) = POINTS.filler(told).findings
    rows = played.rows
    known = told.used_sources()
    sources = list(known)
    largest = max(sources, key=lambda name: rows[name].sum())
    share = 100 * rows[largest].sum() / rows[sources].to_numpy().sum()
    shown = finding.replace("\u00a0", " ")
    assert shown == f"most points come from {known[largest]}: {share:.0f} % of all"
    assert page_of(told).answer[0].lower() == f"{finding}.".lower()


def test_a_report_without_that_section_does_not(results_folder):
    assert POINTS.filler(findings_of(results_folder, "length")) is None
