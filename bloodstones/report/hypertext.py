"""From the report as a value to one self-contained HTML page; the same report gives the same text.

Pictures are put into the page as data, so it needs no file beside it and no network.
"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Final

from bloodstones.report.letters import with_letters
from bloodstones.report.model import Report

TEMPLATE: Final = Path(__file__).with_name("report.html.jinja")
LONG_WORD: Final = 60  # characters without a blank: a hash, which may break anywhere
SHORT: Final = 20  # characters of a cell that stay on one line


def hypertext(report: Report) -> str:
    """Return the report as an HTML page: light and dark, readable on a phone and in print.

    Examples
    --------
    >>> from bloodstones.report.model import Paragraph, Section
    >>> parts = (Section("factions", "Who wins", (Paragraph("All <alike>."),)),)
    >>> page = hypertext(Report("Fair?", "Is it?", ("Yes.",), (("games", "9"),), parts, {}))
    >>> page.startswith("<!DOCTYPE html>"), "All &lt;alike&gt;." in page
    (True, True)
    """
    import jinja2

    environment = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.tests["long_word"] = lambda text: " " not in text and len(text) > LONG_WORD
    environment.tests["short"] = lambda text: len(text) < SHORT
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    sources = {
        name: f"data:image/svg+xml;base64,{b64encode(with_letters(svg).encode()).decode()}"
        for name, svg in report.pictures.items()
    }
    return template.render(report=report, sources=sources)
