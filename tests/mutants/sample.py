"""Known faults planted again, others each week: `python -m tests.mutants.sample [--week 2026-W48]`.

Only faults are taken that a marked test noticed when the table was made and that can still be
planted as they were; the same test, or one of its file with the same clauses, must notice again.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from bloodstones.games.registry import GAMES
from tests.house import PACKAGE
from tests.mutants import table
from tests.mutants.planting import Fault, faults_in
from tests.mutants.suite import Test, collected, fork, in_order, run
from tests.mutants.table import MARKED, Row
from tests.mutants.ties import Source, read_source

SIZE = 60
BUDGET = 50.0  # processor seconds, then no further fault is planted
LONGEST = 10.0  # processor seconds of a test
QUICKEST = 2.0  # processor seconds that a fault took: slower ones are left out
FILES = 4  # files of tests that are collected for a game


@dataclass(frozen=True)
class Known:
    """A fault that a test has noticed, and can be planted as it was."""

    game: str
    row: Row
    fault: Fault


def week_of(day: date) -> str:
    """Return the week of a day.

    >>> week_of(date(2026, 11, 27))
    '2026-W48'
    """
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def sample(week: str, size: int = SIZE) -> list[Known]:
    """Return the faults of a week, as many of each game as of the others."""
    share = size // len(GAMES)
    return [known for game in GAMES for known in _of_game(game, week, share)]


def _of_game(game: str, week: str, share: int) -> Iterator[Known]:
    luck = random.Random(f"{week} {game}")
    rows = [row for row in table.read(game).values() if serves(row)]
    by_file: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: row.id):
        by_file.setdefault(row.test.partition("::")[0], []).append(row)
    weights = {name: luck.random() ** (1 / len(of)) for name, of in by_file.items()}
    files = sorted(by_file, key=lambda name: -weights[name])[:FILES]
    few = [row for name in files for row in by_file[name]]
    luck.shuffle(few)
    sources: dict[str, Source] = {}
    found = 0
    for row in few:
        if found == share:
            return
        if row.path not in sources and (PACKAGE / row.path).is_file():
            sources[row.path] = read_source(PACKAGE / row.path)
        if row.path in sources and (fault := plantable(row, sources[row.path])):
            found += 1
            yield Known(game, row, fault)


def serves(row: Row) -> bool:
    """Whether a marked test has noticed a fault, soon and not by taking long."""
    return row.killed_by == MARKED and not row.hung and row.seconds < QUICKEST


def plantable(row: Row, source: Source) -> Fault | None:
    """Return the fault of a row, if its function is what it was."""
    faults = faults_in(source, row.function)
    return next((fault for fault in faults if fault.id == row.id), None)


def notices(known: Known, tests: Iterable[Test]) -> bool:
    """Plant a fault and return whether a test notices. In a child."""
    wanted = set(known.row.credited or known.row.clauses)
    file = known.row.test.partition("::")[0]
    near = [test for test in tests if test.name.startswith(f"{file}::") and test.rules & wanted]
    near.sort(key=lambda test: test.name != known.row.test)
    with known.fault.planted():
        return any(run(test, following, LONGEST).failed for test, following in in_order(near))


def plant_again(faults: Sequence[Known]) -> tuple[list[Known], list[Known]]:
    """Return which were noticed and which not, as far as the budget goes."""
    noticed: list[Known] = []
    passed: list[Known] = []

    def job(tests: list[Test]) -> None:
        for known in faults:
            if spent() > BUDGET:
                return
            child = fork(lambda known=known: notices(known, tests), BUDGET)  # type: ignore[misc]
            while not child.read():
                pass
            # A child that died of its fault has noticed it.
            (passed if child.result is False else noticed).append(known)

    files = sorted({known.row.test.partition("::")[0] for known in faults})
    if files:
        collected("", files, job)
    return noticed, passed


def spent() -> float:
    """Return the processor seconds of this process and its children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def main(args: Sequence[str] | None = None) -> int:
    """Plant the faults of a week again; 1 if a test that noticed one does so no more."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.sample", description=__doc__)
    parser.add_argument(
        "--week", default=week_of(date.today()), help="as 2026-W48; now if left out"
    )
    parser.add_argument("--size", type=int, default=SIZE, help="how many faults")
    wanted = parser.parse_args(args)
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        command = [sys.executable, "-m", "tests.mutants.sample", "--week", wanted.week]
        command += ["--size", str(wanted.size)]
        return subprocess.run(command, env=environment, check=False).returncode
    noticed, passed = plant_again(sample(wanted.week, wanted.size))
    for known in passed:
        row = known.row
        place = f"{Path(PACKAGE.name, row.path)}:{known.fault.line}"
        print(f"not noticed: {place} {row.function}: {row.before} -> {row.after}")
        print(f"    {', '.join(row.clauses)}; was noticed by {row.test}")
    print(f"{len(noticed) + len(passed)} planted, {len(noticed)} noticed, {spent():.0f} s")
    return 1 if passed else 0


if __name__ == "__main__":
    sys.exit(main())
