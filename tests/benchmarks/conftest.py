"""Collects what the benchmarks measure and prints one table at the end.

With `BENCHMARKS=full`, as `make bench` sets it, they measure at their full sizes, and the ratios
that the laboratory promises are held. Without it each runs once with very small sizes, as a test
that it still runs: no figure is shown, no time asserted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import pytest
from rich import box
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 100
FULL = os.environ.get("BENCHMARKS") == "full"
T = TypeVar("T")
FIGURES = pytest.StashKey["Figures"]()


def sized(full: T, small: T) -> T:
    """Return the size of the suite's mode."""
    return full if FULL else small


JOBS = sized("2", "1")  # of a study whose backend is not in question


def promised(held: bool) -> None:
    """Hold a promise about time or memory, of which small sizes tell nothing."""
    assert held or not FULL


def needs(*packages: str) -> None:
    """Skip the test unless these packages are installed; a process of its own imports them."""
    for package in packages:
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed")


@dataclass
class Figures:
    """Lines of the table: what, how much, and how that compares within this run."""

    lines: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, what: str, value: float, unit: str, ratio: str = "") -> None:
        """Note one figure."""
        digits = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
        self.lines.append((what, f"{digits} {unit}", ratio))


def times(one: float, other: float) -> str:
    """How often the other goes into one."""
    ratio = one / other
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"


def python(*args: str, **environment: str) -> tuple[str, float]:
    """Run Python in a process of its own; return its output and the seconds it took."""
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *args],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
        env={**os.environ, **environment},
    )
    seconds = time.perf_counter() - began
    assert done.returncode == 0, done.stderr
    return done.stdout, seconds


def measured(players: int, seconds: float, **environment: str) -> dict[str, Any]:
    """The figures of `bloodstones bench`, measured now."""
    args = ["--players", str(players), "--seconds", str(seconds), "--json"]
    out, _ = python("-m", "bloodstones", "bench", *args, **environment)
    figures: dict[str, Any] = json.loads(out)
    return figures


def of_catanatron(players: str, seconds: float) -> Any:
    """The figures of a peer's players, measured now."""
    out, _ = python("-m", "tests.benchmarks.catanatron_games", players, str(seconds))
    return json.loads(out)


# Small, every benchmark looks at the figures of one run.
bench = measured if FULL else cache(measured)
catanatron = of_catanatron if FULL else cache(of_catanatron)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FIGURES] = Figures()


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Figures:
    return request.config.stash[FIGURES]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    lines = config.stash[FIGURES].lines
    if not lines or not FULL:
        return
    table = Table("Measured in this run", "Figure", "Ratio", box=box.SIMPLE)
    table.columns[1].justify = "right"
    for line in lines:
        table.add_row(*line)
    console = Console(width=WIDTH)
    with console.capture() as captured:
        console.print(table)
    terminalreporter.write(captured.get())
