"""The first page: three findings, a chart, a recommendation, and what would change the answer.

What a section tells is a `Part`: its findings, the weightiest first, made from its tables. The
subject of the report, its first section that has a part, gives two findings and the rest: chart,
recommendation and doubt. The third is the first finding of the next section that has something to
recommend; a subject that is alone gives three, and who played and how long fill up what lacks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bloodstones.report.blocks.assumed_values import assumed_values
from bloodstones.report.document.model import Front, Picture
from bloodstones.report.front.part import LEAD, Chart, Finding, Part
from bloodstones.report.language.terms import Terms, speak
from bloodstones.report.language.wording import capital, count

FINDINGS: Final = 3
CHART: Final = "first_page"


@dataclass(frozen=True, slots=True)
class Page:
    """A first page: the findings as sentences, the rest, and its picture by name."""

    answer: tuple[str, ...]
    front: Front
    pictures: Mapping[str, str]


def page_of(parts: Sequence[Part], provenance: Mapping[str, Any], limits: str = "") -> Page:
    """Return the first page from the parts of a report's sections, in their order.

    Parameters
    ----------
    provenance
        Of the results, which tells what was assumed.
    limits
        What would change the answer if the subject names nothing.
    """
    if not parts:
        return Page((), Front(doubt=_doubt(limits, provenance)), {})
    chosen = _chosen(parts)
    lead = parts[0]
    advice = next((part.advice for part in parts if part.advice), "")
    chart, pictures = None, {}
    drawn = next((part.chart for part in parts if part.chart is not None), None)
    if drawn is not None:
        chart = Picture(CHART, drawn.caption, drawn.alt)
        pictures = {CHART: drawn.svg}
    doubt = _doubt(lead.doubt or limits, provenance)
    holds = tuple(finding.holds for finding in chosen)
    return Page(tuple(each.text for each in chosen), Front(holds, advice, doubt, chart), pictures)


def _chosen(parts: Sequence[Part]) -> list[Finding]:
    """Return three findings: two of the subject, then one of each further section."""
    lead, *others = parts
    chosen = list(lead.findings[:LEAD])
    chosen += [part.findings[0] for part in others if part.advice]
    chosen = chosen[:FINDINGS]
    rest = list(lead.findings[LEAD:])
    rest += [each for part in others for each in part.findings if each not in chosen]
    return [*chosen, *rest[: FINDINGS - len(chosen)]]


def _doubt(words: str, provenance: Mapping[str, Any]) -> str:
    """Return the sentence on what would change the answer."""
    number = sum(map(len, assumed_values(provenance).values()))
    assumed = f"other values than the {count(number, 'assumed one')} of its data" if number else ""
    both = " and ".join(part for part in (words, assumed) if part)
    return f"{capital(both)} could change this." if both else ""


def spoken(part: Part, terms: Terms) -> Part:
    """Return a part in the words of a game."""
    chart = part.chart
    if chart is not None:
        chart = Chart(chart.svg, speak(chart.caption, terms), speak(chart.alt, terms))
    findings = tuple(Finding(speak(one.text, terms), one.holds) for one in part.findings)
    return Part(findings, speak(part.advice, terms), speak(part.doubt, terms), chart)
