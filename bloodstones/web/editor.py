"""The editor of positions: a page for every game, and what one can do from a position."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bloodstones.api.advice import adviser_for
from bloodstones.api.at_hand import answers_at_hand, has_questions_at_hand, refusal
from bloodstones.api.games import Game
from bloodstones.api.position_editor import PositionEditor
from bloodstones.api.seats import LARGEST_SEED
from bloodstones.core.contract.game import Seat
from bloodstones.core.errors import InputError, expected
from bloodstones.core.questions.answer import Answer
from bloodstones.core.questions.html import STYLE, answer_html
from bloodstones.games.registry import game_entry
from bloodstones.kit.advice.chances import within, world_of
from bloodstones.kit.positions.line import Line
from bloodstones.kit.table.people import HUMAN, stood_in
from bloodstones.kit.table.session import Session
from bloodstones.web.kernels.pages import is_ready, need_kernels
from bloodstones.web.kernels.stages import Stage
from bloodstones.web.open_tables import SECONDS, advice_data
from bloodstones.web.pages import page
from bloodstones.web.requests import LONGEST_NAME, body_of, check_text, number_in
from bloodstones.web.setup_form import check_board, check_strategies, form_of, setup_of
from bloodstones.web.table_pages import ONCE, opened

if TYPE_CHECKING:
    from bloodstones.web.lab import Lab
    from bloodstones.web.open_tables import OpenTable

PLAYOUTS: Final = 1000
SEED: Final = 1
WORLD: Final = "position"  # of the deal of what a seat at a table does not see
LONGEST: Final = 60_000  # letters of a position
NO_ODDS: Final = "There are no odds to compute in this position."


class EditorPages:
    """The editor of positions as pages.

    Parameters
    ----------
    lab
        With its records and its tables.
    """

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    def routes(self) -> list[Route]:
        """Return what is answered where."""
        return [
            Route("/position/{game}", self.editor),
            Route("/position/{game}/data", self.data, methods=["POST"]),
            Route("/position/{game}/odds", self.odds, methods=["POST"]),
            Route("/position/{game}/hint", self.hint, methods=["POST"]),
            Route("/position/{game}/chances", self.chances, methods=["POST"]),
            Route("/position/{game}/table", self.table, methods=["POST"]),
        ]

    async def editor(self, request: Request) -> Response:
        """Show the page; what it begins with is in its address, and asked for by its script."""
        game = game_entry(request.path_params["game"])
        await run_in_threadpool(PositionEditor.of, game.id)
        if not await is_ready(self.lab, game.id):
            self.lab.kernels.begin(game.id)
        form = await run_in_threadpool(form_of, game.id, dict(request.query_params))
        rooms = await run_in_threadpool(_rooms, game.id, form.boards)
        return page(
            "editor.html",
            game=game,
            form=form,
            rooms=rooms,
            roles=await run_in_threadpool(_roles, game.id),
            odds=has_questions_at_hand(game.id),
            strategies=[asdict(each) for each in form.strategies],
            style=STYLE,
        )

    async def data(self, request: Request) -> Response:
        """Return a position: of a text, with other values, at a setup, a record or a table."""
        editor, body = await self._editor(request), await body_of(request)
        line = await self._line(editor, body)
        return JSONResponse(await run_in_threadpool(editor.data, line))

    async def _line(self, editor: PositionEditor, body: dict[str, Any]) -> Line:
        """Return the position that a page asks for."""
        if isinstance(setup := body.get("setup"), dict):
            return await run_in_threadpool(_set_up, editor, setup)
        if "record" in body:
            return await self._of_record(editor, body)
        if "table" in body:
            return await self._of_table(editor, body)
        line = await run_in_threadpool(editor.read, _text_in(body))
        check_board(line.board, editor.commands.game.boards())
        values = body.get("values")
        if values is None:
            return line
        if not isinstance(values, list):
            raise expected("a list of values", values, "values")
        return await run_in_threadpool(editor.with_values, line, values)

    async def _of_record(self, editor: PositionEditor, body: dict[str, Any]) -> Line:
        """Return the position at a moment of a record."""
        name, place = body["record"], body.get("place")
        analyses = self.lab.analyses
        text = await run_in_threadpool(analyses.records.text, _name_in(name, "record"))
        analysis = analyses.opened(name, text)
        if analysis is None:
            analysis = await self.lab.opening.ask((name, text), "", partial(analyses.find, name))
        if analysis.commands.id != editor.commands.id:
            raise expected(f"a record of {editor.commands.id}", analysis.commands.id, "record")
        place = analysis.check_place(number_in(str(place), "place"))
        play = await run_in_threadpool(analysis.positions.playthrough, place)
        return await run_in_threadpool(editor.line_of, play)

    async def _of_table(self, editor: PositionEditor, body: dict[str, Any]) -> Line:
        """Return the position of a table, with what a seat does not see dealt at random."""
        table = await opened(self.lab, _name_in(body["table"], "table"))
        seat = number_in(str(body.get("seat")), "seat")
        if table.shared.session.game.id != editor.commands.id or seat not in table.shared.people:
            raise expected("a table of this game and a seat of it", body["table"], "table")

        def line() -> Line:
            with table.shared.lock:
                play = table.shared.session.play
                shown = play if play.over else world_of(play, seat, SEED, WORLD, 0)
            return editor.line_of(shown)

        return await run_in_threadpool(line)

    async def odds(self, request: Request) -> Response:
        """Return the exact odds at hand in a position, as HTML."""
        _, session = await self._session(request)

        def answers() -> list[str]:
            why = refusal(session)
            if why:
                raise InputError(why)
            found = answers_at_hand(session, session.seat)
            return [answer_html(each.answer, pictures=False) for each in found]

        html = await run_in_threadpool(answers)
        return JSONResponse({"html": html, "none": "" if html else NO_ODDS})

    async def hint(self, request: Request) -> Response:
        """Return what the engine would do in a position."""
        editor, session = await self._session(request)
        await need_kernels(self.lab, editor.commands.id, Stage.HINTS)

        def advise() -> dict[str, Any]:
            counsel = adviser_for(editor.commands, session, session.seat)
            advice = counsel.advise(time_left=within(SECONDS))
            return advice_data(advice, {each.code: each.words for each in session.options()})

        position = session.position.text() if session.position else ""
        return JSONResponse(await self.lab.hints.ask((WORLD, position), "", advise))

    async def chances(self, request: Request) -> Response:
        """Return the chances of winning from a position, as HTML."""
        editor, session = await self._session(request)
        await need_kernels(self.lab, editor.commands.id, Stage.HINTS)
        position = session.position.text() if session.position else ""

        def chances() -> dict[str, Any]:
            play = Game(editor.commands.id).position(position)
            answer = Answer("Chances of winning from here", [play.chances(PLAYOUTS).table])
            return {"html": [answer_html(answer, pictures=False)], "none": ""}

        return JSONResponse(await self.lab.hints.ask((WORLD, position), "chances", chances))

    async def table(self, request: Request) -> Response:
        """Set a table up at a position; say where it is."""
        editor, body = await self._editor(request), await body_of(request)
        line = await self._line(editor, body)
        names = body.get("strategies")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise expected("a strategy for each seat", names, "strategies")
        once = _name_in(body.get(ONCE, ""), ONCE)
        table = await self.lab.new_tables.ask(
            once or object(),
            (line.text(), *names),
            partial(self._seated, editor, line, names),
        )
        return JSONResponse({"place": f"/tables/{table.id}"})

    def _seated(self, editor: PositionEditor, line: Line, names: list[str]) -> OpenTable:
        """Return the table at which a position is played on."""
        game: Any = editor.commands.game
        check_strategies(names)
        setup = game.position(line).setup
        if len(names) != len(setup.seats):
            raise expected(f"{len(setup.seats)} strategies", len(names), "strategies")
        seats = tuple(Seat(seat.role, name) for seat, name in zip(setup.seats, names, strict=True))
        seed = SEED + sum(map(ord, line.text())) % LARGEST_SEED
        return self.lab.tables.create(
            editor.commands.id, replace(setup, seats=seats), seed, position=line
        )

    async def _editor(self, request: Request) -> PositionEditor:
        """Return the editor of the game of an address, which is ready to be played."""
        game = game_entry(request.path_params["game"]).id
        await need_kernels(self.lab, game)
        return await run_in_threadpool(PositionEditor.of, game)

    async def _session(self, request: Request) -> tuple[PositionEditor, Session]:
        """Return a session with people in all seats at the position that a page sent."""
        editor, body = await self._editor(request), await body_of(request)
        line = await self._line(editor, body)

        def session() -> Session:
            game: Any = editor.commands.game
            setup = game.position(line).setup
            seats = tuple(Seat(seat.role, HUMAN) for seat in setup.seats)
            made = Session(
                game, editor.commands.voice(), replace(setup, seats=seats), SEED, position=line
            )
            if made.over:
                raise expected("a position before the end", "a finished game", WORLD)
            return made

        return editor, await run_in_threadpool(session)


def _set_up(editor: PositionEditor, chosen: dict[str, Any]) -> Line:
    """Return the position at the first decision of a new game."""
    fields = {str(name): str(value) for name, value in chosen.items()}
    for name, value in fields.items():
        check_text(value, name[:LONGEST_NAME])
    setup, seed = setup_of(editor.commands.id, fields)
    return editor.set_up(stood_in(setup), seed)


def _rooms(game_id: str, boards: Any) -> dict[str, list[int]]:
    """Return the numbers of players by board."""
    game: Any = PositionEditor.of(game_id).commands.game
    return {board: list(game.players_on(board)) for board in (*boards, *([] if boards else [""]))}


def _roles(game_id: str) -> dict[int, list[str]]:
    """Return the roles that seats may have, by the number of players."""
    commands = PositionEditor.of(game_id).commands
    game: Any = commands.game
    return {each: list(game.roles_for(each)) if commands.role else [] for each in game.players}


def _text_in(body: dict[str, Any]) -> str:
    """Return the text of a position that a page sent."""
    text = body.get("text")
    if not isinstance(text, str) or not text.strip():
        raise expected("the text of a position", text, WORLD)
    if len(text) > LONGEST:
        raise expected(f"at most {LONGEST:,} letters", f"{len(text):,}", WORLD)
    check_text(text, WORLD)
    return text


def _name_in(value: object, where: str) -> str:
    """Return a name that a page sent."""
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise expected(f"a name of at most {LONGEST_NAME} letters", value, where)
    return value
