"""A name with words in the column beside it, as help texts list them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NAME_WIDTH: Final = 11
WIDTH: Final = 72
BETWEEN: Final = "  "


def columns(
    name: str, words: Iterable[str], between: str = BETWEEN, name_width: int = NAME_WIDTH
) -> str:
    """Return a name and, in the column beside it, words that break between lines.

    >>> print(columns("units", ["lion", "bear"]))
    units      lion  bear
    """
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(between) + len(word) <= WIDTH - name_width:
            lines[-1] += between + word
        else:
            lines.append(word)
    text = f"\n{'':{name_width}}".join(lines)
    return f"{name:<{name_width - 1}} {text}"
