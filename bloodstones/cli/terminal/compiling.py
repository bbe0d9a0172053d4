"""One line on standard error while something takes long: "compiling" only while kernels compile."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

import click

PATIENCE_SECONDS: Final = 3.0
NOTICE: Final = "Compiling the game (once for this version); this takes about a minute ..."
COMPILE: Final = "numba:compile"  # one event a function, those that it calls within it


def _later(seconds: float, notice: str) -> threading.Timer:
    """Return a started timer that prints a line on standard error."""
    timer = threading.Timer(seconds, click.echo, (notice,), {"err": True})
    timer.daemon = True
    timer.start()
    return timer


@contextmanager
def message_if_slow(notice: str, patience: float = PATIENCE_SECONDS) -> Iterator[None]:
    """Say on standard error what takes so long if the block takes longer than `patience` seconds.

    Parameters
    ----------
    notice
        What it does.
    """
    timer = _later(patience, notice)
    try:
        yield
    finally:
        timer.cancel()


class _Watch:
    """A listener to the compiler that reports once that kernels compile.

    Kernels that come from the cache are no news, however slow the machine is.
    """

    def __init__(self, patience: float) -> None:
        self.left = patience
        self.depth = 0
        self.began = 0.0
        self.timer: threading.Timer | None = None

    def notify(self, event: Any) -> None:
        """Record that the compiling of a function begins or ends."""
        if event.is_start:
            self.depth += 1
            if self.depth == 1:
                self.began = time.monotonic()
                self.timer = _later(self.left, NOTICE) if self.left > 0 else None
        elif event.is_end:
            self.depth -= 1
            if not self.depth:
                self.left -= time.monotonic() - self.began
                self.stop()

    def stop(self) -> None:
        """Cancel the pending message."""
        if self.timer is not None:
            self.timer.cancel()


@contextmanager
def message_if_compiling(patience: float = PATIENCE_SECONDS) -> Iterator[None]:
    """Say on standard error that kernels compile, once they have for `patience` seconds in all."""
    from numba.core import event

    watch, hearing = _Watch(patience), cast(Any, event)
    hearing.Listener.register(_Watch)
    hearing.register(COMPILE, watch)
    try:
        yield
    finally:
        hearing.unregister(COMPILE, watch)
        watch.stop()


def prepare_kernels(game_id: str) -> None:
    """Compile the kernels of a game or load them from the cache, unless they run as Python."""
    from bloodstones.core.kernels.kernel import JIT
    from bloodstones.games.registry import load_game

    if JIT:
        with message_if_compiling():
            load_game(game_id).warm_up()
