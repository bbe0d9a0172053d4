"""What a section offers the first page: findings, advice, a doubt and a chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LEAD: Final = 2  # findings of the subject, where another section has one


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding in a sentence or two, and how far it holds over levels of play ("": no matter)."""

    text: str
    holds: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture for the first page."""

    svg: str
    caption: str
    alt: str


@dataclass(frozen=True, slots=True)
class Part:
    """What a section has for the first page.

    Attributes
    ----------
    findings
        The weightiest first.
    advice
        What to do and what to expect of it: two sentences.
    doubt
        What would change the answer: the rest of a sentence that begins with these words.
    chart
        The picture of what the first finding says, if there is one.
    """

    findings: tuple[Finding, ...]
    advice: str = ""
    doubt: str = ""
    chart: Chart | None = None
