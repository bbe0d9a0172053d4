"""Sentences of records as templates: the words of a line stand in its table of events.

A template names keys in braces, `{tiles}`; `{count:figure}` is so many of a noun. A part in square
brackets is left out when a key in it is empty (null, or a list without items). Alternatives stand
between bars: the first whose keys outside brackets are not empty is taken, the last in any case.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from bloodstones.core.text import amount, plural

ALTERNATIVES: Final = " | "
PART: Final = re.compile(r"\[([^\]]*)\]")
KEY: Final = re.compile(r"\{(\w+)(?::[^{}]+)?\}")
WITH_NOUN: Final = re.compile(r"\{(\w+)(?::([^{}]+))?\}")
EMPTY: Final[tuple[Any, ...]] = (None, [], {})


def fill(template: str, values: Mapping[str, Any], tell: Callable[[str], str]) -> str:
    """Return the template with its keys in words.

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
    >>> fill("lose {out:figure}", line, str)
    'lose 3 figures'
    """
    *others, last = _alternatives(template)
    chosen = next((text for text, needed in others if _all(needed, values)), last[0])
    shown = PART.sub(lambda part: part[1] if _all(KEY.findall(part[1]), values) else "", chosen)

    def told(key: re.Match[str]) -> str:
        return amount(int(values[key[1]]), key[2]) if key[2] else tell(key[1])

    return WITH_NOUN.sub(told, shown)


def keys_of(template: str) -> set[str]:
    """Return the keys that a template names."""
    return set(KEY.findall(template))


@cache
def _alternatives(template: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The alternatives of a template, each with the keys that must not be empty for it."""
    texts = template.split(ALTERNATIVES)
    return tuple((text, tuple(KEY.findall(PART.sub("", text)))) for text in texts)


def _all(keys: Iterable[str], values: Mapping[str, Any]) -> bool:
    """Whether none of the keys is empty."""
    return all(values.get(key) not in EMPTY for key in keys)


def counted(names: Sequence[str], last: str = ", ") -> str:
    """Return names with their counts, in words.

    Parameters
    ----------
    names
        Each as often as it is there, underscores for blanks; they are counted in order of
        appearance.
    last
        What joins the last two.

    Examples
    --------
    >>> counted(["spear", "long_bow", "spear"])
    '2 spears, long bow'
    """
    counts = Counter(name.replace("_", " ") for name in names)
    items = (name if count == 1 else f"{count} {plural(name)}" for name, count in counts.items())
    return last.join(items) or "nothing"
