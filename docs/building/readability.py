"""How easy texts are to read: words, figures, the longest sentence, Flesch's reading ease.

First pages of reports, pages of the documentation and help texts are measured. A first page that is
hard to read gives a warning, which fails the build.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from textwrap import dedent
from typing import Final

from bloodstones.report.language.readability import reading_ease, sentences, words

ROOT: Final = Path(__file__).parents[2]
EASY: Final = 45  # Flesch's ease; 60 to 70 is plain English
LONGEST: Final = 30  # words of a sentence
FIRST_PAGE: Final = re.compile(r'<section class="answer".*?</section>', re.DOTALL)
TEXT: Final = re.compile(r"<p>(.*?)</p>", re.DOTALL)
LINK: Final = re.compile(r"<a\b.*?</a>", re.DOTALL)
TAG: Final = re.compile(r"<[^>]*>")
FIGURE: Final = re.compile(r"\d[\d,.]*")


FENCED: Final = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$", re.DOTALL | re.MULTILINE)
COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
BLOCKS: Final = re.compile(r"\n\s*\n|^\s*(?:[-*]|\d+\.) ", re.MULTILINE)
NO_PROSE: Final = tuple("|#:!([<")  # begin a table, a heading, a directive, a picture, an anchor
MARKUP: Final = re.compile(r"\{\w+\}`[^`]*`|`[^`]*`|\]\([^)]*\)|[][*]")
INDENTED: Final = "    "  # code
COLUMNS: Final = re.compile(r"^.*\S {2,}\S.*$\n?|^ {5,}.*$\n?", re.MULTILINE)  # of a list in a help
NAME: Final = "X"  # in the place of code


@dataclass(frozen=True, slots=True)
class Measured:
    """The counts of a text.

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
    return _measured(texts)


def _measured(texts: Sequence[str]) -> Measured:
    """Return the counts of paragraphs."""
    counts = [len(words(line)) for text in texts for line in sentences(text)]
    text = " ".join(texts)
    return Measured(
        sum(counts), len(FIGURE.findall(text)), max(counts, default=0), round(reading_ease(text), 2)
    )


def measured_prose(text: str) -> Measured:
    """Return the counts of the paragraphs of a page in Markdown; code counts as a name.

    >>> measured_prose("# Odds\\n\\nRun `odds`. It is fast.\\n\\n```sh\\nmake all\\n```\\n")
    Measured(words=5, figures=0, longest=3, ease=119.7)
    """
    blocks = BLOCKS.split(COMMENT.sub("", FENCED.sub("\n", text)))
    return _measured([*filter(None, map(_plain, blocks))])


def _plain(block: str) -> str:
    """Return a paragraph without markup, "" for a table, a heading or a directive."""
    text = " ".join(block.split())
    if not text or text.startswith(NO_PROSE) or block.strip("\n").startswith(INDENTED):
        return ""
    text = MARKUP.sub(lambda found: NAME if "`" in found[0] else "", text)
    return text if text[-1] in ".?!" else f"{text.rstrip(':;')}."


def written() -> list[Path]:
    """Return the pages that people wrote: those of the documentation, the README and its like."""
    docs = ROOT / "docs"
    made = {docs / "generated", docs / "_build"}
    pages = [path for path in sorted(docs.rglob("*.md")) if not made.intersection(path.parents)]
    return [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")), *pages]


def measured_help(text: str) -> Measured:
    """Return the counts of the description in a help: the paragraphs before the options.

    >>> measured_help("Usage: b odds\\n\\n  Exact odds.\\n\\nOptions:\\n  --json  Print JSON.")
    Measured(words=2, figures=0, longest=2, ease=77.91)
    """
    _, _, said = text.partition("\n\n")
    said = re.split(r"(?m)^\s*(?:Options|Examples):", COLUMNS.sub("", said))[0]
    return _measured([*filter(None, (_plain(dedent(block)) for block in said.split("\n\n")))])


def first_pages(folders: Iterable[Path]) -> dict[str, Measured]:
    """Return the counts of the first page of each report, by its id."""
    pages = {folder.name: folder / "report.html" for folder in folders}
    return {name: measured(page.read_text(encoding="utf-8")) for name, page in pages.items()}


def table_of(pages: Mapping[str, Measured], what: str = "report") -> str:
    """Return the counts as a table in Markdown, the hardest text first."""
    rows = [
        f"| {name} | {one.words} | {one.figures} | {one.longest} | {one.ease:.0f} |"
        for name, one in sorted(pages.items(), key=lambda pair: pair[1].ease)
    ]
    head = f"| {what} | words | figures | longest sentence | reading ease |\n|---|--:|--:|--:|--:|"
    return "\n".join([head, *rows])
