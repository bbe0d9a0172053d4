"""The pages of analyses: records to choose from, one on its board, its explanation as it comes."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from bloodstones.api.seats import LARGEST_SEED
from bloodstones.api.strategy_choices import strategy_choices
from bloodstones.core.errors import expected
from bloodstones.kit.table.people import HUMAN
from bloodstones.web.analysis.analyses import BUDGETS, advised, overview, shown
from bloodstones.web.analysis.records import MOST_BYTES
from bloodstones.web.pages import page
from bloodstones.web.requests import body_of, bounded, form_fields, number_in, record_file
from bloodstones.web.setup_form import check_strategies

if TYPE_CHECKING:
    from bloodstones.api.analyses import Analysis
    from bloodstones.kit.table.session import Session
    from bloodstones.web.lab import Lab
    from bloodstones.web.open_tables import OpenTable

LOOK: Final = 0.2  # seconds between looks for a change
BEATS: Final = 50  # looks between signs of life
SEED_BITS: Final = 31


class AnalysisPages:
    """The analyses of a lab as pages.

    Parameters
    ----------
    lab
        With its records and its tables.
    """

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    def routes(self) -> list[Route]:
        """Return what is answered where."""
        one = "/analysis/{record:path}"
        return [
            Route("/analysis", self.index),
            Route("/analysis", self.add, methods=["POST"]),
            Route(f"{one}/positions/{{place:int}}/data", self.position),
            Route(f"{one}/positions/{{place:int}}/hint", self.hint, methods=["POST"]),
            Route(f"{one}/positions/{{place:int}}/table", self.go_on, methods=["POST"]),
            Route(f"{one}/positions/{{place:int}}/note", self.note, methods=["POST"]),
            Route(f"{one}/explanation", self.explanation),
            Route(f"{one}/explanation", self.explain, methods=["POST"]),
            Route(f"{one}/explanation/events", self.events),
            Route(f"{one}/record", self.record),
            Route(f"{one}/data", self.data),
            Route(one, self.analysis),
        ]

    async def index(self, request: Request) -> Response:
        """List the records of the folder, with a place to drop another one."""
        records = await run_in_threadpool(self.lab.analyses.records.listing)
        return page("analyses.html", records=records)

    async def add(self, request: Request) -> Response:
        """Keep a record that a page sends, and say where its analysis is."""
        content = await bounded(request, "record", MOST_BYTES)
        named = request.query_params.get("name", "")
        name = await run_in_threadpool(self.lab.analyses.records.add, content, named)
        return JSONResponse({"place": f"/analysis/{name}"})

    async def analysis(self, request: Request) -> Response:
        """Show a record on its board."""
        name = request.path_params["record"]
        if name not in await run_in_threadpool(self.lab.analyses.records.paths):
            raise expected("a record of this lab", name, "address")
        return page("analysis.html", name=name)

    async def data(self, request: Request) -> Response:
        """Return what the page needs of the whole record."""
        analysis = await self._analysis(request)
        data = await run_in_threadpool(overview, analysis)
        players = len(analysis.course.seats)
        known = await run_in_threadpool(strategy_choices, analysis.commands, players)
        notes = await run_in_threadpool(self.lab.analyses.notes.find, analysis)
        more = {"strategies": [asdict(each) for each in known], "notes": _by_text(notes)}
        return JSONResponse(data | more)

    async def position(self, request: Request) -> Response:
        """Return a position: its picture, its words, what may be decided there."""
        analysis, place = await self._analysis(request), request.path_params["place"]
        asked = request.query_params.get("seat", "")
        seat = number_in(asked, "seat") if asked else None
        return JSONResponse(await run_in_threadpool(shown, analysis, place, seat))

    async def hint(self, request: Request) -> Response:
        """Say what the engine would do at a position, with the chances of what it compared."""
        analysis, place = await self._analysis(request), request.path_params["place"]
        return JSONResponse(await run_in_threadpool(advised, analysis, place))

    async def note(self, request: Request) -> Response:
        """Keep a note on a position; return all notes on the record."""
        analysis, place = await self._analysis(request), request.path_params["place"]
        words = (await body_of(request)).get("text")
        notes = await run_in_threadpool(self.lab.analyses.notes.write, analysis, place, words)
        return JSONResponse({"notes": _by_text(notes)})

    async def explanation(self, request: Request) -> Response:
        """Return an explanation, how far it is, or that nobody asked for it."""
        analysis = await self._analysis(request)
        asked = _asked(analysis, request.query_params)
        found = await run_in_threadpool(self.lab.analyses.explanations.find, analysis, *asked)
        if found is None:
            return JSONResponse({"begun": False})
        return JSONResponse({"begun": True, "result": found.result} | found.standing())

    async def explain(self, request: Request) -> Response:
        """Begin an explanation, unless it is under way or done."""
        analysis = await self._analysis(request)
        asked = _asked(analysis, await body_of(request))
        begun = await run_in_threadpool(self.lab.analyses.explanations.begin, analysis, *asked)
        return JSONResponse({"begun": True} | begun.standing())

    async def events(self, request: Request) -> Response:
        """Tell a page how far an explanation is, as it goes on."""
        analysis = await self._analysis(request)
        asked = _asked(analysis, request.query_params)
        found = await run_in_threadpool(self.lab.analyses.explanations.find, analysis, *asked)
        if found is None:
            raise expected("an explanation under way", "none", "playouts")

        async def stream() -> AsyncIterator[str]:
            told, looks = "", 0
            while not await request.is_disconnected():
                now = json.dumps(found.standing())
                looks += 1
                if now != told:
                    told, looks = now, 0
                    yield f"data: {now}\n\n"
                elif looks >= BEATS:
                    looks = 0
                    yield ": still here\n\n"
                if found.over:
                    return
                await asyncio.sleep(LOOK)

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def record(self, request: Request) -> Response:
        """Return the record as a file."""
        name = request.path_params["record"]
        text = await run_in_threadpool(self.lab.analyses.records.text, name)
        return record_file(text, name.rpartition("/")[2])

    async def go_on(self, request: Request) -> Response:
        """Set a table up at a position, perhaps with a decision made there; say where it is."""
        analysis, place = await self._analysis(request), request.path_params["place"]
        fields = await form_fields(request)
        name = request.path_params["record"]
        table = await run_in_threadpool(self._table, analysis, name, place, fields)
        return JSONResponse({"place": f"/tables/{table.id}"})

    def _table(
        self, analysis: Analysis, name: str, place: int, fields: Mapping[str, str]
    ) -> OpenTable:
        """Return the table that a form asks for."""
        analysis.check_place(place)
        if place == len(analysis.positions) - 1:
            raise expected("a position before the end", "the end", "position")
        seats = range(len(analysis.course.seats))
        strategies = [fields.get(f"strategy_{seat}", HUMAN).strip() for seat in seats]
        check_strategies(strategies)
        written = fields.get("seed", "").strip() or str(secrets.randbits(SEED_BITS))
        seed = number_in(written, "seed", LARGEST_SEED)
        session = analysis.variation(place, strategies, seed)
        if code := fields.get("code", ""):
            _decide(session, number_in(code, "decision", LARGEST_SEED))
        turn = analysis.positions[min(place + 1, len(analysis.positions) - 1)].turn
        origin = {"record": name, "position": place, "turn": turn}
        return self.lab.tables.take_over(session, origin)

    async def _analysis(self, request: Request) -> Analysis:
        name = request.path_params["record"]
        return await run_in_threadpool(self.lab.analyses.find, name)


def _decide(session: Session, code: int) -> None:
    """Carry out a decision at the first position of a table; InputError unless it is legal."""
    if session.play.is_chance or not session.play.allows(code):
        raise expected("a decision that is legal there", code, "decision")
    if session.seat in session.people:
        session.choose(code)
    else:
        session.begin_with([code])


def _asked(analysis: Analysis, fields: Mapping[str, Any]) -> tuple[int, str]:
    """Return the playouts and the strengths that a page asks for."""
    strengths = fields.get("strengths", "")
    if not isinstance(strengths, str):
        raise expected("strengths as text", strengths, "strengths")
    return _budget(str(fields.get("playouts", ""))), analysis.check_strengths(strengths)


def _budget(text: str) -> int:
    """Return a number of playouts that the page offers."""
    if text not in map(str, BUDGETS):
        raise expected(f"one of {', '.join(map(str, BUDGETS))} playouts", text, "playouts")
    return int(text)


def _by_text(notes: Mapping[int, str]) -> dict[str, str]:
    """Return notes as JSON has them."""
    return {str(place): text for place, text in notes.items()}
