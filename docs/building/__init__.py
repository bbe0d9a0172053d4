"""A Sphinx extension: generates pages from the code and escapes docstrings of plain English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from building import (
    calibration,
    commands,
    docstrings,
    exploitability,
    gallery,
    layers,
    links,
    modules,
    pictures,
    public_api,
    questions,
    registers,
    reports,
    texts,
    unequal,
)
from building.writing import Pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx

BEFORE_NAPOLEON = 400
WRITERS = (
    registers.write,  # collects tests, which must happen before the lab is imported
    calibration.write,
    commands.write,
    exploitability.write,
    gallery.write,
    layers.write,
    modules.write,
    pictures.write,
    public_api.write,
    questions.write,
    reports.write,
    texts.write,
    unequal.write,
)


def write_pages(app: Sphinx) -> None:
    """Write every generated page. Pages that do not change are not touched."""
    pages = Pages(app.srcdir / "generated")
    for write in WRITERS:
        write(pages)
    pages.finish()


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the generators to a build."""
    app.connect("builder-inited", write_pages)
    app.connect("builder-inited", reports.copy)
    app.connect("autodoc-process-docstring", docstrings.make_safe, priority=BEFORE_NAPOLEON)
    app.add_post_transform(links.TypeLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
