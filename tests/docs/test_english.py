"""No page uses a word that has a plain English one: see the section "Style" of CONTRIBUTING.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.docs.pages import BLOCK, ROOT, pages

PAGES: Final = [
    *pages(),
    *(ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
]
# Code, comments, addresses of links and options in braces are no sentences.
NO_TEXT: Final = re.compile(
    r"`[^`]*`|<!--[\s\S]*?-->|\]\([^)]*\)|^ {4}.*$|^:[\w-]+: (?=[\w/]+$).*$", re.MULTILINE
)
# What to write instead -> what not to write.
INSTEAD: Final = {
    "shown, reported, described, listed": r"told|tells? of|(?:is|are) said",
    "is, is in, is listed below": r"stand(?:s|ing)?(?! for\b)|stood",
    "continues, is resumed": r"(?:go|goes|gone|going|went) on(?! (?:the|a|an|its)\b)",
    "again, regenerated": r"anew|again and again",
    "at random": r"by lot",
    "with the same random numbers": r"(?:on|with) the same luck|luck (?:then )?falls",
    "the result": r"what (?:comes|came) of",
    "a game with human players": r"games? of people|people decide",
    "is compared with, is valid, is checked by": r"held (?:to|against|by)|holds its promise",
    "test a claim against controls": r"play(?:s|ed)? a claim|with its controls",
    "self-match": r"mirrors?",
    "pre-selection, candidate filter": r"(?:a|the|its|of|these) looks?",
    "fast search": r"a glance",
    "evaluate": r"judge[sd]?|judging|judgements?",
    "log-strength": r"log worths?",
    "closest to balanced, meets the targets": r"nearest to fair|as wanted|what you want",
    "the player who": r"whoever",
    "custom armies, printed armies": r"(?:bought|ready) arm(?:s|y|ies)|arm(?:s|y|ies) bought",
    "precision so far": r"widest interval",
    "in progress, recent": r"under way|done last",
    "undo": r"tak(?:e|es|en|ing) (?:\w+ )?back|took (?:\w+ )?back",
    "no significant difference, undecided": r"t(?:old|ell|ells) apart|not settled|unsettled",
    "player types": r"levels? of play",
    "opponents": r"who else (?:sits|plays)",
    "line-up and seating order": r"set-ups?",
    "package, layer, reports folder": r"houses?|rooms?|shelf|shelves|front door|crews?",
    "rules that the rulebook leaves open": r"open points?",
}
FOUND: Final = {
    instead: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for instead, words in INSTEAD.items()
}
WRONG: Final = (
    *("The seat is told so.", "The tests stand beside it.", "A study goes on with --resume."),
    *("The pictures are drawn anew.", "Line-ups are drawn by lot.", "Each plays on the same luck."),
    *("What comes of it?", "It is a game of people.", "Figures are held to bounds."),
    *("One command plays a claim.", "Its mirror is 50 %.", "Three retained of a look."),
    *("It takes a glance.", "A network judges it.", "A number is a log worth."),
    *("The map nearest to fair wins.", "Whoever has the link plays.", "With bought armies."),
    *("The widest interval narrows.", "A game is under way.", "The click takes it back."),
    *(
        "The two are not told apart.",
        "At all levels of play.",
        "It depends on who else sits there.",
    ),
    *("In 1,115 set-ups.", "All rooms of the house.", "The reading of an open point."),
)
RIGHT: Final = (
    "A word in braces stands for each item of its kind.",
    "Look at the maps; it looks best in playouts.",
    "The command `maps judge` and its [page](house.md) are listed below.",
    "A record holds every decision, and pieces go on the board.",
    "Open the page of a game with human players.",
)


def sentences(text: str) -> str:
    """Return a page with what is no sentence left out; lines stay where they are."""

    def blank(match: re.Match[str]) -> str:
        return "\n" * match[0].count("\n")

    return NO_TEXT.sub(blank, BLOCK.sub(blank, text))


def faults(text: str) -> list[str]:
    """Return each word that a plain one replaces: its line, the word, what to write."""
    plain = sentences(text)
    return [
        f"line {plain.count(chr(10), 0, match.start()) + 1}: {match[0]!r}, better: {instead}"
        for instead, pattern in FOUND.items()
        for match in pattern.finditer(plain)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_is_in_plain_english(page: Path) -> None:
    assert faults(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("text", WRONG)
def test_an_odd_word_is_found(text: str) -> None:
    assert faults(text)


def test_every_rule_finds_a_word() -> None:
    unused = [
        instead
        for instead, pattern in FOUND.items()
        if not any(pattern.search(text) for text in WRONG)
    ]
    assert unused == []


@pytest.mark.parametrize("text", RIGHT)
def test_ordinary_english_is_left_alone(text: str) -> None:
    assert faults(text) == []


def test_blocks_of_code_are_no_sentences() -> None:
    text = "Run it:\n\n```console\n$ maps judge\n```\n\n    a house of code\n\nA judge decides.\n"
    assert faults(text) == ["line 9: 'judge', better: evaluate"]
