"""What `SECURITY.md` promises: a strategy in Python is code, a record that names one is none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.games import registry
from bloodstones.kit.players import python_strategy
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
    python_strategy._loaded.cache_clear()
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


STUDY = """
id = "own"
question = "Does code run?"
game = "{game}"
map = "isle"
seed = 1
replicates = 2
strategies = [["{name}", "random"]]
[lineups]
sets = [{{ players = 2 }}]
"""
NAMED = "trap.py:Quiet"
RUNS = f"Running the code of {NAMED}"
REFUSED = f"expected a strategy that is not code, got '{NAMED}'"


def study(folder: Path, name: str = NAMED) -> None:
    (folder / "own.toml").write_text(STUDY.format(game=GAME.id, name=name))


def test_a_study_says_which_code_it_runs_before_it_does(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[bool] = []
    monkeypatch.setattr(
        "bloodstones.cli._announce_code", lambda name: ran.append((folder / MARK).exists())
    )
    study(folder)
    assert main(["study", "own.toml", "--jobs", "1"]) == 0
    assert ran == [False]
    assert (folder / MARK).exists()
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    monkeypatch.setitem(registry.GAMES, GAME.id, "tests.toy.game")
    assert main(["study", "own.toml", "--jobs", "1", "--replace"]) == 0
    assert capsys.readouterr().err.count(RUNS) == 1


@pytest.mark.parametrize(
    "command",
    [
        "study own.toml --no-code",
        "study run own.toml --no-code",
        "study plan own.toml",
        "study plan own.toml --games-per-second 9",
        f"play --game {GAME.id} --players {NAMED},random --no-code",
        f"tune meek --game {GAME.id} --against {NAMED} --no-code",
        f"explain played.jsonl --strategy {NAMED} --no-code",
        f"strategies {NAMED} --game {GAME.id} --no-code",
    ],
)
def test_code_is_refused_where_it_is_asked_for_and_by_a_plan(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study(folder)
    assert main(command.split()) == 2
    printed = capsys.readouterr().err
    assert REFUSED in printed
    assert ("--no-code" if "--no-code" in command else "bloodstones study plan") in printed
    assert RUNS not in printed
    assert not (folder / MARK).exists()
    assert not (folder / "results").exists()


def test_learning_refuses_code_where_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trap.py").write_text(TRAP + STRATEGY)
    command = f"learn value_2 --game battalia --rival {NAMED} --rounds 1 --no-code"
    assert main(command.split()) == 2
    assert REFUSED in capsys.readouterr().err
    assert not (tmp_path / MARK).exists()


def test_a_result_of_a_strategy_in_python_is_shown_again_without_its_code(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study(folder, "quiet.py:Quiet")
    assert main(["study", "own.toml", "--jobs", "1"]) == 0
    (folder / "quiet.py").write_text(TRAP + STRATEGY)
    python_strategy._loaded.cache_clear()
    assert main(["rerun", "results/own", "--no-code"]) == 2
    assert "expected a strategy that is not code, got 'quiet.py:Quiet'" in capsys.readouterr().err
    assert main(["report", "init", "results/own"]) == 0
    assert not (folder / MARK).exists()


@pytest.mark.parametrize("name", ["os:system", "os:remove", "subprocess:Popen", "math:pi"])
def test_what_declares_no_traits_is_not_called(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*PLAY, f"{name},random"]) == 2
    told = f"expected a class that declares its `traits`, got '{name}'"
    assert told in capsys.readouterr().err


def test_one_place_makes_code_of_a_file_and_only_the_cache_of_kernels_reads_pickles() -> None:
    texts = {shown(path): path.read_text(encoding="utf-8") for path in modules()}
    found = {name: hits for name, text in texts.items() if (hits := set(MAKES_CODE.findall(text)))}
    assert found == {
        "bloodstones/kit/players/python_strategy.py": {"exec_module("},
        # "Compiled code" in `SECURITY.md`: the user's own cache folder.
        "bloodstones/core/kernels/numba_internals.py": {"pickle.loads"},
    }
