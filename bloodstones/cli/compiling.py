"""One line on standard error while something takes long, such as the first compile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import click

PATIENCE_SECONDS = 3.0
NOTICE = "compiling the kernels (once for this version), about a minute ..."


@contextmanager
def told_if_slow(patience: float = PATIENCE_SECONDS, notice: str = NOTICE) -> Iterator[None]:
    """Say on standard error what takes so long if the block takes longer than `patience` seconds.

    By default that kernels compile.
    """
    timer = threading.Timer(patience, click.echo, (notice,), {"err": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def prepare_kernels(game_id: str) -> None:
    """Compile the kernels of a game or load them from the cache, unless they run as Python."""
    from bloodstones.core.kernel import JIT
    from bloodstones.games.registry import load_game

    if JIT:
        with told_if_slow():
            load_game(game_id).warm_up()
