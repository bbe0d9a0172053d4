"""The first page: the answer, one picture, four findings, what to do, and how sure all that is.

What a section says is a `Part`. The first section that has one is the subject of the report: it
answers, draws and counsels. Findings are its own, then the answers of the other sections.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from bloodstones.report.blocks.assumed_values import assumed_values
from bloodstones.report.contract.topic import Finding, block_of
from bloodstones.report.document.model import Front, Picture
from bloodstones.report.front.part import FINDINGS, Chart, FrontPart
from bloodstones.report.language.phrases import replied, sentence
from bloodstones.report.language.terms import Terms, speak, type_of

CHART: Final = "first_page"
LED: Final = 3  # findings of the subject, where other sections answer as well
LEAST: Final = 3  # findings; with fewer, what fills a page is taken


@dataclass(frozen=True, slots=True)
class FirstPage:
    """A first page: the answer and the findings as sentences, the rest, its picture by name."""

    answer: tuple[str, ...]
    front: Front
    pictures: Mapping[str, str]


BASIS: Final = Path(__file__).with_name("basis.jinja")


@dataclass(frozen=True)
class FirstPageBasis(Finding):
    """What a first page rests on.

    Attributes
    ----------
    title
        Of the report.
    provenance
        Of the results; {} where nothing was played.
    levels
        The strategies that played, named for the reader by their player type, from plain to
        skilled.
    glossary
        Its address; "" where there is none.
    templates
        A folder with templates of the author.
    """

    title: str
    provenance: Mapping[str, Any]
    levels: tuple[str, ...] = ()
    glossary: str = ""
    templates: Path | None = None

    @property
    def games(self) -> int:
        """How many games it rests on."""
        return int(self.provenance.get("games", 0))

    @property
    def assumed(self) -> int:
        """How many values of the data are assumed."""
        return sum(map(len, assumed_values(self.provenance).values()))

    @property
    def types(self) -> Mapping[str, int]:
        """The player types that played, each once, and how many strategies of each."""
        return Counter(map(type_of, self.levels))


def page_of(parts: Sequence[FrontPart], basis: FirstPageBasis) -> FirstPage:
    """Return the first page from the parts of a report's sections, in their order."""
    if not parts:
        return FirstPage((), Front(doubt=how_sure(basis, "")), {})
    lead = next((part for part in parts if part.answer), parts[0])
    drawn = next((part.chart for part in parts if part.chart is not None), None)
    chart = None if drawn is None else Picture(CHART, drawn.caption, drawn.alt)
    answer = replied(basis.title, lead.reply, lead.answer) if lead.answer else ""
    texts = (answer, *_findings(lead, parts))
    counsel = next((part for part in (lead, *parts) if part.advice), lead)
    doubt = how_sure(basis, lead.doubt)
    front = Front(counsel.advice, doubt, chart, counsel.links, basis.glossary)
    return FirstPage(
        tuple(text for text in texts if text),
        front,
        {} if drawn is None else {CHART: drawn.svg},
    )


def _findings(lead: FrontPart, parts: Sequence[FrontPart]) -> list[str]:
    """Return the findings of the subject, the answers of other sections, and what fills up."""
    others = [sentence(part.answer) for part in parts if part is not lead and part.answer]
    own = [sentence(text) for text in lead.findings]
    said = {sentence(lead.answer) if lead.answer else ""}
    chosen = dict.fromkeys([*own[:LED], *others, *own[LED:]])
    found = [text for text in chosen if text not in said][:FINDINGS]
    fill = [sentence(text) for part in parts if not part.answer for text in part.findings[:1]]
    return [*found, *fill[: max(0, LEAST - len(found))]]


def how_sure(basis: FirstPageBasis, doubt: str) -> str:
    """Return who played how often, what would change the answer, and how these players decide."""
    parts = (
        block_of(BASIS, basis, "played", basis.templates),
        doubt or block_of(BASIS, basis, "doubt", basis.templates),
        block_of(BASIS, basis, "players", basis.templates),
    )
    return " ".join(filter(None, parts))


def spoken(part: FrontPart, terms: Terms) -> FrontPart:
    """Return a part in the words of a game."""
    chart = part.chart
    if chart is not None:
        chart = Chart(chart.svg, speak(chart.caption, terms), speak(chart.alt, terms))
    return replace(
        part,
        answer=speak(part.answer, terms),
        findings=tuple(speak(text, terms) for text in part.findings),
        advice=speak(part.advice, terms),
        doubt=speak(part.doubt, terms),
        chart=chart,
    )
