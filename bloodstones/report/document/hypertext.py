"""From the report as a value to one self-contained HTML page; the same report gives the same text.

Pictures are put into the page as data, so it needs no file beside it and no network.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bloodstones.report.document.letters import with_letters
from bloodstones.report.document.model import Report

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATE: Final = Path(__file__).with_name("report.html.jinja")
LONG_WORD: Final = 60  # characters without a blank: a hash, which may break anywhere
KEPT: Final = ("verdict", "confidence")  # columns that a narrow screen keeps in sight
SHORT: Final = 20  # characters of a cell that stay on one line


def hypertext(report: Report, data: Sequence[str] = ()) -> str:
    """Return the report as an HTML page: light and dark, readable on a phone and in print.

    Parameters
    ----------
    data
        Paths of the tables beside the page, to be linked.

    Examples
    --------
    >>> from bloodstones.report.document.model import Paragraph, Section
    >>> parts = (Section("factions", "Who wins", (Paragraph("All <alike>."),)),)
    >>> page = hypertext(Report("Fair?", "Is it?", ("Yes.",), (("games", "9"),), parts, {}))
    >>> page.startswith("<!DOCTYPE html>"), "All &lt;alike&gt;." in page
    (True, True)
    """
    template = environment().from_string(TEMPLATE.read_text(encoding="utf-8"))
    sources = {
        name: f"data:image/svg+xml;base64,{b64encode(with_letters(svg).encode()).decode()}"
        for name, svg in report.pictures.items()
    }
    return template.render(report=report, sources=sources, data=data, kept=KEPT)


def environment() -> Environment:
    """Return how pages are filled in: text that looks like markup is shown as it is."""
    import jinja2

    made = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.tests["long_word"] = lambda text: " " not in text and len(text) > LONG_WORD
    made.tests["short"] = lambda text: len(text) < SHORT
    return made
