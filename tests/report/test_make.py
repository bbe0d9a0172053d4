"""Whole reports: bytes, files, and nothing half-written."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from bloodstones.core.errors import InputError, RunError
from bloodstones.report import make as making
from bloodstones.report.make import make_report
from bloodstones.report.model import Report
from bloodstones.report.typeset import typeset
from tests.report.conftest import shipped_definition

pytestmark = pytest.mark.usefixtures("maps_without_engine")
SECTIONS = re.compile(r"^sections = \[.*?\]$", re.DOTALL | re.MULTILINE)
BETWEEN = re.compile(r"^\[\[notes\]\].*?(?=^\[(?!\[notes))", re.DOTALL | re.MULTILINE)


def everything(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def built(maps_without_engine, results_folder, tmp_path_factory):
    """A folder with the whole shipped report."""
    folder = shipped_definition(tmp_path_factory.mktemp("built"))
    made = make_report(folder, results_folder)
    assert made == (folder / "report.pdf", folder / "report.html")
    return folder


@pytest.fixture
def short(report_folder):
    """A folder with a definition of one section."""
    path = report_folder / "report.toml"
    text, cut = SECTIONS.subn('sections = ["provenance"]', path.read_text(encoding="utf-8"))
    assert cut == 1
    path.write_text(BETWEEN.sub("", text), encoding="utf-8")
    return report_folder


def test_two_builds_from_the_same_results_give_the_same_bytes(built, report_folder, results_folder):
    first = everything(built)
    assert first["report.pdf"].startswith(b"%PDF-")
    assert first["report.html"].startswith(b"<!DOCTYPE html>")
    make_report(report_folder, results_folder)
    assert everything(report_folder) == first
    for folder in (built, report_folder):
        assert str(folder).encode() not in b"".join(first.values())


def test_a_build_over_an_older_one_gives_the_same_bytes(short, results_folder):
    made = make_report(short, results_folder)
    first = everything(short)
    assert make_report(short, results_folder) == made
    assert everything(short) == first


def test_a_report_has_its_tables_figures_and_provenance(built, results_folder):
    files = everything(built)
    told = json.loads(files["provenance.json"])
    assert told == json.loads((results_folder / "provenance.json").read_text(encoding="utf-8"))
    assert {"figures/map_tyrants_lament.svg", "figures/win_rates_by_faction.svg"} <= set(files)
    lines = list(csv.DictReader(files["tables/win_rates_by_faction.csv"].decode().splitlines()))
    assert len(lines) == 6
    assert {"games", "rate", "low", "high", "verdict"} <= set(lines[0])


def test_an_older_document_that_is_not_made_anew_is_removed(short, results_folder):
    (short / "report.pdf").write_bytes(b"old")
    (made,) = make_report(short, results_folder, ["report.html"])
    assert made == short / "report.html"
    assert made.is_file()
    assert not (short / "report.pdf").exists()


def test_results_that_are_not_those_of_the_provenance_are_refused(report_folder, tmp_path):
    from tests.synthetic import results_tables, write_results

    results = write_results(tmp_path / "results", seed=1, games=5)
    results_tables(seed=2, games=5)[0].to_parquet(results / "results.parquet")
    with pytest.raises(InputError, match=r"expected the table that provenance\.json names"):
        make_report(report_folder, results)


def test_the_default_results_are_those_of_the_study(report_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="expected a folder of results, got 'results/bloodst"):
        make_report(report_folder)


def test_a_failed_write_leaves_the_old_report(short, results_folder, monkeypatch):
    (short / "report.pdf").write_bytes(b"old")
    before = everything(short)

    def full(self, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    monkeypatch.setattr(making, "typeset", lambda report: b"%PDF-")
    with pytest.raises(RunError, match="No space left on device"):
        make_report(short, results_folder)
    assert everything(short) == before


def test_text_that_looks_like_markup_is_set_as_it_is():
    title = 'A *bold* #panic("x") $title$ \\ <label> @ref'
    report = Report(title, title, (title,), (("study", title),), (), {})
    assert typeset(report).startswith(b"%PDF-")
