"""Whether a result folder can take the result of a study."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from bloodstones.batch.plan import Plan
from bloodstones.batch.result import (
    AREAS,
    PROVENANCE,
    RESULTS,
    STORE,
    read_provenance,
    verify_results,
)
from bloodstones.batch.store import remove_store
from bloodstones.core.errors import InputError

OTHER_FOLDER = "choose another folder with --out DIR"


def prepare_folder(
    folder: Path, plan: Plan, mark: str, *, resume: bool, replace: bool
) -> dict[str, Any] | None:
    """Make the folder and see to what is in it.

    Parameters
    ----------
    mark
        Fingerprint of the plan and the code.
    resume, replace
        As in `run_study`.

    Returns
    -------
    dict or None
        The provenance of the finished result that `resume` finds, else None.

    Raises
    ------
    InputError
        The folder cannot be written, holds results of something else, an unfinished run, or more
        games of this study than the plan.
    """
    _make(folder)
    finished = _own_provenance(folder, plan)
    unfinished = folder / STORE
    if unfinished.exists():
        if replace:
            remove_store(unfinished)
        elif not resume:
            raise InputError(
                f"expected no unfinished run, got one ({unfinished})",
                "go on with --resume, or start again with --replace",
            )
        return None
    if finished is None:
        return None
    if resume and finished.get("fingerprint") == mark:
        return verify_results(folder)
    games = int(finished.get("games", 0))
    if games > plan.games and not replace:
        raise InputError(
            f"expected at most {plan.games:,} games in the result to replace, "
            f"got {games:,} ({folder})",
            f"{OTHER_FOLDER}, or drop them with --replace",
        )
    return None


def _make(folder: Path) -> None:
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


def _own_provenance(folder: Path, plan: Plan) -> dict[str, Any] | None:
    """Return the provenance of an earlier result of this study, None without a result."""
    known = read_provenance(folder)
    if known is None:
        tables = [name for name in (RESULTS, AREAS) if (folder / name).exists()]
        if tables and not (folder / STORE).exists():
            raise InputError(
                f"expected no tables of another origin, got {', '.join(tables)} without "
                f"{PROVENANCE} ({folder})",
                OTHER_FOLDER,
            )
        return None
    if known.get("study") != plan.study:
        raise InputError(
            f"expected results of the study {plan.study!r}, got {known.get('study')!r} ({folder})",
            OTHER_FOLDER,
        )
    return known
