"""Findings of studies, ladders and balance studies: found, changed in a table, composed."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from bloodstones.report.make import KINDS, Finished, found_report
from bloodstones.report.study.definition import read_definition
from bloodstones.report.study.played import PlayedStudy
from bloodstones.stats.verdicts import BAND


def definition_in(folder):
    """The definition of a study's report."""
    return read_definition(folder, KINDS[None].ids)


def found(definition, results):
    """The findings of a study."""
    return found_report(KINDS[None], PlayedStudy.of(definition, results)).findings


def narrowed(definition, *sections, **fields):
    """The definition with these sections alone, and no paragraph for any other."""
    notes = {name: texts for name, texts in definition.notes.items() if name in sections}
    return replace(definition, sections=sections, notes=notes, **fields)


def changed(findings, tables, **fields):
    """The findings with some tables in place of theirs, and other fields."""
    assert set(tables) <= set(findings.tables), "a table that no section found"
    return replace(findings, tables={**findings.tables, **tables}, **fields)


def composed(findings):
    """The report of a study's findings."""
    return Finished(KINDS[None], findings, {}).compose()


def page_of(findings):
    """The first page of a study's report."""
    return Finished(KINDS[None], findings, {}).first_page()


def only(tables, **fields):
    """Findings of which a game's section sees its own tables, and a few fields."""
    shared = {"templates": None, "definition": SimpleNamespace(band=BAND)}
    return SimpleNamespace(named=tables, **{**shared, **fields})
