"""Every command that writes a folder leaves files of another origin alone, unless asked."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import click
import pytest

from bloodstones.batch.result_files import folder as guard
from bloodstones.batch.running import runner
from bloodstones.cli import main
from bloodstones.core.errors import EXIT_BAD_INPUT
from bloodstones.report import make
from bloodstones.report.document import files as report_files
from bloodstones.report.summary import make as summaries
from tests.property.test_command_line import BALANCE, LADDER, STUDY, options, parameters, paths
from tests.stats.league.lists import csv_of
from tests.synthetic import write_results

ROOT = Path(__file__).parents[2]
REPORTS = ROOT / "reports"
OUT = "OUT"  # stands for the folder in the command lines below
# A sound command line for each command that writes a folder.
ASKED: dict[tuple[str, ...], tuple[str, ...]] = {
    ("study", "run"): ("study", "run", "study.toml", "--out", OUT),
    ("study", "balance"): ("study", "balance", "balance.toml", "--out", OUT),
    ("learn",): ("learn", "value_1", "--game", "bellum_magica", "--out", OUT),
    ("tune",): ("tune", "warlord", "--faction", "hill_folk", "--preset", "mine", "--out", OUT),
    ("rerun",): ("rerun", "provenance.json", "--out", OUT),
    ("report", "make"): ("report", "results", "--html", "--out", OUT),
    ("report", "games"): ("report", "games", "league.csv", "--title", "Duel", "--out", OUT),
    ("report", "init"): ("report", "init", "results", "--out", OUT),
    ("report", "summary"): ("report", "summary", OUT),
}
MORE = [("study", "run", "ladder.toml", "--out", OUT)]
SHELF = "bloodstones_luck"  # a report that a folder to sum up has


class Reached(BaseException):
    """A command has begun to work, as everything that was asked is sound."""


def writers() -> set[tuple[str, ...]]:
    """The commands that write a folder: it is named by --out DIR, or what is in it by --replace."""
    return {
        path[:-2]
        for path in paths()
        if any(each.opts == ["--out"] and each.metavar == "DIR" for each in options(path))
        or (
            any(each.opts == ["--replace"] for each in options(path))
            and any(
                isinstance(each, click.Argument) and each.name == "folder"
                for each in parameters(path)
            )
        )
    }


def test_all_commands_that_write_a_folder_are_tried() -> None:
    assert writers() == set(ASKED)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the commands read, where they stop before the first game or page."""

    def reached(*_: object, **__: object) -> None:
        raise Reached

    monkeypatch.chdir(tmp_path)
    for name, text in (("study", STUDY), ("ladder", LADDER), ("balance", BALANCE)):
        Path(f"{name}.toml").write_text(text, encoding="utf-8")
    write_results(Path("results"), games=3)
    Path("league.csv").write_text(csv_of(games=9), encoding="utf-8")
    shutil.copy(REPORTS / "bloodstones_first_seat" / "provenance.json", "provenance.json")
    monkeypatch.setattr(runner, "WorkerPool", reached)
    monkeypatch.setattr(make, "find_study", reached)
    monkeypatch.setattr(make, "found_report", reached)
    monkeypatch.setattr(summaries, "_documents", reached)
    monkeypatch.setattr("bloodstones.cli.reports.draft.write_atomically", reached)
    return tmp_path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that a command asks the guard for."""
    names: list[str] = []
    refuse = guard.refuse_foreign

    def noted(folder: Path, files: Iterable[str], replace: bool, *tip: str) -> None:
        listed = list(files)
        inside = folder.name if folder.name == summaries.FOLDER else ""
        names.extend(f"{inside}/{name}".lstrip("/") for name in listed)
        refuse(folder, listed, replace, *tip)

    monkeypatch.setattr(guard, "refuse_foreign", noted)
    monkeypatch.setattr(report_files, "refuse_foreign", noted)
    return names


def started(line: Iterable[str], folder: Path) -> int | str:
    """Run a command line with a folder; return its code, or that it began to work."""
    try:
        return main([str(folder) if word == OUT else word for word in line])
    except Reached:
        return "begun"


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def emptied(folder: Path, line: tuple[str, ...]) -> None:
    """Make the folder of a command as it is before it is run."""
    shutil.rmtree(folder, ignore_errors=True)
    if "summary" in line:
        shutil.copytree(REPORTS / SHELF, folder / SHELF)


@pytest.mark.parametrize("line", [*ASKED.values(), *MORE], ids=" ".join)
def test_files_of_another_origin_stay_unless_asked(
    line: tuple[str, ...],
    place: Path,
    asked: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = place / "out"
    emptied(out, line)
    assert started(line, out) == "begun"
    names = list(dict.fromkeys(asked))
    assert names, "a command that writes a folder asks the guard"
    for name in names:
        emptied(out, line)
        foreign = out / name / "mine" if name.endswith("/") else out / name
        foreign.parent.mkdir(parents=True, exist_ok=True)
        foreign.write_bytes(b"mine")
        before = files(out)
        capsys.readouterr()
        assert started(line, out) == EXIT_BAD_INPUT, name
        told = capsys.readouterr().err
        assert told.count("Error: ") == 1
        assert "Error: expected " in told
        assert "--replace" in told.partition("Tip: ")[2], told
        assert files(out) == before
        assert started([*line, "--replace"], out) == "begun", name


@pytest.mark.parametrize("line", [*ASKED.values(), *MORE], ids=" ".join)
def test_a_folder_that_cannot_be_is_refused_before_any_work(
    line: tuple[str, ...], place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (place / "study.toml", place / "study.toml" / "below", place / ("x" * 300)):
        code = started(line, folder)
        told = capsys.readouterr().err
        assert code == EXIT_BAD_INPUT, folder
        assert told.count("Error: expected a f") == 1, told
