"""The whole way: a study is run, and its report is made from what it wrote."""

from __future__ import annotations

import json
from pathlib import Path

from bloodstones.cli import main

STUDY = Path(__file__).parents[2] / "analysis" / "bloodstones_faction_balance.toml"


def test_a_study_becomes_a_report(report_folder, tmp_path, capsys):
    out = tmp_path / "results"
    run = ["study", str(STUDY), "--replicates", "1", "--jobs", "1", "--out", str(out)]
    assert main(run) == 0
    capsys.readouterr()
    assert main(["report", str(report_folder), "--results", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert Path(told["report"]).read_bytes().startswith(b"%PDF-")
    areas = (report_folder / "tables" / "areas.csv").read_text(encoding="utf-8").splitlines()
    assert len(areas) == 1 + 75
