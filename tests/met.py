"""How often random play has met what a test wants it to meet: told, asked for, kept in a table.

A test counts what it meets and hands that to `Meetings.hold`, which asserts that nothing is too
rare and that `docs/background/met.csv` says the same; the documentation shows it. `make met`, or
`python -m tests.met`, writes it anew. Without the compiler, where faults are planted, only what is
too rare fails: a fault is noticed by what a test asserts, not by counts that have moved.
"""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.registry import GAMES

TESTS = Path(__file__).parent
TABLE = TESTS.parent / "docs" / "background" / "met.csv"
WRITES = "MET"
COUNTING = re.compile(r"^def (test_\w+)\([^)]*\bmeetings: Meetings", re.MULTILINE)


@dataclass(frozen=True)
class Meeting:
    """How often a test met something.

    Attributes
    ----------
    game, test
        Where: the test with its file, without parameters.
    what
        What was met, in words.
    times
        How often, in all runs of the test that are no soak.
    least
        How often it has to be; 0 if it is only counted.
    """

    game: str
    test: str
    what: str
    times: int
    least: int


def read(path: Path = TABLE) -> list[Meeting]:
    """Return the stored counts."""
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Meeting(row["game"], row["test"], row["what"], int(row["times"]), int(row["least"]))
            for row in csv.DictReader(file)
        ]


def write(found: Iterable[Meeting], path: Path = TABLE) -> None:
    """Put what a test has met in place of what it met before; that of others stays."""
    found = list(found)
    anew = {(each.game, each.test) for each in found}
    rows = [*found, *(each for each in read(path) if (each.game, each.test) not in anew)]
    order = list(GAMES)
    rows.sort(key=lambda each: (order.index(each.game), each.test, -each.least, each.what))
    with path.open("w", encoding="utf-8", newline="") as file:
        names = [field.name for field in fields(Meeting)]
        table = csv.DictWriter(file, names, lineterminator="\n")
        table.writeheader()
        table.writerows(asdict(row) for row in rows)


def rare(found: Iterable[Meeting]) -> dict[str, int]:
    """Return what was met too seldom.

    >>> rare([Meeting("go", "t", "battles", 3, 2), Meeting("go", "t", "raids", 0, 1)])
    {'raids': 0}
    """
    return {each.what: each.times for each in found if each.times < each.least}


class Meetings:
    """What one test has met.

    Attributes
    ----------
    test
        Its file and function.
    stored
        Whether the table has it: no soak, and with the compiler.
    """

    def __init__(self, test: str, stored: bool = True, path: Path = TABLE) -> None:
        self.test = test.partition("[")[0]
        self.stored = stored and JIT
        self.path = path
        self.found: list[Meeting] = []

    def hold(self, game: str, met: Mapping[str, int], least: Mapping[str, int]) -> None:
        """Print all counts (`pytest -rP` shows them), and assert what the module says."""
        names = sorted({*met, *least})
        found = [
            Meeting(game, self.test, name, met.get(name, 0), least.get(name, 0)) for name in names
        ]
        told = ", ".join(f"{each.what} {each.times}" for each in found)
        print(f"met: {told}")
        assert not rare(found), f"wanted at least {dict(least)}, met {told}"
        self.found += found
        if self.stored and not os.environ.get(WRITES):
            kept = {each for each in read(self.path) if (each.game, each.test) == (game, self.test)}
            assert kept == set(found), "make met writes what is met now"


def noting(test: str, soak: bool) -> Iterator[Meetings]:
    """Give a test its meetings, and write what it met where that is asked for."""
    meetings = Meetings(test, stored=not soak)
    yield meetings
    if meetings.stored and os.environ.get(WRITES):
        write(meetings.found)


def counting() -> list[str]:
    """Return the tests that count what they meet, by file and function."""
    found = []
    for path in sorted(TESTS.rglob("test_*.py")):
        name = path.relative_to(TESTS.parent).as_posix()
        found += [f"{name}::{test}" for test in COUNTING.findall(path.read_text(encoding="utf-8"))]
    return found


def main() -> int:
    """Write the table anew; not 0 if a test fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", *counting()]
    return subprocess.run(command, env={**os.environ, WRITES: "write"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
