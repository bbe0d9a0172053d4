"""The card of a report: its answer and its picture, for lists of reports.

A list shows them without reading the report: `index.html`, the documentation, a README.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bloodstones.core.files.parsing import json_of
from bloodstones.plots.style import Drawing
from bloodstones.report.document.drawings import lean
from bloodstones.report.document.fonts import with_letters
from bloodstones.report.document.model import Pair, Picture, Report

CARD: Final = "card.json"
PICTURE: Final = "picture.svg"
FORMAT: Final = "bloodstones-card"
JSON_INDENT: Final = 2


@dataclass(frozen=True, slots=True)
class Card:
    """What a list shows of a report.

    Attributes
    ----------
    answer
        The answer to its question, in a sentence; "" where it gives none.
    picture
        File of its picture, beside the report; "" where it has none.
    alt
        What the picture shows in words.
    """

    answer: str = ""
    picture: str = ""
    alt: str = ""


def answer_of(report: Report) -> str:
    """Return the sentence that answers the question of a report, "" where there is none.

    >>> answer_of(Report("Fair?", "Is it?", ("Yes.", "By far."), (), (), {})), answer_of(
    ...     Report("Fair?", "Is it?", (), (), (), {})
    ... )
    ('Yes.', '')
    """
    return report.answer[0] if report.answer else ""


def picture_of(report: Report) -> Picture | None:
    """Return the picture that represents a report: that of its first page, else its first one."""
    if report.front.chart is not None:
        return report.front.chart
    blocks = [block for section in report.sections for block in section.blocks]
    shown = [block.pictures[0] if isinstance(block, Pair) else block for block in blocks]
    return next((each for each in shown if isinstance(each, Picture)), None)


def card_files(report: Report) -> dict[str, bytes]:
    """Return the files of a report's card by name.

    The picture is as narrow as a card, and holds the letters of its text.
    """
    picture = picture_of(report)
    drawn = {}
    if picture is not None:
        svg = report.pictures[picture.name]
        narrow = svg.narrow if isinstance(svg, Drawing) else ""
        drawn[PICTURE] = with_letters(lean(narrow or svg)).encode()
    told = {
        "format": FORMAT,
        "answer": answer_of(report),
        "picture": PICTURE if picture else "",
        "alt": picture.alt if picture else "",
    }
    text = json.dumps(told, indent=JSON_INDENT, ensure_ascii=False)
    return {CARD: f"{text}\n".encode(), **drawn}


def read_card(folder: Path) -> Card:
    """Return the card of the report in a folder; an empty one where no report wrote one."""
    try:
        told = json_of((folder / CARD).read_bytes())
        if told["format"] != FORMAT:
            return Card()
        card = Card(str(told["answer"]), str(told["picture"]), str(told["alt"]))
    except (OSError, ValueError, TypeError, KeyError):
        return Card()  # of an older report: it is listed without
    return card if (folder / PICTURE).is_file() else Card(card.answer)
