"""A game of another package: built as a wheel, installed elsewhere, found, played, studied."""

from __future__ import annotations

import json
import os
import shutil
import site
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any, Final

import pytest

from bloodstones.games.listed import ListedGames, why_not
from bloodstones.games.registry import SHIPPED

TOY: Final = Path(__file__).parent / "toy"
ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = "dare_game"
PROJECT: Final = f"""
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "dare-game"
version = "2.5"

[project.entry-points."bloodstones.games"]
dare = "{PACKAGE}.game"

[tool.hatch.build.targets.wheel]
packages = ["{PACKAGE}"]
"""
STUDY: Final = """
id = "dare"
question = "Does nerve pay in Dare?"
game = "dare"
map = "isle"
seed = 5
strategies = [["bold", "meek"]]
replicates = 20

[lineups]
sets = [{ players = 2 }]
"""
ENVIRONMENTS: Final = """
import bloodstones as bs
table = bs.env("dare")
table.reset(seed=3)
for agent in table.agent_iter():
    observation, reward, termination, truncation, info = table.last()
    done = termination or truncation
    mask = None if done else observation["action_mask"]
    table.step(None if done else table.action_space(agent).sample(mask))
print("played", table.unwrapped.metadata["name"])
game = bs.load_game("dare")
print(game.playthrough("bold", "meek", seed=7).finish().scores)
print(game.odds(card=4, hill=True).points)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The toy game as a wheel of a package of its own."""
    source = tmp_path_factory.mktemp("source")
    shutil.copytree(TOY, source / PACKAGE, ignore=shutil.ignore_patterns("test_*", "__pycache__"))
    for path in (source / PACKAGE).rglob("*.py"):
        text = path.read_text(encoding="utf-8").replace("tests.toy", PACKAGE)
        path.write_text(text, encoding="utf-8")
    (source / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]
    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", str(source / "dist")]
    subprocess.run([*pip, *options, str(source)], check=True)
    (built,) = (source / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel; the packages that it needs are those of this one."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    known = "\n".join([*site.getsitepackages(), str(ROOT)])
    (packages / "known.pth").write_text(known, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--target", str(packages), str(wheel)], check=True)
    return folder / "bin" / "python"


def run(python: Path, folder: Path, *arguments: str) -> str:
    """What a command prints in the other environment."""
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(python), *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_of_a_wheel_is_a_game_like_others(python: Path, tmp_path: Path) -> None:
    def lab(*arguments: str) -> str:
        return run(python, tmp_path, "-m", "bloodstones", *arguments)

    listed: dict[str, Any] = json.loads(lab("games", "--json"))
    assert [game["id"] for game in listed["games"]] == [*SHIPPED, "dare"]
    assert listed["games"][-1]["origin"] == "dare-game 2.5"
    assert listed["games"][0]["origin"].startswith("bloodstones ")
    assert listed["not_loaded"] == {}
    assert "dare-game 2.5" in lab("games")
    odds = json.loads(lab("odds", "--game", "dare", "--card", "4", "--hill", "--json"))
    assert odds["points_fraction"]
    lab("play", "--game", "dare", "--players", "bold,meek", "--seed", "7", "--record", "game.jsonl")
    assert lab("verify", "game.jsonl").startswith("ok ")
    (tmp_path / "dare.toml").write_text(STUDY, encoding="utf-8")
    lab("study", "dare.toml", "--jobs", "2", "--backend", "loky")
    provenance = json.loads((tmp_path / "results/dare/provenance.json").read_text())
    assert provenance["game"] == "dare"
    lab("report", "results/dare", "--html")
    lab("rerun", "results/dare/provenance.json")
    said = run(python, tmp_path, "-c", ENVIRONMENTS).splitlines()
    assert said[0] == "played dare_v1"
    assert said[1].startswith("(")


class Point:
    """An entry point of a package."""

    def __init__(self, name: str, value: str, package: str) -> None:
        self.name = name
        self.value = value
        self.dist = type("Package", (), {"name": package, "version": "1"})


def listed_with(monkeypatch: pytest.MonkeyPatch, *points: Point) -> ListedGames:
    """The list of games where these packages are installed."""
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    return ListedGames(SHIPPED)


def test_games_that_cannot_be_leave_the_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    games = listed_with(
        monkeypatch,
        Point("battalia", "tests.toy.game", "copycat"),
        Point("broken", "tests.no_such_module.game", "torn"),
        Point("dare", "tests.toy.game", "dare-game"),
        Point("dare", "tests.toy.game", "dare-again"),
    )
    assert list(games) == [*SHIPPED, "dare"]
    assert games["battalia"] == SHIPPED["battalia"]
    assert games.origins == {"dare": "dare-game 1"}
    assert games.faults() == {
        "battalia of copycat 1": "another game has the id battalia",
        "broken of torn 1": "ModuleNotFoundError: No module named 'tests.no_such_module'",
        "dare of dare-again 1": "another game has the id dare",
    }


def test_other_packages_are_looked_for_only_where_they_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = listed_with(monkeypatch, Point("dare", "tests.toy.game", "dare-game"))
    assert games["bloodstones"] == SHIPPED["bloodstones"]
    assert "battalia" in games
    assert games.at_hand() == tuple(SHIPPED)
    assert "dare" in games
    assert games.at_hand() == (*SHIPPED, "dare")
    with pytest.raises(KeyError):
        games["chess"]


def test_a_package_that_fails_says_how() -> None:
    assert why_not("tests.toy.game") == ""
    assert why_not("json.nothing.game").startswith("ModuleNotFoundError: ")
