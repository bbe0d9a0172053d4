"""The first page of the lab: what goes on, what was done last, the games with a picture each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from bloodstones import __version__
from bloodstones.api.loading import load_game
from bloodstones.batch.running.progress import duration
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.writing import write_atomically
from bloodstones.games.registry import GameEntry, all_entries, find_part, game_entry
from bloodstones.kit.table.people import HUMAN
from bloodstones.web.pages import page
from bloodstones.web.question_pages import address, listed
from bloodstones.web.setup_form import form_of
from bloodstones.web.studies.pages import summary
from bloodstones.web.studies.run_files import State

if TYPE_CHECKING:
    from bloodstones.web.lab import Lab

PICTURES: Final = "pictures"
SVG: Final = "image/svg+xml"
KEPT: Final = "max-age=3600"  # a picture of a start does not change
SEED: Final = 1
TURN: Final = 3  # whose position is shown: pieces stand on the board by then
MOST_STEPS: Final = 400
DIGITS: Final = 12
MOST_DONE: Final = 8


@dataclass(frozen=True, slots=True)
class Done:
    """Something that was finished.

    Attributes
    ----------
    name, place
        What it is called, and its address.
    kind
        A game or a study.
    ago
        How long ago, in words.
    """

    name: str
    place: str
    kind: str
    ago: str


class FrontPage:
    """The first page.

    Parameters
    ----------
    lab
        With its tables and its runs.
    """

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self._one_at_a_time = Lock()
        self._drawings: dict[str, asyncio.Task[Path]] = {}

    def routes(self) -> list[Route]:
        """Return what is answered where."""
        return [Route("/", self.front), Route("/pictures/{game}", self.picture)]

    async def front(self, request: Request) -> Response:
        """Show it."""
        runs = await run_in_threadpool(lambda: [summary(run) for run in self.lab.runs.all()])
        titles = {game.id: game.title for game in all_entries()}
        tables = await run_in_threadpool(self.lab.tables.unfinished)
        return page(
            "front.html",
            games=[
                (game, [(name, address(game, name)) for name in listed(game)])
                for game in all_entries()
            ],
            tables=[(table, titles.get(table.rpartition("-")[0], table)) for table in tables],
            runs=[run for run in runs if run["state"] != State.FINISHED],
            done=await run_in_threadpool(lambda: list(self._done(titles))),
        )

    def _done(self, titles: dict[str, str]) -> Iterator[Done]:
        """Yield what was finished last, games and studies."""
        items: list[tuple[float, str, str, str]] = []
        for path in self.lab.tables.records():
            title = titles.get(path.stem.rpartition("-")[0], path.stem)
            place = f"/analysis/tables/{path.name}"
            items.append((path.stat().st_mtime, f"{title}, {path.name}", place, "game"))
        for run in self.lab.runs.all():
            if run.state is State.FINISHED:
                when = run.results.stat().st_mtime
                name = run.id.replace("_", " ")
                items.append((when, name, f"/studies/{run.id}", "study"))
        for when, name, place, kind in sorted(items, reverse=True)[:MOST_DONE]:
            yield Done(name, place, kind, duration(max(0.0, time.time() - when)))

    async def picture(self, request: Request) -> Response:
        """Return the picture of a game, drawn when it is first asked for."""
        game = game_entry(request.path_params["game"])
        drawing = self._drawings.get(game.id)
        if drawing is None:
            drawing = asyncio.create_task(run_in_threadpool(self._drawn, game))
            self._drawings[game.id] = drawing
            drawing.add_done_callback(lambda _: self._drawings.pop(game.id, None))
        path = await asyncio.shield(drawing)  # who else asks meanwhile waits without a thread
        return FileResponse(path, media_type=SVG, headers={"cache-control": KEPT})

    def _drawn(self, game: GameEntry) -> Path:
        folder = self.lab.folder / PICTURES
        path = folder / f"{game.id}-{_mark(game)}.svg"
        with self._one_at_a_time:
            if not path.is_file():
                folder.mkdir(exist_ok=True)
                for old in folder.glob(f"{game.id}-*.svg"):
                    old.unlink()
                write_atomically(path, _opening(game.id).encode())
        return path


def _opening(game_id: str) -> str:
    """Return the position of a game after some turns as SVG, as whoever looks on sees it."""
    if find_part(game_id, PICTURES) is None:
        raise expected("a game that draws pictures", game_id, "address")
    form = form_of(game_id, {})
    others = [strategy for _, strategy in form.seats if strategy != HUMAN] or ["random"]
    seats = [f"{role}:{others[0]}" if role else others[0] for role, _ in form.seats]
    play = load_game(game_id).playthrough(*seats, board=form.board or None, seed=SEED)
    for _ in range(MOST_STEPS):
        if play.is_over or play.turn >= TURN:
            break
        play.step()
    return play.picture().text


def _mark(game: GameEntry) -> str:
    """Return what a picture depends on, as letters: the version and the age of the sources."""
    spec = find_spec(game.home)
    if spec is None or spec.origin is None:
        raise InputError(f"expected the sources of {game.id}, got none (address)")
    sources = Path(spec.origin).parent.rglob("*.py")
    newest = max(path.stat().st_mtime_ns for path in sources)
    return sha256(f"{__version__} {newest}".encode()).hexdigest()[:DIGITS]
