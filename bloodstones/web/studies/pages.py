"""The pages of studies: all of them, a new one, one that is watched, its results and its report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    JSONResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from bloodstones.batch.running.progress import duration
from bloodstones.core.errors import InputError, expected
from bloodstones.core.extras import require_extra
from bloodstones.core.processors import cores
from bloodstones.games.registry import all_entries
from bloodstones.report.document.files import PDF
from bloodstones.web.events import Look, News
from bloodstones.web.pages import OK, page
from bloodstones.web.requests import body_of, form_fields
from bloodstones.web.security import HEADERS, SEE_OTHER, require_host
from bloodstones.web.studies.checked_text import planned
from bloodstones.web.studies.draft import draft_text, fields_of
from bloodstones.web.studies.fault_lines import LineFault, located
from bloodstones.web.studies.run_files import PICTURES, RunFiles, RunState
from bloodstones.web.studies.shelf import report_headers
from bloodstones.web.table_pages import BAD

if TYPE_CHECKING:
    from bloodstones.api.studies.plan import StudyPlan
    from bloodstones.web.lab import Lab

ROLE: Final = "role"
FROM: Final = "from"
WAIT: Final = "wait until it ends"
SPEED: Final = 100.0  # games a second of one core, where nothing is measured
POLICY: Final = "content-security-policy"
SVG: Final = "image/svg+xml"
MOST_DIGITS: Final = 2  # of a number of cores
STATES: Final = {
    RunState.RUNNING: "running",
    RunState.STOPPED: "stopped",
    RunState.FINISHED: "finished",
    RunState.FAILED: "failed",
}


class StudyPages:
    """The studies of a lab as pages.

    Parameters
    ----------
    lab
        With its runs and its shelf of reports.
    """

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self._measuring = Lock()

    def routes(self) -> list[Route]:
        """Return what is answered where."""
        return [
            Route("/studies", self.index),
            Route("/studies/new", self.new, methods=["GET"]),
            Route("/studies/new", self.create, methods=["POST"]),
            Route("/studies/check", self.check, methods=["POST"]),
            Route("/studies/{study}", self.watch),
            Route("/studies/{study}/state", self.state),
            Route("/studies/{study}/start", self.start, methods=["POST"]),
            Route("/studies/{study}/stop", self.stop, methods=["POST"]),
            Route("/studies/{study}/outcome", self.outcome),
            Route("/studies/{study}/pictures/{name}", self.picture),
            Route("/studies/{study}/report", self.report),
            Route("/studies/{study}/report.pdf", self.document),
            Route("/reports/{report}", self.shipped),
        ]

    async def index(self, request: Request) -> Response:
        """Show the studies of the lab and the shipped reports."""
        runs = await run_in_threadpool(lambda: [summary(run) for run in self.lab.runs.all()])
        reports = await run_in_threadpool(self.lab.shelf.reports)
        titles = {game.id: game.title for game in all_entries()}
        fault = self.lab.shelf.fault
        return page("studies.html", runs=runs, reports=reports, titles=titles, fault=fault)

    async def new(self, request: Request) -> Response:
        """Show the fields and the text that they make, or the text of another study."""
        sent = dict(request.query_params)
        roles = request.query_params.getlist(ROLE)
        text = None
        if FROM in sent:
            run = await run_in_threadpool(self.lab.runs.find, sent[FROM])
            text = run.text
        return await self._editor(sent, roles, text)

    async def create(self, request: Request) -> Response:
        """Keep a study and start it; show its text again with what is wrong."""
        require_extra("study")
        sent = await form_fields(request)
        text = sent.get("text", "").replace("\r\n", "\n")
        try:
            run = await run_in_threadpool(self._begun, text, _jobs(sent.get("jobs", "")))
        except InputError as error:
            faults = located(error, text)
            return await self._editor({}, (), text, faults)
        return RedirectResponse(f"/studies/{run.id}", SEE_OTHER)

    def _begun(self, text: str, jobs: int) -> RunFiles:
        """Check a study as its plan does, keep it and start it."""
        planned(text, jobs, SPEED)
        return self.lab.runs.begin(text, jobs)

    async def check(self, request: Request) -> Response:
        """Return what is wrong with a text, each fault with its line, or its plan."""
        require_extra("study")
        sent = await body_of(request)
        text, jobs = str(sent.get("text", "")), _jobs(str(sent.get("jobs", "")))
        speed = None if sent.get("measured") is True else SPEED
        try:
            plan = await run_in_threadpool(self._planned, text, jobs, speed)
        except InputError as error:
            faults = [
                {"line": fault.line, "sentence": fault.sentence} for fault in located(error, text)
            ]
            return JSONResponse({"faults": faults})
        said = {"faults": [], "cells": len(plan.cells), "games": plan.games, "plan": ""}
        return JSONResponse(said if speed is not None else {**said, "plan": plan._repr_html_()})

    def _planned(self, text: str, jobs: int, speed: float | None) -> StudyPlan:
        """Plan a study; of those whose speed is measured, one at a time."""
        if speed is not None:
            return planned(text, jobs, speed)
        if not self._measuring.acquire(blocking=False):
            raise InputError(
                "Another measurement is in progress, and only one runs at a time (study)", WAIT
            )
        try:
            return planned(text, jobs, speed)
        finally:
            self._measuring.release()

    async def watch(self, request: Request) -> Response:
        """Show a study: how far it is, or what came of it."""
        run = await self._run(request)
        text = run.text
        answer = page(
            "study.html",
            study=run.id,
            text=text,
            course=run.status(),
            jobs=range(1, cores() + 1),
        )
        answer.headers[POLICY] = f"{HEADERS[POLICY]}; frame-src 'self'"
        return answer

    async def state(self, request: Request) -> Response:
        """Return how far a study is."""
        run = await self._run(request)
        return JSONResponse(await run_in_threadpool(run.status))

    async def look(self, request: Request, study: str) -> Look:
        """Return what looks how far a study is, see `events`."""
        require_host(request, self.lab.token)
        run = await run_in_threadpool(self.lab.runs.find, study)

        async def look() -> News:
            return News(await run_in_threadpool(run.status))

        return look

    async def start(self, request: Request) -> Response:
        """Go on with a study."""
        require_extra("study")
        run, body = await self._run(request), await body_of(request)
        jobs = _jobs(str(body.get("jobs", "")))
        if await run_in_threadpool(_is_seen, run, body):
            await run_in_threadpool(self.lab.runs.start, run, jobs)
        return JSONResponse(await run_in_threadpool(run.status))

    async def stop(self, request: Request) -> Response:
        """Stop a study; it keeps its games."""
        run, body = await self._run(request), await body_of(request)
        if await run_in_threadpool(_is_seen, run, body):
            await run_in_threadpool(self.lab.runs.stop, run)
        return JSONResponse(await run_in_threadpool(run.status))

    async def outcome(self, request: Request) -> Response:
        """Return the tables and pictures of a finished study, as a part of its page."""
        run = await self._run(request)
        outcome = await run_in_threadpool(run.outcome)
        if not outcome:
            raise expected("a finished study", run.id, "study")
        return page("outcome.html", outcome=outcome, study=run.id, pictures=run.pictures)

    async def picture(self, request: Request) -> Response:
        """Return a picture of results."""
        run = await self._run(request)
        name = request.path_params["name"]
        if name not in run.pictures:
            raise expected("a picture of the study", name, "address")
        return FileResponse(run.folder / PICTURES / f"{name}.svg", media_type=SVG)

    async def report(self, request: Request) -> Response:
        """Return the report of a study of the lab."""
        run = await self._run(request)
        if not run.report.is_file():
            raise expected("a study with a report", run.id, "study")
        return FileResponse(run.report, media_type="text/html", headers=report_headers())

    async def document(self, request: Request) -> Response:
        """Return the report of a study as PDF."""
        run = await self._run(request)
        path = run.report.with_name(PDF)
        if not path.is_file():
            raise expected("a study with a report", run.id, "study")
        return FileResponse(path, filename=f"{run.id}.pdf")

    async def shipped(self, request: Request) -> Response:
        """Return a report of the shelf."""
        path = await run_in_threadpool(self.lab.shelf.page, request.path_params["report"])
        return FileResponse(path, media_type="text/html", headers=report_headers())

    async def _run(self, request: Request) -> RunFiles:
        return await run_in_threadpool(self.lab.runs.find, request.path_params["study"])

    async def _editor(
        self,
        sent: Mapping[str, str],
        roles: Sequence[str],
        text: str | None,
        faults: Sequence[LineFault] = (),
    ) -> Response:
        """Return the page on which a study is written."""
        fields = await run_in_threadpool(fields_of, sent, roles)
        return page(
            "new_study.html",
            BAD if faults else OK,
            fields=fields,
            games=[(game.id, game.title) for game in all_entries()],
            text=draft_text(fields) if text is None else text,
            faults=faults,
            jobs=range(1, cores() + 1),
        )


def _is_seen(run: RunFiles, body: Mapping[str, Any]) -> bool:
    """Whether a study is still in the state that the page shows, for which it asks for a change."""
    seen = body.get("state")
    if seen not in [each.value for each in RunState]:
        raise expected(
            f"the state that the page shows, one of {', '.join(RunState)}", seen, "state"
        )
    return run.state is RunState(seen)


def summary(run: RunFiles) -> dict[str, Any]:
    """Return what a list says of a run."""
    progress, state = run.progress(), run.state
    done, total, left = (progress.get(name) for name in ("done", "total", "left"))
    said = STATES[state]
    if state is RunState.RUNNING and left is not None:
        said = f"{said}, about {duration(float(left))} left"
    return {"id": run.id, "state": state.value, "said": said, "done": done, "total": total}


def _jobs(text: str) -> int:
    """Return the workers that a page asks for: all cores, unless it says fewer.

    >>> _jobs("1"), _jobs("many") == cores(), _jobs("1000") == cores()
    (1, True, True)
    """
    asked = int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else cores()
    return min(max(1, asked), cores())
