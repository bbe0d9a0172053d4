"""How far a run is, on a terminal (a bar) and elsewhere (a line now and then).

That of a notebook is in `notebook_bar`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TextIO

SECONDS_BETWEEN_LINES = 10.0
SHORTEST_SECONDS = 1e-9
MINUTE = 60
PERCENT = 100
FEW_GAMES = 10


@dataclass(frozen=True, slots=True)
class FigureReached:
    """One figure of a running study, as far as it is known.

    Attributes
    ----------
    figure, of, arm
        What is measured, of which role, seat or strategy, in which arm.
    table
        Where: the board, the players, the level and the strategies, as far as they differ.
    mean, half_width
        A rate, or a difference of two, and half of its interval (0.01 is a percentage point).
    values
        Independent values that it is the mean of.
    """

    figure: str
    of: str
    arm: str
    table: str
    mean: float
    half_width: float
    values: int


class Progress(Protocol):
    """The progress of a run, as it is shown."""

    def message(self, text: str) -> None:
        """Say something, one line."""

    def start(self, done: int, total: int, at_most: bool = False) -> None:
        """Games already done, of how many, or of how many at most."""

    def update(self, done: int) -> None:
        """Games done so far."""

    def precision(self, reached: float, wanted: float | None) -> None:
        """Widest half interval of the figures after a round (0.01 is a percentage point)."""

    def figures(self, games: int, reached: Sequence[FigureReached]) -> None:
        """Every figure after a round, and the games of the rounds complete so far."""


class Silent:
    """Shows nothing."""

    def message(self, text: str) -> None:
        """Say nothing."""

    def start(self, done: int, total: int, at_most: bool = False) -> None:
        """Say nothing."""

    def update(self, done: int) -> None:
        """Say nothing."""

    def precision(self, reached: float, wanted: float | None) -> None:
        """Say nothing."""

    def figures(self, games: int, reached: Sequence[FigureReached]) -> None:
        """Say nothing."""


class Lines:
    """Shows plain lines, at most one every `SECONDS_BETWEEN_LINES`, for logs."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._total = 0
        self._most = ""
        self._before = 0
        self._precision = ""
        self._start = self._last = time.monotonic()

    def message(self, text: str) -> None:
        """Write the text."""
        print(text, file=self._stream, flush=True)

    def start(self, done: int, total: int, at_most: bool = False) -> None:
        """Start the clock."""
        self._before, self._total = done, total
        self._most = "at most " if at_most else ""
        self._start = self._last = time.monotonic()

    def update(self, done: int) -> None:
        """Write games done, games/s and time left, unless a line was written just before."""
        now = time.monotonic()
        if now - self._last < SECONDS_BETWEEN_LINES:
            return
        self._last = now
        rate = (done - self._before) / (now - self._start)
        left = duration((self._total - done) / rate) if rate > 0 else "unknown"
        self.message(
            f"{done:,} of {self._most}{self._total:,} games, {speed(rate)}{self._precision}, "
            f"{self._most}{left} left"
        )

    def precision(self, reached: float, wanted: float | None) -> None:
        """Keep the precision for the next line."""
        self._precision = f", {points(reached, wanted)}"

    def figures(self, games: int, reached: Sequence[FigureReached]) -> None:
        """Say nothing: a line has no room for them."""


def points(reached: float, wanted: float | None) -> str:
    """Return a half interval in percentage points, beside the one that is wanted.

    Parameters
    ----------
    reached, wanted
        Half intervals of rates, as parts of 1.

    Examples
    --------
    >>> points(0.0131, 0.01), points(0.0131, None)
    ('± 1.3 points of 1', '± 1.3 points')
    """
    aim = "" if wanted is None else f" of {wanted * PERCENT:g}"
    return f"± {reached * PERCENT:.1f} points{aim}"


def speed(rate: float) -> str:
    """Return games a second for people, with two digits where there are few.

    Parameters
    ----------
    rate
        Games a second.

    Examples
    --------
    >>> speed(1234.5), speed(25), speed(0.3456)
    ('1,234 games/s', '25 games/s', '0.35 games/s')
    """
    return f"{rate:,.0f} games/s" if rate >= FEW_GAMES else f"{rate:.2g} games/s"


def duration(seconds: float) -> str:
    """Return a time span for people.

    >>> duration(3725)
    '1 h 02 min'
    >>> duration(61)
    '1 min 01 s'
    >>> duration(9.2)
    '9 s'
    """
    minutes, whole = divmod(round(seconds), MINUTE)
    hours, minutes = divmod(minutes, MINUTE)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {whole:02d} s" if minutes else f"{whole} s"


@contextmanager
def silently() -> Iterator[Progress]:
    """Return a progress that shows nothing."""
    yield Silent()


@contextmanager
def on_terminal() -> Iterator[Progress]:
    """Give a bar if the standard error is a terminal, else plain lines on it."""
    if not sys.stderr.isatty():
        yield Lines(sys.stderr)
        return
    with as_bar() as bar:
        yield bar


@contextmanager
def as_bar() -> Iterator[Progress]:
    """Give a bar on the standard error."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as RichProgress

    with RichProgress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[precision]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    ) as shown:

        class Bar:
            """Tells by a bar."""

            def message(self, text: str) -> None:
                shown.console.print(text, highlight=False)

            def start(self, done: int, total: int, at_most: bool = False) -> None:
                self.before, self.began = done, time.monotonic()
                what = "games, at most" if at_most else "games"
                self.task = shown.add_task(what, completed=done, total=total, rate="", precision="")

            def update(self, done: int) -> None:
                passed = max(time.monotonic() - self.began, SHORTEST_SECONDS)
                rate = (done - self.before) / passed
                shown.update(self.task, completed=done, rate=speed(rate))

            def precision(self, reached: float, wanted: float | None) -> None:
                shown.update(self.task, precision=points(reached, wanted))

            def figures(self, games: int, reached: Sequence[FigureReached]) -> None:
                """Say nothing: a bar has no room for them."""

        yield Bar()
