"""Whether a folder can take what a command writes: the one guard of everything that writes folders.

A folder is made and written to on trial before the first game is played. What is in it and was not
written by an earlier run of the same kind stays, unless `--replace` was given.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bloodstones.batch.result_files.result import STORE
from bloodstones.batch.result_files.store import remove_store
from bloodstones.core.errors import InputError

OTHER_FOLDER: Final = "choose another folder with --out DIR"
REPLACE: Final = f"write over it with --replace, or {OTHER_FOLDER}"
FOLDER_MARK: Final = "/"  # ends the name of a folder among the files of a run
LONGEST_NAME: Final = 80  # letters of the longest name that is written, and a few more


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
    files
        Names of the files that belong to it; None: all that a run of this plan writes.
    """

    mark: str
    games: int
    other: str = ""
    files: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class FolderClaim:
    """What a run asks of its folder.

    Attributes
    ----------
    mark, games
        Fingerprint of the plan and the code; playthroughs of the plan.
    resume, replace
        As in `runner.Options`.
    files
        Names of all files that the run writes, folders with a "/" at their end.
    keeps
        A finished result of another plan or code goes by `replace` alone, not by more games.
    traces
        Files of an unfinished run beside the store.
    """

    mark: str
    games: int
    resume: bool
    replace: bool
    files: tuple[str, ...]
    keeps: bool = False
    traces: tuple[str, ...] = ()


def prepare_folder(
    folder: Path, finished_in: Callable[[Path], FinishedResult | None], claim: FolderClaim
) -> bool:
    """Prepare a folder; return whether the result of this very run is there already.

    Parameters
    ----------
    finished_in
        Returns the finished result in a folder; InputError if something else is in its place.

    Raises
    ------
    InputError
        It holds an unfinished run, a finished one that is not to be replaced, or other files.
    """
    finished = _finished(folder, finished_in, claim)
    store = folder / STORE
    traces = [folder / name for name in claim.traces]
    unfinished = finished is None and any(trace.exists() for trace in traces)
    if (store.exists() or unfinished) and not (claim.resume or claim.replace):
        raise InputError(
            f"expected no unfinished run, got one ({folder})",
            "continue it with --resume, or start again with --replace",
        )
    own = _own_files(finished, claim, unfinished=unfinished or store.exists())
    refuse_foreign(folder, [name for name in claim.files if name not in own], claim.replace)
    refuse_foreign(folder, own, replace=True)
    if claim.replace and (store.exists() or unfinished):
        remove_store(store)
        _remove(traces)
        return False
    if finished is None or store.exists():
        return False
    if claim.resume and finished.mark == claim.mark:
        return True
    if claim.replace:
        _remove(traces)
        return False
    _check_replaceable(folder, finished, claim)
    return False


def _finished(
    folder: Path, finished_in: Callable[[Path], FinishedResult | None], claim: FolderClaim
) -> FinishedResult | None:
    """Return the finished result in a folder; what cannot be one goes by `replace`."""
    try:
        return finished_in(folder)
    except InputError as error:
        if claim.replace:
            return None
        raise type(error)(error.message, error.tip or REPLACE) from None


def _own_files(
    finished: FinishedResult | None, claim: FolderClaim, *, unfinished: bool
) -> tuple[str, ...]:
    """Return those of the files that a run writes which belong to an earlier run."""
    if unfinished or (finished is not None and finished.files is None):
        return claim.files
    return () if finished is None or finished.files is None else finished.files


def refuse_foreign(folder: Path, names: Iterable[str], replace: bool, tip: str = REPLACE) -> None:
    """Raise InputError where something is in the way of files that are going to be written.

    Parameters
    ----------
    names
        Of the files, folders with a "/" at their end.
    replace
        Whether files in the way may be written over. A folder in the place of a file, or a file in
        that of a folder, is never removed.
    tip
        What to do about it.
    """
    there = [name for name in names if (folder / name.rstrip(FOLDER_MARK)).exists()]
    for name in there:
        wanted = "folder" if name.endswith(FOLDER_MARK) else "file"
        got = "folder" if (folder / name).is_dir() else "file"
        if wanted != got:
            raise InputError(
                f"expected a {wanted} or nothing, got a {got} ({folder / name})",
                f"move it away, or {OTHER_FOLDER}",
            )
    if there and not replace:
        listed = ", ".join(name.rstrip(FOLDER_MARK) for name in there)
        raise InputError(
            f"expected a folder without files of another origin, got {listed} ({folder})", tip
        )


def _check_replaceable(folder: Path, finished: FinishedResult, claim: FolderClaim) -> None:
    """Raise InputError if a finished result is not to be replaced without being asked to."""
    if claim.keeps:
        raise InputError(
            f"expected a folder without results, got some ({folder})",
            f"start again with --replace, or {OTHER_FOLDER}",
        )
    if finished.other:
        raise InputError(
            f"expected results of this run, got those of {finished.other} ({folder})",
            f"write over them with --replace, or {OTHER_FOLDER}",
        )
    if finished.games > claim.games:
        raise InputError(
            f"expected at most {claim.games:,} games in the result to replace, "
            f"got {finished.games:,} ({folder})",
            f"{OTHER_FOLDER}, or drop them with --replace",
        )


def _remove(paths: Iterable[Path]) -> None:
    """Remove files that may be there."""
    for path in paths:
        path.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make the folder and write to it on trial.

    Raises
    ------
    InputError
        It cannot be made or written: a file is in its place or above it, it may not be written, or
        its name is too long.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError(f"expected a folder, got a file at {str(folder)!r} (--out)") from None
    except (OSError, ValueError) as error:
        raise _unusable("made", error, folder) from None
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".trial".ljust(LONGEST_NAME, "_")):
            pass
    except OSError as error:
        raise _unusable("written", error, folder) from None


@contextmanager
def trial_folder(folder: Path) -> Iterator[None]:
    """Make sure that a folder can be made and written; without need it is not left behind.

    Parameters
    ----------
    folder
        Where files go when the block has found out what they are. If the block raises, a folder
        that was made for it goes again.
    """
    made = [each for each in (folder, *folder.parents) if not _exists(each)]
    try:
        make_folder(folder)
        yield
    except BaseException:
        for each in made:
            _remove_empty(each)
        raise


def _exists(path: Path) -> bool:
    """Whether there is something at a path, which may be none that the system knows."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _remove_empty(folder: Path) -> None:
    """Remove a folder if it is empty."""
    try:
        folder.rmdir()
    except (OSError, ValueError):
        return


def _unusable(what: str, error: OSError | ValueError, folder: Path) -> InputError:
    """Return the error for a folder that cannot be made or written."""
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return InputError(
        f"expected a folder that can be {what}, got: {reason} ({str(folder)!r})", OTHER_FOLDER
    )
