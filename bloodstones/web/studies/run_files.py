"""The folder of a run: its study, its lock, how far it is, what came of it.

FOLDER/studies/ID/study.toml     the study
                  run.lock       held by the process that plays it; in it, that process
                  progress.json  how far it is, written by that process
                  run.log        what went wrong in words of Python, if anything
                  results/       as `bloodstones study` leaves them, or the store of a stopped run
                  outcome.json   tables of the results, for the page
                  pictures/      pictures of the results, SVG
                  report/        the report
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from bloodstones.batch.result_files.result import PROVENANCE, STORE
from bloodstones.core.files.parsing import json_of
from bloodstones.report.document.files import HTML
from bloodstones.web.studies.fault_lines import FILE

LOCK: Final = "run.lock"
PROGRESS: Final = "progress.json"
LOG: Final = "run.log"
RESULTS: Final = "results"
OUTCOME: Final = "outcome.json"
PICTURES: Final = "pictures"
REPORT: Final = "report"
NO_PROCESS: Final = 0


class RunState(StrEnum):
    """What a run is doing."""

    RUNNING = "running"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"


class Phase(StrEnum):
    """What the process of a run is at, as it says itself."""

    PREPARING = "preparing"
    PLAYING = "playing"
    WRITING = "writing"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class RunFiles:
    """The files of a run.

    Attributes
    ----------
    folder
        Named as the study.
    """

    folder: Path

    @property
    def id(self) -> str:
        """The id of its study."""
        return self.folder.name

    @property
    def text(self) -> str:
        """The text of its study."""
        return (self.folder / FILE).read_text(encoding="utf-8")

    @property
    def results(self) -> Path:
        """The folder of its results."""
        return self.folder / RESULTS

    @property
    def report(self) -> Path:
        """The page of its report."""
        return self.folder / REPORT / HTML

    @property
    def is_running(self) -> bool:
        """Whether a process plays it: it holds the lock, which ends with it however it ends."""
        try:
            handle = os.open(self.folder / LOCK, os.O_RDWR)
        except FileNotFoundError:
            return False
        try:
            return not locked(handle)
        finally:
            os.close(handle)

    @property
    def process(self) -> int:
        """The id of the process that plays it, `NO_PROCESS` while that is not known."""
        text = (self.folder / LOCK).read_text(encoding="utf-8").strip()
        return int(text) if text.isdecimal() else NO_PROCESS

    @property
    def state(self) -> RunState:
        """What it is doing, by its files."""
        if self.is_running:
            return RunState.RUNNING
        if (self.results / PROVENANCE).is_file():
            return RunState.FINISHED
        if self.progress().get("phase") == Phase.FAILED:
            return RunState.FAILED
        return RunState.STOPPED

    @property
    def has_games(self) -> bool:
        """Whether there are saved games from which a run can continue."""
        return (self.results / STORE).is_file()

    @property
    def pictures(self) -> tuple[str, ...]:
        """The names of its pictures."""
        return tuple(sorted(path.stem for path in (self.folder / PICTURES).glob("*.svg")))

    def progress(self) -> Mapping[str, Any]:
        """Return what its process wrote last, nothing before it began."""
        return self._json(PROGRESS)

    def outcome(self) -> Mapping[str, Any]:
        """Return the tables of its results, nothing before there are any."""
        return self._json(OUTCOME)

    def status(self) -> dict[str, Any]:
        """Return what a page shows of it while it runs, as data for JSON."""
        state = self.state
        progress = dict(self.progress())
        if state is not RunState.RUNNING:
            progress.pop("left", None)
        return {
            **progress,
            "state": state.value,
            "report": self.report.is_file(),
            "tables": (self.folder / OUTCOME).is_file(),
        }

    def _json(self, name: str) -> Mapping[str, Any]:
        try:
            content = json_of((self.folder / name).read_bytes())
        except (FileNotFoundError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}


def locked(handle: int) -> bool:
    """Take the lock of an open file; return whether it was free."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
