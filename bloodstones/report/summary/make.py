"""Making the summary, the profiles, the glossary and the index from the reports of a folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.document.files import FIGURES, table_files, write_files
from bloodstones.report.document.hypertext import hypertext
from bloodstones.report.document.model import Report
from bloodstones.report.document.typeset import typeset
from bloodstones.report.summary.fixes import fixes
from bloodstones.report.summary.glossary import glossary
from bloodstones.report.summary.index import Page, index_page
from bloodstones.report.summary.overview import overview
from bloodstones.report.summary.phrases import game_title
from bloodstones.report.summary.profiles import profiles
from bloodstones.report.summary.published_tables import fix_table, holding_table
from bloodstones.report.summary.shelf import Shipped, read_shelf
from bloodstones.report.summary.standing import findings, set_ups

FOLDER: Final = "summary"
INDEX: Final = "index.html"
SUMMARY: Final = "summary"
GLOSSARY: Final = "glossary"


def make_summary(root: Path) -> tuple[Path, ...]:
    """Make what all reports in a folder tell together; return the paths of the pages.

    Writes `index.html` into the folder and everything else into `summary` in it. No game is
    played: all figures come from the tables beside the reports.

    Raises
    ------
    InputError
        If there are no finished reports, or with every fault of their files.
    WriteError
        If the files cannot be written.
    """
    shelf = read_shelf(root)
    documents = _documents(shelf)
    files: dict[str, bytes] = {}
    for name, report in documents.items():
        files[f"{name}.pdf"] = typeset(report)
        data = tuple(_tables(shelf)) if name == SUMMARY else ()
        files[f"{name}.html"] = hypertext(report, data).encode()
        files |= {f"{FIGURES}/{each}.svg": svg.encode() for each, svg in report.pictures.items()}
    pages = _table_pages(shelf)
    files |= {page.file: page.content.encode() for page in pages}
    files |= _tables(shelf)
    write_files(root / FOLDER, files)
    titles = {name: report.title for name, report in documents.items()}
    content = index_page(shelf, titles, pages, FOLDER, tuple(_tables(shelf)))
    write_files(root, {INDEX: content.encode()})
    return (root / INDEX, *(root / FOLDER / f"{name}.pdf" for name in documents))


def _documents(shelf: Sequence[Shipped]) -> dict[str, Report]:
    """Return the documents by file name: the summary, profiles by game, the glossary."""
    found = {SUMMARY: overview(shelf)}
    for game in dict.fromkeys(one.game for one in shelf):
        report = profiles(shelf, game)
        if report is not None:
            found[f"{game}_profiles"] = report
    return {**found, GLOSSARY: glossary(shelf)}


def _tables(shelf: Sequence[Shipped]) -> Mapping[str, bytes]:
    """Return the tables of the summary as CSV files, by path inside its folder."""
    return table_files(
        {
            "what_holds": holding_table(findings(set_ups(shelf))),
            "changes": fix_table(fixes(shelf)),
        }
    )


def _table_pages(shelf: Sequence[Shipped]) -> tuple[Page, ...]:
    """Return the pages that games bring to be used at the table."""
    games = dict.fromkeys(one.game for one in shelf)
    return tuple(
        Page(game_title(game), page.title, f"{game}_{page.name}.html", page.make())
        for game in games
        for page in game_report_of(game).pages
    )
