"""What first pages must not say, and how their figures and names are read."""

from __future__ import annotations

import re

BAD = (
    "are off the same way at every level, by less or more",
    "told differently by different levels",
    "is turned round by the play",
    "worth most is what one loses most without",
    "told apart from worth nothing",
    "surest of all",
    "on nothing else here does so much rest",
    "let a single game decide between unequal players",
    "the strongest is clear, beyond both intervals",
    "as these foretell",
    "no interval here holds",
    "most depends on play for",
    "no verdict on them is one on the game",
    "tested at once, the",
    "below nought",
    "strong or weak as it is played",
    "furthest goes",
    "which moves that of",
    "would take about 1 to",
    "1 more games",
    "kept apart by the report",
    "expect what was worked out",
    "play of another kind than",
    "so grew the shipped values",
    "% off the fair share",
)
DOUBLED = re.compile(r"\b([A-Za-z]+) \1\b", re.IGNORECASE)
RIGHT_TWICE = {"that that", "had had"}
SAID_TWICE = re.compile(r"\b(over all maps)\b[^.]*\b\1\b", re.IGNORECASE)  # in one sentence
ARTICLE = re.compile(r"\ba (?=[aeio]\w)|\ban (?=[bcdfgjklmnpqrstvwxyz]\w)", re.IGNORECASE)
A_IS_RIGHT = re.compile(r"\ba (?:one|un\w+|us\w+)", re.IGNORECASE)
QUOTED = re.compile(r"“[^”]*”")
FIGURE = re.compile(r"(?<![A-Za-z])\d[\d,]*(?:\.\d+)?")
PERCENT = re.compile(r"(\d+)(?: to (\d+))? %")
POINTS = re.compile(r"(?<![\d,])(\d+) points?\b")


def plain(text: str) -> str:
    """A text with plain blanks."""
    return text.replace("\u00a0", " ")


def figures(text: str, names: tuple[str, ...] = ()) -> list[str]:
    """The figures of a sentence, those in names left out."""
    shown = QUOTED.sub("", plain(text))
    for name in sorted(names, key=len, reverse=True):
        shown = shown.replace(name, "")
    return FIGURE.findall(shown)


def faults_of(text: str) -> list[str]:
    """What a reader stumbles over: bad phrases, doubled words, wrong articles."""
    low = plain(text).lower()
    faults = [phrase for phrase in BAD if phrase in low]
    faults += [m[0] for m in DOUBLED.finditer(text) if m[0].lower() not in RIGHT_TWICE]
    faults += [m[0] for m in SAID_TWICE.finditer(plain(text))]
    bare = A_IS_RIGHT.sub("", QUOTED.sub("", plain(text)))
    return faults + [m[0] for m in ARTICLE.finditer(bare)]
