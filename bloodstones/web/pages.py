"""Pages from their templates."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from starlette.responses import HTMLResponse

PACKAGE: Final = "bloodstones.web"
OK: Final = 200


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


@cache
def static_file(name: str) -> bytes:
    """Return a style sheet or a script of the lab."""
    return files(PACKAGE).joinpath("static", name).read_bytes()
