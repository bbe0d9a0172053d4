"""How far a run is, in the output of a notebook's cell: a bar of HTML that is written over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from importlib import import_module
from typing import Any, Final

from bloodstones.batch.running.progress import FigureReached, Progress, duration, points, speed

SECONDS_BETWEEN: Final = 0.2  # of two changes of what is shown
SHORTEST_SECONDS: Final = 1e-9
KEPT: Final = 6  # of what was said last
HTML: Final = "text/html"
TEXT: Final = "text/plain"
BAR_STYLE: Final = "width:16rem;vertical-align:middle"

Bundle = Mapping[str, str]


class NotebookBar:
    """Shows a progress bar with the last message above it.

    Parameters
    ----------
    show
        Writes HTML and plain text over what it wrote before.
    """

    def __init__(self, show: Callable[[Bundle], object]) -> None:
        self._show = show
        self._said: list[str] = []
        self._done = self._before = self._total = 0
        self._most = self._precision = ""
        self._began = self._shown = time.monotonic()

    def message(self, text: str) -> None:
        """Show the text above the bar."""
        self._said = [*self._said, text][-KEPT:]
        self.show()

    def start(self, done: int, total: int, at_most: bool = False) -> None:
        """Begin a bar."""
        self._done = self._before = done
        self._total, self._most = total, "at most " if at_most else ""
        self._began = time.monotonic()
        self.show()

    def update(self, done: int) -> None:
        """Show games done, unless the bar was changed just before."""
        self._done = done
        if time.monotonic() - self._shown >= SECONDS_BETWEEN:
            self.show()

    def precision(self, reached: float, wanted: float | None) -> None:
        """Keep the precision for the next change."""
        self._precision = f", {points(reached, wanted)}"

    def figures(self, games: int, reached: Sequence[FigureReached]) -> None:
        """Say nothing: a bar has no room for them."""

    def show(self) -> None:
        """Show all as it stands now."""
        self._shown = time.monotonic()
        lines = [escape(text) for text in self._said]
        if self._total:
            ends = f"max='{self._total}' value='{self._done}'"
            bar = f"<progress style='{BAR_STYLE}' {ends}></progress>"
            lines.append(f"{bar} {escape(self._words())}")
        plain = [*self._said, *([self._words()] if self._total else [])]
        self._show({HTML: f"<div>{'<br>'.join(lines)}</div>", TEXT: "\n".join(plain)})

    def _words(self) -> str:
        """Return the games done, their speed, and the time that passed or is left."""
        passed = max(self._shown - self._began, SHORTEST_SECONDS)
        rate = (self._done - self._before) / passed
        time_said = f"{duration(passed)} in all"
        if self._done < self._total:
            left = duration((self._total - self._done) / rate) if rate > 0 else "unknown"
            time_said = f"{self._most}{left} left"
        games = f"{self._done:,} of {self._most}{self._total:,} games"
        return f"{games}, {speed(rate)}{self._precision}, {time_said}"


@contextmanager
def in_notebook() -> Iterator[Progress]:
    """Return a bar in the notebook cell that runs; it appears once there is something to show."""
    display: Any = import_module("IPython.display").display
    handles: list[Any] = []

    def show(bundle: Bundle) -> None:
        if handles:
            handles[0].update(dict(bundle), raw=True)
        else:
            handles.append(display(dict(bundle), raw=True, display_id=True))

    bar = NotebookBar(show)
    try:
        yield bar
    finally:
        if handles:
            bar.show()
