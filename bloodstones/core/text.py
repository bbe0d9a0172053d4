"""A name with words in the column beside it, as help texts list them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

ALIKE: Final = re.compile(
    r"(\b(infantry|\w+alry|\w*dead|food|dice|lore)|[^s]s)$"
)  # in both numbers
PLURALS: Final = (  # ends of nouns in the singular, and what they become
    (re.compile(r"(?<![hH]u)man$"), "men"),
    (re.compile(r"\bdie$"), "dice"),
    (re.compile(r"(?<=th)ief$"), "ieves"),
    (re.compile(r"(?<=[^aeiou])y$"), "ies"),
    (re.compile(r"((?<=ss)|(?<=x)|(?<=ch)|(?<=sh)|(?<=hero))$"), "es"),
    (re.compile(r"$"), "s"),
)


def plural(word: str) -> str:
    """Return the plural of a noun, or of words that end with it.

    >>> plural("crew"), plural("party"), plural("fireman"), plural("thief"), plural("hero")
    ('crews', 'parties', 'firemen', 'thieves', 'heroes')
    >>> plural("infantry"), plural("yeoman archers"), plural("human"), plural("pass")
    ('infantry', 'yeoman archers', 'humans', 'passes')
    """
    if ALIKE.search(word):
        return word
    ending, ends = next(pair for pair in PLURALS if pair[0].search(word))
    return ending.sub(ends, word, count=1)


def amount(number: int, noun: str) -> str:
    """Return so many of something.

    >>> amount(1, "village"), amount(3, "point"), amount(0, "tree")
    ('1 village', '3 points', '0 trees')
    """
    return f"{number:,} {noun if number == 1 else plural(noun)}"


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
