"""What a section offers the first page: an answer, findings, advice, a doubt and a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST_WORDS: Final = 30  # of a sentence
ANSWER_WORDS: Final = 25
MOST_FIGURES: Final = 2  # of a finding
FINDINGS: Final = 4


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture for the first page."""

    svg: str
    caption: str
    alt: str


@dataclass(frozen=True, slots=True)
class FrontPart:
    """What a section has for the first page.

    Attributes
    ----------
    answer
        The answer to its question in one sentence, `ANSWER_WORDS` at most; no interval in it.
    findings
        The weightiest first: a sentence each, `MOST_WORDS` and `MOST_FIGURES` at most.
    reply
        "Yes", "No" or the like, where a title asks whether; "" if the answer says all.
    advice
        What to do and what to expect of it, as it was measured; "" for none.
    doubt
        What would change the answer, in sentences.
    chart
        The picture that shows the whole result.
    links
        Title and address of other reports that the advice rests on.
    """

    answer: str
    findings: tuple[str, ...] = ()
    reply: str = ""
    advice: str = ""
    doubt: str = ""
    chart: Chart | None = None
    links: tuple[tuple[str, str], ...] = ()
