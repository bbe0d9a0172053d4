"""What `SECURITY.md` promises: a strategy in Python is code, a record that names one is none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.games import registry
from tests.test_architecture import modules, shown
from tests.toy.game import GAME

STRATEGY = """
class Quiet:
    \"\"\"takes the first\"\"\"
    traits = {"deterministic": True}
    def choose(self, view, legal):
        return legal[0]
"""
MARK = "ran.txt"
TRAP = f"open({MARK!r}, 'w').close()\n"
PLAY = ("play", "--game", GAME.id, "--seed", "1", "--players")
MAKES_CODE = re.compile(
    r"\b(?:eval|exec|exec_module|load_module)\(|pickle\.loads?|joblib\.load|allow_pickle=True"
    r"|yaml\.load|\bshelve\b|\bmarshal\b"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record of a strategy in Python that now names a file which leaves a mark when it is run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(registry.GAMES, GAME.id, "tests.toy.game")
    (tmp_path / "quiet.py").write_text(STRATEGY)
    (tmp_path / "trap.py").write_text(TRAP + STRATEGY)
    assert main([*PLAY, "quiet.py:Quiet,random", "--record", "played.jsonl"]) == 0
    text = (tmp_path / "played.jsonl").read_text()
    assert "quiet.py:Quiet" in text
    (tmp_path / "record.jsonl").write_text(text.replace("quiet.py", "trap.py"))
    return tmp_path


@pytest.mark.parametrize("command", ["verify", "replay", "explain --playouts 20"])
def test_a_record_runs_no_code_that_it_names(command: str, folder: Path) -> None:
    name, *more = command.split()
    assert main([name, "record.jsonl", *more]) == 0
    assert not (folder / MARK).exists()


def test_a_strategy_in_python_is_code(folder: Path) -> None:
    assert main([*PLAY, "trap.py:Quiet,random"]) == 0
    assert (folder / MARK).exists()


def test_one_place_makes_code_of_a_file_and_none_reads_pickles() -> None:
    texts = {shown(path): path.read_text(encoding="utf-8") for path in modules()}
    found = {name: hits for name, text in texts.items() if (hits := set(MAKES_CODE.findall(text)))}
    assert found == {"bloodstones/kit/players/python_strategy.py": {"exec_module("}}
