"""Making the summary, the profiles, the glossary and the index from the reports of a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.contract.section import find
from bloodstones.report.document.card import card_files, read_card
from bloodstones.report.document.files import refuse_others, table_files, write_files
from bloodstones.report.document.hypertext import hypertext
from bloodstones.report.document.model import Report
from bloodstones.report.document.typeset import typeset
from bloodstones.report.summary.broken import KeptReport, broken
from bloodstones.report.summary.glossary import glossary
from bloodstones.report.summary.index import Page, index_page
from bloodstones.report.summary.overview import SUMMARY as SECTIONS
from bloodstones.report.summary.overview import SummaryFindings, overview
from bloodstones.report.summary.phrases import game_title
from bloodstones.report.summary.profiles import profiles
from bloodstones.report.summary.shelf import Shipped, read_shelf

FOLDER: Final = "summary"
INDEX: Final = "index.html"
SUMMARY: Final = "summary"
GLOSSARY: Final = "glossary"


def make_summary(root: Path, kept: KeptReport, *, replace: bool = False) -> tuple[Path, ...]:
    """Make what all reports in a folder tell together; return the paths of the pages.

    Writes `index.html` into the folder and everything else into `summary` in it. No game is
    played: all figures come from the tables beside the reports.

    Parameters
    ----------
    root
        Of the reports.
    kept
        Reads a finished report, see `report.make.kept_report`.
    replace
        Whether files that no report wrote may be written over.

    Raises
    ------
    InputError
        If there are no finished reports, or with every fault of their files.
    WriteError
        If the files cannot be written.
    """
    shelf = read_shelf(root)
    refuse_others(root, (INDEX,), replace)
    refuse_others(root / FOLDER, (f"{SUMMARY}.html", f"{SUMMARY}.pdf"), replace)
    findings = find(SECTIONS, SummaryFindings(shelf))
    documents = _documents(findings, kept)
    tables = table_files(findings.tables)
    files: dict[str, bytes] = {}
    for name, report in documents.items():
        files[f"{name}.pdf"] = typeset(report)
        data = tuple(tables) if name == SUMMARY else ()
        files[f"{name}.html"] = hypertext(report, data).encode()
    pages = _table_pages(shelf)
    files |= {page.file: page.content.encode() for page in pages}
    files |= tables | card_files(documents[SUMMARY])
    write_files(root / FOLDER, files, replace=replace)
    titles = {name: report.title for name, report in documents.items()}
    lead = read_card(root / FOLDER)
    content = index_page(shelf, titles, lead, pages, FOLDER, tuple(tables))
    write_files(root, {INDEX: content.encode()}, replace=replace)
    return (root / INDEX, *(root / FOLDER / f"{name}.pdf" for name in documents))


def _documents(findings: SummaryFindings, kept: KeptReport) -> dict[str, Report]:
    """Return the documents by file name: the summary, profiles and faults by game, the glossary."""
    shelf, documents = findings.shelf, {SUMMARY: overview(findings)}
    for game in dict.fromkeys(one.game for one in shelf):
        report = profiles(shelf, game)
        if report is not None:
            documents[f"{game}_profiles"] = report
        page = broken(shelf, game, kept)
        if page is not None:
            documents[f"{game}_broken"] = page
    return {**documents, GLOSSARY: glossary(shelf)}


def _table_pages(shelf: Sequence[Shipped]) -> tuple[Page, ...]:
    """Return the pages that games bring to be used at the table."""
    games = dict.fromkeys(one.game for one in shelf)
    return tuple(
        Page(game_title(game), page.title, f"{game}_{page.name}.html", page.make())
        for game in games
        for page in game_report_of(game).pages
    )
