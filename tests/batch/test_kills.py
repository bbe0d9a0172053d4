"""Runs that are killed at random moments and resumed: nothing lost, nothing doubled.

A few kills run with every test, many more as a soak test.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from bloodstones.batch.result_files.result import STORE
from tests.batch.conftest import Run
from tests.batch.processes import (
    SECONDS,
    assert_ended,
    children,
    cluster,
    finished,
    is_alive,
    start,
    wait_for_store,
)

REPLICATES = 8
PLAYING = 0.02 * REPLICATES * 48 / 2
MARKS = {"loky": b"LokyProcess", "dask": b"spawn_main"}
PARENT, WORKER, BOTH = "parent", "worker", "both"
MANY_KILLS = 200
KILLS_A_STUDY = 4

Chunks = set[tuple[int, int, int, bytes]]


class Killed:
    """A study that is killed and resumed again and again.

    Parameters
    ----------
    hands
        Process that holds the workers of a cluster.
    """

    def __init__(
        self,
        folder: Path,
        luck: random.Random,
        backend: str,
        scheduler: str | None = None,
        hands: int | None = None,
    ) -> None:
        self.folder, self.luck, self.backend, self.hands = folder, luck, backend, hands
        self.options = ["--backend", backend, "--replicates", str(REPLICATES), "--resume"]
        if scheduler is not None:
            self.options += ["--scheduler", scheduler]
        self.kills = 0
        self.told: dict[str, Any] | None = None
        folder.mkdir()

    def start(self) -> subprocess.Popen[str]:
        return start(self.folder, *self.options, "--json", quick=False)

    def committed(self) -> Chunks:
        """The chunks in the store; opening it writes its log back, as the next run does."""
        path = self.folder / "cut" / STORE
        if not path.exists():
            return set()
        with closing(sqlite3.connect(path)) as store:
            try:
                return set(store.execute("SELECT cell, first, stop, digest FROM chunks"))
            except sqlite3.OperationalError:  # killed before its tables were made
                return set()

    def workers(self, parent: int) -> list[int]:
        if self.backend not in MARKS:
            return []
        found = []
        for pid in children(self.hands or parent):
            try:
                if MARKS[self.backend] in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(pid)
            except OSError:
                continue
        return found

    def kill(self, target: str) -> None:
        """Start or resume the run, kill something at a random moment, and see what is left."""
        before, self.told = self.committed(), None
        process = self.start()
        self.wait(process)
        own = children(process.pid)
        if target in (WORKER, BOTH):
            for pid in self.workers(process.pid)[: 1 if target == WORKER else None]:
                os.kill(pid, signal.SIGKILL)
                self.kills += 1
        if target in (PARENT, BOTH):
            process.kill()
            self.kills += 1
            process.communicate(timeout=SECONDS)
            assert_ended(own)
        else:
            self.told = finished(process)
        if (self.folder / "cut" / STORE).exists():
            assert before <= self.committed(), "a stored game was lost"

    def wait(self, process: subprocess.Popen[str]) -> None:
        """Wait for a random moment of the run: from its start to near its end."""
        if self.luck.random() < 0.2:
            time.sleep(self.luck.uniform(0, 2))
            return
        wal = self.folder / "cut" / f"{STORE}-wal"
        deadline = time.monotonic() + SECONDS
        while not wal.exists() and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.005)
        time.sleep(self.luck.uniform(0, PLAYING))

    def finish(self) -> str:
        """The hash of the table, once the run has come to its end."""
        return str((self.told or finished(self.start()))["table_hash"])


@pytest.fixture
def whole(run: Run) -> str:
    """The hash of the table of an undisturbed run."""
    return str(run("whole", replicates=REPLICATES)["table_hash"])


@pytest.mark.parametrize(
    ("backend", "targets"),
    [
        pytest.param("threading", (PARENT, PARENT), marks=pytest.mark.soak),
        ("loky", (BOTH, WORKER)),
    ],
)
def test_killed_runs_end_with_the_same_table(
    tmp_path: Path, whole: str, backend: str, targets: tuple[str, ...]
) -> None:
    study = Killed(tmp_path / "study", random.Random(5), backend)
    for target in targets:
        study.kill(target)
    assert study.kills >= 2
    assert study.finish() == whole


@pytest.fixture(scope="module")
def loopback(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    with cluster(tmp_path_factory.mktemp("cluster")) as (address, nannies):
        yield address, nannies.pid


@pytest.mark.soak
def test_many_kills_end_with_the_same_table(
    tmp_path: Path, whole: str, loopback: tuple[str, int]
) -> None:
    luck = random.Random(11)
    kills = 0
    for number, backend in enumerate(cycle(("threading", "loky", "dask"))):
        there = loopback if backend == "dask" else (None, None)
        study = Killed(tmp_path / f"{backend}{number}", luck, backend, *there)
        for _ in range(KILLS_A_STUDY):
            target = PARENT if backend == "threading" else luck.choice((PARENT, WORKER, BOTH))
            study.kill(target)
        assert study.finish() == whole
        kills += study.kills
        print(f"{kills} kills", flush=True)
        if kills >= MANY_KILLS:
            break
    assert is_alive(loopback[1])


@pytest.mark.soak
def test_lost_scheduler_ends_the_run_with_a_sentence(tmp_path: Path, whole: str) -> None:
    with cluster(tmp_path) as (address, _):
        study = Killed(tmp_path / "study", random.Random(3), "dask", address)
        process = study.start()
        wait_for_store(process, study.folder / "cut")
        (scheduler,) = (pid for pid in children(os.getpid()) if is_scheduler(pid, tmp_path))
        os.kill(scheduler, signal.SIGKILL)
        _, told = process.communicate(timeout=SECONDS)
        assert process.returncode == 1
        assert "expected a dask scheduler, got a lost connection" in told
        assert "continue with --resume" in told
    study.options = ["--replicates", str(REPLICATES), "--resume"]
    assert study.finish() == whole


def is_scheduler(pid: int, folder: Path) -> bool:
    """Whether a process is the scheduler whose note is in the folder."""
    command = Path(f"/proc/{pid}/cmdline").read_bytes()
    return b"dask_scheduler" in command and str(folder).encode() in command
