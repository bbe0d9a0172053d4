"""The command `bloodstones report`: what it prints, and how it refuses."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.core import extras
from tests.report.sketches import sketched
from tests.synthetic import write_results

REPORT = Path(__file__).parents[2] / "reports" / "bloodstones_faction_balance"


@pytest.fixture
def folder(tmp_path):
    target = tmp_path / "report"
    target.mkdir()
    shutil.copy(REPORT / "report.toml", target)
    shutil.copy(REPORT.parent / "strategies.toml", target.parent)
    return target


def only(folder, *sections):
    """Leave only some sections in the definition, those without a map, and no notes."""
    path = folder / "report.toml"
    text = path.read_text(encoding="utf-8")
    start = text.index("sections = [")
    end = text.index("]\n", start) + 2
    rest = text[end:].partition("[[notes]]")[0]  # they stand last
    path.write_text(f"{text[:start]}sections = {list(sections)}\n{rest}", encoding="utf-8")


def test_a_report_is_made_and_shown(folder, tmp_path, capsys, monkeypatch):
    sketched(monkeypatch)
    only(folder, "factions", "provenance")
    results = write_results(tmp_path / "results", games=10)
    assert main(["report", str(folder), "--results", str(results)]) == 0
    assert "report.pdf (" in capsys.readouterr().out
    assert main(["report", str(folder), "--results", str(results), "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["bytes"] == Path(output["report"]).stat().st_size


def test_missing_results_end_with_2_and_a_tip(folder, tmp_path, capsys):
    assert main(["report", str(folder), "--results", str(tmp_path / "none")]) == 2
    output = capsys.readouterr().err
    assert "Error: expected a folder of results" in output
    assert "Tip: run `bloodstones study" in output
    assert "Traceback" not in output


def test_a_missing_report_folder_ends_with_2(tmp_path, capsys):
    assert main(["report", str(tmp_path / "none")]) == 2
    assert "expected a folder with report.toml" in capsys.readouterr().err


def test_a_broken_definition_ends_with_2_and_leaves_nothing(folder, capsys):
    (folder / "report.toml").write_text("title = 3\nbnad = 5\n", encoding="utf-8")
    assert main(["report", str(folder)]) == 2
    output = capsys.readouterr().err
    assert "expected title as text, got 3" in output
    assert "expected known keys, got 'bnad' (did you mean band" in output
    assert [path.name for path in folder.iterdir()] == ["report.toml"]


def test_missing_packages_are_named_with_the_way_to_install_them(folder, monkeypatch, capsys):
    monkeypatch.setattr(
        extras, "find_spec", lambda name: None if name in ("typst", "matplotlib") else object()
    )
    assert main(["report", str(folder)]) == 2
    output = capsys.readouterr().err
    assert "got none called matplotlib, typst" in output
    assert "Tip: pip install 'bloodstones[report]'" in output
