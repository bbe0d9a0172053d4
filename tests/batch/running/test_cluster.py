"""Studies on a dask cluster: two worker processes on the loopback."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bloodstones.batch.running.chunks import CellPart, Task
from bloodstones.batch.running.cluster import code_mark, play_alike
from bloodstones.batch.study.definition import StudyFile
from bloodstones.batch.study.plan import make_plan
from bloodstones.core.errors import InputError, RunError
from tests.batch.conftest import Run
from tests.batch.dice_race import DiceRace
from tests.batch.processes import children, cluster, finished, start, wait_for_store


@pytest.fixture(scope="module")
def loopback(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """The address of a cluster, and the process that holds its workers."""
    with cluster(tmp_path_factory.mktemp("cluster")) as (address, nannies):
        yield address, nannies.pid


def test_cluster_gives_the_table_of_this_machine(run: Run, loopback: tuple[str, int]) -> None:
    address, _ = loopback
    result = run("there", quick=True, backend="dask", scheduler=address)
    assert result["table_hash"] == run("here", quick=True)["table_hash"]
    assert result["run"]["backend"] == "dask"


def test_killed_worker_of_a_cluster_loses_no_game(
    run: Run, tmp_path: Path, loopback: tuple[str, int]
) -> None:
    address, nannies = loopback
    there = ("--backend", "dask", "--scheduler", address, "--replicates", "6", "--json")
    process = start(tmp_path, *there)
    wait_for_store(process, tmp_path / "cut")
    before = workers_of(nannies)
    os.kill(before[0], signal.SIGKILL)
    told = finished(process)
    assert told["games"] == 6 * 48
    assert told["table_hash"] == run("whole", quick=True, replicates=6)["table_hash"]


def workers_of(nannies: int) -> list[int]:
    """The worker processes that nannies watch over."""
    deadline = time.monotonic() + 20
    while True:
        found = [
            pid
            for pid in children(nannies)
            if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
        ]
        if found or time.monotonic() > deadline:
            assert found
            return found
        time.sleep(0.05)


def test_scheduler_that_does_not_answer_is_reported(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bloodstones.batch.running.cluster.SECONDS_TO_ANSWER", 0.2)
    with pytest.raises(InputError, match=r"expected a dask scheduler, got no answer"):
        run(backend="dask", scheduler="tcp://127.0.0.1:9")


def test_worker_with_other_code_is_refused(file: StudyFile) -> None:
    cell = make_plan(file.study).cells[0]
    task = Task((CellPart(0, cell, range(2)),))
    assert play_alike(DiceRace(), 7, task, (), code_mark(DiceRace(), ())).task == task
    with pytest.raises(RunError, match="expected workers with the code, packages"):
        play_alike(DiceRace(), 7, task, (), "another")


def test_worker_with_another_map_is_refused(file: StudyFile, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("a = 1")
    mark = code_mark(DiceRace(), (str(path),))
    path.write_text("a = 2")
    cell = make_plan(file.study).cells[0]
    with pytest.raises(RunError, match="and maps of this run, got a worker with others"):
        play_alike(DiceRace(), 7, Task((CellPart(0, cell, range(2)),)), (str(path),), mark)
