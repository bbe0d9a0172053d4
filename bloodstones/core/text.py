"""Small words of English that several floors need."""

from __future__ import annotations

import re
from typing import Final

ENDING_IN_Y: Final = re.compile(r"(?<=[^aeiou])y$")


def plural(word: str) -> str:
    """Return the plural of a noun.

    >>> plural("crew"), plural("party")
    ('crews', 'parties')
    """
    return f"{ENDING_IN_Y.sub('ie', word)}s"
