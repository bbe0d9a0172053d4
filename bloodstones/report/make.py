"""Making a report of any kind: read its definition and its results, find, compose, write."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pandas as pd

from bloodstones.batch.result_files.provenance_file import (
    BALANCE_FORMAT,
    LADDER_FORMAT,
    STUDY_FORMAT,
    read_provenance_file,
)
from bloodstones.batch.result_files.result import PROVENANCE, verify_results
from bloodstones.core.files.datafile import BALANCE, LADDER, known_kind
from bloodstones.report.balance import definition as balance
from bloodstones.report.balance.definition import balance_text, draft_balance
from bloodstones.report.balance.findings import BalanceFindings
from bloodstones.report.balance.sections import BALANCE_SECTIONS
from bloodstones.report.compose import compose, first_page
from bloodstones.report.contract.findings import Findings
from bloodstones.report.contract.section import Section, find, game_sections
from bloodstones.report.document.files import (
    DOCUMENTS,
    FILE,
    TABLES,
    report_folder,
    short_json,
    table_files,
    write_report,
)
from bloodstones.report.front.page import Page
from bloodstones.report.ladder import definition as ladder
from bloodstones.report.ladder.definition import draft_ladder, ladder_text
from bloodstones.report.ladder.findings import LadderFindings
from bloodstones.report.ladder.sections import LADDER_SECTIONS
from bloodstones.report.study.definition import definition_text, draft_study, read_definition
from bloodstones.report.study.find import find_study, shown_sections
from bloodstones.report.study.findings import kept_findings
from bloodstones.report.study.sections import FILLERS, STUDY
from bloodstones.report.summary.fixes import tested_changes
from bloodstones.stats.table import PROVENANCE_FILE, Results, read_results

RESULTS_FOLDER: Final = Path("results")
GLOSSARY: Final = Path("summary/glossary.html")  # beside the folders of reports

Titles = Callable[[Results], Mapping[str, str]]


def no_titles(_: Results) -> Mapping[str, str]:
    """Return no titles: strategies are then called by their ids."""
    return {}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of report: its sections, and how its definition and its results are read.

    Attributes
    ----------
    sections
        Those that it can have, in the order of the document.
    read
        Folder with `report.toml`, ids of the sections -> its definition.
    find
        Definition, folder of results -> findings with all tables.
    shown
        Findings -> the sections that the report has; None: all.
    fillers
        Sections whose `filler` goes on the first page where it has room.
    keep
        Definition, provenance and tables of a finished report -> findings without any game.
    draft, text
        Folder of results -> the definition of a report of them; that as TOML. None for a study,
        whose results are read for both.
    """

    sections: tuple[Section[Any], ...]
    read: Callable[[Path, Collection[str]], Any]
    find: Callable[[Any, Path], Any]
    shown: Callable[[Any], Sequence[Section[Any]]] | None = None
    fillers: tuple[Section[Any], ...] = ()
    keep: Callable[..., Any] = kept_findings
    draft: Callable[[Path], Any] | None = None
    text: Callable[[Any], str] | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the sections, each once."""
        return tuple(dict.fromkeys(section.id for section in self.sections))


def read_verified(source: Path) -> Results:
    """Return the results of a study, checked against their provenance; InputError with faults."""
    results = read_results(source)
    verify_results(source)
    return results


KINDS: Final[Mapping[str | None, Kind]] = {
    None: Kind(
        STUDY,
        read_definition,
        lambda definition, source: find_study(definition, read_verified(source), STUDY),
        lambda findings: shown_sections(findings, STUDY),
        FILLERS,
    ),
    LADDER: Kind(
        LADDER_SECTIONS,
        ladder.read_definition,
        lambda definition, source: find(LADDER_SECTIONS, LadderFindings.read(definition, source)),
        keep=LadderFindings.kept,
        draft=draft_ladder,
        text=ladder_text,
    ),
    BALANCE: Kind(
        BALANCE_SECTIONS,
        balance.read_definition,
        lambda definition, source: find(BALANCE_SECTIONS, BalanceFindings.read(definition, source)),
        keep=BalanceFindings.kept,
        draft=draft_balance,
        text=balance_text,
    ),
}


def make_report(
    folder: Path,
    results: Path | None = None,
    wanted: Collection[str] = DOCUMENTS,
    *,
    out: Path | None = None,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Make the report that `folder` defines and return the paths of its documents.

    Writes the documents, `tables/*.csv`, the card (`document.card`) and `provenance.json` into the
    folder. All are made elsewhere first, so a report that fails leaves the old one as it was.

    Parameters
    ----------
    folder
        Holds `report.toml`, whose `kind` says what it is the report of: a study, a ladder or a
        balance study.
    results
        Folder of the results of the study; by default `results/<study id>`.
    wanted
        Which of `DOCUMENTS` to make; an older one that is not made anew is removed. With
        `files.FIGURES` every picture of the pages is a file as well, in `figures/`.
    out
        Where the report goes; by default into `folder`.
    replace
        Whether it may write over the report of another study, and over other files, there.

    Raises
    ------
    InputError
        With every fault of the definition or of the results.
    WriteError
        If the files cannot be written.
    """
    kind = KINDS[known_kind(folder / FILE)]
    definition = kind.read(folder, kind.ids)
    source = results or RESULTS_FOLDER / definition.study
    place = out or folder
    with report_folder(place, definition.study, wanted, replace=replace):
        findings = kind.find(definition, source)
        _place(findings, place.parent)
        return _write(kind, findings, source, place, wanted, replace=replace)


def page_from_tables(folder: Path) -> Page:
    """Return the first page of a finished report, from its tables and without any game.

    Parameters
    ----------
    folder
        With `report.toml`, `provenance.json` and `tables/*.csv`.
    """
    kind, findings = kept_report(folder)
    shown = kind.sections if kind.shown is None else kind.shown(findings)
    return first_page(findings, shown, kind.fillers)


def kept_report(folder: Path) -> tuple[Kind, Any]:
    """Return the kind of a finished report and its findings, as its tables have them.

    Parameters
    ----------
    folder
        As of `page_from_tables`.
    """
    kind = KINDS[known_kind(folder / FILE)]
    definition = kind.read(folder, kind.ids)
    provenance = read_provenance_file(folder / PROVENANCE)
    tables = {path.stem: pd.read_csv(path) for path in sorted((folder / TABLES).glob("*.csv"))}
    findings = kind.keep(definition, provenance, tables)
    _place(findings, folder.parent)
    return kind, findings


def _place(findings: Findings, root: Path) -> None:
    """Let findings know what stands beside their report: tested changes and the glossary."""
    findings.tested = tested_changes(root, str(findings.cover.provenance.get("game")))
    if (root / GLOSSARY).is_file():
        findings.glossary = f"../{GLOSSARY.as_posix()}"


def draft_report(
    source: Path,
    out: Path,
    wanted: Collection[str] = DOCUMENTS,
    *,
    titles: Titles = no_titles,
    replace: bool = False,
) -> tuple[tuple[Path, ...], Mapping[str, str]]:
    """Make a report of results without a definition.

    Parameters
    ----------
    source
        Folder of the results.
    titles
        What the strategies of results do, in a few words, by id.

    Returns
    -------
    tuple
        The paths of its documents; sections that the study asks for, but that its games do not
        give, with the reason.
    """
    kind = KINDS.get(kind_of_results(source), KINDS[None])
    if kind.draft is not None:
        definition = kind.draft(source)
        with report_folder(out, definition.study, wanted, replace=replace):
            findings = kind.find(definition, source)
            return _write(kind, findings, source, out, wanted, replace=replace), {}
    results = read_verified(source)
    drafted = draft_study(results, titles(results), STUDY)
    with report_folder(out, drafted.definition.study, wanted, replace=replace):
        findings = find_study(drafted.definition, results, STUDY)
        written = _write(kind, findings, source, out, wanted, replace=replace)
    return written, drafted.left_out


def draft_text(source: Path, *, titles: Titles = no_titles) -> tuple[str, str]:
    """Return the study's id and the definition of a report of its results, to be edited.

    Parameters
    ----------
    source
        Folder of the results.
    titles
        As of `draft_report`.
    """
    kind = KINDS.get(kind_of_results(source), KINDS[None])
    if kind.draft is not None and kind.text is not None:
        definition = kind.draft(source)
        return definition.study, kind.text(definition)
    results = read_verified(source)
    drafted = draft_study(results, titles(results), STUDY)
    sections = (*STUDY, *game_sections(str(results.provenance["game"])))
    return drafted.definition.study, definition_text(drafted, sections)


def kind_of_results(source: Path) -> str | None:
    """Return the kind of study that results are from, None for an ordinary one."""
    kinds = {STUDY_FORMAT: None, LADDER_FORMAT: LADDER, BALANCE_FORMAT: BALANCE}
    return kinds[read_provenance_file(source / PROVENANCE_FILE, *kinds)["format"]]


def _write(
    kind: Kind,
    findings: Any,
    source: Path,
    folder: Path,
    wanted: Collection[str],
    *,
    replace: bool,
) -> tuple[Path, ...]:
    """Write the report of findings from the results in `source`, and return its documents."""
    shown = kind.sections if kind.shown is None else kind.shown(findings)
    report = compose(findings, shown, kind.fillers)
    provenance = short_json((source / PROVENANCE).read_bytes())
    files = {PROVENANCE: provenance, **table_files(findings.tables)}
    return write_report(folder, report, files, wanted, replace=replace)
