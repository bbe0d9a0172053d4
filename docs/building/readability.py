"""The readability of the first pages of shipped reports: words, figures, Flesch's reading ease.

A page that is hard to read gives a warning, which fails the build.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Final

from bloodstones.report.language.readability import reading_ease, sentences, words

EASY: Final = 45  # Flesch's ease; 60 to 70 is plain English
LONGEST: Final = 30  # words of a sentence
FIRST_PAGE: Final = re.compile(r'<section class="answer".*?</section>', re.DOTALL)
TEXT: Final = re.compile(r"<p>(.*?)</p>", re.DOTALL)
LINK: Final = re.compile(r"<a\b.*?</a>", re.DOTALL)
TAG: Final = re.compile(r"<[^>]*>")
FIGURE: Final = re.compile(r"\d[\d,.]*")


@dataclass(frozen=True, slots=True)
class Measured:
    """The counts of a first page.

    Attributes
    ----------
    words, figures
        Of its sentences; names of linked reports are left out.
    longest
        Words of the longest sentence.
    ease
        Flesch's reading ease, see `report.language.readability`.
    """

    words: int
    figures: int
    longest: int
    ease: float

    @property
    def hard(self) -> bool:
        """Whether it must be rewritten."""
        return self.ease < EASY or self.longest > LONGEST


def measured(page: str) -> Measured:
    """Return the counts of the first page of a report.

    >>> measured('<section class="answer"><p>It is fair.</p><p>All win 25 %.</p></section>')
    Measured(words=6, figures=1, longest=3, ease=119.7)
    """
    found = FIRST_PAGE.search(page)
    texts = (
        [unescape(TAG.sub("", LINK.sub("", text))) for text in TEXT.findall(found[0])]
        if found
        else []
    )
    lines = [line for text in texts for line in sentences(text)]
    counts = [len(words(line)) for line in lines]
    text = " ".join(texts)
    return Measured(
        sum(counts), len(FIGURE.findall(text)), max(counts, default=0), round(reading_ease(text), 2)
    )


def first_pages(folders: Iterable[Path]) -> dict[str, Measured]:
    """Return the counts of the first page of each report, by its id."""
    pages = {folder.name: folder / "report.html" for folder in folders}
    return {name: measured(page.read_text(encoding="utf-8")) for name, page in pages.items()}


def table_of(pages: dict[str, Measured]) -> str:
    """Return the counts as a table in Markdown, the hardest page first."""
    rows = [
        f"| {name} | {one.words} | {one.figures} | {one.longest} | {one.ease:.0f} |"
        for name, one in sorted(pages.items(), key=lambda pair: pair[1].ease)
    ]
    head = "| report | words | figures | longest sentence | reading ease |\n|---|--:|--:|--:|--:|"
    return "\n".join([head, *rows])
