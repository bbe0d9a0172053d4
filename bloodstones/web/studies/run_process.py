"""The process of a run: `python -m bloodstones.web.studies.run_process FOLDER JOBS`.

It plays the study of the folder or continues it, as `bloodstones study --resume` does, and
writes how far it is, then the tables, the pictures and the report. It holds the lock that it
inherited until it ends.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import chdir
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import Any, Final

from bloodstones.batch.running.progress import FigureReached, Silent
from bloodstones.core.errors import BloodstonesError
from bloodstones.core.files.writing import write_atomically
from bloodstones.web.studies.checked_text import read_text, refusing_code
from bloodstones.web.studies.outcome import write_outcome, write_report
from bloodstones.web.studies.run_files import LOG, PROGRESS, Phase, RunFiles

NICENESS: Final = 10  # tables of people come first
SECONDS: Final = 0.4  # between looks at the clock that are written down
SHORTEST: Final = 1e-9  # seconds
MOST_FIGURES: Final = 60  # that a page draws


class WrittenProgress(Silent):
    """Writes how far a run is into its folder.

    Parameters
    ----------
    run
        The folder.
    """

    def __init__(self, run: RunFiles) -> None:
        self._path = run.folder / PROGRESS
        self._data: dict[str, Any] = {"phase": Phase.PREPARING.value, "rounds": [], "figures": []}
        self._widths: dict[tuple[str, str, str, str], list[list[float]]] = {}
        self._before = self._total = 0
        self._start = time.monotonic()
        self._written = 0.0
        self._write()

    def enter(self, phase: Phase, **facts: Any) -> None:
        """Say what the process is at now, and what pages are sent about it."""
        self._data |= {"phase": phase.value, **facts}
        self._write()

    def start(self, done: int, total: int, at_most: bool = False) -> None:
        """Start the clock."""
        self._before, self._total, self._start = done, total, time.monotonic()
        self.enter(Phase.PLAYING, done=done, total=total, at_most=at_most)

    def update(self, done: int) -> None:
        """Write games done, games a second and seconds left, now and then."""
        rate = (done - self._before) / max(time.monotonic() - self._start, SHORTEST)
        left = (self._total - done) / rate if rate > 0 else None
        self._data |= {"done": done, "rate": rate, "left": left}
        if time.monotonic() - self._written > SECONDS:
            self._write()

    def finish(self, games: int) -> None:
        """Say that all games are there, of a run as well that had none left to play."""
        self._data = {"done": games, "total": games, **self._data}
        self.enter(Phase.WRITING)

    def precision(self, reached: float, wanted: float | None) -> None:
        """Keep the widest interval of a round."""
        self._data |= {"half_width": reached, "wanted": wanted}

    def figures(self, games: int, reached: Sequence[FigureReached]) -> None:
        """Write the figures after a round, beside those of the rounds before."""
        self._data["rounds"].append({"games": games, "half_width": self._data["half_width"]})
        for each in reached:
            key = (each.figure, each.table, each.arm, each.of)
            widths = self._widths.setdefault(key, [])
            if not widths or widths[-1] != [each.mean, each.half_width]:
                widths.append([each.mean, each.half_width])
        self._data["figures"] = [
            {**asdict(each), "course": self._widths[each.figure, each.table, each.arm, each.of]}
            for each in reached[:MOST_FIGURES]
        ]
        self._data["more_figures"] = max(0, len(reached) - MOST_FIGURES)
        self._write()

    def _write(self) -> None:
        self._written = time.monotonic()
        write_atomically(self._path, json.dumps(self._data).encode())


def play(run: RunFiles, jobs: int, progress: WrittenProgress) -> None:
    """Play a study, or what is missing of it, and write what came of it.

    Raises
    ------
    InputError
        The study has faults, or its folder cannot take the results.
    RunError
        It failed or was stopped; what was played is kept.
    """
    from bloodstones.api.studies.plan import make_study_plan
    from bloodstones.batch.study.run import run_study

    with refusing_code(), chdir(run.folder):
        file = read_text(run.text)
        plan, game, rule = make_study_plan(file, False, None)
        played = run_study(
            file,
            plan,
            game,
            run.results,
            intervals=rule,
            jobs=jobs,
            resume=True,
            progress=progress,
        )
    progress.finish(played["games"])
    write_outcome(run)
    progress.enter(Phase.DONE, lacks=write_report(run))


def _fault(error: BaseException) -> str:
    """Return what failed in a sentence; what nobody meant to raise is in the log as well."""
    if isinstance(error, BloodstonesError):
        return str(error)
    traceback.print_exception(error)
    return f"{type(error).__name__}: {error} (see {LOG})"


def main(arguments: Sequence[str]) -> int:
    """Play the run of a folder with so many jobs; return the exit code."""
    run, jobs = RunFiles(Path(arguments[0])), int(arguments[1])
    stopped = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        if not stopped:  # a second click does not cut short what the first one ends
            stopped = True
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    os.nice(NICENESS)
    progress = WrittenProgress(run)
    try:
        play(run, jobs, progress)
    except (Exception, KeyboardInterrupt) as error:
        if stopped:  # whatever was cut short, even an import
            progress.enter(Phase.STOPPED)
            return 0
        progress.enter(Phase.FAILED, fault=_fault(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
