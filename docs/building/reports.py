"""The shipped reports: a page that lists them with a picture each, and the reports themselves."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bloodstones.games.registry import GAMES, game_entry
from building.pictures import REPORTS, take
from building.writing import Pages, plain

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCUMENTS = ("report.html", "report.pdf")
# Of the pictures of a report, the first of these that it has stands for it.
TELLING = (
    "what_ifs*", "ladder", "rule_sensitivity", "worth", "pairings*", "win_rates_by_faction",
    "win_rates*", "*",
)  # fmt: skip


def shipped() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield id and definition of each report that has its documents."""
    for folder in sorted(REPORTS.iterdir()):
        if all((folder / name).is_file() for name in DOCUMENTS):
            yield folder.name, tomllib.loads((folder / "report.toml").read_text(encoding="utf-8"))


def picture_of(name: str) -> Path | None:
    """Return the picture that stands for a report, None if it has none."""
    for pattern in TELLING:
        found = sorted((REPORTS / name / "figures").glob(f"{pattern}.svg"))
        if found:
            return found[0]
    return None


def game_of(name: str) -> str:
    """Return the game that a report is about, by its id."""
    return next(game for game in GAMES if name.startswith(game))


def described(pages: Pages, name: str, definition: dict[str, Any]) -> str:
    """Return the entry of a report."""
    place = f"../reports/{name}"
    page, pdf = (f"{place}/{document}" for document in DOCUMENTS)
    documents = f'<a href="{page}">Read it</a> or take the <a href="{pdf}">PDF</a>.'
    question = plain(" ".join(str(definition.get("question", "")).split()))
    parts = [f"### {plain(definition['title'])}\n", f"{question} {documents}".strip() + "\n"]
    picture = picture_of(name)
    if picture is not None:
        alt = f"A picture of this report: {picture.stem.replace('_', ' ')}"
        parts.append(f"![{alt}]({take(pages, picture)})\n")
    return "\n".join(parts)


def write(pages: Pages) -> None:
    """Write the page of the reports."""
    parts = [
        "# Reports\n\nWhat the laboratory found, each report with one of its pictures. Every one "
        "is made by two commands, `bloodstones study analysis/NAME.toml` and `bloodstones report "
        "reports/NAME`, and says on its first page at which levels of play its answer holds.\n"
    ]
    found = dict(shipped())
    for game in GAMES:
        names = [name for name in found if game_of(name) == game]
        if names:
            parts.append(f"## {plain(game_entry(game).title)}\n")
        parts += [described(pages, name, found[name]) for name in names]
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
