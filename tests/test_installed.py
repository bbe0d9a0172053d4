"""What is installed: versions are told, types ship, the citation is whole; a wheel stands alone.

The long tests build wheel and source archive and install them into clean environments, each extra
alone, out of sight of the checkout; they need a package index and are run by `make soak`.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import bloodstones
from bloodstones.cli import main
from bloodstones.cli.terminal.versions import NEEDED, NONE, versions

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
CITATION = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
EXTRAS = ("", "solve", "study", "cluster", "tune", "learn", "report", "env", "web", "open-spiel")
LIMIT_MB = 20
ODDS = (
    *("odds", "--terrain", "plains", "--attacker", "dragon_riders: cavalry"),
    *("--defender", "horse_lords: swordsman", "--json"),
)
STUDY = """
id = "first"
question = "Does it play?"
game = "bellum_magica"
seed = 1
strategies = ["random"]
replicates = 2

[lineups]
sets = [{ players = 2 }]
"""
SOLVED = (
    "odds --terrain hills --attacker 'dragon_riders: swordsman*2' "
    "--defender 'horse_lords: swordsman*2' --attacker-hand 5,4 --defender-hand 4 "
    "--attacker-swap equilibrium --defender-swap equilibrium"
)
TUNED = (
    "tune farmer --game bellum_magica --generations 1 --population 4 --games 2 --final-games 2 "
    "--measured-games 4"
)
LEARNED = (
    "learn --game bellum_magica --rounds 1 --games 20 --more-games 10 --match-games 4 --epochs 1 "
    "--out learned"
)
# What each extra must be able to do, with nothing else installed.
WORKS = {
    "": ["games", "rules BS-COMBAT-10", "play --game bellum_magica --players c1:random,c2:random"],
    "solve": [SOLVED],
    "study": ["study first.toml", "rerun results/first/provenance.json"],
    "cluster": [],
    "tune": [TUNED],
    "learn": [LEARNED],
    "env": [],
    "open-spiel": [],
    "web": [],
    "report": ["study first.toml", "report results/first", "maps draw raven_coast -o map.svg"],
}
# The same as a script of its own, where no command needs the extra.
SCRIPTS = {
    "cluster": """
from distributed import LocalCluster
from bloodstones.cli import main

if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        scheduler = f"--scheduler={cluster.scheduler_address}"
        raise SystemExit(main(["study", "first.toml", "--backend=dask", scheduler]))
""",
    "env": """
import bloodstones
from pettingzoo.test import api_test, seed_test

table = bloodstones.env("bellum_magica", players=2)
api_test(table, num_cycles=200)
seed_test(lambda: bloodstones.env("bellum_magica", players=2), num_cycles=50)
""",
    "web": """
from pathlib import Path
from bloodstones.web.app import app_of
from bloodstones.web.lab import open_lab
from bloodstones.web.pages import page

assert app_of(open_lab(Path("lab")), ["127.0.0.1:1"])
assert page("fault.html", message="none", tip="").status_code == 200
""",
    "open-spiel": """
import pyspiel
from bloodstones.environments.open_spiel import NAMES

assert "bellum_magica" in NAMES
game = pyspiel.load_game("bellum_magica(players=2)")
pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
""",
}


def test_the_version_tells_all_that_results_depend_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    printed = dict(line.split(" ", 1) for line in capsys.readouterr().out.splitlines())
    assert printed["bloodstones"] == bloodstones.__version__
    assert printed["python"] == ".".join(map(str, sys.version_info[:3]))
    assert {name: printed[name] for name in NEEDED} == {name: version(name) for name in NEEDED}
    assert all(printed[name] in (found, NONE) for name, found in versions().items())


def test_types_ship() -> None:
    assert (ROOT / "bloodstones" / "py.typed").is_file()
    assert "Typing :: Typed" in PROJECT["classifiers"]


def test_the_citation_has_what_the_format_asks_and_the_version() -> None:
    keys = dict(re.findall(r"^([a-z-]+): *(.*)$", CITATION, re.MULTILINE))
    assert {"cff-version", "message", "title", "authors"} <= set(keys)
    assert keys["cff-version"] == "1.2.0"
    assert keys["version"] == bloodstones.__version__
    assert keys["license"] == PROJECT["license"]


def test_the_package_is_imported_in_no_time_and_brings_nothing_heavy() -> None:
    asked = "import sys, bloodstones; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True, text=True)
    assert {"numpy", "numba", "pandas", "matplotlib"}.isdisjoint(done.stdout.split())


def run(*command: str | Path, place: Path) -> str:
    """Run a command away from the checkout; return what it prints."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        cwd=place,
        env=clean | {"BLOODSTONES_CACHE": str(place / "cache"), "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel made of the source archive, and the archive."""
    place = tmp_path_factory.mktemp("built")
    maker = environment(place / "maker")
    run(maker, "-m", "pip", "install", "--quiet", "build", place=place)
    run(maker, "-m", "build", "--outdir", place / "dist", ROOT, place=place)
    (wheel,) = (place / "dist").glob("*.whl")
    (archive,) = (place / "dist").glob("*.tar.gz")
    return {"wheel": wheel, "archive": archive}


def environment(place: Path) -> Path:
    """Make a clean environment; return its Python."""
    venv.create(place, with_pip=True)
    return place / "bin" / "python"


@pytest.mark.soak
def test_wheel_and_archive_hold_the_package_and_nothing_of_this_machine(
    built: dict[str, Path],
) -> None:
    with zipfile.ZipFile(built["wheel"]) as wheel:
        names = set(wheel.namelist())
    sources = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "bloodstones").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert sources == {name for name in names if name.startswith("bloodstones/")}
    with tarfile.open(built["archive"]) as archive:
        tops = {name.split("/")[1] for name in archive.getnames() if "/" in name}
    assert {"bloodstones", "pyproject.toml", "LICENSE", "README.md", "CITATION.cff"} <= tops
    assert all(path.stat().st_size < LIMIT_MB * 1_000_000 for path in built.values())


@pytest.mark.soak
@pytest.mark.parametrize("extra", EXTRAS)
def test_the_wheel_works_alone_with_an_extra(
    extra: str, built: dict[str, Path], tmp_path: Path
) -> None:
    python = environment(tmp_path / "venv")
    wanted = f"bloodstones[{extra}] @ {built['wheel'].as_uri()}"
    limits = ("--constraint", ROOT / ".ci" / "constraints.txt")
    run(python, "-m", "pip", "install", "--quiet", *limits, wanted, place=tmp_path)
    (tmp_path / "first.toml").write_text(STUDY)
    where = run(python, "-c", "import bloodstones; print(bloodstones.__file__)", place=tmp_path)
    assert str(tmp_path) in where
    data = json.loads(run(python, "-m", "bloodstones", *ODDS, place=tmp_path))
    assert 0 < data["p_attacker"] < 1
    (tmp_path / "script.py").write_text(SCRIPTS.get(extra, ""))
    run(python, "script.py", place=tmp_path)
    for command in WORKS[extra]:
        run(python, "-m", "bloodstones", *shlex.split(command), place=tmp_path)


def test_every_extra_of_users_is_tried() -> None:
    """Each by a command or a script that needs it."""
    assert set(WORKS) == set(EXTRAS)
    assert [extra for extra in EXTRAS if not WORKS[extra] and extra not in SCRIPTS] == []
    for_checkouts = {"all", "bench", "browser", "dev", "docs"}
    assert set(PROJECT["optional-dependencies"]) - for_checkouts == set(EXTRAS) - {""}
