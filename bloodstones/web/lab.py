"""What the pages of a lab work on: its folder, its tables, its secret, its token."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bloodstones.core.errors import InputError
from bloodstones.web.analysis.analyses import Analyses
from bloodstones.web.open_tables import Tables
from bloodstones.web.security import secret_of
from bloodstones.web.studies.runs import Runs
from bloodstones.web.studies.shelf import Shelf

TOKEN_BYTES: Final = 16
REPORTS: Final = Path("reports")


@dataclass(frozen=True, slots=True)
class Lab:
    """A lab: what its pages work on.

    Attributes
    ----------
    folder
        Where its games are kept.
    tables, analyses, runs, shelf
        Its tables, analyses of the records in it, its studies, the reports that are shipped.
    secret
        What seats' keys are made from.
    token
        What the first visit must bring.
    """

    folder: Path
    tables: Tables
    analyses: Analyses
    secret: bytes
    token: str
    runs: Runs
    shelf: Shelf


def open_lab(folder: Path, reports: Path = REPORTS) -> Lab:
    """Return the lab of a folder, which is made if it is not there.

    Parameters
    ----------
    folder
        Where games and studies are kept.
    reports
        A folder with reports, which need not be there.

    Raises
    ------
    InputError
        If the folder cannot be made or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return Lab(
            folder,
            Tables(folder),
            Analyses(folder),
            secret_of(folder),
            secrets.token_urlsafe(TOKEN_BYTES),
            Runs(folder),
            Shelf(reports),
        )
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"expected a folder to write to, got {str(folder)!r} ({reason})") from None
