"""The console of texts that read best in narrow lines."""

from __future__ import annotations

from typing import Final

from rich.console import Console

WIDTH: Final = 80  # columns


def narrow_console() -> Console:
    """Return the console: at most `WIDTH` columns, plain when it is no terminal."""
    console = Console(highlight=False)
    console.width = min(console.width, WIDTH)
    return console
