"""Runs from Python: results in memory or in a folder.

A run in memory is played in a folder that goes with it. Stopped by Ctrl-C, it leaves what was
played under the user's cache, for `resume=True`.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from bloodstones.api.results.results import Results, load_results, results_in_memory
from bloodstones.api.studies.workers import How, progress_shown
from bloodstones.kit.players.failure import StrategyError

TIP: Final = "game.replay_failure(error) goes to that decision"
UNFINISHED: Final = "unfinished"
DIGITS: Final = 16

Play = Callable[..., Mapping[str, Any]]


def run_in(how: How, mark: str, play: Play, here: Path | None = None) -> Results:
    """Play games and return their results.

    Parameters
    ----------
    mark
        What is played, as a hash: it finds what a stopped run left.
    play
        Takes the folder of the results and the options of the runner as keywords.
    here
        The folder from which `out` is seen; None: the present one.

    Raises
    ------
    InputError
        The game cannot play this, or the folder cannot take the results.
    RunError
        It failed or was stopped; what was played is kept.
    """
    options = how.options()
    with progress_shown() as progress:
        if how.out is not None:
            folder = (here or Path.cwd()) / how.out
            play(folder, **options, progress=progress)
            return replace(load_results(folder), folder=Path(how.out))
        with _reachable(), _room(mark, how.resume) as folder:
            play(folder, **{**options, "resume": True, "replace": False}, progress=progress)
            return results_in_memory(folder)


@contextmanager
def _reachable() -> Iterator[None]:
    """Say that the game in which a strategy failed is in the error: its file goes."""
    try:
        yield
    except StrategyError as error:
        error.tip = TIP
        raise


@contextmanager
def _room(mark: str, resume: bool) -> Iterator[Path]:
    """Give a folder for a run in memory; what is played of one that fails is kept elsewhere."""
    from bloodstones.batch.result_files.result import STORE

    kept = kept_folder(mark)
    with tempfile.TemporaryDirectory(prefix="bloodstones-") as place:
        folder = Path(place) / UNFINISHED
        if resume and (kept / STORE).exists():
            shutil.move(kept, folder)
        else:
            shutil.rmtree(kept, ignore_errors=True)
        try:
            yield folder
        except BaseException:
            if (folder / STORE).exists():
                shutil.move(folder, kept)
            raise


def kept_folder(mark: str) -> Path:
    """Return where a run in memory leaves what it played when it is stopped; made when absent."""
    from bloodstones.core.kernels.kernel_cache import cache_folder

    folder = cache_folder(UNFINISHED, hashlib.sha256(mark.encode()).hexdigest()[:DIGITS])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="bloodstones-"))
    return folder
