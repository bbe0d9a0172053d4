"""The index of all reports: a card for each, with its answer and its picture, and all links.

The pictures stand beside the reports: the page shows them from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bloodstones.report.document.card import Card
from bloodstones.report.document.hypertext import environment
from bloodstones.report.summary.phrases import game_title
from bloodstones.report.summary.shelf import Shipped

TEMPLATE: Final = Path(__file__).with_name("index.html.jinja")


@dataclass(frozen=True, slots=True)
class Page:
    """A page to be used at the table: of which game, its title, file and content."""

    game: str
    title: str
    file: str
    content: str


def index_page(
    shelf: Sequence[Shipped],
    documents: Mapping[str, str],
    lead: Card,
    pages: Sequence[Page],
    folder: str,
    tables: Sequence[str],
) -> str:
    """Return the page.

    Parameters
    ----------
    documents
        File name without ending -> title, of what lies in `folder` beside the reports.
    lead
        The card of the first of them, which speaks of all reports.
    pages
        Those for the table, in `folder` too.
    folder, tables
        The folder of the summary, and its tables by path inside it.
    """
    games = dict.fromkeys(one.game for one in shelf)
    groups = [(game_title(game), [one for one in shelf if one.game == game]) for game in games]
    template = environment().from_string(TEMPLATE.read_text(encoding="utf-8"))
    return template.render(
        groups=groups, documents=documents, lead=lead, pages=pages, folder=folder, tables=tables
    )
