"""The kind of study or report that a TOML file holds, from its key `kind`."""

from __future__ import annotations

from pathlib import Path

from bloodstones.core.files.datafile import Faults, read_toml
from bloodstones.core.files.parsing import toml_of

ADVICE = "advice"
BALANCE = "balance"
LADDER = "ladder"


def kind_of(path: Path) -> str | None:
    """Return the `kind` of a TOML file; None without one, or if the file cannot be read."""
    top = read_toml(path, Faults())
    kind = None if top is None else top.values.get("kind")
    return kind if isinstance(kind, str) else None


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
