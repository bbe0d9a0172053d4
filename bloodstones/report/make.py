"""Making a report of any kind: read its definition and its results, find, compose, write."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bloodstones.batch.result_files.provenance_file import (
    BALANCE_FORMAT,
    LADDER_FORMAT,
    STUDY_FORMAT,
    read_provenance_file,
)
from bloodstones.batch.result_files.result import PROVENANCE, verify_results
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.datafile import BALANCE, LADDER, PEOPLE, known_kind
from bloodstones.core.files.parsing import json_of
from bloodstones.report.balance import definition as balance
from bloodstones.report.balance.definition import balance_text, draft_balance
from bloodstones.report.balance.findings import BalanceFindings, PlayedBalance
from bloodstones.report.balance.sections import BALANCE_SECTIONS
from bloodstones.report.compose import compose, composed_section, first_page
from bloodstones.report.contract.findings import Findings, Tables
from bloodstones.report.contract.section import Section, find, game_sections
from bloodstones.report.document.files import (
    CSV,
    DOCUMENTS,
    FILE,
    TABLES,
    report_folder,
    short_json,
    table_files,
    tables_in,
    write_report,
)
from bloodstones.report.document.model import Report
from bloodstones.report.front.page import FirstPage
from bloodstones.report.ladder import definition as ladder
from bloodstones.report.ladder.definition import draft_ladder, ladder_text
from bloodstones.report.ladder.findings import LadderFindings, PlayedLadder
from bloodstones.report.ladder.sections import LADDER_SECTIONS
from bloodstones.report.league import definition as league
from bloodstones.report.league.findings import LeagueFindings, PlayedLeague
from bloodstones.report.league.sections import LEAGUE_SECTIONS
from bloodstones.report.study.definition import definition_text, draft_study, read_definition
from bloodstones.report.study.find import find_study, shown_sections
from bloodstones.report.study.findings import AGAIN, StudyFindings
from bloodstones.report.study.played import PlayedStudy
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
    played
        Definition, folder of results -> the games; InputError where they are not sound.
    find
        The games -> all tables.
    findings
        Definition, provenance, tables -> what sections say and draw everything from.
    shown
        Findings -> the sections that the report has.
    fillers
        Sections whose `filler` is added to the first page where it fits.
    draft, text
        Folder of results -> the definition of a report of them; that as TOML. None for a study,
        whose results are read for both.
    """

    sections: tuple[Section[Any, Any], ...]
    read: Callable[[Path, Collection[str]], Any]
    played: Callable[[Any, Path], Any]
    find: Callable[[Any], Tables]
    findings: Callable[[Any, Mapping[str, Any], Tables], Any]
    shown: Callable[[Any], Sequence[Section[Any, Any]]]
    fillers: tuple[Section[Any, Any], ...] = ()
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
        lambda definition, source: PlayedStudy.of(definition, read_verified(source)),
        lambda played: find_study(played, STUDY),
        StudyFindings.of,
        lambda findings: shown_sections(findings.definition, findings.provenance, STUDY),
        FILLERS,
    ),
    LADDER: Kind(
        LADDER_SECTIONS,
        ladder.read_definition,
        PlayedLadder.read,
        lambda played: find(LADDER_SECTIONS, played),
        LadderFindings.of,
        lambda _: LADDER_SECTIONS,
        draft=draft_ladder,
        text=ladder_text,
    ),
    BALANCE: Kind(
        BALANCE_SECTIONS,
        balance.read_definition,
        PlayedBalance.read,
        lambda played: find(BALANCE_SECTIONS, played),
        BalanceFindings.of,
        lambda _: BALANCE_SECTIONS,
        draft=draft_balance,
        text=balance_text,
    ),
    PEOPLE: Kind(
        LEAGUE_SECTIONS,
        league.read_definition,
        league.refuse_results,
        lambda played: find(LEAGUE_SECTIONS, played),
        LeagueFindings.of,
        lambda _: LEAGUE_SECTIONS,
    ),
}


@dataclass(frozen=True, slots=True)
class Finished:
    """What a report is written from, whether its games are there or not.

    Attributes
    ----------
    findings
        Of its tables.
    files
        Provenance and tables, as in the files beside the report.
    """

    kind: Kind
    findings: Any
    files: Mapping[str, bytes]

    @property
    def shown(self) -> Sequence[Section[Any, Any]]:
        """The sections that the report has."""
        return self.kind.shown(self.findings)

    def compose(self) -> Report:
        """Return the document."""
        return compose(self.findings, self.shown, self.kind.fillers)

    def first_page(self) -> FirstPage:
        """Return its first page."""
        return first_page(self.findings, self.shown, self.kind.fillers)


def found_report(kind: Kind, played: Any) -> Finished:
    """Return the report of games that were played: finds its tables.

    Every text is about the tables as their files have them, so that the same report can be made
    again from the files.
    """
    provenance = json.dumps(played.provenance).encode()
    return _finished(
        kind,
        played.definition,
        json_of(provenance),
        {PROVENANCE: short_json(provenance), **table_files(kind.find(played))},
    )


def kept_report(folder: Path) -> Finished:
    """Return a finished report from its folder, without any game.

    Parameters
    ----------
    folder
        With `report.toml`, `provenance.json` and `tables/*.csv`.

    Raises
    ------
    InputError
        A file is damaged, or the tables are those of another study.
    """
    kind = KINDS[known_kind(folder / FILE)]
    definition = kind.read(folder, kind.ids)
    provenance = read_provenance_file(folder / PROVENANCE)
    if provenance["study"] != definition.study:
        raise expected(
            f"tables of {definition.study}", provenance["study"], str(folder / PROVENANCE)
        )
    paths = (folder / PROVENANCE, *sorted((folder / TABLES).glob(f"*{CSV}")))
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    made = _finished(kind, definition, provenance, files)
    _place(made.findings, folder.parent)
    return made


def _finished(
    kind: Kind, definition: Any, provenance: Mapping[str, Any], files: Mapping[str, bytes]
) -> Finished:
    """Return the report of provenance and tables."""
    findings = kind.findings(definition, provenance, tables_in(files))
    findings.templates = definition.templates
    return Finished(kind, findings, files)


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
        Folder of the results of the study; by default as `tables_source` says.
    wanted
        Which of `DOCUMENTS` to make; an older one that is not made again is removed. With
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
    source, place = tables_source(folder, results), out or folder
    with report_folder(place, definition.study, wanted, replace=replace):
        made = (
            kept_report(folder)
            if source == folder
            else found_report(kind, kind.played(definition, source))
        )
        _place(made.findings, place.parent)
        report = _composed_again(made, folder) if source == folder else made.compose()
        return write_report(place, report, made.files, wanted, replace=replace)


def _composed_again(made: Finished, folder: Path) -> Report:
    """Return the document; InputError where a section was added that the tables are not for."""
    try:
        report = made.compose()
    except (KeyError, IndexError):
        lacking = [section.id for section in made.shown if not _can_be_made(made, section)]
        if not lacking:
            raise
    else:
        there = {section.id for section in report.sections}
        lacking = [section.id for section in made.shown if section.id not in there]
        if not lacking or made.kind is not KINDS[None]:  # an author chose a study's alone
            return report
    raise InputError(
        f"expected tables for the section {lacking[0]}, got none ({folder / TABLES})", AGAIN
    )


def _can_be_made(made: Finished, section: Section[Any, Any]) -> bool:
    try:
        composed_section(made.findings, section)
    except (KeyError, IndexError):
        return False
    return True


def tables_source(folder: Path, results: Path | None = None) -> Path:
    """Return where a report's figures come from: a folder of results, or its own of tables.

    Parameters
    ----------
    folder
        With `report.toml`.
    results
        The folder that is asked for; by default `results/<study id>` where that has results, and
        else `folder`, if it has the tables of a report that was made before.
    """
    if results is not None:
        return results
    kind = KINDS[known_kind(folder / FILE)]
    source = RESULTS_FOLDER / kind.read(folder, kind.ids).study
    made = (folder / PROVENANCE).is_file() and (folder / TABLES).is_dir()
    return folder if made and not (source / PROVENANCE).is_file() else source


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
            made = found_report(kind, kind.played(definition, source))
            return write_report(out, made.compose(), made.files, wanted, replace=replace), {}
    results = read_verified(source)
    drafted = draft_study(results, titles(results), STUDY)
    with report_folder(out, drafted.definition.study, wanted, replace=replace):
        made = found_report(kind, PlayedStudy.of(drafted.definition, results))
        written = write_report(out, made.compose(), made.files, wanted, replace=replace)
    return written, drafted.left_out


def league_report(
    played: PlayedLeague,
    out: Path,
    wanted: Collection[str] = DOCUMENTS,
    *,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Make the report of games that people played and return the paths of its documents.

    Parameters
    ----------
    played
        The games.
    out, wanted, replace
        As of `make_report`.
    """
    with report_folder(out, played.definition.study, wanted, replace=replace):
        made = found_report(KINDS[PEOPLE], played)
        return write_report(out, made.compose(), made.files, wanted, replace=replace)


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
