"""Run a study: a plan to the workers, their tables to the store, the store to the result folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from bloodstones.batch.chunks import Pace
from bloodstones.batch.definition import StudyFile
from bloodstones.batch.factors import CODE_SUFFIX, MAP_SUFFIX
from bloodstones.batch.finish import finish
from bloodstones.batch.folder import prepare_folder
from bloodstones.batch.plan import Plan, check_plan
from bloodstones.batch.playing import Intervals, Play, Played
from bloodstones.batch.progress import Progress, Silent
from bloodstones.batch.provenance import fingerprint
from bloodstones.batch.result import STORE
from bloodstones.batch.store import Store, remove_store
from bloodstones.batch.tally import has_credits
from bloodstones.batch.workers import Backend, backend_of
from bloodstones.core.errors import InputError, RunError
from bloodstones.core.game import Game

MINUTE: Final = 60


def run_study(
    file: StudyFile,
    plan: Plan,
    game: Game,
    folder: Path,
    *,
    jobs: int = 1,
    backend: str = "threading",
    scheduler: str | None = None,
    resume: bool = False,
    replace: bool = False,
    chunk_games: int | None = None,
    intervals: Intervals | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Run a study and return the provenance of its result.

    The result does not depend on `jobs`, `backend`, `chunk_games`, nor on how often the run was
    stopped and resumed. With a time budget it has as many rounds of games as that allows.

    Parameters
    ----------
    jobs
        Workers, 1 or more; a dask cluster has its own.
    backend
        "threading" (games whose kernels release the interpreter lock), "loky" (processes) or
        "dask" (the cluster at `scheduler`).
    resume
        Go on with the unfinished run in the folder, if there is one; a finished result of the
        same plan and code is kept as it is.
    replace
        Drop an unfinished run, or a result with more games, that is in the way.
    chunk_games
        Games a task; None: about a second of work, as measured.
    intervals
        Tells the precision reached after each round; the rule for stopping of a plan with a
        wanted precision, which needs one.
    progress
        Is told how far the run is.

    Raises
    ------
    InputError
        The game cannot play the plan, or the folder cannot take the result.
    RunError
        The run failed or was stopped; what was played is kept in the store.
    """
    workers = backend_of(backend, jobs, scheduler, _files(plan))
    check_plan(plan, game, file.name)
    _check_precision(plan, game, intervals, file.name)
    mark = fingerprint(plan, game)
    finished = prepare_folder(folder, plan, mark, resume=resume, replace=replace)
    told = progress or Silent()
    if finished:
        told.message(f"Nothing left to play: {finished['games']:,} games are in the result.")
        return finished
    with Store(folder / STORE, mark) as store, _nothing_empty(store):
        played = _play(file, plan, game, store, workers, Pace(chunk_games), intervals, told)
        run = {"seconds": round(store.seconds, 1), "jobs": jobs, "backend": backend}
        return finish(folder, file, plan, game, store, played, run)


def _check_precision(plan: Plan, game: Game, intervals: Intervals | None, name: str) -> None:
    """Raise InputError if a precision is wanted that cannot be measured."""
    if plan.half_width is not None and (intervals is None or not has_credits(game)):
        raise InputError(f"expected replicates, got a wanted precision ({name}, half_width)")


def _files(plan: Plan) -> tuple[str, ...]:
    """Return the paths of the maps and strategies that are files."""
    boards = dict.fromkeys(cell.setup.board for cell in plan.cells)
    seats = (seat.strategy for cell in plan.cells for seat in cell.setup.seats)
    code = dict.fromkeys(name.rpartition(":")[0] for name in seats)
    return (
        *(name for name in boards if name.endswith(MAP_SUFFIX)),
        *(name for name in code if name.endswith(CODE_SUFFIX)),
    )


@contextmanager
def _nothing_empty(store: Store) -> Iterator[None]:
    """Remove the store of a run that ends before its first chunk."""
    try:
        yield
    except BaseException:
        if store.is_empty:
            store.close()
            remove_store(store.path)
        raise


def _play(
    file: StudyFile,
    plan: Plan,
    game: Game,
    store: Store,
    workers: Backend,
    pace: Pace,
    intervals: Intervals | None,
    told: Progress,
) -> Played:
    """Play what the store does not have yet."""
    store.check()
    measured = file.study.measured if has_credits(game) else ()
    budget = file.study.budget_minutes
    left = None if budget is None else budget * MINUTE - store.seconds
    play = Play(plan, game, store, workers, pace, told, measured, intervals, left)
    try:
        return play.play()
    except KeyboardInterrupt:
        if store.is_empty:
            raise
        raise RunError(
            f"stopped after {play.games:,} of {plan.games:,} games, which are kept",
            "go on with --resume",
        ) from None
