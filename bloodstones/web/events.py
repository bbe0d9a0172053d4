"""One stream of events for all tabs of a browser: what changed at tables, studies, explanations.

Browsers open six connections to a host, and a stream takes one for good. So the tabs of a browser
share one stream (`static/live.js`), which names all that they watch, and the lab counts streams: a
few for a browser, a few for a seat. Who gets none asks now and then instead.

    GET /events?on=seat:KEY&on=study:ID&on=explanation:record=NAME&playouts=6000

Each event is an object `on` with `data`, what is new there, or with `fault`.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from bloodstones.core.errors import InputError, expected
from bloodstones.web.kernels.pages import NotReadyError
from bloodstones.web.security import browser_of

if TYPE_CHECKING:
    pass

ON: Final = "on"
LOOK: Final = 0.2  # seconds between looks for a change
BEATS: Final = 50  # looks between signs of life
MOST_WATCHED: Final = 64  # by one stream
MOST_OF_BROWSER: Final = 3  # streams: of the six connections some stay free for pages
MOST_OF_SEAT: Final = 6  # streams: the screens of one person
MOST_IN_ALL: Final = 256
TOO_MANY: Final = 429
BAD: Final = 400


@dataclass(frozen=True, slots=True)
class News:
    """What pages are sent about something that they watch.

    Attributes
    ----------
    data
        Sent whenever it changes; as JSON has it.
    over
        Whether nothing more will come.
    """

    data: Any
    over: bool = False


Look = Callable[[], Awaitable[News]]
Watcher = Callable[[Request, str], Awaitable[Look]]


class EventPages:
    """The stream of events.

    Parameters
    ----------
    watchers
        Kind -> what looks for news of one thing of that kind: `(request, name) -> look`. It raises
        InputError for a name that is none, or that may not be watched.
    """

    def __init__(self, watchers: Mapping[str, Watcher]) -> None:
        self._watchers = watchers
        self._of_browser: Counter[str] = Counter()
        self._watched: Counter[str] = Counter()

    def routes(self) -> list[Route]:
        """Return what is answered where."""
        return [Route("/events", self.events)]

    async def events(self, request: Request) -> Response:
        """Tell a browser of every change of what it watches, as it comes."""
        names = list(dict.fromkeys(request.query_params.getlist(ON)))
        if not 0 < len(names) <= MOST_WATCHED:
            raise expected(f"1 to {MOST_WATCHED} things to watch", len(names), ON)
        browser = browser_of(request)
        streams = self._of_browser
        if streams[browser] >= MOST_OF_BROWSER or streams.total() >= MOST_IN_ALL:
            sentence = f"This browser has too many live connections; close some tabs ({ON})"
            return _refused(sentence, TOO_MANY)
        looks: dict[str, Look] = {}
        faults: dict[str, str] = {}
        for name in names:
            try:
                looks[name] = await self._look(request, name)
            except NotReadyError:
                looks[name] = self._later(request, name)
            except InputError as error:
                faults[name] = error.message
        if not looks:
            return _refused("; ".join(faults.values()), BAD)
        return StreamingResponse(
            self._stream(request, browser, looks, faults), media_type="text/event-stream"
        )

    async def _look(self, request: Request, name: str) -> Look:
        """Return what looks for news of a thing; InputError where it cannot be watched."""
        kind, _, rest = name.partition(":")
        if kind not in self._watchers:
            raise expected(f"one of {', '.join(self._watchers)}", kind, ON)
        if self._watched[name] >= MOST_OF_SEAT:
            raise InputError(f"At most {MOST_OF_SEAT} connections may watch one thing ({ON})")
        return await self._watchers[kind](request, rest)

    def _later(self, request: Request, name: str) -> Look:
        """Return what looks for news of a thing of a game that is compiled first."""
        found: list[Look] = []

        async def look() -> News:
            if not found:
                try:
                    found.append(await self._look(request, name))
                except NotReadyError:
                    return News(None)
                except InputError as error:
                    return News({"fault": error.message}, over=True)
            return await found[0]()

        return look

    async def _stream(
        self, request: Request, browser: str, looks: dict[str, Look], faults: Mapping[str, str]
    ) -> AsyncIterator[str]:
        watched = tuple(looks)
        self._of_browser[browser] += 1
        self._watched.update(watched)
        try:
            for name, fault in faults.items():
                yield _event(name, fault=fault)
            shown: dict[str, News] = {}
            quiet = 0
            while looks and not await request.is_disconnected():
                quiet += 1
                for name, look in list(looks.items()):
                    news = await look()
                    if shown.get(name) != news:
                        shown[name], quiet = news, 0
                        yield _event(name, data=news.data)
                    if news.over:
                        del looks[name]
                if quiet >= BEATS:
                    quiet = 0
                    yield ": still here\n\n"
                await asyncio.sleep(LOOK)
        finally:
            self._of_browser[browser] -= 1
            self._watched.subtract(watched)
            self._of_browser += Counter()  # what is at nought is forgotten
            self._watched += Counter()


def fields_of(name: str) -> dict[str, str]:
    """Return the fields of the name of something that is watched.

    >>> fields_of("record=a%20b.jsonl&playouts=6000")
    {'record': 'a b.jsonl', 'playouts': '6000'}
    """
    return dict(parse_qsl(name, keep_blank_values=True))


def _event(name: str, **news: Any) -> str:
    return f"data: {json.dumps({ON: name, **news})}\n\n"


def _refused(sentence: str, status: int) -> Response:
    return JSONResponse({"fault": sentence, "tip": ""}, status)
