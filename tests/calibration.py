"""How well statistics hold their promise, measured: `docs/background/calibration.csv`.

Tests marked `calibration` simulate studies with a known truth and hand what they measure to `hold`,
which asserts the bounds and that the stored table says the same. `make calibration` writes it anew.
"""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from importlib.metadata import version
from pathlib import Path

TABLE = Path(__file__).parents[1] / "docs" / "background" / "calibration.csv"
WRITES = "CALIBRATION"
DECIMALS = 4
REMARK = "# "


@dataclass(frozen=True)
class Figure:
    """A share of simulated studies.

    Attributes
    ----------
    method, figure
        Of what, and what was counted.
    measured
        The share.
    low, high
        What it is held to.
    studies
        How many were simulated.
    test
        The file of the test.
    """

    method: str
    figure: str
    measured: float
    low: float
    high: float
    studies: int
    test: str

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from others."""
        return self.method, self.figure


def read(path: Path = TABLE) -> list[Figure]:
    """Return the stored figures."""
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = csv.DictReader(line for line in lines if not line.startswith(REMARK))
    return [
        Figure(
            row["method"],
            row["figure"],
            float(row["measured"]),
            float(row["low"]),
            float(row["high"]),
            int(row["studies"]),
            row["test"],
        )
        for row in rows
    ]


def write(figures: Iterable[Figure], path: Path = TABLE) -> None:
    """Put figures in place of those of the same name; the others stay."""
    known = {figure.key: figure for figure in (*read(path), *figures)}
    told = ", ".join(f"{name} {version(name)}" for name in ("bloodstones", "numpy"))
    python = ".".join(map(str, sys.version_info[:2]))
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(f"{REMARK}made by make calibration; {told}, python {python}\n")
        table = csv.DictWriter(file, [field.name for field in fields(Figure)], lineterminator="\n")
        table.writeheader()
        for figure in sorted(known.values(), key=lambda each: each.test):
            table.writerow(asdict(figure))


class Calibration:
    """The figures of one test."""

    def __init__(self, test: str) -> None:
        self.test = test
        self.found: list[Figure] = []

    def hold(
        self, method: str, figure: str, measured: float, low: float, high: float, studies: int
    ) -> None:
        """Assert that a share is within bounds and is the stored one."""
        rounded = round(float(measured), DECIMALS)
        found = Figure(method, figure, rounded, float(low), float(high), studies, self.test)
        self.found.append(found)
        assert low <= measured <= high, found
        if not os.environ.get(WRITES):
            stored = {each.key: each for each in read()}
            assert stored.get(found.key) == found, "make calibration writes what is measured now"


def noting(test: str) -> Iterator[Calibration]:
    """Give a test its calibration, and write what it measured where that is asked for."""
    calibration = Calibration(test)
    yield calibration
    if os.environ.get(WRITES):
        write(calibration.found)
