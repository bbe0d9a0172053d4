"""The lab as one application: its tables, its questions, what every page has."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from bloodstones.core.errors import BloodstonesError, RunError
from bloodstones.web.analysis.pages import AnalysisPages
from bloodstones.web.front_page import FrontPage
from bloodstones.web.lab import Lab
from bloodstones.web.pages import page, static_file
from bloodstones.web.question_pages import QuestionPages
from bloodstones.web.rules.pages import RulePages
from bloodstones.web.security import Guard
from bloodstones.web.studies.pages import StudyPages
from bloodstones.web.table_pages import BAD, GONE, TablePages

FAILED: Final = 500
AS_DATA: Final = ("/state", "/data", "/explanation")  # asked for by scripts
STATIC: Final = {
    "lab.css": "text/css; charset=utf-8",
    "analysis.css": "text/css; charset=utf-8",
    "analysis.js": "text/javascript; charset=utf-8",
    "curve.js": "text/javascript; charset=utf-8",
    "explained.js": "text/javascript; charset=utf-8",
    "advice.js": "text/javascript; charset=utf-8",
    "notes.js": "text/javascript; charset=utf-8",
    "records.js": "text/javascript; charset=utf-8",
    "seat.js": "text/javascript; charset=utf-8",
    "question.js": "text/javascript; charset=utf-8",
    "new_table.js": "text/javascript; charset=utf-8",
    "front.css": "text/css; charset=utf-8",
    "rules.css": "text/css; charset=utf-8",
    "number.js": "text/javascript; charset=utf-8",
    "strategies.js": "text/javascript; charset=utf-8",
    "studies.css": "text/css; charset=utf-8",
    "new_study.js": "text/javascript; charset=utf-8",
    "study.js": "text/javascript; charset=utf-8",
    "charts.js": "text/javascript; charset=utf-8",
    "sorting.js": "text/javascript; charset=utf-8",
}


def app_of(lab: Lab, hosts: Container[str]) -> ASGIApp:
    """Return what answers the requests to a lab.

    Parameters
    ----------
    lab
        What its pages work on.
    hosts
        What browsers may send as the host, `host:port`; see `hosts`.
    """

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in STATIC:
            return page("fault.html", GONE, message="There is no such file.", tip="")
        return Response(static_file(name), media_type=STATIC[name])

    routes = [
        Route("/static/{name}", static),
        *FrontPage(lab).routes(),
        *TablePages(lab).routes(),
        *QuestionPages().routes(),
        *AnalysisPages(lab).routes(),
        *StudyPages(lab).routes(),
        *RulePages(lab).routes(),
    ]
    handlers = {BloodstonesError: _fault, GONE: _gone}
    return Guard(
        Starlette(routes=routes, exception_handlers=handlers),
        hosts,
        lab.token,
    )


async def _fault(request: Request, error: Exception) -> Response:
    """Return what is wrong in one sentence, in the form that was asked for."""
    assert isinstance(error, BloodstonesError)
    status = FAILED if isinstance(error, RunError) else BAD
    if request.method == "POST" or request.url.path.endswith(AS_DATA):
        return JSONResponse({"fault": error.message, "tip": error.tip or ""}, status)
    return page("fault.html", status, message=error.message, tip=error.tip or "")


async def _gone(request: Request, error: Exception) -> Response:
    return page("fault.html", GONE, message="There is no such page.", tip="")
