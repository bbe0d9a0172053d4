"""Small words of English that several floors need."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

ENDING_IN_Y: Final = re.compile(r"(?<=[^aeiou])y$")


def plural(word: str) -> str:
    """Return the plural of a noun.

    >>> plural("crew"), plural("party")
    ('crews', 'parties')
    """
    return f"{ENDING_IN_Y.sub('ie', word)}s"


def span(players: Sequence[int] | None) -> str:
    """Return numbers of players in words.

    >>> span(range(2, 5)), span(range(2, 3)), span(None)
    ('2 to 4', '2', '-')
    """
    if not players:
        return "-"
    return f"{players[0]} to {players[-1]}" if len(players) > 1 else str(players[0])
