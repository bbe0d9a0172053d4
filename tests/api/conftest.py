"""The dice race as a game of the registry, and a small study of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bloodstones.api.results.results import Results
from bloodstones.api.studies import running
from bloodstones.api.studies.study import Study
from bloodstones.games import registry

RACE: dict[str, Any] = {
    "id": "race",
    "question": "Is the race fair?",
    "game": "dice_race",
    "map": "track",
    "seed": 7,
    "replicates": 11,
    "strategies": ["bold", "steady", ["bold", "steady"]],
    "lineups": {
        "sets": [{"players": 2, "factions": ["red", "blue", "green"]}],
        "explicit": [["red", "blue", "green"]],
    },
    "quick": {"replicates": 3},
    "arms": {"far": {"overrides": {"goal": 30}}},
}


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Register the race; a working folder of its own, and a place for what is stopped."""
    monkeypatch.setitem(registry.GAMES, "dice_race", "tests.batch.dice_race")
    monkeypatch.setattr(running, "kept_folder", lambda mark: kept_in(tmp_path, mark))
    monkeypatch.chdir(tmp_path)


def kept_in(folder: Path, mark: str) -> Path:
    """Return a folder for what a stopped run played, as `running.kept_folder` does."""
    kept = folder / "cache" / mark
    kept.mkdir(parents=True, exist_ok=True)
    return kept


@pytest.fixture
def study(race: None) -> Study:
    return Study(**RACE)


@pytest.fixture
def played(study: Study) -> Results:
    return study.run(jobs=1)
