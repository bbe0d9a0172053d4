from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bloodstones.batch.study.definition import StudyFile, read_study
from bloodstones.batch.study.plan import make_plan
from bloodstones.batch.study.run import run_study
from tests.batch.dice_race import DiceRace

STUDY = """
id = "race"
question = "Is the race fair?"
game = "dice_race"
map = "track"
seed = 7
replicates = 11
strategies = ["bold", "steady", ["bold", "steady"]]
[lineups]
sets = [{ players = 2, factions = ["red", "blue", "green"] }]
explicit = [["red", "blue", "green"]]
[quick]
replicates = 3
"""

Run = Callable[..., dict[str, Any]]


def study_file(folder: Path, text: str = STUDY) -> StudyFile:
    path = folder / "race.toml"
    path.write_text(text, encoding="utf-8")
    return read_study(path)


@pytest.fixture
def file(tmp_path: Path) -> StudyFile:
    return study_file(tmp_path)


@pytest.fixture
def run(file: StudyFile, tmp_path: Path) -> Run:
    """Run the study into tmp_path/<name>; keywords go to the plan or the run."""

    def go(name: str = "out", *, quick: bool = False, **options: Any) -> dict[str, Any]:
        plan = make_plan(file.study, quick=quick, replicates=options.pop("replicates", None))
        game = options.pop("game", None) or DiceRace()
        return run_study(file, plan, game, tmp_path / name, **options)

    return go
