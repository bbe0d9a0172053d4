"""The pages of rules and strategies: clauses, readings, numbers with a slider, strength."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bloodstones.api.game_parts.commands import GameCommands, game_commands_of, need
from bloodstones.api.game_parts.lookup import (
    as_object,
    find_numbers,
    look_up,
)
from bloodstones.api.game_parts.strategies import as_dict
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.pairs import spelling
from bloodstones.core.rules.rule_numbers import RuleNumber
from bloodstones.core.rules.rulebook import Register, RuleSection
from bloodstones.games.registry import all_entries
from bloodstones.web.kernels.pages import need_kernels
from bloodstones.web.kernels.stages import Stage
from bloodstones.web.pages import OK, page
from bloodstones.web.question_pages import FRAGMENT
from bloodstones.web.rules.number_effects import MeasuredChanges, effects
from bloodstones.web.rules.strengths import Speeds, ladders
from bloodstones.web.table_pages import BAD

if TYPE_CHECKING:
    from bloodstones.web.lab import Lab

WHERE: Final = "search"
QUERY: Final = "q"
VALUE: Final = "value"
MOST_FOUND: Final = 200


class RulePages:
    """The rules and the strategies of all games as pages.

    Parameters
    ----------
    lab
        With its shelf of reports.
    """

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self._measured = MeasuredChanges(lab.shelf)
        self._speeds = Speeds(lab.folder)

    def routes(self) -> list[Route]:
        """Return what is answered where."""
        return [
            Route("/rules", self.index),
            Route("/rules/{game}", self.rules),
            Route("/rules/{game}/numbers", self.numbers),
            Route("/rules/{game}/numbers/{number}", self.number),
            Route("/strategies/{game}", self.strategies),
            Route("/strategies/{game}/speed", self.speed, methods=["POST"]),
        ]

    async def index(self, request: Request) -> Response:
        """Show the games."""
        return page("rule_games.html", games=[(each.id, each.title) for each in all_entries()])

    async def rules(self, request: Request) -> Response:
        """Show the sections and readings of a game, or what a search finds."""
        game_commands = game_commands_of(request.path_params["game"], "address")
        register = await run_in_threadpool(_register, game_commands)
        query = request.query_params.get(QUERY, "").strip()
        found, fault = await run_in_threadpool(_found, game_commands, register, query)
        values: dict[str, Any] = {
            "game": game_commands.id,
            "title": game_commands.title,
            "query": query,
            "found": found[:MOST_FOUND],
            "more": max(0, len(found) - MOST_FOUND),
            "fault": fault,
            "overview": as_object(register, "", register),
            "measured": await run_in_threadpool(self._measured.of_game, game_commands.id),
            "things": () if query else _kinds(game_commands),
            "spelled": lambda values: " or ".join(map(spelling, values)),
        }
        return page("rules.html", BAD if fault else OK, **values)

    async def numbers(self, request: Request) -> Response:
        """Show the numbers of a game, or those that hold the words of a search."""
        game_commands = game_commands_of(request.path_params["game"], "address")
        query = request.query_params.get(QUERY, "").strip()
        every = await run_in_threadpool(_numbers, game_commands)
        fault: InputError | None = None
        try:
            shown = find_numbers(every, query.split(), WHERE, "an empty search")
        except InputError as error:
            shown, fault = (), error
        return page(
            "numbers.html",
            BAD if fault else OK,
            game=game_commands.id,
            title=game_commands.title,
            query=query,
            numbers=shown,
            fault=str(fault) if fault else "",
        )

    async def number(self, request: Request) -> Response:
        """Show a number with its slider, and what it changes where it is set."""
        game_commands = game_commands_of(request.path_params["game"], "address")
        every = await run_in_threadpool(_numbers, game_commands)
        name = request.path_params["number"]
        chosen = next((each for each in every if each.name == name), None)
        if chosen is None:
            raise expected("a number of the rules", name, "address")
        value = _value(chosen, request.query_params.get(VALUE, ""))
        found = await run_in_threadpool(effects, game_commands.id, name, value)
        measured = await run_in_threadpool(self._measured.of_game, game_commands.id)
        values: Mapping[str, Any] = {
            "game": game_commands.id,
            "title": game_commands.title,
            "number": chosen,
            "value": value,
            "effects": [] if value in chosen.values and len(chosen.values) == 1 else found,
            "measured": measured.get(name, ()),
            "clause": await run_in_threadpool(_clause, game_commands, chosen.clause),
        }
        template = "number_effects.html" if FRAGMENT in request.query_params else "number.html"
        return page(template, **values)

    async def strategies(self, request: Request) -> Response:
        """Show the strategies of a game, with strength over speed where it was measured."""
        game_commands = game_commands_of(request.path_params["game"], "address")
        listed = await run_in_threadpool(_strategies, game_commands)
        found = await run_in_threadpool(ladders, self.lab.shelf, game_commands.id)
        return page(
            "strategies.html",
            game=game_commands.id,
            title=game_commands.title,
            strategies=listed,
            ladders=found,
            speeds=await run_in_threadpool(self._speeds.kept, game_commands.id),
        )

    async def speed(self, request: Request) -> Response:
        """Measure the time of a decision of every strategy that a ladder rates."""
        game_commands = game_commands_of(request.path_params["game"], "address")
        await need_kernels(self.lab, game_commands.id, Stage.HINTS)
        found = await run_in_threadpool(ladders, self.lab.shelf, game_commands.id)
        rated = dict.fromkeys(each.strategy for ladder in found for each in ladder.ratings)
        times = await run_in_threadpool(self._speeds.measure, game_commands.id, tuple(rated))
        return JSONResponse({"milliseconds": dict(times)})


def _register(game_commands: GameCommands) -> Register:
    part: Callable[[GameCommands], Register | None] = lambda each: each.register()  # noqa: E731
    return need(game_commands, part, "a register of its rules", "address")


def _numbers(game_commands: GameCommands) -> tuple[RuleNumber, ...]:
    return tuple(need(game_commands, lambda each: each.numbers(), "a list of numbers", "address"))


def _strategies(game_commands: GameCommands) -> list[dict[str, Any]]:
    part = need(game_commands, lambda each: each.strategies, "a list of strategies", "address")
    return [as_dict(each) for each in part.shipped()]


def _found(
    game_commands: GameCommands, register: Register, query: str
) -> tuple[list[dict[str, Any]], str]:
    """Return what a search finds, each item in full, and why it finds nothing."""
    if not query:
        return [], ""
    try:
        matches = look_up(register, query, game_commands.lookup_entries(), WHERE)
    except InputError as error:
        return [], str(error)
    found = as_object(register, query, matches)
    if isinstance(matches, tuple):
        items: list[dict[str, Any]] = found["matches"]
        return items, ""
    return (found["clauses"] if isinstance(matches, RuleSection) else [found]), ""


def _kinds(game_commands: GameCommands) -> list[tuple[str, int]]:
    """Return the kinds of things that can be looked up, with how many there are."""
    counts: dict[str, int] = {}
    for each in game_commands.lookup_entries():
        counts[each.kind] = counts.get(each.kind, 0) + 1
    return list(counts.items())


def _value(number: RuleNumber, text: str) -> int:
    """Return the value that an address asks for, that of the rules if it asks for none."""
    if not text:
        return number.values[0]
    body = text.removeprefix("-")
    whole = body.isascii() and body.isdigit() and len(body) <= len(str(number.high)) + 1
    value = int(text) if whole else None
    if value is None or not number.low <= value <= number.high:
        raise expected(f"a value from {number.low} to {number.high}", text, VALUE)
    return value


def _clause(game_commands: GameCommands, clause: str) -> str:
    """Return the text of a clause, "" without one."""
    register = game_commands.register()
    if register is None or clause not in register.clauses:
        return ""
    return register.clauses[clause].text
