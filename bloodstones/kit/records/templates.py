"""Sentences of records as templates: the words of a line are in its table of events.

A template names keys in braces. A part in square brackets is left out when a key in it is empty
(null, or a list without items). Alternatives are separated by ` | `: the first whose keys outside
brackets are not empty is used, otherwise the last. `a {unit}` becomes "an oarsman" where the value
begins with a vowel. `{cards:card}` is a number with its noun, "1 card" or "2 cards";
`{dice:die|dice}` gives an irregular plural.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from bloodstones.core.text import plural, with_article

ALTERNATIVES: Final = " | "
PART: Final = re.compile(r"\[([^\]]*)\]")
KEY: Final = re.compile(r"(\ba )?\{(\w+)(?::([\w ]+)(?:\|([\w ]+))?)?\}")
KEY_NAME: Final = 2  # the group of `KEY` that has the name
ONE: Final = "1"
EMPTY: Final[tuple[Any, ...]] = (None, [], {})


def fill(template: str, values: Mapping[str, Any], tell: Callable[[str], str]) -> str:
    """Return the template with the values of its keys in words.

    Parameters
    ----------
    template
        As the module says.
    values
        The line's keys; only whether they are empty matters.
    tell
        A key's value in words.

    Examples
    --------
    >>> line = {"out": 3, "in": None, "tiles": []}
    >>> fill("swap {out} for {in} | keep {out}[ and draw {tiles}]", line, lambda key: "a tile")
    'keep a tile'
    >>> fill("draw {n:card} for a {unit}", {}, {"n": "2", "unit": "oarsman"}.__getitem__)
    'draw 2 cards for an oarsman'
    """
    *others, last = _alternatives(template)
    chosen = next((text for text, needed in others if _all(needed, values)), last[0])
    shown = PART.sub(lambda part: part[1] if _all(keys_of(part[1]), values) else "", chosen)
    return KEY.sub(lambda key: _in_words(key, tell), shown)


def _in_words(key: re.Match[str], tell: Callable[[str], str]) -> str:
    """Return a key of a template in words, with its article or its noun."""
    article, name, one, several = key.groups()
    text = tell(name)
    if one:
        text = f"{text} {one if text == ONE else several or plural(one)}"
    return with_article(text) if article else text


def printed(template: str) -> str:
    """Return a template for people who read the table of events.

    >>> printed("draw {n:card} and roll {dice:die|dice} for a {unit}")
    'draw {n} cards and roll {dice} dice for a {unit}'
    """

    def shown(key: re.Match[str]) -> str:
        article, name, one, several = key.groups()
        noun = f" {several or plural(one)}" if one else ""
        return f"{article or ''}{{{name}}}{noun}"

    return KEY.sub(shown, template)


def keys_of(template: str) -> set[str]:
    """Return the keys that a template names."""
    return {key[KEY_NAME] for key in KEY.finditer(template)}


@cache
def _alternatives(template: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The alternatives of a template, each with the keys that must not be empty for it."""
    texts = template.split(ALTERNATIVES)
    return tuple((text, frozenset(keys_of(PART.sub("", text)))) for text in texts)


def _all(keys: Iterable[str], values: Mapping[str, Any]) -> bool:
    """Whether none of the keys is empty."""
    return all(values.get(key) not in EMPTY for key in keys)


def counted(names: Sequence[str], plural_of: Callable[[str], str] = plural) -> str:
    """Return names with their counts, in words.

    Parameters
    ----------
    names
        Each name as often as it occurs, with underscores for spaces. They are counted in order of
        appearance.
    plural_of
        Returns the plural of a name.

    Examples
    --------
    >>> counted(["spear", "long_bow", "spear"])
    '2 spears, 1 long bow'
    """
    counts = Counter(names)
    items = (f"{count} {name if count == 1 else plural_of(name)}" for name, count in counts.items())
    return ", ".join(items).replace("_", " ") or "nothing"
