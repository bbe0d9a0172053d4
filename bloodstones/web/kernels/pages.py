"""Pages for a game that is not ready: what compiles and how long it takes, then what was asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bloodstones.games.registry import game_entry
from bloodstones.web.kernels.stages import Stage
from bloodstones.web.pages import page
from bloodstones.web.requests import name_in

if TYPE_CHECKING:
    from bloodstones.web.lab import Lab

NOT_YET: Final = 202  # the request was understood, and may be sent again when the game is ready
STAGES: Final = tuple(stage.value for stage in Stage)


class NotReadyError(Exception):
    """A page needs the kernels of a game that are being compiled."""

    def __init__(self, game_id: str, stage: Stage) -> None:
        super().__init__(game_id)
        self.game = game_id
        self.stage = stage


class KernelPages:
    """What pages ask of the kernels of a lab.

    Parameters
    ----------
    lab
        With its kernels.
    """

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    def routes(self) -> list[Route]:
        """Return what is answered where."""
        return [Route("/kernels/{game}/{stage}", self.standing)]

    async def standing(self, request: Request) -> Response:
        """Return how far a game is; nothing begins here."""
        game = game_entry(request.path_params["game"]).id
        wanted = request.path_params["stage"]
        stage = Stage(name_in(wanted, "address", STAGES, f"one of {', '.join(STAGES)}"))
        return JSONResponse(standing(self.lab, game, stage))


async def need_kernels(lab: Lab, game_id: str, stage: Stage = Stage.TABLE) -> None:
    """Return if a game is ready; else begin to prepare it and raise.

    Raises
    ------
    NotReadyError
        It is not; the lab answers with what it waits for.
    """
    if not await is_ready(lab, game_id, stage):
        lab.kernels.begin(game_id)
        raise NotReadyError(game_id, stage)


async def is_ready(lab: Lab, game_id: str, stage: Stage = Stage.TABLE) -> bool:
    """Whether a game is ready for a stage, looked up once for all who ask where it is not known."""
    if lab.kernels.known_ready(game_id, stage):
        return True
    if lab.kernels.under_way(game_id) is not None:
        return False
    asker = game_id, stage
    return await lab.opening.ask(asker, "", partial(lab.kernels.is_ready, game_id, stage))


def standing(lab: Lab, game_id: str, stage: Stage) -> dict[str, Any]:
    """Return how far a game is, as data for JSON.

    Returns
    -------
    dict
        `title` of the game; `ready`; `left`, about how many seconds, None if it is not known;
        `waits`, whether another game is compiled first; `fault`, why it failed, "" if it did not.
    """
    under_way = lab.kernels.under_way(game_id)
    ready = lab.kernels.known_ready(game_id, stage)
    return {
        "title": game_entry(game_id).title,
        "ready": ready,
        "left": None if under_way is None or ready else under_way.left(stage),
        "waits": under_way is not None and under_way.began is None,
        "fault": "" if ready else lab.kernels.fault(game_id),
    }


async def not_ready(lab: Lab, request: Request, error: NotReadyError, as_data: bool) -> Response:
    """Return the answer to a request that needs a game which is not ready."""
    found = standing(lab, error.game, error.stage)
    place = f"/kernels/{error.game}/{error.stage}"
    if as_data:
        return JSONResponse({"preparing": {**found, "place": place}}, NOT_YET)
    fields: Mapping[str, str] = getattr(request.state, "fields", {})
    return page(
        "preparing.html",
        standing=found,
        place=place,
        post=request.method == "POST",
        action=request.url.path,
        fields=fields,
    )
