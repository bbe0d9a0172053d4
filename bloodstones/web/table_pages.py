"""The pages of tables: setting one up, the links of its seats, a seat with all that it may do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from bloodstones.api.at_hand import (
    answers_at_hand,
    has_questions_at_hand,
    refused_at_hand,
)
from bloodstones.core.errors import InputError, expected
from bloodstones.core.questions.html import STYLE, answer_html
from bloodstones.games.registry import game_entry
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.table.session import CannotTakeBackError
from bloodstones.web.events import Look, News
from bloodstones.web.kernels.pages import is_ready, need_kernels
from bloodstones.web.kernels.stages import Stage
from bloodstones.web.pages import OK, page
from bloodstones.web.question_pages import address
from bloodstones.web.requests import body_of, form_fields, name_in, number_in, record_file
from bloodstones.web.security import SEE_OTHER, is_host, seat_key, seat_of
from bloodstones.web.setup_form import form_of, setup_of

if TYPE_CHECKING:
    from bloodstones.web.lab import Lab
    from bloodstones.web.open_tables import OpenTable

BAD: Final = 400
GONE: Final = 404
ALL: Final = "all"  # in the address of a seat: the page goes to whoever is to move
TABLES: Final = "tables"
ONCE_BYTES: Final = 8
POSITION: Final = "position"
ONCE: Final = "once"  # a field of a form: sent twice, it makes one table


class TablePages:
    """The tables of a lab as pages.

    Parameters
    ----------
    lab
        With its tables and its secret.
    """

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    def routes(self) -> list[Route]:
        """Return what is answered where."""
        return [
            Route("/new/{game}", self.new, methods=["GET"]),
            Route("/new/{game}", self.create, methods=["POST"]),
            Route("/tables/{table}", self.links),
            Route("/seats/{key}", self.seat),
            Route("/seats/{key}/state", self.state),
            Route("/seats/{key}/choose", self.choose, methods=["POST"]),
            Route("/seats/{key}/undo", self.undo, methods=["POST"]),
            Route("/seats/{key}/undo/answer", self.answer_undo, methods=["POST"]),
            Route("/seats/{key}/steps/{place}/data", self.step),
            Route("/seats/{key}/hint", self.hint, methods=["POST"]),
            Route("/seats/{key}/record", self.record),
            Route("/seats/{key}/odds/data", self.odds),
        ]

    async def new(self, request: Request) -> Response:
        """Show the form of a new table."""
        return await self._form(request, dict(request.query_params))

    async def _form(
        self, request: Request, chosen: Mapping[str, str], fault: str = "", status: int = OK
    ) -> Response:
        """Return the form of a new table; the game is made ready while it is filled in."""
        game_id = request.path_params["game"]
        form = await run_in_threadpool(form_of, game_id, chosen, fault)
        ready = await is_ready(self.lab, game_id)
        if not ready:
            self.lab.kernels.begin(game_id)
        once = chosen.get(ONCE) or token_hex(ONCE_BYTES)
        preparing = "" if ready else f"/kernels/{game_id}/{Stage.TABLE}"
        return page("new_table.html", status, form=form, once=once, preparing=preparing)

    async def create(self, request: Request) -> Response:
        """Set a table up, and go there; show the form again with what is wrong."""
        game_id, chosen = request.path_params["game"], await form_fields(request)
        request.state.fields = chosen
        try:
            setup, seed = await run_in_threadpool(setup_of, game_id, chosen)
            await need_kernels(self.lab, game_id)
            table = await self.lab.new_tables.ask(
                chosen.get(ONCE) or object(),
                tuple(sorted(chosen.items())),
                partial(self.lab.tables.create, game_id, setup, seed),
            )
        except InputError as error:
            return await self._form(request, chosen, str(error), BAD)
        return RedirectResponse(f"/tables/{table.id}", SEE_OTHER)

    async def links(self, request: Request) -> Response:
        """Show the links of the seats of people; the only one is gone to at once."""
        table = await opened(self.lab, name_in(request.path_params["table"], TABLES))
        keys = {seat: self._key(table, seat) for seat in table.shared.people}
        if len(keys) == 1:
            return RedirectResponse(f"/seats/{next(iter(keys.values()))}", SEE_OTHER)
        names = table.shared.session.names[SEATS]
        links = [(names[seat], f"/seats/{key}") for seat, key in keys.items()]
        return page(
            "links.html",
            title=table.title,
            links=links,
            host=request.headers["host"],
            together=f"{links[0][1]}?{ALL}",
        )

    async def seat(self, request: Request) -> Response:
        """Show the table as a seat sees it."""
        table, seat, key = await self._seat(request)
        game_id = table.shared.session.game.id
        return page(
            "seat.html",
            title=table.title,
            name=table.shared.session.names[SEATS][seat],
            key=key,
            origin=table.origin,
            host=is_host(request, self.lab.token),
            others=self._others(request, table, seat),
            odds=has_questions_at_hand(table.shared.session.game.id),
            style=STYLE,
            edit=f"/position/{game_id}?{urlencode({'table': table.id, 'seat': seat})}",
            record=f"/analysis/{TABLES}/{table.record.name}",
        )

    def _others(self, request: Request, table: OpenTable, seat: int) -> Mapping[int, str]:
        """Return the other seats of people, for who may and wants to play them all on one page."""
        if ALL not in request.query_params or not is_host(request, self.lab.token):
            return {}
        keys = {other: self._key(table, other) for other in table.shared.people if other != seat}
        return {other: f"/seats/{key}?{ALL}" for other, key in keys.items()}

    async def state(self, request: Request) -> Response:
        """Return what a seat reads, sees and may choose."""
        table, seat, _ = await self._seat(request)
        return JSONResponse(await run_in_threadpool(table.shared.view, seat))

    async def choose(self, request: Request) -> Response:
        """Carry out a decision of a seat; one made for another position changes nothing."""
        table, seat, _ = await self._seat(request)
        body = await body_of(request)
        code, seen = body.get("code"), _position_in(body)
        if not isinstance(code, int) or isinstance(code, bool):
            raise expected("the code of a decision", code, "code")
        done = await run_in_threadpool(table.shared.choose, seat, code, seen)
        view = await run_in_threadpool(table.shared.view, seat)
        return JSONResponse({**view, "late": not done})

    async def undo(self, request: Request) -> Response:
        """Take the last choice of a seat back, or say that it can be done anyway."""
        table, seat, _ = await self._seat(request)
        body = await body_of(request)
        seen, anyway = _position_in(body), body.get("anyway") is True
        refused = ""
        try:
            done = await run_in_threadpool(table.shared.take_back, seat, seen, anyway)
        except CannotTakeBackError as error:
            if not error.anyway:
                raise
            done, refused = True, error.message
        view = await run_in_threadpool(table.shared.view, seat)
        return JSONResponse({**view, "late": not done, "undo_refused": refused})

    async def answer_undo(self, request: Request) -> Response:
        """Allow or decline the undo that another seat asks for."""
        table, seat, _ = await self._seat(request)
        body = await body_of(request)
        seen, allowed = _position_in(body), body.get("allowed")
        if not isinstance(allowed, bool):
            raise expected("true or false", allowed, "allowed")
        done = await run_in_threadpool(table.shared.answer_undo, seat, seen, allowed)
        view = await run_in_threadpool(table.shared.view, seat)
        return JSONResponse({**view, "late": not done})

    async def step(self, request: Request) -> Response:
        """Return the board and the open cards after a step of what happened last."""
        table, seat, _ = await self._seat(request)
        place = number_in(request.path_params["place"], "address")
        return JSONResponse(await run_in_threadpool(table.shared.step_parts, seat, place))

    async def hint(self, request: Request) -> Response:
        """Say what the engine would do in a seat, with the chances after its choices."""
        table, seat, _ = await self._seat(request)
        await need_kernels(self.lab, table.shared.session.game.id, Stage.HINTS)
        asker, position = (table.id, seat), table.shared.position
        return JSONResponse(await self.lab.hints.ask(asker, position, partial(table.advise, seat)))

    async def odds(self, request: Request) -> Response:
        """Return the exact odds of the battle that a seat is deciding on."""
        table, seat, _ = await self._seat(request)
        links = is_host(request, self.lab.token)
        return JSONResponse(await run_in_threadpool(odds_data, table, seat, links=links))

    async def record(self, request: Request) -> Response:
        """Return the record of a game that is over as a file."""
        table, _, _ = await self._seat(request)
        if not table.shared.over:
            raise InputError("This game is not finished, so it has no record yet.")
        text = await run_in_threadpool(table.shared.session.recorder.text)
        return record_file(text, table.record.name)

    async def watch(self, request: Request, key: str) -> Look:
        """Return what looks for changes of the table of a seat, see `events`."""
        table, _ = await self._seat_of(key)

        async def look() -> News:
            return News(table.shared.position)

        return look

    def _key(self, table: OpenTable, seat: int) -> str:
        return seat_key(self.lab.secret, table.id, seat)

    async def _seat(self, request: Request) -> tuple[OpenTable, int, str]:
        """Return the table and seat of a key; InputError for a wrong one."""
        key = request.path_params["key"]
        return *await self._seat_of(key), key

    async def _seat_of(self, key: str) -> tuple[OpenTable, int]:
        found = seat_of(self.lab.secret, key)
        if found is None:
            raise expected("the link of a seat", key, "address")
        table = await opened(self.lab, found[0])
        if found[1] not in table.shared.people:
            raise expected("the link of a human player's seat", key, "address")
        return table, found[1]


async def opened(lab: Lab, table_id: str) -> OpenTable:
    """Return a table, opened once for all who ask.

    Raises
    ------
    InputError
        If there is none, or its file is damaged.
    NotReadyError
        If its game is compiled first.
    """
    found = lab.tables.opened(table_id)
    if found is None:
        await need_kernels(lab, await run_in_threadpool(lab.tables.game_of, table_id))
        found = await lab.opening.ask(table_id, "", partial(lab.tables.find, table_id))
    return found


def _position_in(body: Mapping[str, Any]) -> str:
    """Return the position that a page shows, for which it asks for a change."""
    seen = body.get(POSITION)
    if not isinstance(seen, str):
        raise expected("the position that the page shows", seen, POSITION)
    return seen


def odds_data(table: OpenTable, seat: int, *, links: bool) -> dict[str, Any]:
    """Return the odds at hand of a seat, as data for JSON.

    Parameters
    ----------
    table, seat
        Who asks.
    links
        Whether to say where the forms of the questions are, for who may see them.

    Returns
    -------
    dict
        `version` of the table; `odds`: `html` of each, and `place`, "" without links; `refused`:
        why there are none, "" if there is nothing to ask.
    """
    with table.shared.lock:
        session, version = table.shared.session, table.shared.version
        mine = not session.over and session.seat == seat
        answered = answers_at_hand(session, seat) if mine else ()
        refused = refused_at_hand(session, seat) if mine else ""
    game = game_entry(session.game.id)
    return {
        "version": version,
        "refused": refused,
        "odds": [
            {
                "html": answer_html(each.answer, pictures=False),
                "place": f"{address(game, each.asked.question)}?{urlencode(each.sent)}"
                if links
                else "",
            }
            for each in answered
        ],
    }
