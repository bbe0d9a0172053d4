"""The whole way: a study is run, and its report is made from what it wrote."""

from __future__ import annotations

import json
from pathlib import Path

from bloodstones.cli import main

STUDY = Path(__file__).parents[2] / "analysis" / "bloodstones_faction_balance.toml"
ALL, FEW = "players = [2, 3, 4]", "players = [2]"


def test_a_study_becomes_a_report(report_folder, tmp_path, capsys):
    out, study = tmp_path / "results", tmp_path / STUDY.name
    text = STUDY.read_text(encoding="utf-8")
    assert ALL in text
    study.write_text(text.replace(ALL, FEW), encoding="utf-8")
    run = ["study", str(study), "--replicates", "1", "--jobs", "1", "--out", str(out)]
    assert main(run) == 0
    capsys.readouterr()
    assert main(["report", str(report_folder), "--results", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert Path(told["report"]).read_bytes().startswith(b"%PDF-")
    areas = (report_folder / "tables" / "areas.csv").read_text(encoding="utf-8").splitlines()
    assert len(areas) == 1 + 75
