"""What fills a first page: where points come from, for a report that tells of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bloodstones.report.blocks.rate_table import used_sources
from bloodstones.report.front.fillers import points
from bloodstones.report.front.first_page import first_page
from bloodstones.report.study.definition import read_definition
from bloodstones.report.study.find import find
from bloodstones.stats.table import read_results
from tests.report.conftest import REPORT

pytestmark = pytest.mark.usefixtures("maps_without_engine")


def findings_of(results_folder, *sections):
    definition = replace(read_definition(REPORT), sections=sections)
    return find(definition, read_results(results_folder))


def test_a_report_with_a_section_on_points_tells_their_sources(results_folder):
    told = findings_of(results_folder, "points", "length")
    (finding,) = points(told).findings
    rows = told.rows
    known = used_sources(told)
    sources = list(known)
    largest = max(sources, key=lambda name: rows[name].sum())
    share = 100 * rows[largest].sum() / rows[sources].to_numpy().sum()
    shown = finding.text.replace("\u00a0", " ")
    assert shown.startswith("Of all points scored in ")
    assert f", {share:.0f} % from {known[largest]}" in shown
    assert first_page(told).answer[0] == finding.text


def test_a_report_without_that_section_does_not(results_folder):
    assert points(findings_of(results_folder, "length")) is None
