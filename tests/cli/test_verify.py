"""`bloodstones verify`: one line for each file, the exit code tells the worst."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.cli.terminal.compiling import NOTICE
from tests.games.bloodstones.records import DUEL, SHORT, joined, lines_of, path_of, places, text_of


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a legal, an illegal, a broken-off and a foreign file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "legal.jsonl").write_text(text_of(SHORT))
    lines = lines_of(SHORT)
    at = places(lines, "victory")[0]
    lines[at]["vp"] += 1
    (tmp_path / "illegal.jsonl").write_text(joined(lines))
    (tmp_path / "cut.jsonl").write_text(text_of(SHORT)[:9999])
    (tmp_path / "empty").mkdir()
    (tmp_path / "foreign.jsonl").write_text('{"white": "Anand"}\n')
    return tmp_path


def test_a_legal_record_is_ok_with_exit_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(path_of(DUEL))]) == 0
    output = capsys.readouterr()
    events = len(lines_of(DUEL)) - 1
    assert output.err in ("", f"{NOTICE}\n")
    assert output.out.startswith(f"ok   {path_of(DUEL)}  {events} events, ")
    assert "dragon_riders:warlord, horse_lords:builder, won by horse_lords (" in output.out
    assert len(output.out.splitlines()) == 1


def test_an_illegal_record_names_line_clause_and_reason(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "illegal.jsonl"]) == 1
    line = places(lines_of(SHORT), "victory")[0] + 1
    output = capsys.readouterr()
    assert output.out.startswith(f"bad  illegal.jsonl line {line}: BS-COMBAT-33: vp of the victory")
    assert output.err == ""


def test_the_exit_code_is_that_of_the_worst_file(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "legal.jsonl", "illegal.jsonl"]) == 1
    *lines, summary = capsys.readouterr().out.splitlines()
    assert [line[:4] for line in lines] == ["ok  ", "bad "]
    assert summary == "2 records: 1 legal, 1 illegal, 0 unreadable"
    assert main(["verify", "cut.jsonl", "legal.jsonl", "illegal.jsonl"]) == 2
    output = capsys.readouterr()
    assert output.out.splitlines()[2:] == ["3 records: 1 legal, 1 illegal, 1 unreadable"]
    assert output.err.startswith("Error: expected a JSON object")


def test_a_folder_stands_for_the_records_in_and_below_it(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (files / "more").mkdir()
    (files / "legal.jsonl").rename(files / "more" / "legal.jsonl")
    (files / "more" / "notes.txt").write_text("no record")
    assert main(["verify", ".", "more", "--json"]) == 2
    output = json.loads(capsys.readouterr().out)
    names = ["cut.jsonl", "foreign.jsonl", "illegal.jsonl", "more/legal.jsonl", "more/legal.jsonl"]
    assert [file["file"] for file in output["files"]] == names
    assert (output["records"], output["legal"]) == (5, 2)
    assert main(["verify", "more"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "missing FILE"),
        (["foreign.jsonl"], "expected a record with the format 'bloodstones-record', got None"),
        (["cut.jsonl"], "expected a JSON object"),
        (["missing.jsonl"], "expected a record, got 'missing.jsonl' (No such file"),
        (["empty"], "expected a folder with records (*.jsonl), got 'empty' (bloodstones verify)"),
        (["legal.jsonl", "empty"], "expected a folder with records (*.jsonl), got 'empty'"),
    ],
)
def test_unreadable_files_are_reported_with_exit_code_2(
    args: list[str], message: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", *args]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("Error: ")
    assert message in output.err


def test_json_tells_every_file(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "legal.jsonl", "illegal.jsonl", "foreign.jsonl", "--json"]) == 2
    output = json.loads(capsys.readouterr().out)
    legal, illegal, foreign = output.pop("files")
    assert output == {"records": 3, "legal": 1, "illegal": 1, "unreadable": 1}
    assert (legal["file"], legal["ok"], legal["end_reason"]) == ("legal.jsonl", True, "regroups")
    assert legal["events"] == len(lines_of(SHORT)) - 1
    assert legal["scores"] == lines_of(SHORT)[-1]["scores"]
    assert illegal["fault"]["clause"] == "BS-COMBAT-33"
    assert illegal["fault"]["line"] == places(lines_of(SHORT), "victory")[0] + 1
    assert (foreign["ok"], foreign["error"][:8]) == (False, "expected")
