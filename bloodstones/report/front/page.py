"""The first page: the answer, one picture, four findings, what to do, and how sure all that is.

What a section says is a `Part`. The first section that has one is the subject of the report: it
answers, draws and counsels. Findings are its own, then the answers of the other sections.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bloodstones.report.blocks.assumed_values import assumed_values
from bloodstones.report.document.model import Front, Picture
from bloodstones.report.front.part import FINDINGS, Chart, Part
from bloodstones.report.language.phrases import amount, listing, number, replied, sentence
from bloodstones.report.language.terms import SCRIPT, Terms, explained, player, speak, type_of

CHART: Final = "first_page"
LED: Final = 3  # findings of the subject, where other sections answer as well
LEAST: Final = 3  # findings; with fewer, what fills a page is taken


@dataclass(frozen=True, slots=True)
class Page:
    """A first page: the answer and the findings as sentences, the rest, its picture by name."""

    answer: tuple[str, ...]
    front: Front
    pictures: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Basis:
    """What a first page rests on.

    Attributes
    ----------
    title
        Of the report.
    provenance
        Of the results; {} where nothing was played.
    levels
        The player types, named for the reader, from plain to skilled.
    limits
        What would change the answer, in sentences, where the subject names nothing.
    glossary
        Its address; "" where there is none.
    """

    title: str
    provenance: Mapping[str, Any]
    levels: tuple[str, ...] = ()
    limits: str = ""
    glossary: str = ""


def page_of(parts: Sequence[Part], basis: Basis) -> Page:
    """Return the first page from the parts of a report's sections, in their order."""
    if not parts:
        return Page((), Front(doubt=how_sure(basis, "")), {})
    lead = next((part for part in parts if part.answer), parts[0])
    drawn = next((part.chart for part in parts if part.chart is not None), None)
    chart = None if drawn is None else Picture(CHART, drawn.caption, drawn.alt)
    answer = replied(basis.title, lead.reply, lead.answer) if lead.answer else ""
    texts = (answer, *_findings(lead, parts))
    counsel = next((part for part in (lead, *parts) if part.advice), lead)
    doubt = how_sure(basis, lead.doubt)
    front = Front(counsel.advice, doubt, chart, counsel.links, basis.glossary)
    return Page(
        tuple(text for text in texts if text),
        front,
        {} if drawn is None else {CHART: drawn.svg},
    )


def _findings(lead: Part, parts: Sequence[Part]) -> list[str]:
    """Return the findings of the subject, the answers of other sections, and what fills up."""
    others = [sentence(part.answer) for part in parts if part is not lead and part.answer]
    own = [sentence(text) for text in lead.findings]
    said = {sentence(lead.answer) if lead.answer else ""}
    chosen = dict.fromkeys([*own[:LED], *others, *own[LED:]])
    found = [text for text in chosen if text not in said][:FINDINGS]
    fill = [sentence(text) for part in parts if not part.answer for text in part.findings[:1]]
    return [*found, *fill[: max(0, LEAST - len(found))]]


def how_sure(basis: Basis, doubt: str) -> str:
    """Return who played how often, what would change the answer, and how these players decide."""
    games = int(basis.provenance.get("games", 0))
    assumed = sum(map(len, assumed_values(basis.provenance).values()))
    texts = [_played(basis.levels, games), doubt or basis.limits]
    if assumed:
        texts.append(
            f"The data rest on {amount(assumed, 'assumed value', 'assumed values')}; other values "
            "could change this."
        )
    texts.append(explained(map(type_of, basis.levels)))
    return " ".join(filter(None, texts))


def _played(levels: Sequence[str], games: int) -> str:
    """Return who played, and in how many games."""
    if not games:
        return ""
    counted = amount(games, "game", "games")
    if not levels:
        return f"This rests on {counted}."
    named: dict[str, list[str]] = {}
    for level in levels:
        named.setdefault(type_of(level), []).append(level)
    types = amount(len(named), "player type", "player types")
    players = [_players(kind, len(of_type)) for kind, of_type in named.items()]
    return f"This rests on {counted} with {types}: {listing(players)}."


def _players(kind: str, strategies: int) -> str:
    """Return the strategies of a player type, which counts once.

    >>> _players("tuned script", 1), _players("tuned script", 3), _players("search", 2)
    ('a tuned script', 'three tuned scripts', 'search (two strategies)')
    """
    if strategies == 1:
        return player(kind)
    if kind.endswith(SCRIPT):
        return f"{number(strategies)} {kind}s"
    return f"{kind} ({number(strategies)} strategies)"


def spoken(part: Part, terms: Terms) -> Part:
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
