"""From findings to the report: the sections that the definition wants, in its order."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bloodstones.report.document.model import Content, Paragraph, Report, Section
from bloodstones.report.front.first_page import first_page
from bloodstones.report.language.terms import named_block, speak, speak_block, terms_of
from bloodstones.report.sections import (
    activity,
    leads,
    luck,
    maps,
    on_maps,
    sensitivity,
    what_ifs,
    worth,
)
from bloodstones.report.sections import factions as sections
from bloodstones.report.sections import method as background
from bloodstones.report.study.findings import Findings

MAKERS: Mapping[str, tuple[str, Callable[[Findings], Content]]] = {
    "factions": ("Who wins", sections.factions),
    "match_ups": ("Who beats whom", sections.match_ups),
    "sensitivity": ("Which numbers matter", sensitivity.sensitivity),
    "what_ifs": ("What a change would do", what_ifs.what_ifs),
    "choices": ("What a choice does", activity.choices),
    "what_if_seats": ("What a change would do to turn order", what_ifs.what_if_seats),
    "what_if_lengths": ("How long a changed game lasts", what_ifs.what_if_lengths),
    "seats": ("What the seat is worth", sections.seats),
    "strategies": ("Who played", sections.strategies),
    "points": ("Where points come from", sections.points_section),
    "activity": ("What seats do", activity.activity_alone),
    "length": ("How long a game lasts", sections.length),
    "leads": ("Who leads, and who comes back", leads.leads),
    "luck": ("What is luck, and what is play", luck.luck),
    "worth": ("What a faction loses without", worth.worth),
    "maps": ("The maps judged", maps.maps),
    on_maps.NAME: ("Who wins on which map", on_maps.on_maps),
    "map": ("Where it happens", background.maps),
    "method": ("Method and limits", background.method),
    "provenance": ("Provenance", background.provenance),
}


def compose(findings: Findings) -> Report:
    """Return the report; the same findings give an equal one."""
    definition, told = findings.definition, findings.results.provenance
    made, pictures = [], {}
    for name in definition.sections:
        heading, (blocks, drawn) = _made(findings, name)
        terms = terms_of(findings.own.words.terms, findings.role, name, definition.by)
        heading = speak(heading, terms)
        names = {key: text.name for key, text in definition.strategies.items()}
        blocks = [named_block(speak_block(block, terms), names) for block in blocks]
        notes = [Paragraph(text) for text in definition.notes.get(name, ())]
        made.append(Section(name, heading, (*blocks, *notes)))
        pictures.update(drawn)
    facts = (
        ("study", str(told["study"])),
        ("games", f"{told['games']:,}"),
        ("seed", str(told["seed"])),
        ("version", str(told["versions"]["bloodstones"])),
    )
    quick = (("run", "quick"),) if told["quick"] else ()
    page = first_page(findings)
    return Report(
        definition.title,
        definition.question,
        page.answer,
        (*facts, *quick),
        tuple(made),
        {**pictures, **page.pictures},
        front=page.front,
    )


def _made(findings: Findings, name: str) -> tuple[str, Content]:
    """Return the heading and the content of a section."""
    if name in findings.own.sections:
        section = findings.own.sections[name]
        return section.heading, section.make(findings.named(name))
    heading, maker = MAKERS[name]
    return heading, maker(findings)
