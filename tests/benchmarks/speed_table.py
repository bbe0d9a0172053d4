"""The shipped table of speeds, a part of `docs/background/speed.md`: read, checked, written."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.paired import Ratio

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "background" / "speed.md"
BEGIN, END = "<!-- the table of speeds -->", "<!-- its end -->"
MEASURED_AT = re.compile(r"Measured at commit `([0-9a-f]+)`")
HEAD = ("Game", "Figure", "A second", "Ratio", "95 %", "To")
REGRESSION = 0.97  # a ratio below it is refused, if its interval excludes 1
DIGITS = 3
WHOLE_FROM = 100
SHORT = 10  # digits of a commit
CHANGED = "+"  # after a commit: the files differ from it


@dataclass(frozen=True)
class Line:
    """A line of the table.

    Attributes
    ----------
    game
        Its id.
    measured
        B, and its ratio to A.
    to
        What A is: the commit of the last table, or a name.
    """

    game: str
    measured: Ratio
    to: str

    @property
    def cells(self) -> tuple[str, ...]:
        """What is written."""
        one = self.measured
        rate = f"{one.per_second:,.0f}" if one.per_second >= WHOLE_FROM else f"{one.per_second:.3g}"
        interval = f"{one.low:.{DIGITS}f} to {one.high:.{DIGITS}f}"
        return (self.game, one.figure, rate, f"{one.ratio:.{DIGITS}f}", interval, self.to)


def refused(lines: Iterable[Line], commit: str) -> list[Line]:
    """Return the lines that are slower than at the commit of the last table, beyond the noise."""
    return [
        line
        for line in lines
        if line.to == commit and line.measured.ratio < REGRESSION and line.measured.high < 1
    ]


def text_of(lines: Sequence[Line], commit: str, pairs: int) -> str:
    """Return the table as Markdown, with where and how it was measured."""
    rows = [HEAD, tuple("---" for _ in HEAD), *(line.cells for line in lines)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    how = f"Measured at commit `{commit}` on {machine()}, {pairs} pairs a line."
    return f"{how}\n\n{table}\n"


def shipped_commit(page: Path = PAGE) -> str:
    """Return the commit of the shipped table, "" where none is."""
    found = MEASURED_AT.search(page.read_text(encoding="utf-8"))
    return found[1] if found else ""


def ship(text: str, page: Path = PAGE, marks: tuple[str, str] = (BEGIN, END)) -> None:
    """Put a table in place of the shipped one, between its marks."""
    begin, end = marks
    whole = page.read_text(encoding="utf-8")
    before, rest = whole.split(begin)
    _, after = rest.split(end)
    page.write_text(f"{before}{begin}\n{text}{end}{after}", encoding="utf-8")


def machine() -> str:
    """Return the processor, its cores, and the versions that make the code."""
    import numba
    import numpy as np

    versions = f"Python {platform.python_version()}, Numba {numba.__version__}"
    return f"{_processor()}, {os.cpu_count()} cores, {versions}, NumPy {np.__version__}"


def _processor() -> str:
    """Return the name of the processor, as Linux has it."""
    known = Path("/proc/cpuinfo")
    told = re.search(r"model name\s*: (.*)", known.read_text()) if known.is_file() else None
    return told[1] if told else platform.machine()


def commit_of(reference: str, root: Path = ROOT) -> str:
    """Return the short name of a commit; that of HEAD with `CHANGED` where files differ from it."""
    name = git("rev-parse", f"{reference}^{{commit}}", root=root).decode().strip()[:SHORT]
    changed = reference == "HEAD" and git("status", "--porcelain", root=root)
    return f"{name}{CHANGED}" if changed else name


def git(*arguments: str, root: Path = ROOT) -> bytes:
    """Return what git prints."""
    return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True).stdout
