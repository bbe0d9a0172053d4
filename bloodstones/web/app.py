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
from bloodstones.web.editor import EditorPages
from bloodstones.web.events import TOO_MANY, EventPages
from bloodstones.web.front_page import FrontPage
from bloodstones.web.kernels.pages import KernelPages, NotReadyError, not_ready
from bloodstones.web.lab import Lab
from bloodstones.web.pages import page, static_files
from bloodstones.web.question_pages import QuestionPages
from bloodstones.web.rules.pages import RulePages
from bloodstones.web.security import Guard
from bloodstones.web.shared_work import BusyError
from bloodstones.web.studies.pages import StudyPages
from bloodstones.web.table_pages import BAD, GONE, TablePages

FAILED: Final = 500
AS_DATA: Final = ("/state", "/data", "/explanation", "/events")  # asked for by scripts


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
        found = static_files().get(request.path_params["name"])
        if found is None:
            return page("fault.html", GONE, message="There is no such file.", tip="")
        return Response(found.content, media_type=found.media_type)

    async def not_ready_yet(request: Request, error: Exception) -> Response:
        assert isinstance(error, NotReadyError)
        return await not_ready(lab, request, error, _asks_for_data(request))

    tables, analyses, studies = TablePages(lab), AnalysisPages(lab), StudyPages(lab)
    watchers = {"seat": tables.watch, "explanation": analyses.look, "study": studies.look}
    routes = [
        Route("/static/{name}", static),
        *FrontPage(lab).routes(),
        *tables.routes(),
        *QuestionPages().routes(),
        *analyses.routes(),
        *studies.routes(),
        *RulePages(lab).routes(),
        *EditorPages(lab).routes(),
        *KernelPages(lab).routes(),
        *EventPages(watchers).routes(),
    ]
    handlers = {BloodstonesError: _fault, NotReadyError: not_ready_yet, GONE: _gone}
    return Guard(
        Starlette(routes=routes, exception_handlers=handlers),
        hosts,
        lab.token,
    )


async def _fault(request: Request, error: Exception) -> Response:
    """Return what is wrong in one sentence, in the form that was asked for."""
    assert isinstance(error, BloodstonesError)
    status = FAILED if isinstance(error, RunError) else BAD
    if isinstance(error, BusyError):
        status = TOO_MANY
    if request.method == "POST" or request.url.path.endswith(AS_DATA):
        return JSONResponse({"fault": error.message, "tip": error.tip or ""}, status)
    return page("fault.html", status, message=error.message, tip=error.tip or "")


def _asks_for_data(request: Request) -> bool:
    """Whether a script asks, which reads JSON; forms and addresses show pages."""
    if request.method == "POST":
        return not request.url.path.startswith("/new/")
    return request.url.path.endswith(AS_DATA)


async def _gone(request: Request, error: Exception) -> Response:
    return page("fault.html", GONE, message="There is no such page.", tip="")
