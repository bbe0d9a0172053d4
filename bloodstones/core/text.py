"""A name with words in the column beside it, as help texts list them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

MAN: Final = re.compile(r"(?<=\w)man$")
WITH_IES: Final = re.compile(r"(?<=[^aeiou])y$")
WITH_ES: Final = re.compile(r"(?<=[^aeiou])o$|(?:s|x|z|ch|sh)$")


def plural(word: str) -> str:
    """Return the plural of a noun.

    >>> plural("crew"), plural("party"), plural("hero"), plural("oarsman")
    ('crews', 'parties', 'heroes', 'oarsmen')
    """
    if MAN.search(word):
        return MAN.sub("men", word)
    return f"{WITH_IES.sub('ie', word)}{'es' if WITH_ES.search(word) else 's'}"


def with_article(noun: str) -> str:
    """Return a noun with its indefinite article.

    >>> with_article("spear"), with_article("oarsman")
    ('a spear', 'an oarsman')
    """
    return f"{'an' if noun[:1].lower() in tuple('aeiou') else 'a'} {noun}"


def span(players: Sequence[int] | None) -> str:
    """Return numbers of players in words.

    >>> span(range(2, 5)), span(range(2, 3)), span(None)
    ('2 to 4', '2', '-')
    """
    if not players:
        return "-"
    return f"{players[0]} to {players[-1]}" if len(players) > 1 else str(players[0])


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
