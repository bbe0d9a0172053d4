"""The lab as one application: its tables, its questions, what every page has."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from bloodstones.core.errors import BloodstonesError, RunError
from bloodstones.games.registry import all_entries
from bloodstones.web.analysis.pages import AnalysisPages
from bloodstones.web.lab import Lab
from bloodstones.web.pages import page, static_file
from bloodstones.web.question_pages import QuestionPages, address, listed
from bloodstones.web.security import Guard
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
    "records.js": "text/javascript; charset=utf-8",
    "seat.js": "text/javascript; charset=utf-8",
    "question.js": "text/javascript; charset=utf-8",
    "new_table.js": "text/javascript; charset=utf-8",
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

    async def front(request: Request) -> Response:
        unfinished = await run_in_threadpool(lab.tables.unfinished)
        records = await run_in_threadpool(lab.tables.records)
        games = [
            (game.id, game.title, [(name, address(game, name)) for name in listed(game)])
            for game in all_entries()
        ]
        return page("front.html", games=games, unfinished=unfinished, records=records)

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in STATIC:
            return page("fault.html", GONE, message="There is no such file.", tip="")
        return Response(static_file(name), media_type=STATIC[name])

    routes = [
        Route("/", front),
        Route("/static/{name}", static),
        *TablePages(lab).routes(),
        *QuestionPages().routes(),
        *AnalysisPages(lab).routes(),
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
