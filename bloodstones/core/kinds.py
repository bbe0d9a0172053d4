"""What kind of study or report a TOML file holds, as its key `kind` tells."""

from __future__ import annotations

from pathlib import Path

from bloodstones.core.datafile import Faults, read_toml

ADVICE = "advice"
LADDER = "ladder"


def kind_of(path: Path) -> str | None:
    """Return the `kind` of a TOML file; None without one, or if the file cannot be read."""
    top = read_toml(path, Faults())
    kind = None if top is None else top.values.get("kind")
    return kind if isinstance(kind, str) else None
