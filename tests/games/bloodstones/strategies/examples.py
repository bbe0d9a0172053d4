"""The strategy in Python that the tutorial shows, as a file of its own."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[4] / "docs" / "tutorials" / "strategy.md"
BLOCK = re.compile(r":caption: settler.py\n\n(.*?)```", re.DOTALL)
FILE = "settler.py"
NAME = "Settler"


def shown_source() -> str:
    """The code of the page."""
    match = BLOCK.search(PAGE.read_text(encoding="utf-8"))
    assert match is not None
    return match[1]


def shown_strategy(folder: Path) -> str:
    """Write the code to a file in the folder; return the name of the strategy."""
    path = folder / FILE
    path.write_text(shown_source(), encoding="utf-8")
    return f"{path}:{NAME}"
