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

TOKEN_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Lab:
    """A lab: what its pages work on.

    Attributes
    ----------
    folder
        Where its games are kept.
    tables
        Its tables.
    analyses
        Analyses of the records in it.
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


def open_lab(folder: Path) -> Lab:
    """Return the lab of a folder, which is made if it is not there.

    Raises
    ------
    InputError
        If the folder cannot be made or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tables, analyses = Tables(folder), Analyses(folder)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        return Lab(folder, tables, analyses, secret_of(folder), token)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"expected a folder to write to, got {str(folder)!r} ({reason})") from None
