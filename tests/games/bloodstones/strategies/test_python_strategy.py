"""Strategies in Python: in `play`, in studies by processes, in the library; and what goes wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import MappingProxyType

import pytest

from bloodstones.cli import main
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError, RunError
from bloodstones.games.bloodstones.engine.decisions import Decision
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.seat_view import SeatView
from bloodstones.kit.players.strategy import Family
from tests.games.bloodstones.strategies.contract import Table, places
from tests.games.bloodstones.strategies.examples import shown_source, shown_strategy
from tests.python_players import as_strategy

ROOT = Path(__file__).resolve().parents[4]
GAMES = 4
STUDY = """
id = "own"
question = "Does a strategy of one's own play?"
game = "bloodstones"
map = "tyrants_lament"
seed = 3
replicates = 2
strategies = [["{name}", "random"]]
[lineups]
rotate_seats = false
explicit = [["hill_folk", "horse_lords"]]
"""


def setup_of(name: str, rival: str = "random") -> Setup:
    return Setup("tyrants_lament", (Seat("hill_folk", name), Seat("horse_lords", rival)))


@as_strategy
def notes(view: SeatView, legal: tuple[Decision, ...]) -> Decision:
    """Counts its decisions in its memory and picks by luck."""
    view.memory[0] += 1
    return view.luck.choice(legal)


@as_strategy
def cheats(view: SeatView, legal: tuple[Decision, ...]) -> Decision:
    return legal[0]._replace(x=legal[0].x + 1)


@as_strategy
def stumbles(view: SeatView, legal: tuple[Decision, ...]) -> Decision:
    raise ValueError("which way?")


@as_strategy
def meddles(view: SeatView, legal: tuple[Decision, ...]) -> Decision:
    view.hand[:] = 0
    view.table["units"][:] = 0
    return legal[0]


class Mistaken:
    """Says what no strategy can say."""

    traits = MappingProxyType({"clever": True})

    def choose(self, view: SeatView, legal: tuple[Decision, ...]) -> Decision:
        return legal[0]


def test_the_example_of_the_readme_beats_random_play(tmp_path: Path) -> None:
    assert len(shown_source().splitlines()) <= 36
    rows = GAME.simulate(setup_of(shown_strategy(tmp_path)), 1, "own", range(GAMES)).rows
    assert sum(rows["win_credit"][::2]) > GAMES / 2


def test_memory_and_luck_belong_to_the_playthrough() -> None:
    name = f"{__name__}:notes"
    table = Table(places()[0], name)
    first = table.play_out(0)
    assert first.memory[table.seat, 0] > 0
    again = table.play_out(0)
    assert again.memory[table.seat, 0] == first.memory[table.seat, 0]
    assert find_strategy(name, "test").family is Family.PYTHON
    assert (
        find_strategy(name, "test").title == "Counts its decisions in its memory and picks by luck."
    )


def test_what_a_strategy_does_to_its_view_does_nothing_to_the_game() -> None:
    first = GAME.simulate(setup_of(f"{__name__}:meddles"), 1, "own", range(1)).rows
    assert first["end_reason"][0] in ("regroups", "turn_limit")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cheats", r"expected a legal decision of .*:cheats, got Decision\(kind=.*"),
        (
            "stumbles",
            r"the strategy .*:stumbles failed: ValueError: which way\? \(.*, seat 0, turn 0, ",
        ),
    ],
)
def test_a_strategy_that_fails_is_named_with_what_it_did(name: str, message: str) -> None:
    with pytest.raises(RunError, match=message):
        GAME.simulate(setup_of(f"{__name__}:{name}"), 1, "own", range(1))


FAULTS = """
import sys
class Leaves:
    traits = {}
    def __init__(self): sys.exit(0)
class Raises:
    traits = {}
    def __init__(self): raise ValueError("no luck")
class Wants:
    traits = {}
    def __init__(self, more): pass
class Quits:
    traits = {}
    def choose(self, view, legal): sys.exit(0)
class Odd:
    def __eq__(self, other): raise KeyError("never")
    def __hash__(self): return 0
    def __repr__(self): raise KeyError("never")
class Mute(Exception):
    def __str__(self): raise KeyError("never")
class Answers:
    traits = {}
    def choose(self, view, legal): return Odd()
class Mumbles:
    traits = {}
    def choose(self, view, legal): raise Mute
"""


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        (
            "Leaves",
            1,
            "failed when it was created: SystemExit: 0 ({} line 5)",
        ),
        (
            "Raises",
            1,
            "failed when it was created: ValueError: no luck ({} line 8)",
        ),
        (
            "Quits",
            1,
            "failed: SystemExit: 0 ({} line 14, seat 0, turn 0",
        ),
        (
            "Answers",
            1,
            "failed: KeyError: 'never' ({} line 16, seat 0, turn 0",
        ),
        ("Mumbles", 1, "failed: Mute ({} line 26, seat 0, turn 0"),
        ("Wants", 2, "expected a class that can be created without arguments, got '{}:Wants'"),
    ],
)
def test_a_strategy_that_leaves_or_raises_is_reported_wherever_it_does(
    name: str,
    code: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "odd.py"
    path.write_text(FAULTS)
    monkeypatch.chdir(tmp_path)
    players = f"hill_folk:{path}:{name},horse_lords:builder"
    assert main(["play", "--players", players]) == code
    about = f"the strategy {path}:{name} " if code == 1 else ""
    assert f"\nError: {about}{message.format(path)}" in capsys.readouterr().err


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_a_study_of_a_strategy_that_leaves_has_no_results_and_says_so(
    backend: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "odd.py").write_text(FAULTS)
    (tmp_path / "odd.toml").write_text(STUDY.format(name="odd.py:Quits"))
    monkeypatch.chdir(tmp_path)
    assert main(["study", "odd.toml", "--jobs", "1", "--backend", backend]) == 1
    assert "the strategy odd.py:Quits failed: SystemExit: 0" in capsys.readouterr().err
    assert not list(tmp_path.glob("results/*/results.parquet"))


def test_a_module_that_leaves_as_it_is_read_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "leaving.py"
    path.write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"expected Python code in '.*leaving.py', got SystemExit"):
        find_strategy(f"{path}:choose", "here")


def test_unknown_traits_are_reported() -> None:
    with pytest.raises(InputError, match="expected a trait, got 'clever'"):
        find_strategy(f"{__name__}:Mistaken", "here")


def test_code_that_does_not_load_is_reported_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def choose(:\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"expected Python code in '.*broken.py', got SyntaxError"):
        find_strategy(f"{path}:choose", "here")


def test_it_plays_and_the_record_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = shown_strategy(tmp_path)
    record = tmp_path / "game.jsonl"
    players = f"hill_folk:{name},horse_lords:builder"
    assert main(["play", "--players", players, "--record", str(record), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["seats"][0]["strategy"] == name
    assert main(["verify", str(record)]) == 0


def test_it_plays_in_a_study_by_processes_and_its_code_counts(tmp_path: Path) -> None:
    shown_strategy(tmp_path)
    study = tmp_path / "own.toml"
    study.write_text(STUDY.format(name="settler:Settler"), encoding="utf-8")
    code = """
import json, pathlib, sys
from bloodstones.cli import main
for backend in sys.argv[2:]:
    words = ["study", "own.toml", "--jobs", "1", sys.argv[1], "--backend", backend]
    assert main(words) == 0
    path = pathlib.Path("results/own/provenance.json")
    print("MARK", json.loads(path.read_text())["fingerprint"])
"""

    def run(*backends: str, how: str = "--resume") -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", code, how, *backends],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=False,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return re.findall("^MARK (.+)$", done.stdout, re.MULTILINE)

    first, again = run("loky", "threading")
    assert first == again
    with (tmp_path / "settler.py").open("a", encoding="utf-8") as file:
        file.write("# another thought\n")
    (changed,) = run("threading", how="--replace")
    assert changed != first
