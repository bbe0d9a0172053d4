"""Making the summary, the profiles, the glossary and the index from the reports of a folder."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Final

from bloodstones.core.files.parsing import toml_of
from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.contract.section import find
from bloodstones.report.contract.topic import block_of
from bloodstones.report.document.card import Card, card_files, read_card
from bloodstones.report.document.files import HTML, refuse_others, table_files, write_files
from bloodstones.report.document.hypertext import environment, hypertext
from bloodstones.report.document.model import Report, Section, Table
from bloodstones.report.document.typeset import typeset
from bloodstones.report.front.page import BASIS, FirstPageBasis
from bloodstones.report.language.phrases import capital
from bloodstones.report.language.terms import KINDS
from bloodstones.report.summary.broken import KeptReport, broken
from bloodstones.report.summary.decisions import decisions
from bloodstones.report.summary.findings import SummaryFindings
from bloodstones.report.summary.overview import SUMMARY as SECTIONS
from bloodstones.report.summary.overview import overview
from bloodstones.report.summary.phrases import game_title
from bloodstones.report.summary.profiles import profiles
from bloodstones.report.summary.shelf import Shipped, read_shelf
from bloodstones.report.summary.versions import (
    ChangedReport,
    Versions,
    read_versions,
    versions_file,
)

FILE: Final = Path(__file__).with_name("glossary.toml")
FOLDER: Final = "summary"
NO_VERSIONS: Final = Versions("", {})
TAG: Final = re.compile(r"<style>.*?</style>|<[^>]*>|data:[^\"]*", re.DOTALL)
LEFT: Final = "left"


def glossary(shelf: Sequence[Shipped]) -> Report:
    """Return the terms of all reports: those of statistics first, then those of each game."""
    said = {one.id: _words_of(one) for one in shelf}
    every = " ".join(said.values())
    sections = [_section("terms", "Terms of all reports", general_terms(), every)]
    for game in dict.fromkeys(one.game for one in shelf):
        texts = " ".join(said[one.id] for one in shelf if one.game == game)
        section = _section(game, game_title(game), game_report_of(game).glossary, texts)
        if section.blocks:
            sections.append(section)
    return Report(
        "Glossary",
        "What do the words of the reports mean?",
        (),
        (("reports", str(len(shelf))),),
        tuple(sections),
        {},
        brief=True,
    )


def general_terms() -> Mapping[str, str]:
    """Return the terms that reports of every game use."""
    terms: Mapping[str, str] = toml_of(FILE.read_text(encoding="utf-8"))["terms"]
    types = {kind: block_of(BASIS, FirstPageBasis("", {}, (kind,)), "players") for kind in KINDS}
    return {**types, **terms}


def used(terms: Mapping[str, str], text: str) -> dict[str, str]:
    """Return the terms that a text says, in the order of the alphabet.

    >>> used({"band": "…", "cell": "…"}, "Bands of five points.")
    {'band': '…'}
    """
    said = text.lower()
    return {
        term: terms[term]
        for term in sorted(terms, key=str.lower)
        if re.search(rf"\b{re.escape(term.lower())}", said)
    }


def _section(name: str, heading: str, terms: Mapping[str, str], text: str) -> Section:
    rows = tuple((capital(term), means) for term, means in used(terms, text).items())
    table = Table(f"{heading}.", ("term", "what it means"), (LEFT, LEFT), rows)
    return Section(name, heading, (table,) if rows else ())


def _words_of(one: Shipped) -> str:
    """Return the text of a report's page."""
    path = one.folder / HTML
    return unescape(TAG.sub(" ", path.read_text(encoding="utf-8"))) if path.is_file() else ""


TEMPLATE: Final = Path(__file__).with_name("index.html.jinja")


@dataclass(frozen=True, slots=True)
class TablePage:
    """A page to be used at the table: of which game, its title, file and content."""

    game: str
    title: str
    file: str
    content: str


@dataclass(frozen=True, slots=True)
class GameReports:
    """The reports of a game on the index, that on its main question first.

    Attributes
    ----------
    id, title
        Of the game.
    documents
        File name without ending -> title, of what the summary says of this game.
    pages
        Those for the table.
    """

    id: str
    title: str
    reports: Sequence[Shipped]
    documents: Mapping[str, str]
    pages: Sequence[TablePage]


def main_first(reports: Sequence[Shipped]) -> list[Shipped]:
    """Return reports, first the one on the main question of their game: who wins, by most games."""
    main = [one for one in reports if one.tells_roles and one.as_printed and one.asks_who_wins]
    first = max(main, key=lambda one: one.games, default=None)
    return sorted(reports, key=lambda one: one is not first)


def index_page(
    shelf: Sequence[Shipped],
    documents: Mapping[str, str],
    lead: Card,
    pages: Sequence[TablePage],
    tables: Sequence[str] = (),
    versions: Versions = NO_VERSIONS,
) -> str:
    """Return the page.

    Parameters
    ----------
    documents
        File name without ending -> title, of what lies in `FOLDER` beside the reports.
    lead
        The card of the first of them, which speaks of all reports.
    pages
        Those for the table, in `FOLDER` too.
    tables
        The tables of the summary by path inside its folder.
    versions
        What is known of the last version.
    """
    template = environment().from_string(TEMPLATE.read_text(encoding="utf-8"))
    groups = [
        GameReports(
            game,
            game_title(game),
            main_first([one for one in shelf if one.game == game]),
            {name: title for name, title in documents.items() if name.startswith(f"{game}_")},
            [page for page in pages if page.game == game_title(game)],
        )
        for game in dict.fromkeys(one.game for one in shelf)
    ]
    of_games = {name for group in groups for name in group.documents}
    changes: dict[str, list[ChangedReport]] = {}
    for change in versions.changes(shelf):
        changes.setdefault(change.what, []).append(change)
    return template.render(
        groups=groups,
        documents={name: title for name, title in documents.items() if name not in of_games},
        lead=lead,
        folder=FOLDER,
        tables=tables,
        before=versions.before,
        changes=changes,
    )


INDEX: Final = "index.html"
SUMMARY: Final = "summary"
GLOSSARY: Final = "glossary"


def make_summary(root: Path, kept: KeptReport, *, replace: bool = False) -> tuple[Path, ...]:
    """Summarize all reports in a folder; return the paths of the pages.

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
    findings = SummaryFindings(shelf)
    documents = _documents(findings, kept)
    tables = table_files(find(SECTIONS, findings))
    files: dict[str, bytes] = {}
    for name, report in documents.items():
        files[f"{name}.pdf"] = typeset(report)
        data = tuple(tables) if name == SUMMARY else ()
        files[f"{name}.html"] = hypertext(report, data).encode()
    pages = _table_pages(shelf)
    files |= {page.file: page.content.encode() for page in pages}
    versions = read_versions(root / FOLDER)
    files |= tables | card_files(documents[SUMMARY]) | versions_file(shelf, versions)
    write_files(root / FOLDER, files, replace=replace)
    titles = {name: report.title for name, report in documents.items()}
    lead = read_card(root / FOLDER)
    content = index_page(shelf, titles, lead, pages, tuple(tables), versions)
    write_files(root, {INDEX: content.encode()}, replace=replace)
    return (root / INDEX, *(root / FOLDER / f"{name}.pdf" for name in documents))


def _documents(findings: SummaryFindings, kept: KeptReport) -> dict[str, Report]:
    """Return the documents by file name: the summary, those of each game, the glossary."""
    shelf, documents = findings.shelf, {SUMMARY: overview(findings)}
    for game in findings.games:
        documents[f"{game}_decisions"] = decisions(findings, game)
        report = profiles(shelf, game)
        if report is not None:
            documents[f"{game}_profiles"] = report
        page = broken(findings, game, kept)
        if page is not None:
            documents[f"{game}_broken"] = page
    return {**documents, GLOSSARY: glossary(shelf)}


def _table_pages(shelf: Sequence[Shipped]) -> tuple[TablePage, ...]:
    """Return the pages that games bring to be used at the table."""
    games = dict.fromkeys(one.game for one in shelf)
    return tuple(
        TablePage(game_title(game), page.title, f"{game}_{page.name}.html", page.make())
        for game in games
        for page in game_report_of(game).pages
    )
