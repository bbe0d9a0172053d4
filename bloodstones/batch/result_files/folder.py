"""Whether a result folder can take the result of a run."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bloodstones.batch.result_files.result import STORE
from bloodstones.batch.result_files.store import remove_store
from bloodstones.core.errors import InputError

OTHER_FOLDER: Final = "choose another folder with --out DIR"


@dataclass(frozen=True, slots=True)
class FinishedResult:
    """A finished result in a folder.

    Attributes
    ----------
    mark
        The fingerprint of the plan and the code that made it.
    games
        Playthroughs in it.
    other
        What it was made from and this run is not, in words; "" where this run plays the same games,
        though perhaps more of them.
    """

    mark: str
    games: int
    other: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a run asks of its folder.

    Attributes
    ----------
    mark, games
        Fingerprint of the plan and the code; playthroughs of the plan.
    resume, replace
        As in `runner.Options`.
    keeps
        A finished result of another plan or code goes by `replace` alone, not by more games.
    traces
        Files of an unfinished run beside the store.
    """

    mark: str
    games: int
    resume: bool
    replace: bool
    keeps: bool = False
    traces: tuple[str, ...] = ()


def prepare_folder(folder: Path, finished: FinishedResult | None, claim: Claim) -> bool:
    """Prepare a folder; return whether the result of this very run is there already.

    Parameters
    ----------
    finished
        The finished result in it.

    Raises
    ------
    InputError
        It holds an unfinished run, or a finished one that is not to be replaced.
    """
    store = folder / STORE
    traces = [folder / name for name in claim.traces]
    if store.exists() or (finished is None and any(trace.exists() for trace in traces)):
        if not (claim.resume or claim.replace):
            raise InputError(
                f"expected no unfinished run, got one ({folder})",
                "go on with --resume, or start again with --replace",
            )
        if claim.replace:
            remove_store(store)
            _remove(traces)
        return False
    if finished is None:
        return False
    if claim.resume and finished.mark == claim.mark:
        return True
    if claim.replace:
        _remove(traces)
        return False
    _check_replaceable(folder, finished, claim)
    return False


def _check_replaceable(folder: Path, finished: FinishedResult, claim: Claim) -> None:
    """Raise InputError if a finished result is not to be replaced without being asked to."""
    if claim.keeps:
        raise InputError(
            f"expected a folder without results, got some ({folder})",
            f"start again with --replace, or {OTHER_FOLDER}",
        )
    if finished.other:
        raise InputError(
            f"expected results of this very run, got those of {finished.other} ({folder})",
            f"write over them with --replace, or {OTHER_FOLDER}",
        )
    if finished.games > claim.games:
        raise InputError(
            f"expected at most {claim.games:,} games in the result to replace, "
            f"got {finished.games:,} ({folder})",
            f"{OTHER_FOLDER}, or drop them with --replace",
        )


def refuse_foreign(folder: Path, names: Iterable[str], what: str) -> None:
    """Raise InputError if a file is in the way that a run did not write.

    Parameters
    ----------
    names
        The files that a run is going to write, if no unfinished one is in the folder.
    what
        The run, in words.
    """
    foreign = [name for name in names if (folder / name).exists()]
    if foreign and not (folder / STORE).exists():
        raise InputError(
            f"expected no file of somebody else where {what} writes, got {', '.join(foreign)} "
            f"({folder})",
            f"move it away, or {OTHER_FOLDER}",
        )


def _remove(paths: Iterable[Path]) -> None:
    """Remove files that may be there."""
    for path in paths:
        path.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make the folder, or raise InputError where one cannot be made and written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError(f"expected a folder, got a file at {str(folder)!r} (--out)") from None
    except OSError as error:
        raise InputError(
            f"expected a folder that can be made, got: {error.strerror} ({folder})", OTHER_FOLDER
        ) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(
            f"expected a folder that can be written, got one that cannot ({folder})", OTHER_FOLDER
        )
