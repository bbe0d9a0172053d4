"""Run a study: chunks to workers, their tables to the store, the store to the result folder."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bloodstones.batch.chunks import Pace, tasks
from bloodstones.batch.definition import StudyFile
from bloodstones.batch.finish import finish
from bloodstones.batch.folder import prepare_folder
from bloodstones.batch.plan import Plan, check_plan
from bloodstones.batch.progress import Progress, Silent
from bloodstones.batch.provenance import fingerprint
from bloodstones.batch.result import STORE
from bloodstones.batch.store import Store, remove_store
from bloodstones.batch.workers import BACKENDS, outcomes
from bloodstones.core.errors import RunError, expected, near_matches
from bloodstones.core.game import Game


def run_study(
    file: StudyFile,
    plan: Plan,
    game: Game,
    folder: Path,
    *,
    jobs: int = 1,
    backend: str = "threading",
    resume: bool = False,
    replace: bool = False,
    chunk_games: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Run a study and return the provenance of its result.

    The result does not depend on `jobs`, `backend`, `chunk_games`, nor on how often the run was
    stopped and resumed.

    Parameters
    ----------
    folder
        The result folder, made when absent.
    jobs
        Workers, 1 or more.
    backend
        "threading" (games whose kernels release the interpreter lock) or "loky" (processes).
    resume
        Go on with the unfinished run in the folder, if there is one; a finished result of the
        same plan and code is kept as it is.
    replace
        Drop an unfinished run, or a result with more games, that is in the way.
    chunk_games
        Games a chunk; None: about a second of work, as measured.
    progress
        Is told how far the run is.

    Raises
    ------
    InputError
        The game cannot play the plan, or the folder cannot take the result.
    RunError
        The run failed or was stopped; what was played is kept in the store.
    """
    if jobs < 1:
        raise expected("at least 1 job", jobs, "--jobs")
    if backend not in BACKENDS:
        tip = near_matches(backend, BACKENDS) or f"known: {', '.join(BACKENDS)}"
        raise expected("a backend", backend, "--backend", tip)
    check_plan(plan, game, file.name)
    mark = fingerprint(plan, game)
    finished = prepare_folder(folder, plan, mark, resume=resume, replace=replace)
    told = progress or Silent()
    if finished is not None:
        told.message(f"Nothing left to play: {plan.games:,} games are in the result.")
        return finished
    with Store(folder / STORE, mark) as store, _nothing_empty(store):
        _play(plan, game, store, Pace(chunk_games), jobs, backend, told)
        run = {"seconds": round(store.seconds, 1), "jobs": jobs, "backend": backend}
        return finish(folder, file, plan, game, store, run)


@contextmanager
def _nothing_empty(store: Store) -> Iterator[None]:
    """Remove the store of a run that ends before its first chunk."""
    try:
        yield
    except BaseException:
        if not store.done():
            store.close()
            remove_store(store.path)
        raise


def _play(
    plan: Plan,
    game: Game,
    store: Store,
    pace: Pace,
    jobs: int,
    backend: str,
    progress: Progress,
) -> None:
    """Play what the store does not have yet."""
    done = store.done()
    games = sum(len(part) for parts in done.values() for part in parts)
    if games == plan.games:
        return
    progress.message("Preparing the game (the first time, its rules are compiled) …")
    game.warm_up()
    progress.start(games, plan.games)
    before, start = store.seconds, time.monotonic()
    try:
        with outcomes(game, plan.seed, tasks(plan, done, pace), jobs, backend) as played:
            for chunk, seconds in played:
                pace.learn(plan.cells[chunk.cell], chunk.stop - chunk.first, seconds)
                store.add(chunk, before + time.monotonic() - start)
                games += chunk.stop - chunk.first
                progress.update(games)
    except KeyboardInterrupt:
        raise RunError(
            f"stopped after {games:,} of {plan.games:,} games, which are kept",
            "go on with --resume",
        ) from None
