"""Which lines of a game's rules each test runs, and how long it takes: measured once, then kept."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import coverage
import numpy as np
from numpy.typing import NDArray

from tests.house import PACKAGE
from tests.mutants.suite import ROOT, Outcome, Test, collected, files_of, fork, in_order, run
from tests.mutants.ties import ROOMS, read_sources

FOLDER = ROOT / ".ci" / "cache" / "mutants"
SLOWEST: Final = 60.0  # processor seconds while lines are counted; a slower test is left out
GUESS: Final = 0.25  # processor seconds of a test that nobody measured
LONGEST: Final = 7200.0  # processor seconds for all tests of a game


@dataclass(frozen=True)
class Reach:
    """What the tests of a game run.

    Attributes
    ----------
    tests
        Names of the tests.
    seconds
        Processor time of each; not finite if it fails or takes too long by itself.
    lines
        (module, line) -> its row in `hit`.
    hit
        Rows of lines, a column for each test, and a last one for what is run on import.
    """

    tests: tuple[str, ...]
    seconds: NDArray[np.float64]
    lines: dict[tuple[str, int], int]
    hit: NDArray[np.bool_]

    def of(self, path: str, lines: Iterable[int]) -> NDArray[np.bool_]:
        """Return which tests, and the import, run one of these lines; all if nobody measured."""
        if not self.lines:
            return np.ones(len(self.tests) + 1, np.bool_)
        rows = [self.lines[path, line] for line in lines if (path, line) in self.lines]
        found: NDArray[np.bool_] = np.logical_or.reduce(self.hit[rows], axis=0)
        return found


def read_reach(game: str, slowest: float = SLOWEST) -> Reach:
    """Return what the tests of a game run, measured anew if code or tests have changed.

    Tests that take longer than `slowest` processor seconds are left out.
    """
    path = FOLDER / f"{game}-{slowest:.0f}-{digest(game)}.npz"
    if not path.is_file():
        # In a process of its own, whose tests are collected while lines are counted.
        subprocess.run(
            [sys.executable, "-m", __name__, game, str(path), f"{slowest}"], check=True, cwd=ROOT
        )
    with np.load(path, allow_pickle=False) as kept:
        names = zip(kept["paths"].tolist(), kept["lines"].tolist(), strict=True)
        hit = np.unpackbits(kept["hit"], axis=1, count=len(kept["tests"]) + 1).astype(bool)
        return Reach(
            tuple(kept["tests"].tolist()),
            kept["seconds"],
            {name: row for row, name in enumerate(names)},
            hit,
        )


def unmeasured(tests: Iterable[Test]) -> Reach:
    """Return what stands for the reach of tests where none was measured: all of it."""
    names = tuple(test.name for test in tests)
    return Reach(names, np.full(len(names), GUESS), {}, np.zeros((0, len(names) + 1), np.bool_))


def timed(tests: Sequence[Test], slowest: float, known: Reach | None = None) -> Reach:
    """Return how long tests take, each run once without counting lines, beside what is known.

    They are taken to run every line. One that fails or takes longer than `slowest` is not finite.
    """
    names = () if known is None else known.tests
    seconds = [] if known is None else known.seconds.tolist()
    new = [test for test in tests if test.name not in names]
    for test, following in in_order(new):
        child = fork(lambda test=test, following=following: run(test, following, slowest), slowest)  # type: ignore[misc]
        while not child.read():
            pass
        outcome = child.result
        seconds.append(np.inf if outcome is None or outcome.failed else outcome.seconds)
    names = (*names, *(test.name for test in new))
    return Reach(names, np.array(seconds), {}, np.zeros((0, len(names) + 1), np.bool_))


def digest(game: str) -> str:
    """Return a name for the state of a game's rules and of its tests."""
    found = hashlib.sha256()
    paths = [source.path for source in read_sources(game)]
    for path in [*paths, *(ROOT / name for name in files_of(game))]:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def measure(game: str, path: Path, slowest: float) -> None:
    """Run every test of a game once and write what it runs."""
    home = PACKAGE / "games" / game
    include = [f"{home / room}/*" for room in ROOMS]
    counter = coverage.Coverage(data_file=None, config_file=False, include=include)
    counter.start()
    counter.switch_context("import")

    def job(tests: list[Test]) -> None:
        counter.stop()
        child = fork(lambda: _run_all(tests, counter, slowest), LONGEST)
        while not child.read():
            pass
        if child.result is None:
            raise RuntimeError(f"the tests of {game} cannot be measured: the process died")
        outcomes, hits = child.result
        _write(path, tests, outcomes, hits)

    collected(game, files_of(game), job)


def _run_all(
    tests: Sequence[Test], counter: coverage.Coverage, slowest: float
) -> tuple[list[Outcome], list[tuple[str, int, list[int]]]]:
    """Return how each test goes, and of each line its module, number, and the tests that run it."""
    outcomes = []
    counter.start()
    for number, (test, following) in enumerate(in_order(tests)):
        counter.switch_context(f"{number}")
        outcomes.append(run(test, following, slowest))
    counter.stop()
    data, hits = counter.get_data(), []
    for file in data.measured_files():
        name = Path(file).relative_to(PACKAGE).as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            numbers = [len(tests) if each == "import" else int(each) for each in contexts if each]
            hits.append((name, line, numbers))
    return outcomes, hits


def _write(
    path: Path,
    tests: Sequence[Test],
    outcomes: Sequence[Outcome],
    hits: Sequence[tuple[str, int, list[int]]],
) -> None:
    hit = np.zeros((len(hits), len(tests) + 1), np.bool_)
    for row, (_, _, numbers) in enumerate(hits):
        hit[row, numbers] = True
    for old in path.parent.glob(f"{path.stem.rpartition('-')[0]}-*.npz"):
        old.unlink()
    np.savez_compressed(
        path,
        tests=np.array([test.name for test in tests]),
        seconds=np.array([np.inf if each.failed else each.seconds for each in outcomes]),
        paths=np.array([name for name, _, _ in hits]),
        lines=np.array([line for _, line, _ in hits]),
        hit=np.packbits(hit, axis=1),
    )


if __name__ == "__main__":
    measure(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]))
