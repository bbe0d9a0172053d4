"""Studies end to end: against independent processes, in memory, in store size; no time asserted."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from contextlib import redirect_stdout
from pathlib import Path
from statistics import mean
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from bloodstones.cli import main
from bloodstones.stats.inference.planning import games_for_half_width
from tests.benchmarks.conftest import FULL, JOBS, ROOT, Figures, promised, python, sized, times

FACTIONS = ("dragon_riders", "horse_lords", "hill_folk", "corsairs")
REPLICATES = sized(5000, 3)
STUDY = f"""
id = "speed"
question = "How fast are studies?"
game = "bloodstones"
map = "tyrants_lament"
seed = 3
replicates = {REPLICATES}
strategies = ["warlord"]
[lineups]
explicit = [{json.dumps(FACTIONS)}]
"""
CELLS = len(FACTIONS)
POINT = f"""
id = "point"
question = "How long until win rates are known to a percentage point?"
game = "bloodstones"
map = "tyrants_lament"
seed = 4
replicates = {sized(60, 1)}
strategies = ["warlord_tuned"]
[lineups]
rotate_seats = true
sets = [{{ players = 4 }}]
"""
HALF_WIDTH = 0.01
TICK = 0.001  # seconds
ALONE = """
import json, sys, time
from pathlib import Path
from bloodstones.batch.study.definition import read_study
from bloodstones.batch.study.plan import make_plan
from bloodstones.games.registry import load_game
study, part, parts = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
plan, game = make_plan(read_study(study).study), load_game("bloodstones")
game.warm_up()
print("ready", flush=True)
sys.stdin.readline()
began = time.perf_counter()
share = range(part, plan.replicates, parts)
for cell in plan.cells:
    game.simulate(cell.setup, plan.seed, cell.label, share)
print(time.perf_counter() - began)
"""
SIZES = sized((1000, 4000), (4,))  # the smaller one fills a row group
MEMORY = """
import json, resource, sys
from bloodstones.games import registry
registry.GAMES["dice_race"] = "tests.batch.dice_race"
from bloodstones.cli import main
code = main(sys.argv[1:])
print(json.dumps({"kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))
sys.exit(code)
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("speed") / "speed.toml"
    path.write_text(STUDY)
    return path


def independent(study: Path, processes: int) -> float:
    """Games a second of processes that know nothing of each other, without any tables."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", ALONE, str(study), str(part), str(processes)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for part in range(processes)
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    began = time.perf_counter()
    for process in running:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in running:
        process.communicate()
        assert process.returncode == 0
    return CELLS * REPLICATES / (time.perf_counter() - began)


def run(study: Path, *args: str) -> dict[str, Any]:
    """The summary of a study run by the command: a process of its own where it is timed."""
    out = ["--out", str(study.parent / "out"), "--replace", "--json"]
    command = ["study", str(study), *out, *args]
    if FULL:
        printed, _ = python("-m", "bloodstones", *command)
    else:
        said = io.StringIO()
        with redirect_stdout(said):
            assert main(command) == 0
        printed = said.getvalue()
    data: dict[str, Any] = json.loads(printed)
    return data


def games_per_second(told: dict[str, Any]) -> float:
    """The speed of a run, which may be too short for its clock."""
    return float(told["games"]) / max(float(told["run"]["seconds"]), TICK)


@pytest.mark.parametrize("jobs", sized((1, 2), (1,)))
@pytest.mark.parametrize("backend", sized(("threading", "loky"), ("threading",)))
def test_study_beside_independent_processes(
    study: Path, figures: Figures, jobs: int, backend: str
) -> None:
    around = [independent(study, jobs)]
    result = run(study, "--jobs", str(jobs), "--backend", backend)
    if FULL:
        around.append(independent(study, jobs))
    speed, alone = games_per_second(result), mean(around)
    what = f"study games, 4 players, {jobs} {backend}"
    figures.add(what, speed, "/s", f"{times(speed, alone)} of independent processes")


def test_store_size(study: Path, figures: Figures) -> None:
    result = run(study, "--jobs", JOBS)
    games = result["games"]
    path = study.parent / "out" / "results.parquet"
    per_game = path.stat().st_size / games
    assert pq.ParquetFile(path).metadata.num_rows == games * CELLS
    figures.add("results of 100,000 games of four", per_game * 100_000 / 2**20, "MiB")


def test_time_to_a_percentage_point(tmp_path: Path, figures: Figures) -> None:
    """All sets of four factions in all turns; a game is one of a set and seats drawn by lot."""
    path = tmp_path / "point.toml"
    path.write_text(POINT)
    result = run(path, "--jobs", JOBS)
    rows = pd.read_parquet(tmp_path / "out" / "results.parquet")
    speed = games_per_second(result)
    plain = []
    for _, own in rows.groupby("faction"):
        share = len(own) / result["games"]
        plain.append(games_for_half_width(HALF_WIDTH, float(own["win_credit"].mean())) / share)
    figures.add("games to 1 point for every faction, 4 players", max(plain), "")
    figures.add(f"time for them, jobs: {JOBS}", max(plain) / speed, "s")


def test_memory_does_not_grow_with_the_games(tmp_path: Path, figures: Figures) -> None:
    from tests.batch.conftest import STUDY as RACE

    path = tmp_path / "race.toml"
    path.write_text(RACE)
    used = []
    for replicates in SIZES:
        arguments = ["study", str(path), "--replicates", str(replicates), "--replace", "--json"]
        printed, _ = python("-c", MEMORY, *arguments, "--out", str(tmp_path / "out"))
        used.append(json.loads(printed.splitlines()[-1])["kilobytes"] / 1024)
    figures.add(f"memory of a study, {SIZES[-1] // SIZES[0]} times the games", used[-1], "MiB")
    figures.lines[-1] = (*figures.lines[-1][:2], f"{used[-1] / used[0]:.2f}")
    promised(used[-1] < used[0] * 1.1)
