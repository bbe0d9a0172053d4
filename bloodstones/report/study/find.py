"""Computing all tables of a study's report: a loop over its sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bloodstones.core.faults import Faults
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section, find, game_sections
from bloodstones.report.document.files import FILE
from bloodstones.report.study.definition import Definition
from bloodstones.report.study.played import PlayedStudy
from bloodstones.stats.table import PROVENANCE_FILE, Results

PROVENANCE_KEYS: Final = (
    "areas_hash",
    "cells",
    "game",
    "games",
    "question",
    "quick",
    "replicates",
    "seed",
    "sources_sha256",
    "study",
    "study_file",
    "study_sha256",
    "table_hash",
    "versions",
)


def find_study(played: PlayedStudy, sections: Sequence[Section[Any, Any]]) -> Tables:
    """Compute all tables of a report.

    Parameters
    ----------
    sections
        Those that every game's report can have.

    Raises
    ------
    InputError
        If the definition does not fit the results: another study, a strategy that did not play,
        a strategy without a text, a section that the game has no figures for.
    """
    definition, results = played.definition, played.results
    shown = shown_sections(definition, results.provenance, sections)
    _check_fit(definition, results, shown)
    wanted = [
        each
        for each in sections
        if each in shown or (each.published and all(name in results.rows for name in each.columns))
    ]
    of_game = [each for each in shown if each not in wanted]
    return find((*wanted, *of_game), played)


def shown_sections(
    definition: Definition, provenance: Mapping[str, Any], sections: Sequence[Section[Any, Any]]
) -> tuple[Section[Any, Any], ...]:
    """Return the sections that the report has, in its order; one that no game has is left out."""
    of_game = game_sections(str(provenance.get("game")))
    by_id = {each.id: each for each in (*sections, *of_game)}
    return tuple(by_id[name] for name in definition.sections if name in by_id)


def _check_fit(
    definition: Definition, results: Results, shown: Sequence[Section[Any, Any]]
) -> None:
    """Raise InputError with every reason why the definition does not fit the results."""
    faults = Faults()
    for key in PROVENANCE_KEYS:
        if key not in results.provenance:
            faults.note(PROVENANCE_FILE, f"the key {key}", "none")
    study = results.provenance.get("study")
    if study != definition.study:
        faults.add(FILE, f"a study with its own results, {definition.study!r}", study)
    played = sorted(results.rows["strategy"].unique())
    for key, name in (("strategy", definition.strategy), ("standard", definition.standard)):
        if name and name not in played:
            faults.add(FILE, f"{key} among {', '.join(played)}", name)
    for name in played:
        if name not in definition.strategies:
            faults.note(FILE, f"a table [strategies.{name}] (it played)", "none")
    here = {each.id: each for each in shown}
    for name in definition.sections:
        if name not in here:
            faults.note(FILE, f"a section that {results.provenance['game']} has", name)
        elif lacking := here[name].lacking(results):
            faults.note(FILE, f"{lacking} for the section {name}", "none")
    faults.raise_if_any()
