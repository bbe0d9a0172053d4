"""The runs of a lab: each a process of its own, which continues when its page or the lab is closed.

A run is found again by its folder (`run_files`). Who starts it takes its lock and hands it on to
the process, so that no two play one study, and the lock shows whether it runs.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from shutil import rmtree
from threading import Lock, Thread
from typing import Final

from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.writing import write_atomically
from bloodstones.web.studies.checked_text import LONGEST_ID, read_text
from bloodstones.web.studies.fault_lines import FILE
from bloodstones.web.studies.run_files import (
    LOCK,
    LOG,
    NO_PROCESS,
    PROGRESS,
    RunFiles,
    RunState,
    locked,
)

FOLDER: Final = "studies"
PROCESS: Final = "bloodstones.web.studies.run_process"
MOST_AT_ONCE: Final = 2
ID: Final = re.compile(rf"[a-z0-9][a-z0-9_]{{0,{LONGEST_ID - 1}}}")
WHERE: Final = "study"
OWNER_WRITES: Final = 0o644


class Runs:
    """All runs of a folder.

    Parameters
    ----------
    folder
        Of the lab; the runs are in a folder below it, each named as its study.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = (folder / FOLDER).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = Lock()

    def all(self) -> tuple[RunFiles, ...]:
        """Return the runs, the last changed first."""
        files = [*self.folder.glob(f"*/{FILE}")]
        last = {path.parent: _changed(path.parent) for path in files}
        return tuple(RunFiles(folder) for folder in sorted(last, key=lambda each: -last[each]))

    def running(self) -> tuple[RunFiles, ...]:
        """Return the runs that are being played."""
        return tuple(run for run in self.all() if run.is_running)

    def find(self, study: str) -> RunFiles:
        """Return a run by the id of its study; InputError if there is none."""
        folder = self.folder / study
        if not ID.fullmatch(study) or not (folder / FILE).is_file():
            raise expected("a study of this lab", study, WHERE)
        return RunFiles(folder)

    def create(self, text: str) -> RunFiles:
        """Keep a study, and return its run, which is not started yet.

        Raises
        ------
        InputError
            The text has faults, or another study of its id is there.
        """
        study = read_text(text).study
        run = RunFiles(self.folder / study.id)
        with self._lock:
            if (run.folder / FILE).is_file():
                if run.text != text:
                    tip = "choose another id, or delete the folder of that study"
                    raise InputError(
                        f"{FILE}, id: expected one that no other study of the lab has, "
                        f"got {study.id!r}",
                        tip,
                    )
                return run
            run.folder.mkdir(exist_ok=True)
            write_atomically(run.folder / FILE, text.encode())
        return run

    def begin(self, text: str, jobs: int) -> RunFiles:
        """Keep a study and start it; one that is refused leaves no folder.

        Parameters
        ----------
        text, jobs
            As of `create` and `start`; a study that runs already continues.

        Raises
        ------
        InputError
            As of `create` and `start`.
        """
        is_new = not (self.folder / read_text(text).study.id).exists()
        run = self.create(text)
        if run.is_running:
            return run
        try:
            self.start(run, jobs)
        except InputError:
            if is_new:
                rmtree(run.folder, ignore_errors=True)
            raise
        return run

    def start(self, run: RunFiles, jobs: int) -> None:
        """Begin or continue a run, in a process of its own.

        Parameters
        ----------
        run
            That does not run.
        jobs
            Workers.

        Raises
        ------
        InputError
            It runs already, or too many do.
        """
        with self._lock:
            running = self.running()
            if len(running) >= MOST_AT_ONCE and run not in running:
                raise InputError(
                    f"{MOST_AT_ONCE} studies are running, and no more can run at once ({WHERE})",
                    "stop one of them first; it keeps its games",
                )
            handle = os.open(run.folder / LOCK, os.O_RDWR | os.O_CREAT, OWNER_WRITES)
            try:
                if not locked(handle):
                    raise expected("a study that is not running", run.id, WHERE)
                os.ftruncate(handle, 0)
                (run.folder / PROGRESS).unlink(missing_ok=True)
                process = _spawned(run, jobs, handle)
                os.pwrite(handle, str(process.pid).encode(), 0)
            finally:
                os.close(handle)
        # It is waited for, so that it leaves nothing behind; the run itself needs nobody.
        Thread(target=process.wait, daemon=True).start()

    def stop(self, run: RunFiles) -> None:
        """Ask a run to stop; it keeps what it played. Nothing happens to one that does not run."""
        if run.state is RunState.RUNNING and run.process != NO_PROCESS:
            os.kill(run.process, signal.SIGINT)


def _spawned(run: RunFiles, jobs: int, lock: int) -> subprocess.Popen[bytes]:
    """Start the process of a run, which inherits its lock."""
    with (run.folder / LOG).open("wb") as log:
        return subprocess.Popen(
            [sys.executable, "-m", PROCESS, str(run.folder), str(jobs)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=(lock,),
            start_new_session=True,
        )


def _changed(folder: Path) -> float:
    """Return when a run last changed."""
    progress = folder / PROGRESS
    return (progress if progress.is_file() else folder / FILE).stat().st_mtime
