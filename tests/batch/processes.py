"""Runs and clusters in processes of their own, to be watched, killed and cleaned up."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bloodstones.batch.result_files.result import STORE
from tests.batch.conftest import STUDY

ROOT = Path(__file__).parents[2]
START = """
import sys
from bloodstones.games import registry
registry.GAMES["dice_race"] = "tests.batch.dice_race"
from bloodstones.cli import main
code = main(sys.argv[1:])
assert "matplotlib" not in sys.modules, "a study draws nothing"
sys.exit(code)
"""
SECONDS = 180.0
WITHOUT_PARENT = 5.0


def heed_interrupts() -> None:
    """Undo what a shell does to the interrupts of commands in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(
    folder: Path, *args: str, quick: bool = True, largest_file: int | None = None
) -> subprocess.Popen[str]:
    """Start `bloodstones study` on the race with a pause in every game, results in folder/cut.

    `largest_file` is the size in bytes beyond which its files cannot grow, as on a full disk.
    """

    def prepare() -> None:
        heed_interrupts()
        if largest_file is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))

    study = folder / "race.toml"
    study.write_text(STUDY + '[rules.options]\npause = "on"\n')
    command = [sys.executable, "-c", START, "study", str(study), "--jobs", "2"]
    return subprocess.Popen(
        [*command, *(["--quick"] if quick else []), "--out", str(folder / "cut"), *args],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=prepare,
    )


def finished(process: subprocess.Popen[str]) -> dict[str, Any]:
    """Return the summary of a run with --json that ends well."""
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, err
    data: dict[str, Any] = json.loads(out)
    return data


def wait_for_store(process: subprocess.Popen[str], folder: Path) -> None:
    """Wait until a run has stored some games."""
    deadline = time.monotonic() + SECONDS
    wal = folder / f"{STORE}-wal"
    while not (wal.exists() and wal.stat().st_size > 60_000):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    """The processes that any thread of a process started, and those that they started."""
    found = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(child) for child in thread.read_text().split()]
        except OSError:
            continue
    return [*found, *(each for child in found for each in children(child))]


def is_alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")


def assert_ended(pids: list[int]) -> None:
    """Fail unless all of these processes end soon."""
    deadline = time.monotonic() + WITHOUT_PARENT
    while alive := [pid for pid in pids if is_alive(pid)]:
        assert time.monotonic() < deadline, alive
        time.sleep(0.02)


def end(process: subprocess.Popen[Any]) -> None:
    """Kill a process and all that it started."""
    started = children(process.pid)
    process.kill()
    process.wait()
    for pid in started:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start a dask scheduler and worker processes on the loopback; give its address."""
    note = folder / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_"]
    local = ["--host", "127.0.0.1"]
    environment = {**os.environ, "DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": "0"}
    quiet: dict[str, Any] = {
        "cwd": ROOT,
        "env": environment,
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
    }
    head = [*command[:2], "distributed.cli.dask_scheduler", *local, "--port", "0"]
    scheduler = subprocess.Popen([*head, "--no-dashboard", "--scheduler-file", str(note)], **quiet)
    hands = [*command[:2], "distributed.cli.dask_worker", "--scheduler-file", str(note), *local]
    many = ["--nworkers", str(workers), "--nthreads", "1", "--no-dashboard"]
    nannies = None
    try:
        deadline = time.monotonic() + SECONDS
        while not note.exists() or not note.read_text().strip():
            assert scheduler.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        nannies = subprocess.Popen([*hands, *many, "--local-directory", str(folder)], **quiet)
        yield json.loads(note.read_text())["address"], nannies
    finally:
        for process in (nannies, scheduler):
            if process is not None:
                end(process)
