"""Sentences of events turned into what one may choose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

IRREGULAR: Final = {"is": "be", "has": "have", "does": "do", "goes": "go", "doesn't": "don't"}
HISSING: Final = re.compile(r"(ss|sh|ch|x|zz)es$")
WITH_IES: Final = re.compile(r"(?<=..)ies$")


def imperative(sentence: str) -> str:
    """Return a sentence without its subject as an instruction.

    >>> imperative("moves on to 5.7"), imperative("passes (heroic)"), imperative("does nothing")
    ('move on to 5.7', 'pass (heroic)', 'do nothing')
    >>> imperative("tries to sing"), imperative("press on")
    ('try to sing', 'press on')
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


def joined(sentences: Iterable[str], subjects: Sequence[str]) -> list[str]:
    """Return sentences, those in a row with the same subject and verb made one.

    >>> joined(["Old King draws a 2", "Old King draws a 2", "Old King draws a 3"], ["Old King"])
    ['Old King draws a 2 (2 times); a 3']
    >>> joined(["turn 3 begins", "Old King passes", "Old King draws a 2"], ["Old King"])
    ['turn 3 begins', 'Old King passes', 'Old King draws a 2']
    """
    cut = [_cut(sentence, subjects) for sentence in sentences]
    merged = []
    for head, group in groupby(cut, key=lambda each: each[0]):
        rests = [_times(rest, len(list(same))) for rest, same in groupby(each[1] for each in group)]
        merged.append(f"{head}{'; '.join(rests)}")
    return merged


def _cut(sentence: str, subjects: Sequence[str]) -> tuple[str, str]:
    """Return a sentence in two parts: subject and verb with a blank, and the rest."""
    for subject in subjects:
        if sentence.startswith(f"{subject} "):
            verb, blank, rest = sentence[len(subject) + 1 :].partition(" ")
            return f"{subject} {verb}{blank}", rest
    return sentence, ""


def _times(text: str, times: int) -> str:
    return f"{text} ({times} times)" if times > 1 else text
