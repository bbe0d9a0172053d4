"""No page uses a word that has a plain English one: see the section "Style" of CONTRIBUTING.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests import english
from tests.docs.pages import BLOCK, ROOT, pages

PAGES: Final = [
    *pages(),
    *(ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
]
# Code, comments, addresses of links and options in braces are no sentences.
NO_TEXT: Final = re.compile(
    r"`[^`]*`|<!--[\s\S]*?-->|\]\([^)]*\)|^ {4}.*$|^:[\w-]+: (?=[\w/]+$).*$", re.MULTILINE
)
# In a block: the text of a picture, a comment in a file, the question of a study.
IN_BLOCK: Final = re.compile(r"(?:^:alt: |(?:^|  )# |^question = )(.*)$")
# Words that pages for contributors had beside those of `tests.english` -> what to write instead.
INSTEAD: Final = {
    r"stand(?:s|ing)?(?! for\b)|stood": "is, is in, is listed below",
    r"held (?:to|by)": "is checked by, has the bounds",
    r"who else (?:sits|plays)": "opponents",
    r"houses?|rooms?|shelf|shelves|front door|crews?": "package, layer, reports folder",
    r"took (?:\w+ )?back|tak(?:e|es|en|ing) (?:it|them) back": "undo",
    r"with its controls|plays? a claim": "test a claim against controls",
    r"widest interval": "precision so far",
}
FOUND: Final = {re.compile(rf"\b(?:{words})\b", re.I): to for words, to in INSTEAD.items()}
WRONG: Final = (
    *("The seat is told so.", "The tests stand beside it.", "A study goes on with --resume."),
    *("The pictures are drawn anew.", "Line-ups are drawn by lot.", "Each plays on the same luck."),
    *("What comes of it?", "It is a game of people.", "Figures are held to bounds."),
    *("One command plays a claim.", "Its mirror is 50 %.", "Three retained of a look."),
    *("It takes a glance.", "A network judges it.", "A number is a log worth."),
    *("The map nearest to fair wins.", "Whoever has the link plays.", "With ready armies."),
    *("The widest interval narrows.", "A game is under way.", "The click takes it back."),
    *("The two are not told apart.", "At all levels of play.", "Who else sits there counts."),
    *("In 1,115 set-ups.", "All rooms of the house.", "The reading of an open point."),
)
RIGHT: Final = (
    "A word in braces means each item of its kind.",
    "Look at the maps; it looks best in playouts.",
    "The command `maps judge` and its [page](house.md) are listed below.",
    "A record holds every decision, and pieces stay on the board.",
    "Open the page of a game with human players.",
)


def sentences(text: str) -> str:
    """Return a page without code, comments and addresses, on the same lines.

    Texts of pictures stay, and comments and questions in files.
    """

    def blank(match: re.Match[str]) -> str:
        return "\n" * match[0].count("\n")

    def said(match: re.Match[str]) -> str:
        lines = (IN_BLOCK.search(line) for line in match[0].split("\n"))
        return "\n".join(found[1] if found else "" for found in lines)

    return NO_TEXT.sub(blank, BLOCK.sub(said, text))


def faults(text: str) -> list[str]:
    """Return each word that a plain one replaces, with what to write instead."""
    plain = sentences(text)
    return (
        english.faults(plain)
        + english.misspelled(plain)
        + [
            f"{match[0]!r} in {' '.join(plain[: match.end()].split()[-8:])!r}: {instead}"
            for pattern, instead in FOUND.items()
            for match in pattern.finditer(plain)
        ]
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_is_in_plain_english(page: Path) -> None:
    assert faults(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("text", WRONG)
def test_an_odd_word_is_found(text: str) -> None:
    assert faults(text)


def test_every_rule_finds_a_word() -> None:
    unused = [
        pattern.pattern for pattern in FOUND if not any(pattern.search(text) for text in WRONG)
    ]
    assert unused == []


@pytest.mark.parametrize("text", RIGHT)
def test_ordinary_english_is_left_alone(text: str) -> None:
    assert faults(text) == []


def test_texts_of_pictures_comments_and_questions_in_blocks_are_read() -> None:
    for line in (":alt: A game under way", "a = 1  # with the same luck", 'question = "Who told?"'):
        assert len(faults(f"```{{image}} x\n{line}\n```\n")) == 1, line


def test_blocks_of_code_are_no_sentences() -> None:
    text = "Run it:\n\n```console\n$ maps judge\n```\n\n    a house of code\n\nA judge decides.\n"
    assert [fault.split()[0] for fault in faults(text)] == ["'judge'"]
