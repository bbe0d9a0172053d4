"""Which sections of a study's report speak on its first page, in the report's own order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bloodstones.report.front.changes import places_changed, what_ifs
from bloodstones.report.front.fillers import length, points, strategies
from bloodstones.report.front.luck import luck
from bloodstones.report.front.maps import maps, on_maps
from bloodstones.report.front.page import Page, Part, page_of, spoken
from bloodstones.report.front.rates import factions, pairs, places
from bloodstones.report.front.sensitivity import sensitivity
from bloodstones.report.front.worth import worth
from bloodstones.report.language.terms import SEATS_CHANGED, terms_of
from bloodstones.report.language.wording import listing
from bloodstones.report.study.findings import Findings

PARTS: Final[Mapping[str, Callable[[Findings], Part | None]]] = {
    "factions": factions,
    "match_ups": pairs,
    "seats": places,
    "on_maps": on_maps,
    "maps": maps,
    "what_ifs": what_ifs,
    SEATS_CHANGED: places_changed,
    "sensitivity": sensitivity,
    "worth": worth,
    "luck": luck,
}


def first_page(findings: Findings) -> Page:
    """Return the first page; sections that tell nothing there are passed over."""
    definition, words = findings.definition, findings.own.words.terms
    told = []
    for name in definition.sections:
        part = _part(findings, name)
        if part is not None:
            told.append(spoken(part, terms_of(words, findings.role, name, definition.by)))
    for part in (points(findings), length(findings), strategies(findings)):
        if part is not None:
            told.append(spoken(part, terms_of(words, findings.role)))
    return page_of(told, findings.results.provenance, _players(findings))


def _part(findings: Findings, name: str) -> Part | None:
    """Return what a section has for the first page, be it of every game or of this one."""
    if name in findings.own.sections:
        return findings.own.sections[name].front(findings.named(name))
    return PARTS[name](findings) if name in PARTS else None


def _players(findings: Findings) -> str:
    """Name those who played, for want of a better doubt."""
    texts = findings.definition.strategies
    played = sorted(set(map(str, findings.results.rows["strategy"])))
    return f"play of another kind than {listing([texts[name].name for name in played])}"
