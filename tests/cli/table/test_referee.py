"""`bloodstones play --referee`: a log is read, lines are typed, the record is written."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.games import registry
from tests.toy.game import GAME as DARE

HEAD = "game: dare\nplayers: human, human\n"
DEALT = "seat 1: draws 1, 2, 3\nseat 2: draws 4, 3, 2\n"
PASSES = "pass\n" * 200


class Terminal:
    """Types at a terminal and hears what is printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def play(self, *args: str, typed: str = "", code: int = 0) -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["play", "--referee", *args]) == code
        output = self.capsys.readouterr()
        assert "Traceback" not in output.err
        return output.out + output.err


@pytest.fixture
def terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Terminal:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "70")
    monkeypatch.setitem(registry.GAMES, DARE.id, "tests.toy.game")
    Path("night.txt").write_text(f"{HEAD}# the cards\n{DEALT}", encoding="utf-8")
    return Terminal(monkeypatch, capsys)


def test_a_whole_game_gives_a_record_for_every_other_command(terminal: Terminal) -> None:
    Path("night.txt").write_text(f"{HEAD}{DEALT}{PASSES}", encoding="utf-8")
    fault = terminal.play("--script", "night.txt", code=2)
    assert "the game is over before 'pass' (night.txt line " in fault
    last = int(fault.partition("night.txt line ")[2].partition(")")[0])
    lines = Path("night.txt").read_text(encoding="utf-8").splitlines()[: last - 1]
    Path("night.txt").write_text("\n".join(lines), encoding="utf-8")
    output = json.loads(terminal.play("--script", "night.txt", "--json", "--record", "night.jsonl"))
    assert output["winners"] == [0, 1]
    assert output["lines"] == last - 3
    assert main(["verify", "night.jsonl"]) == 0
    assert "human:entered" in terminal.capsys.readouterr().out
    assert main(["replay", "night.jsonl", "--html", "night.html"]) == 0
    assert main(["explain", "night.jsonl", "--playouts", "100"]) == 0


def test_lines_are_typed_after_a_log_and_kept_in_it(terminal: Terminal) -> None:
    output = terminal.play(
        "--script", "night.txt", typed="pas\nbark\nundo\nlog\nboard\nlist\nplay 1\n"
    )
    assert "'bark' is not possible here" in output
    assert "undo 1: seat 2: draws 4, 3, 2" in output
    assert output.splitlines()[-1].endswith("--script night.txt")
    kept = Path("night.txt").read_text(encoding="utf-8")
    assert kept.startswith(f"{HEAD}# the cards\n{DEALT}")
    assert (
        terminal.play("--script", "night.txt", typed="log\n").count("undo") == kept.count("\n") - 3
    )


def test_a_game_without_a_log_starts_one(terminal: Terminal) -> None:
    output = terminal.play("--game=dare", "--players=human,human", typed="?\n#1\nquit\n")
    assert "The log is saved in game_1.txt." in output
    assert Path("game_1.txt").read_text(encoding="utf-8").startswith(HEAD.replace(", ", ","))
    again = terminal.play("--script", "game_1.txt", typed="log\nquit\n")
    assert again.count("undo ") == 2


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (
            ("--script", "none.txt"),
            "none.txt: expected a readable file, got No such file or directory",
        ),
        (("--script", "night.txt", "--players", "x"), "so --players cannot be given as well"),
        (("--script", "night.txt", "--json"), "night.txt ends before the game is over, in turn"),
        (("--script", "night.txt"), "Tip: add the missing lines, or run the command in a terminal"),
        (("--players", "human,human", "--json"), "expected a log with --json, got none"),
        (("--position", "x"), "expected --referee or --position, got both"),
        (("--script", "odd.txt"), "'growl' is not possible here"),
    ],
)
def test_what_cannot_be_entered_is_refused_and_nothing_is_written(
    args: tuple[str, ...], sentence: str, terminal: Terminal
) -> None:
    Path("odd.txt").write_text(f"{HEAD}growl\n", encoding="utf-8")
    there = {path.name: path.read_bytes() for path in Path().iterdir()}
    assert sentence in " ".join(terminal.play(*args, code=2).split())
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == there


def test_a_log_needs_the_referee(terminal: Terminal) -> None:
    assert main(["play", "--script", "night.txt"]) == 2
    assert (
        "expected --script only with --referee (bloodstones play)"
        in terminal.capsys.readouterr().err
    )
