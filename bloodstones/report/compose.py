"""From findings to the document: its sections, the first page and the cover."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from bloodstones.core.errors import expected
from bloodstones.core.faults import nearest
from bloodstones.report.contract.findings import Findings
from bloodstones.report.contract.section import IN_REPORT, NOTES, Section
from bloodstones.report.document import model
from bloodstones.report.document.files import FILE
from bloodstones.report.front.page import FirstPage, FirstPageBasis, page_of, spoken
from bloodstones.report.language.terms import named_block, speak, speak_block

F = TypeVar("F", bound=Findings)


def compose(
    findings: F, sections: Sequence[Section[F, Any]], fillers: Sequence[Section[F, Any]] = ()
) -> model.Report:
    """Return the report; the same findings give an equal one.

    Parameters
    ----------
    sections
        Those of the report, in its order; one without blocks is left out of the document.
    fillers
        Those whose `filler` the first page takes where it has room, in their order.

    Raises
    ------
    InputError
        If the author wrote a paragraph for a section that is not in the document.
    """
    cover = findings.cover
    made, pictures = composed_sections(findings, sections)
    page = first_page(findings, sections, fillers)
    return model.Report(
        cover.title,
        cover.question,
        page.answer,
        cover.facts,
        made,
        {**pictures, **page.pictures},
        front=page.front,
    )


def composed_sections(
    findings: F, sections: Sequence[Section[F, Any]]
) -> tuple[tuple[model.Section, ...], dict[str, str]]:
    """Return the sections that have blocks, with the author's notes, and the pictures."""
    cover = findings.cover
    made: list[model.Section] = []
    pictures: dict[str, str] = {}
    for section in sections:
        composed, drawn = composed_section(findings, section)
        if not composed.blocks:
            continue
        notes = tuple(model.Paragraph(text) for text in cover.notes.get(section.id, ()))
        made.append(replace(composed, blocks=(*composed.blocks, *notes)))
        pictures |= drawn
    here = [section.id for section in made]
    for name in cover.notes:
        if name not in here:
            raise expected(IN_REPORT, name, f"{FILE} {NOTES}", nearest(name, here))
    return tuple(made), pictures


def composed_section(
    findings: F, section: Section[F, Any]
) -> tuple[model.Section, Mapping[str, str]]:
    """Return a section in the words of its game, perhaps without blocks, and its pictures."""
    blocks, drawn = section.make(findings)
    terms, names = findings.terms(section.id), findings.cover.names
    heading = section.headed(findings) or section.heading
    named = (named_block(speak_block(block, terms), names) for block in blocks)
    return model.Section(section.id, speak(heading, terms), tuple(named)), drawn


def first_page(
    findings: F, sections: Sequence[Section[F, Any]], fillers: Sequence[Section[F, Any]] = ()
) -> FirstPage:
    """Return the first page; sections without an offer are skipped."""
    offered = [(section.front(findings), findings.terms(section.id)) for section in sections]
    offered += [(section.filler(findings), findings.terms()) for section in fillers]
    parts = [spoken(part, terms) for part, terms in offered if part is not None]
    cover = findings.cover
    basis = FirstPageBasis(
        cover.title,
        cover.provenance,
        cover.levels,
        findings.glossary,
        findings.templates,
    )
    return page_of(parts, basis)
