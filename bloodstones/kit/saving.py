"""Files of playthroughs that are taken up again: held to a hash of all that they say."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final

from bloodstones.core.errors import DamagedFileError, expected

HASH: Final = "sha256"
# What reading on in a damaged file may raise.
DAMAGES: Final = (
    KeyError,
    TypeError,
    ValueError,
    IndexError,
    OverflowError,
    AttributeError,
)

Line = dict[str, Any]


def content_hash(content: Line) -> str:
    """Return the hash that a save ends with."""
    hashed = {key: value for key, value in content.items() if key != HASH}
    return hashlib.sha256(json.dumps(hashed, sort_keys=True).encode()).hexdigest()


def damaged(path: Path, fault: str) -> DamagedFileError:
    """Return the error for a damaged save."""
    return DamagedFileError(f"expected a sound save, got {fault} ({path})")


def check_same(content: Line, key: str, wanted: object, what: str, path: Path) -> None:
    """Raise InputError unless `key` of a save has the expected value.

    Parameters
    ----------
    content
        Of a save.
    key
        One of its keys; an absent key is a fault.
    wanted
        The value that it must have.
    what
        What the value is, for the error.
    path
        Of the save, for the error.
    """
    if content.get(key) != wanted:
        raise expected(f"{what} {wanted}", content.get(key), str(path))
