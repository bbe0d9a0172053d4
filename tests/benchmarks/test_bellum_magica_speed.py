"""A study of very many games, whose memory does not grow."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks.conftest import JOBS, Figures, promised, python, sized

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
SIZES = sized((50_000, 200_000), (SEATINGS,))
MEASURED = """
import json, resource, sys
from bloodstones.cli import main
code = main(sys.argv[1:])
print(json.dumps({"kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))
sys.exit(code)
"""


def test_many_games_with_two_jobs(tmp_path: Path, figures: Figures) -> None:
    used = []
    for games in SIZES:
        path = tmp_path / "many.toml"
        path.write_text(STUDY.replace("REPLICATES", str(games // SEATINGS)), encoding="utf-8")
        args = ("study", str(path), "--jobs", JOBS, "--replace", "--out", str(tmp_path / "out"))
        out, seconds = python("-c", MEASURED, *args)
        used.append(json.loads(out.splitlines()[-1])["kilobytes"] / 1024)
        figures.add(f"Bellum Magica, study of {games:,} games", games / seconds, "games/s")
    ratio = f"{used[-1] / used[0]:.2f} of that of {SIZES[0]:,} games"
    figures.add(f"memory of the study of {SIZES[-1]:,} games", used[-1], "MiB", ratio)
    promised(used[-1] < used[0] * 1.1)
