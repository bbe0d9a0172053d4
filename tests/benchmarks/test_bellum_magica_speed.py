"""Games of Bellum Magica beside those of a peer, and a study whose memory does not grow."""

from __future__ import annotations

import json
import time
from pathlib import Path
from statistics import median

from bloodstones.core.game import Seat, Setup
from bloodstones.core.kernel import JIT
from bloodstones.games.bellum_magica.game import GAME
from tests.benchmarks.conftest import JOBS, Figures, needs, promised, python, sized, times

PLANS = ("farmer", "plunderer", "thief", "scout")
SECONDS = sized(3.0, 0.01)
ROUNDS = sized(3, 1)
GAMES = sized(4000, 20)
STUDY = """
id = "many"
question = "How fast are studies of many games, and does their memory grow?"
game = "bellum_magica"
seed = 5
replicates = REPLICATES
strategies = [["farmer", "plunderer", "thief", "scout"]]
[lineups]
explicit = [["c1", "c2", "c3", "c4"]]
"""
SEATINGS = 96  # of four plans and four castle boards turned round the table
SMALL, LARGE = sized((50_000, 200_000), (SEATINGS, 2 * SEATINGS))
MEASURED = """
import json, resource, sys
from bloodstones.cli import main
code = main(sys.argv[1:])
print(json.dumps({"kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))
sys.exit(code)
"""


def games_per_second(strategies: tuple[str, ...]) -> float:
    """Games a second of processor time, on one core."""
    setup = Setup("", tuple(Seat("", name) for name in strategies))
    GAME.simulate(setup, 1, "speed", range(1))
    began = time.process_time()
    rows = GAME.simulate(setup, 1, "speed", range(GAMES)).rows
    seconds = time.process_time() - began
    assert all(rows["finished"])
    return GAMES / seconds


def test_games_beside_catanatron(figures: Figures) -> None:
    needs("catanatron")
    GAME.warm_up()
    peer, random, plans = [], [], []
    for _ in range(ROUNDS):
        args = ("-m", "tests.benchmarks.catanatron_games", "weighted_random", str(SECONDS))
        peer.append(json.loads(python(*args)[0])["games_per_s"])
        random.append(games_per_second(("random",) * len(PLANS)))
        plans.append(games_per_second(PLANS))
    games = median(peer)
    figures.add("Catanatron, 4 weighted random players", games, "games/s")
    for what, found in (("random", random), ("four plans", plans)):
        ratio = f"{times(median(found), games)} times"
        figures.add(f"Bellum Magica, 4 players, {what}", median(found), "games/s", ratio)
    assert JIT


def test_many_games_with_two_jobs(tmp_path: Path, figures: Figures) -> None:
    used = []
    for games in (SMALL, LARGE):
        path = tmp_path / "many.toml"
        path.write_text(STUDY.replace("REPLICATES", str(games // SEATINGS)), encoding="utf-8")
        args = ("study", str(path), "--jobs", JOBS, "--replace", "--out", str(tmp_path / "out"))
        out, seconds = python("-c", MEASURED, *args)
        used.append(json.loads(out.splitlines()[-1])["kilobytes"] / 1024)
        figures.add(f"Bellum Magica, study of {games:,} games", games / seconds, "games/s")
    ratio = f"{used[1] / used[0]:.2f} of that of {SMALL:,} games"
    figures.add(f"memory of the study of {LARGE:,} games", used[1], "MiB", ratio)
    promised(used[1] < used[0] * 1.1)
