"""The stubs of the questions of games: as functions, and as methods of the shipped games.

Run as `python -m bloodstones.cli.stubs`, which writes those that are not fresh.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from bloodstones.api import loading
from bloodstones.api.game_parts.questions import question_of
from bloodstones.api.games import Game
from bloodstones.core.files.writing import write_atomically
from bloodstones.core.questions.stub import loading_stub, stub_of
from bloodstones.games.registry import SHIPPED, all_entries, module_of

MODULE: Final = "questions.functions"


def stubs() -> Iterator[tuple[Path, str]]:
    """Yield the stub of each game with questions, and that of `load_game`: paths and texts."""
    for game in all_entries():
        if not game.questions:
            continue
        spec = find_spec(f"{game.home}.{MODULE}")
        assert spec is not None
        assert spec.origin is not None
        asked = [question_of(game, name) for name in game.questions]
        yield Path(spec.origin).with_suffix(".pyi"), stub_of(asked)
    shipped = {name: module_of(name, MODULE) for name in SHIPPED}
    text = loading_stub(shipped, (Game.__module__, Game.__name__))
    yield Path(loading.__file__).with_suffix(".pyi"), text


def write_stubs() -> list[Path]:
    """Write the stubs that are not fresh, and return which these were."""
    written = []
    for path, text in stubs():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            write_atomically(path, text.encode())
            written.append(path)
    return written


if __name__ == "__main__":
    for path in write_stubs():
        click.echo(path)
