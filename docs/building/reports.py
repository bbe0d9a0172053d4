"""The shipped reports: a page that lists them with a picture each, and the reports themselves."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from bloodstones.games.registry import GAMES, game_entry
from bloodstones.report.document.card import read_card
from building.pictures import REPORTS, take
from building.readability import EASY, LONGEST, first_pages, table_of
from building.writing import Pages, plain

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LOG = logging.getLogger(__name__)
READING = f"""## How easy the first pages are to read

The table shows, for the first page of each report, the number of words and of figures, the length
of the longest sentence in words, and Flesch's reading ease (60 to 70 is plain English). If the
reading ease is below {EASY}, or a sentence has more than {LONGEST} words, the build fails.

"""
DOCUMENTS = ("report.html", "report.pdf")


def shipped() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield id and definition of each report that has its documents."""
    for folder in sorted(REPORTS.iterdir()):
        if all((folder / name).is_file() for name in DOCUMENTS):
            yield folder.name, tomllib.loads((folder / "report.toml").read_text(encoding="utf-8"))


def game_of(name: str) -> str:
    """Return the game that a report is about, by its id."""
    return next(game for game in GAMES if name.startswith(game))


def described(pages: Pages, name: str, definition: dict[str, Any]) -> str:
    """Return the entry of a report."""
    place = f"../reports/{name}"
    page, pdf = (f"{place}/{document}" for document in DOCUMENTS)
    documents = f'<a href="{page}">Read the report</a> or open the <a href="{pdf}">PDF</a>.'
    question = plain(" ".join(str(definition.get("question", "")).split()))
    parts = [f"### {plain(definition['title'])}\n", f"{question} {documents}".strip() + "\n"]
    card = read_card(REPORTS / name)
    if card.answer:
        parts.append(f"{plain(card.answer)}\n")
    if card.picture:
        parts.append(f"![{plain(card.alt)}]({take(pages, REPORTS / name / card.picture)})\n")
    return "\n".join(parts)


def write(pages: Pages) -> None:
    """Write the page of the reports."""
    parts = [
        "# Reports\n\nThe shipped reports, each with its answer and picture. Two commands make "
        "each report: `bloodstones study analysis/NAME.toml` and `bloodstones report "
        "reports/NAME`. The first page of a report says for which player types its answer "
        "is valid.\n"
    ]
    found = dict(shipped())
    for game in GAMES:
        names = [name for name in found if game_of(name) == game]
        if names:
            parts.append(f"## {plain(game_entry(game).title)}\n")
        parts += [described(pages, name, found[name]) for name in names]
    counted = first_pages(REPORTS / name for name in found)
    for name, one in counted.items():
        if one.hard:
            LOG.warning("the first page of reports/%s is hard to read: %s", name, one)
    parts.append(READING + table_of(counted) + "\n")
    pages.write("reports.md", "\n".join(parts))


def copy(app: Sphinx) -> None:
    """Put the documents of the reports beside the pages."""
    if app.builder.format != "html":
        return
    for name, _ in shipped():
        folder = app.outdir / "reports" / name
        folder.mkdir(parents=True, exist_ok=True)
        for document in DOCUMENTS:
            shutil.copy(REPORTS / name / document, folder / document)
