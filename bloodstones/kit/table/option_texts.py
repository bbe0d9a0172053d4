"""Sentences of events turned into what one may choose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
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
    return JoinedLog(subjects).lines(tuple(sentences))


class JoinedLog:
    """A log that grows, joined as far as it goes, see `joined`.

    Parameters
    ----------
    subjects
        Who the sentences are about.

    Examples
    --------
    >>> log = JoinedLog(["Old King"])
    >>> log.lines(["Old King draws a 2"]), log.lines(["Old King draws a 2", "Old King draws a 3"])
    (['Old King draws a 2'], ['Old King draws a 2; a 3'])
    """

    def __init__(self, subjects: Sequence[str]) -> None:
        self._subjects = subjects
        self._read = 0
        self._before: list[str] = []
        self._head = ""
        self._starts: list[int] = []
        self._rests: list[str] = []  # of the last sentences, which have one subject and verb

    def lines(self, sentences: Sequence[str]) -> list[str]:
        """Return a log joined; it begins with the one of the call before."""
        for place, sentence in enumerate(sentences[self._read :], self._read):
            head, rest = _cut(sentence, self._subjects)
            if head != self._head or not self._starts:
                self._before += self._last()
                self._head, self._rests = head, []
                self._starts.append(place)
            self._rests.append(rest)
        self._read = len(sentences)
        return [*self._before, *self._last()]

    def runs(self) -> list[range]:
        """Return the places of the sentences that each line of the log joins."""
        return [range(*ends) for ends in pairwise([*self._starts, self._read])]

    def _last(self) -> list[str]:
        rests = [_times(rest, len(list(same))) for rest, same in groupby(self._rests)]
        return [f"{self._head}{'; '.join(rests)}"] if rests else []


def _cut(sentence: str, subjects: Sequence[str]) -> tuple[str, str]:
    """Return a sentence in two parts: subject and verb with a blank, and the rest."""
    for subject in subjects:
        if sentence.startswith(f"{subject} "):
            verb, blank, rest = sentence[len(subject) + 1 :].partition(" ")
            return f"{subject} {verb}{blank}", rest
    return sentence, ""


def _times(text: str, times: int) -> str:
    return f"{text} ({times} times)" if times > 1 else text
