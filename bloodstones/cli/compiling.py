"""One line while the kernels compile, which happens once for each version of the sources."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import click

PATIENCE_SECONDS = 3.0
NOTICE = "compiling the kernels (once for this version), about a minute ..."


@contextmanager
def told_if_slow(patience: float = PATIENCE_SECONDS) -> Iterator[None]:
    """Say on standard error that kernels compile if the block takes longer than `patience`."""
    timer = threading.Timer(patience, click.echo, (NOTICE,), {"err": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def prepare_kernels() -> None:
    """Compile the kernels of the game or load them from the cache."""
    from bloodstones.games.registry import load_game

    with told_if_slow():
        load_game("bloodstones").warm_up()
