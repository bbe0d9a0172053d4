"""Pages from their templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from starlette.responses import HTMLResponse

PACKAGE: Final = "bloodstones.web"
OK: Final = 200
MEDIA_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
}


@cache
def _environment() -> Any:
    """Return what fills templates; all texts are escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader(PACKAGE, "templates")
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    made.trim_blocks = made.lstrip_blocks = True
    return made


def page(template: str, status: int = OK, **values: Any) -> HTMLResponse:
    """Return a page.

    Parameters
    ----------
    template
        Its file among the templates.
    status
        Of the answer.
    values
        What it is filled with.
    """
    return HTMLResponse(_environment().get_template(template).render(**values), status)


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A style sheet or a script of the lab."""

    content: bytes
    media_type: str


@cache
def static_files() -> Mapping[str, StaticFile]:
    """Return the style sheets and scripts of the lab by their names."""
    folder = files(PACKAGE).joinpath("static")
    return {
        each.name: StaticFile(each.read_bytes(), MEDIA_TYPES[each.name.rpartition(".")[2]])
        for each in folder.iterdir()
        if each.is_file()
    }
