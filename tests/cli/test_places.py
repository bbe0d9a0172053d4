"""Where commands write, and where they are: nothing lost, nothing half-told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bloodstones.cli import main
from bloodstones.core.errors import (
    EXIT_BAD_INPUT,
    EXIT_RUN_FAILED,
    InputError,
    RunError,
    WriteError,
    unwritable,
)

ROOT = Path(__file__).parents[2]
RECORD = str(next((ROOT / "tests" / "golden").glob("2p_*.jsonl")))
ODDS = (
    *("odds", "--terrain", "plains", "--attacker", "dragon_riders: cavalry"),
    *("--defender", "horse_lords: leader"),
)
WRITERS = {
    "mine.toml": ("maps", "generate", "--players", "2", "--out"),
    "mine.svg": ("maps", "draw", "twin_meres", "-o"),
    "odds.svg": (*ODDS, "--plot"),
    "odds.html": ("odds-page",),
    "turn.svg": ("replay", RECORD, "--png-at", "0"),
    "game.html": ("replay", RECORD, "--html"),
    "game.gif": ("replay", RECORD, "--gif"),
    "game.jsonl": ("play", "--players", "dragon_riders,horse_lords", "--record"),
}


@pytest.mark.parametrize("name", WRITERS)
def test_no_file_is_written_over_unless_asked_for(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(b"mine")
    assert main([*WRITERS[name], str(path)]) == EXIT_BAD_INPUT
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("Error: expected a new file, got one that exists (")
    assert "Tip: write over it with --replace" in output.err
    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["mine.toml", "mine.svg", "odds.svg", "odds.html"])
def test_a_file_is_written_over_with_replace(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(b"mine")
    assert main([*WRITERS[name], str(path), "--replace"]) == 0
    assert path.read_bytes() != b"mine"


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_reported_at_once(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.chmod(0o500)
    assert main([*WRITERS[name], str(tmp_path / name)]) == EXIT_BAD_INPUT
    assert "got 'Permission denied'" in capsys.readouterr().err


def test_the_exit_code_belongs_to_the_kind_of_the_fault() -> None:
    error = unwritable("a file", OSError(28, "No space left on device"), "x")
    assert isinstance(error, WriteError)
    codes = {InputError: EXIT_BAD_INPUT, WriteError: EXIT_BAD_INPUT, RunError: EXIT_RUN_FAILED}
    assert {kind: kind.exit_code for kind in codes} == codes


IN_A_DELETED_FOLDER = """
import os, sys
os.mkdir("gone"); os.chdir("gone"); os.rmdir("../gone")
from bloodstones.cli import main
for args in (["games"], ["strategies"], ["rules"], ["play", "--players", "a,b"], ["study", "x"],
             ["maps", "check", "../x.toml"], ["verify", "x"], ["tune", "warlord"], ["bench"]):
    code = main(args)
    assert code == 2, (args, code)
"""


def test_a_working_folder_that_was_deleted_is_reported(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_A_DELETED_FOLDER],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert len(lines) == 9
    assert set(lines) == {
        "Error: expected a working folder that can be read, got: No such file or directory"
    }


@pytest.mark.parametrize("args", [("rules",), ("games", "--json"), ODDS, ("--help",)])
def test_a_closed_standard_output_is_reported(args: tuple[str, ...]) -> None:
    words = " ".join(f"'{word}'" for word in args)
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m bloodstones {words} >&-"],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        check=False,
        encoding="utf-8",
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == EXIT_BAD_INPUT
    assert done.stderr.startswith("Error: expected an output that can be written, got 'closed'")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_letters_that_a_terminal_lacks_end_nothing(encoding: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bloodstones", "rules", "龍は\udcff"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == EXIT_BAD_INPUT


@pytest.mark.parametrize("text", ["1", "0", "39"])
def test_tables_are_shown_however_narrow_the_terminal_says_it_is(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", text)
    assert main(["games"]) == 0
    assert "wizard_kings" in capsys.readouterr().out


ODD = {
    ("maps", "judge", "twin_meres", "--players", "2", "--band", "500"): (
        "expected a band above 0 and up to 100 per cent of the fair share, got 500.0 (--band)"
    ),
    ("maps", "judge", "twin_meres", "--players", "2", "--seed", "-1"): (
        "expected a whole number from 0 to 9_223_372_036_854_775_807, got '-1' (--seed)"
    ),
    ("maps", "generate", "--players", "2", "--terrain", "plains=1,plains=2"): (
        "expected plains once, got 'plains=1,plains=2' (--terrain)"
    ),
    ("tune", "warlord", "--players", "x"): "expected a whole number, got 'x' (--players)",
    ("tune", "warlord", "--seed", "9" * 99): "expected a whole number that is not too large, got",
    (*ODDS, "--side", "defender"): "Tip: --side goes with --what-if or --spend or --needs",
    (*ODDS, "--attacker", "dragon_riders: 2 cavalry"): "Tip: did you mean cavalry*2?",
    (*ODDS, "--attacker", "dragon_riders: 2xcavalry"): "Tip: did you mean cavalry*2?",
    (*ODDS, "--attacker", "dragon_riders: cavalry*99999"): "expected a count of at most 4 digits",
    (*ODDS, "--terrain"): "--terrain needs a value (bloodstones odds)",
    ("maps", "judge", "--players"): "Tip: bloodstones maps judge --help",
    ("study", "run", "--jobs"): "Tip: bloodstones study run --help",
    ("play", "--players", "dragon_riders:one.toml,horse_lords"): (
        "expected a preset that is based on a strategy, not on itself, got 'one.toml' (three.toml)"
    ),
    (
        *("odds", "--game", "wizard_kings", "--attacker", "ogre:3", "--defender", "ranger:3"),
        *("--turns-done", "100"),
    ): "from 0 to 99, got '100' (--turns-done)",
}


@pytest.mark.parametrize("args", ODD, ids=" ".join)
def test_odd_arguments_are_reported_in_a_sentence_that_helps(
    args: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, of in (("one", "two.toml"), ("two", "three.toml"), ("three", "one.toml")):
        (tmp_path / f"{name}.toml").write_text(f'of = "{of}"\n[parameters]\n')
    assert main([*args]) == EXIT_BAD_INPUT
    output = capsys.readouterr()
    assert ODD[args] in output.err
    assert output.out == ""


def test_what_was_made_in_an_interpreter_is_code_without_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from bloodstones.kit.players.python_strategy import code_of

    made = ModuleType("made")
    exec("class Made:\n traits = {}\n def choose(self, view, legal): ...", made.__dict__)
    monkeypatch.setitem(sys.modules, "made", made)
    assert len(code_of("made:Made")) == 64
