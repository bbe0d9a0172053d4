"""Measuring the speed of a study takes a bounded time, however many kinds of games it has."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bloodstones.api.studies.plan import study_plan
from bloodstones.batch.running import timing
from bloodstones.batch.running.timing import core_seconds, measure_speed
from bloodstones.batch.study.definition import StudyFile, read_study
from bloodstones.batch.study.plan import make_plan
from bloodstones.core.contract.game import Chunk, Setup
from bloodstones.games import registry
from tests.batch.conftest import STUDY
from tests.batch.dice_race import DiceRace

GAME_SECONDS = 0.01


class Slow(DiceRace):
    """A game that takes its time; how often it was played."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        self.calls += 1
        time.sleep(GAME_SECONDS * len(replicates))
        return super().simulate(setup, seed, label, replicates)


def test_no_kind_of_game_is_measured_when_the_time_is_over(file: StudyFile) -> None:
    game, plan = Slow(), make_plan(file.study)
    every, measured = measure_speed(plan, game, seconds=0.0, most=0.0)
    assert (measured, game.calls) == (1, 3)
    assert len(every) > measured
    assert min(every.values()) >= GAME_SECONDS
    assert core_seconds(plan, every) == pytest.approx(plan.games * next(iter(every.values())))


def test_a_long_game_is_measured_by_one_game(
    file: StudyFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "LONG_SECONDS", GAME_SECONDS)
    game, plan = Slow(), make_plan(file.study)
    every, measured = measure_speed(plan, game)
    assert game.calls == measured == len(every)


def test_a_plan_is_made_without_measuring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Slow()
    monkeypatch.setattr(registry, "load_game", lambda name, where="game": game)
    path = tmp_path / "race.toml"
    path.write_text(STUDY)
    planned = study_plan(read_study(path), measure=False)
    assert planned.seconds is None
    assert "speed not measured" in repr(planned)
    assert planned.data()["time"]["games_per_second"] is None
    assert game.calls == 0
    timed = study_plan(read_study(path), games_per_second=10.0, measure=False)
    assert timed.seconds is not None
