"""Sentences of events turned into what one may choose."""

from __future__ import annotations

import re
from typing import Final

IRREGULAR: Final = {"is": "be", "has": "have", "does": "do", "goes": "go", "doesn't": "don't"}
HISSING: Final = re.compile(r"(ss|sh|ch|x|zz)es$")
WITH_IES: Final = re.compile(r"(?<=..)ies$")


def imperative(sentence: str) -> str:
    """Return what a sentence without its subject tells, as something to do.

    >>> imperative("moves ogre 3 to 5.7"), imperative("passes (heroic)"), imperative("does nothing")
    ('move ogre 3 to 5.7', 'pass (heroic)', 'do nothing')
    >>> imperative("tries to dispel bolt"), imperative("attack Horse Lords in 35")
    ('try to dispel bolt', 'attack Horse Lords in 35')
    """
    verb, blank, rest = sentence.partition(" ")
    return f"{_plain(verb)}{blank}{rest}"


def _plain(verb: str) -> str:
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if WITH_IES.search(verb):
        return WITH_IES.sub("y", verb)
    if HISSING.search(verb):
        return HISSING.sub(r"\1", verb)
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
