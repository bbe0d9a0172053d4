"""Every kind of run names the files that it writes, and writes over no others unasked."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bloodstones.batch.balance.definition import read_balance
from bloodstones.batch.balance.run import balance_run
from bloodstones.batch.ladder.random_tables import draw_tables
from bloodstones.batch.ladder.run import LadderRun
from bloodstones.batch.learning.run import LearningRun
from bloodstones.batch.result_files.result import STORE
from bloodstones.batch.running import runner
from bloodstones.batch.running.runner import Running
from bloodstones.batch.study.plan import make_plan
from bloodstones.batch.study.run import StudyRun
from bloodstones.batch.tuning.run import TuningRun
from bloodstones.core.errors import InputError
from tests.batch.balance.fair_race import STUDY as BALANCE
from tests.batch.balance.fair_race import study_in
from tests.batch.balance.handicap.game import NUMBERS, HandicapRace
from tests.batch.conftest import study_file
from tests.batch.dice_race import DiceRace
from tests.batch.ladder.test_ladder import file as ladder_file
from tests.batch.learning.guessing import Guessing
from tests.batch.learning.test_learning import EFFORT, lesson
from tests.batch.tuning.paced_race import PacedRace
from tests.batch.tuning.test_tune import SMALL, TASK


def a_study(folder: Path) -> Any:
    file = study_file(folder)
    return StudyRun(file, make_plan(file.study, quick=True), DiceRace(), None)


def a_ladder(folder: Path) -> Any:
    file, game = ladder_file(folder), PacedRace()
    return LadderRun(file, draw_tables(file.ladder, game, quick=True), game, True)


def a_balance_study(folder: Path) -> Any:
    file = read_balance(study_in(folder, BALANCE.replace("replicates = 40", "replicates = 4")))
    return balance_run(file, HandicapRace(), NUMBERS, quick=True)


def a_tuning(folder: Path) -> Any:
    return TuningRun(replace(TASK, effort=replace(SMALL, generations=1)), PacedRace(), "mine")


def a_learning(folder: Path) -> Any:
    return LearningRun(lesson(effort=replace(EFFORT, rounds=1, games=64, epochs=1)), Guessing())


KINDS = (a_study, a_ladder, a_balance_study, a_tuning, a_learning)
Kind = Callable[[Path], Any]


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def go(planned: Any, folder: Path, **options: Any) -> dict[str, Any]:
    return runner.run(planned, planned.game, folder, Running(**options))


def planted(folder: Path, name: str) -> None:
    """Put a file of somebody else where a run writes."""
    path = folder / name / "mine" if name.endswith("/") else folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"mine")


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def planned(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    return request.param(tmp_path)


def test_no_file_of_another_origin_is_written_over_unasked(
    planned: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = planned.terms.writes
    with monkeypatch.context() as patch:
        patch.setattr(runner, "WorkerPool", None)  # refused before the first game
        for name in writes:
            for options in ({}, {"resume": True}):
                folder = tmp_path / "foreign"
                planted(folder, name)
                before = files(folder)
                with pytest.raises(InputError, match=rf"(?s)expected .*{folder}.*--replace"):
                    go(planned, folder, **options)
                assert files(folder) == before
                shutil.rmtree(folder)
    for name in writes:
        planted(tmp_path / "full", name)
    go(planned, tmp_path / "full", replace=True)
    left = files(tmp_path / "full")
    assert b"mine" not in {left[name] for name in writes if not name.endswith("/")}
    go(planned, tmp_path / "new")
    made = files(tmp_path / "new")
    assert left.keys() - made.keys() == {f"{name}mine" for name in writes if name.endswith("/")}
    assert STORE not in made
    known = (*writes, *planned.terms.traces)
    assert all(name.startswith(known) for name in made), "a run names all files that it writes"
    assert all(any(name.startswith(each) for name in made) for each in writes)


def test_a_folder_in_the_place_of_a_file_is_refused_before_the_first_game(
    planned: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "WorkerPool", None)
    for name in planned.terms.writes:
        folder = tmp_path / "out" / name.rstrip("/")
        folder.parent.mkdir(exist_ok=True)
        if name.endswith("/"):
            folder.write_bytes(b"mine")
        else:
            (folder / "below").mkdir(parents=True)
        with pytest.raises(InputError, match="or nothing, got a") as error:
            go(planned, tmp_path / "out", replace=True)
        assert error.value.tip is not None
        assert "move it away" in error.value.tip
        shutil.rmtree(tmp_path / "out")
