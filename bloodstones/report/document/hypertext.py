"""From the report as a value to one self-contained HTML page; the same report gives the same text.

Pictures are drawn in the page, so it needs no file beside it and no network. It has each chart
twice, as wide as the text of a desk's page and of a phone's; one of them is shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bloodstones.plots.style import Drawing
from bloodstones.report.document.drawings import NAMED, common_to, lean
from bloodstones.report.document.fonts import faces, in_measured_font
from bloodstones.report.document.model import Report

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATE: Final = Path(__file__).with_name("report.html.jinja")
LONG_WORD: Final = 60  # characters without a blank: a hash, which may break anywhere
KEPT: Final = ("verdict", "confidence")  # columns that a narrow screen keeps in sight
SHORT: Final = 20  # characters of a cell that stay on one line
LONG_TABLE: Final = 24  # rows: one of more is folded up until it is asked for
ROOT: Final = re.compile(r"<svg\b[^>]*>")
BOX: Final = re.compile(r'viewBox="[^"]*"|stroke-line\w+="\w+"')
IDS: Final = re.compile(r'(?<=\bid=")[^"]*')


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture in a page: as it is, and for a phone where that is another."""

    wide: str
    narrow: str = ""


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
    drawings = {name: _drawn(svg) for name, svg in report.pictures.items()}
    fonts = faces(svg for drawn in drawings.values() for svg in (drawn.wide, drawn.narrow))
    named = _named_apart(drawings)
    common = common_to([svg for drawn in named.values() for svg in (drawn.wide, drawn.narrow)])
    return template.render(
        report=report,
        drawings={
            name: Drawn(common.used(drawn.wide), common.used(drawn.narrow))
            for name, drawn in named.items()
        },
        common=common,
        fonts=fonts,
        data=data,
        kept=KEPT,
        long_table=LONG_TABLE,
    )


def _drawn(svg: str) -> Drawn:
    """Return a picture in the forms that a page needs, lean."""
    narrow = svg.narrow if isinstance(svg, Drawing) else ""
    return Drawn(lean(svg), lean(narrow) if narrow else "")


def _named_apart(drawings: Mapping[str, Drawn]) -> dict[str, Drawn]:
    """Return pictures that can stand in one page: no two use a name for different things."""
    return {
        name: Drawn(_own_names(drawn.wide, f"w{number}-"), _own_names(drawn.narrow, f"n{number}-"))
        for number, (name, drawn) in enumerate(drawings.items())
    }


def _own_names(svg: str, start: str) -> str:
    """Return a picture whose names begin with `start`, in the font of the page."""
    names = {name: f"{start}{number}" for number, name in enumerate(IDS.findall(svg))}
    named = IDS.sub(lambda found: names[found.group()], svg)
    return in_measured_font(
        NAMED.sub(lambda found: f"#{names.get(found.group(1), found.group(1))}", named)
    )


def _shown(svg: str, words: str, kind: str) -> str:
    """Return a picture as an element of a page, of a class, with what it shows in words.

    >>> _shown('<svg xmlns="u" width="9pt" viewBox="0 0 9 9"><g/></svg>', "a & b", "wide")
    '<svg class="wide" role="img" aria-label="a &amp; b" viewBox="0 0 9 9"><g/></svg>'
    """
    root = ROOT.search(svg)
    assert root is not None  # `lean` writes one
    kept = " ".join(BOX.findall(root.group()))
    head = f'<svg class="{kind}" role="img" aria-label="{escape(words)}" {kept}'.rstrip()
    return f"{head}>{svg[root.end() :]}" if not root.group().endswith("/>") else f"{head}></svg>"


def environment() -> Environment:
    """Return how pages are filled in: text with the form of markup is shown as it is."""
    import jinja2
    from markupsafe import Markup

    made = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["shown"] = lambda svg, words, kind: Markup(_shown(svg, words, kind))
    made.tests["long_word"] = lambda text: " " not in text and len(text) > LONG_WORD
    made.tests["short"] = lambda text: len(text) < SHORT
    return made
