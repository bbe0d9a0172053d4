"""The strategy in Python that the README shows, as a file of its own."""

from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).parents[4] / "README.md"
BLOCK = re.compile(r"```python\n((?:(?!```).)*?class Settler:.*?)```", re.DOTALL)
FILE = "settler.py"
NAME = "Settler"


def readme_source() -> str:
    """The code in the README."""
    found = BLOCK.search(README.read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


def readme_strategy(folder: Path) -> str:
    """Write the code to a file in the folder; return the name of the strategy."""
    path = folder / FILE
    path.write_text(readme_source(), encoding="utf-8")
    return f"{path}:{NAME}"
