"""The kind of study or report that a TOML file holds, from its key `kind`."""

from __future__ import annotations

from pathlib import Path

from bloodstones.core.errors import expected
from bloodstones.core.files.datafile import Faults, read_toml
from bloodstones.core.files.parsing import toml_of

BALANCE = "balance"
LADDER = "ladder"
EXAMPLE = "a study of plain games has no key kind"


def kind_of(path: Path) -> str | None:
    """Return the `kind` of a TOML file; None without one, or if the file cannot be read."""
    top = read_toml(path, Faults())
    kind = None if top is None else top.values.get("kind")
    return kind if isinstance(kind, str) else None


def known_kind(path: Path) -> str | None:
    """Return the `kind` of a TOML file; None without one, or if the file cannot be read.

    Raises
    ------
    InputError
        If it is no kind that this version reads.
    """
    kind = kind_of(path)
    if kind not in (None, BALANCE, LADDER):
        tip = "files of advice are no longer read" if kind == "advice" else EXAMPLE
        wanted = f'kind = "{BALANCE}", kind = "{LADDER}" or no kind'
        raise expected(wanted, kind, path.name, tip)
    return kind


def kind_of_text(text: str) -> str | None:
    """Return the `kind` in a TOML text; None without one, or if it is no TOML.

    >>> kind_of_text('kind = "ladder"'), kind_of_text('id = "a"'), kind_of_text("=")
    ('ladder', None, None)
    """
    try:
        kind = toml_of(text).get("kind")
    except ValueError:
        return None
    return kind if isinstance(kind, str) else None
