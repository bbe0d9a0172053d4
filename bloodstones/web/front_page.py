"""The first page of the lab: what is in progress, what was recent, the games with pictures."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bloodstones.batch.running.progress import duration
from bloodstones.core.errors import expected
from bloodstones.games.registry import all_entries, game_entry
from bloodstones.web.kernels.stages import Stage
from bloodstones.web.openings import shipped_opening
from bloodstones.web.pages import page
from bloodstones.web.question_pages import address, listed
from bloodstones.web.studies.pages import summary
from bloodstones.web.studies.run_files import RunState

if TYPE_CHECKING:
    from bloodstones.web.lab import Lab

SVG: Final = "image/svg+xml"
KEPT: Final = "max-age=3600"  # a picture of a start does not change
MOST_DONE: Final = 8


@dataclass(frozen=True, slots=True)
class Done:
    """Something that was finished.

    Attributes
    ----------
    name, place
        What it is called, and its address.
    result
        Who won a game, or what is wrong with its file; "" for a study.
    kind
        A game or a study.
    ago
        How long ago, in words.
    """

    name: str
    place: str
    result: str
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
                (
                    game,
                    [(name, address(game, name)) for name in listed(game)],
                    shipped_opening(game.home) is not None,
                )
                for game in all_entries()
            ],
            preparing=[
                (titles[each.game], f"/kernels/{each.game}/{Stage.HINTS}")
                for each in self.lab.kernels.all_under_way()
            ],
            tables=await run_in_threadpool(
                lambda: [
                    (
                        table,
                        titles.get(table.rpartition("-")[0], table),
                        self.lab.tables.waiting(table),
                    )
                    for table in tables
                ]
            ),
            runs=[run for run in runs if run["state"] != RunState.FINISHED],
            done=await run_in_threadpool(lambda: list(self._done(titles))),
        )

    def _done(self, titles: dict[str, str]) -> Iterator[Done]:
        """Yield what was finished last, games and studies."""
        items: list[tuple[float, str, str, str]] = []
        files = {f"tables/{path.name}": path for path in self.lab.tables.records()[:MOST_DONE]}
        for name, path in files.items():
            title = titles.get(path.stem.rpartition("-")[0], path.stem)
            items.append((path.stat().st_mtime, title, f"/analysis/{name}", name))
        for run in self.lab.runs.all():
            if run.state is RunState.FINISHED:
                when = run.results.stat().st_mtime
                name = run.id.replace("_", " ")
                items.append((when, name, f"/studies/{run.id}", ""))
        for when, title, place, record in sorted(items, reverse=True)[:MOST_DONE]:
            ago = duration(max(0.0, time.time() - when))
            if not record:
                yield Done(title, place, "", "study", ago)
                continue
            found = self.lab.analyses.records.listed(record, files[record])
            result = found.result if found.title else "Unreadable file"
            yield Done(title, place, result, "game", ago)

    async def picture(self, request: Request) -> Response:
        """Return the picture of a game, a file of the package."""
        game = game_entry(request.path_params["game"])
        svg = shipped_opening(game.home)
        if svg is None:
            raise expected("a game with a picture", game.id, "address")
        return Response(svg, media_type=SVG, headers={"cache-control": KEPT})
