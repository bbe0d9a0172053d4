"""What killed writes left is removed when a lab is opened: its own files alone, and none in use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bloodstones.core.files import writing
from bloodstones.core.files.writing import write_atomically
from bloodstones.web.lab import leftovers, open_lab
from bloodstones.web.studies.run_files import LOCK, locked
from tests.web.test_studies import STUDY

DIGEST = "0a" * 32
LEFT = (
    "..secret.abcdefgh",
    "tables/.bloodstones-0a0b0c0d.json.a_b1c2d3",
    "tables/.bloodstones-0a0b0c0d.jsonl.abcdefgh",
    "tables/.wizard_kings-0a0b0c0d.origin.abcdefgh",
    f"analyses/.{DIGEST}-notes.json.abcdefgh",
    f"analyses/.{DIGEST}-6000.json.abcdefgh",
    f"analyses/.{DIGEST}-6000-{DIGEST[:16]}.json.abcdefgh",
    "records/.mine-0a0b0c0d.jsonl.abcdefgh",
    "speeds/.battalia.json.abcdefgh",
    "kernels/.battalia.json.abcdefgh",
    "studies/duel/.progress.json.abcdefgh",
    "studies/duel/.study.toml.abcdefgh",
    "studies/duel/.outcome.json.abcdefgh",
    "studies/duel/pictures/.win_rates.svg.abcdefgh",
)
OF_OTHERS = (
    ".notes.txt.abcdefgh",
    "tables/.mine.json.abcdefgh",
    "tables/bloodstones-0a0b0c0d.json.abcdefgh",
    "tables/.bloodstones-0a0b0c0d.json.abc",
    "tables/.bloodstones-0a0b0c0d.json.ABCDEFGH",
    "elsewhere/.battalia.json.abcdefgh",
    "studies/duel/results/.progress.json.abcdefgh",
)


def put(folder: Path, names: tuple[str, ...]) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("half of it")


def test_what_killed_writes_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    put(tmp_path, (*LEFT, *OF_OTHERS))
    open_lab(tmp_path)
    assert [name for name in LEFT if (tmp_path / name).exists()] == []
    assert [name for name in OF_OTHERS if not (tmp_path / name).exists()] == []


def test_a_write_that_is_killed_leaves_a_name_that_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(handle: int) -> None:
        raise KeyboardInterrupt

    (tmp_path / "tables").mkdir()
    monkeypatch.setattr(writing.os, "fsync", killed)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "tables" / "bloodstones-0a0b0c0d.json", b"{}")
    (left,) = leftovers(tmp_path)
    assert left.parent.name == "tables"


def test_the_files_of_a_study_that_runs_and_of_a_lab_that_is_open_stay(tmp_path: Path) -> None:
    lab = open_lab(tmp_path)
    run = lab.runs.create(STUDY)
    left = run.folder / ".progress.json.abcdefgh"
    left.write_text("half of it")
    second = open_lab(tmp_path)
    assert not second.lock.is_held
    assert left.exists(), "another lab is open"
    handle = os.open(run.folder / LOCK, os.O_RDWR | os.O_CREAT)
    assert locked(handle)
    del lab, second
    third = open_lab(tmp_path)
    assert third.lock.is_held
    assert left.exists(), "its study runs"
    os.close(handle)
    del third
    open_lab(tmp_path)
    assert not left.exists()
