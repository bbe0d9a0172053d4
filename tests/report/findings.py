"""Findings of studies, ladders and balance studies: found, changed in a table, composed."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from bloodstones.report import compose as composing
from bloodstones.report.make import KINDS
from bloodstones.report.study.definition import read_definition
from bloodstones.report.study.find import find_study, shown_sections
from bloodstones.report.study.sections import FILLERS, STUDY
from bloodstones.stats.verdicts import BAND


def definition_in(folder):
    """The definition of a study's report."""
    return read_definition(folder, KINDS[None].ids)


def found(definition, results):
    """The findings of a study."""
    return find_study(definition, results, STUDY)


def narrowed(definition, *sections, **fields):
    """The definition with these sections alone, and no paragraph for any other."""
    notes = {name: texts for name, texts in definition.notes.items() if name in sections}
    return replace(definition, sections=sections, notes=notes, **fields)


def changed(findings, tables, **fields):
    """The findings with some tables in place of theirs, and other fields."""
    there = {name for own in findings.tables_by_section.values() for name in own}
    assert set(tables) <= there, "a table that no section found"
    replaced = {}
    for section, own in findings.tables_by_section.items():
        replaced[section] = {name: tables.get(name, table) for name, table in own.items()}
    return replace(findings, tables_by_section=replaced, **fields)


def composed(findings):
    """The report of a study's findings."""
    return composing.compose(findings, shown_sections(findings, STUDY), FILLERS)


def page_of(findings):
    """The first page of a study's report."""
    return composing.first_page(findings, shown_sections(findings, STUDY), FILLERS)


def only(tables, **fields):
    """Findings of which a game's section sees its own tables, and a few fields."""
    shared = {"templates": None, "definition": SimpleNamespace(band=BAND)}
    return SimpleNamespace(named=lambda section: tables, **{**shared, **fields})
