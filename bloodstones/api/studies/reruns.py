"""A result played again from its provenance, its tables compared with those of then."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bloodstones.api.studies.plan import make_study_plan

if TYPE_CHECKING:
    from bloodstones.batch.result_files.rerun import Again
    from bloodstones.batch.running.progress import Progress


def play_again(
    provenance: Path,
    out: Path | None,
    data: str,
    progress: Progress,
    options: Mapping[str, Any],
) -> Again:
    """Return how the tables of a result compare with those of the same games, played again.

    Parameters
    ----------
    provenance
        Its file, or the folder of the result.
    out
        Where the new tables go; None: nowhere.
    data
        The user's folder of data files, if the study had one; "": as the provenance names it.
    progress
        Receives what differs from the original run, and the progress.
    options
        Of `run_study`, without `progress`.

    Raises
    ------
    InputError
        It is no provenance, or not one of this version.
    """
    from bloodstones.batch.result_files.provenance import changes
    from bloodstones.batch.result_files.rerun import read_rerun, rerun

    original = read_rerun(provenance, data)
    plan, game, _ = make_study_plan(original.file, original.data["quick"], original.replicates)
    for change in changes(original.data, game, plan, original.file.study.data or ""):
        progress.message(f"Other than then: {change}")
    return rerun(original, plan, game, out, progress=progress, **options)
