"""The pages of analyses: records to choose from, one on its board, its explanation as it comes."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bloodstones.api.explanations.strengths import strategy_choices
from bloodstones.api.game_parts.record_files import game_named
from bloodstones.api.seats import LARGEST_SEED
from bloodstones.core.errors import expected
from bloodstones.kit.table.people import HUMAN
from bloodstones.web.analysis.analyses import BUDGETS, advised, overview, shown
from bloodstones.web.analysis.records import MOST_BYTES
from bloodstones.web.events import Look, News, fields_of
from bloodstones.web.kernels.pages import need_kernels
from bloodstones.web.kernels.stages import Stage
from bloodstones.web.pages import page
from bloodstones.web.requests import body_of, bounded, form_fields, number_in, record_file
from bloodstones.web.security import require_host
from bloodstones.web.setup_form import check_strategies
from bloodstones.web.table_pages import ONCE

if TYPE_CHECKING:
    from bloodstones.api.analyses import Analysis
    from bloodstones.kit.table.session import Session
    from bloodstones.web.lab import Lab
    from bloodstones.web.open_tables import OpenTable

SEED_BITS: Final = 31
ARROWS: Final = re.compile(r"(?:\d{1,4}-\d{1,4}(?: (?!$)|$)){0,40}")


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
            Route(f"{one}/positions/{{place}}/data", self.position),
            Route(f"{one}/positions/{{place}}/hint", self.hint, methods=["POST"]),
            Route(f"{one}/positions/{{place}}/table", self.go_on, methods=["POST"]),
            Route(f"{one}/positions/{{place}}/note", self.note, methods=["POST"]),
            Route(f"{one}/explanation", self.explanation),
            Route(f"{one}/explanation", self.explain, methods=["POST"]),
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
        first = content.partition(b"\n")[0]
        await need_kernels(self.lab, await run_in_threadpool(game_named, first, named or "record"))
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
        analysis, place = await self._analysis(request), _place(request)
        asked = request.query_params.get("seat", "")
        seat = number_in(asked, "seat") if asked else None
        arrows = _arrows(request.query_params.get("arrows", ""))
        return JSONResponse(await run_in_threadpool(shown, analysis, place, seat, arrows))

    async def hint(self, request: Request) -> Response:
        """Say what the engine would do at a position, with the chances of what it compared."""
        analysis, place = await self._analysis(request), _place(request)
        await need_kernels(self.lab, analysis.commands.id, Stage.HINTS)
        asker = analysis.digest, place
        work = partial(advised, analysis, place)
        return JSONResponse(await self.lab.hints.ask(asker, "", work))

    async def note(self, request: Request) -> Response:
        """Keep a note on a position; return all notes on the record."""
        analysis, place = await self._analysis(request), _place(request)
        body = await body_of(request)
        words, seen = body.get("text"), body.get("seen")
        notes = await run_in_threadpool(self.lab.analyses.notes.write, analysis, place, words, seen)
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
        await need_kernels(self.lab, analysis.commands.id, Stage.HINTS)
        begun = await run_in_threadpool(self.lab.analyses.explanations.begin, analysis, *asked)
        return JSONResponse({"begun": True} | begun.standing())

    async def look(self, request: Request, name: str) -> Look:
        """Return what looks how far an explanation is, see `events`."""
        require_host(request, self.lab.token)
        fields = fields_of(name)
        analysis = await self._opened(fields.get("record", ""))
        asked = _asked(analysis, fields)
        found = await run_in_threadpool(self.lab.analyses.explanations.find, analysis, *asked)
        if found is None:
            raise expected("an explanation in progress", "none", "playouts")

        async def look() -> News:
            return News(found.standing(), found.over)

        return look

    async def record(self, request: Request) -> Response:
        """Return the record as a file."""
        name = request.path_params["record"]
        text = await run_in_threadpool(self.lab.analyses.records.text, name)
        return record_file(text, name.rpartition("/")[2])

    async def go_on(self, request: Request) -> Response:
        """Set a table up at a position, perhaps with a decision made there; say where it is."""
        analysis, place = await self._analysis(request), _place(request)
        fields = await form_fields(request)
        name = request.path_params["record"]
        table = await self.lab.new_tables.ask(
            fields.get(ONCE) or object(),
            (name, place, *sorted(fields.items())),
            partial(self._table, analysis, name, place, fields),
        )
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
        return await self._opened(request.path_params["record"])

    async def _opened(self, name: str) -> Analysis:
        """Return the analysis of a record, opened once for all who ask.

        Raises
        ------
        NotReadyError
            If its game is compiled first.
        """
        text = await run_in_threadpool(self.lab.analyses.records.text, name)
        found = self.lab.analyses.opened(name, text)
        if found is None:
            first = text.partition("\n")[0].encode()
            await need_kernels(self.lab, await run_in_threadpool(game_named, first, name))
            found = await self.lab.opening.ask(
                (name, text), "", partial(self.lab.analyses.find, name)
            )
        return found


def _arrows(text: str) -> list[tuple[int, int]]:
    """Return the arrows that a page asks for: `12-35 14-20`, from which area to which."""
    if not ARROWS.fullmatch(text):
        raise expected("arrows such as 12-35 14-20", text, "arrows")
    pairs = (each.split("-") for each in text.split())
    return [(int(start), int(end)) for start, end in pairs]


def _place(request: Request) -> int:
    """Return the position that an address names."""
    return number_in(request.path_params["place"], "address")


def _decide(session: Session, code: int) -> None:
    """Carry out a decision at the first position of a table; InputError unless it is legal."""
    if session.play.is_chance or not session.play.allows(code):
        raise expected("a legal decision at this position", code, "decision")
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
