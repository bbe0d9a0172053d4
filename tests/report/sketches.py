"""Reports that are made fast: pictures say their words alone, and pages are set as they come."""

from __future__ import annotations

from html import escape
from typing import Any

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from bloodstones.plots import style
from bloodstones.report.document import typeset

POINTS = 72  # in an inch
AS_THEY_ARE = (
    (Figure, "savefig", Figure.savefig),
    (style, "collisions", style.collisions),
    (typeset, "fullest", typeset.fullest),
)


def sketch(figure: Figure, file: Any, **_: object) -> None:
    """Write what a figure says, in place of its picture."""
    width, height = (POINTS * inches for inches in figure.get_size_inches())
    size = f'width="{width:g}pt" height="{height:g}pt" viewBox="0 0 {width:g} {height:g}"'
    texts = (each for each in figure.findobj(Text) if isinstance(each, Text))
    said = "".join(f"<text>{escape(each.get_text())}</text>" for each in texts)
    file.write(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{said}</svg>')


def sketched(patch: pytest.MonkeyPatch) -> None:
    """Draw no picture, lay none out for narrow pages, and look for no better pages."""
    patch.setattr(Figure, "savefig", sketch)
    patch.setattr(style, "collisions", lambda figure: 0)
    patch.setattr(typeset, "fullest", lambda *_, **__: typeset.USUAL)


def in_full(patch: pytest.MonkeyPatch) -> None:
    """Make reports as they are made for readers."""
    for owner, name, value in AS_THEY_ARE:
        patch.setattr(owner, name, value)
