"""A name with words in the column beside it, as help texts list them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NAME_WIDTH: Final = 11
WIDTH: Final = 72
BETWEEN: Final = "  "


def columns(name: str, words: Iterable[str], between: str = BETWEEN) -> str:
    """Return a name and, in the column beside it, words that break between lines.

    >>> print(columns("units", ["lion", "bear"]))
    units      lion  bear
    """
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(between) + len(word) <= WIDTH - NAME_WIDTH:
            lines[-1] += between + word
        else:
            lines.append(word)
    told = f"\n{'':{NAME_WIDTH}}".join(lines)
    return f"{name:<{NAME_WIDTH - 1}} {told}"
