"""The data files of a user that a record was played with, known by their hashes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.core.errors import InputError

SHOWN: Final = 12  # digits of a hash
PATTERN: Final = r"[0-9a-f]{64}"
MEANS: Final = "a SHA-256 in hexadecimal digits"
TIP: Final = "--data DIR names the folder with the files that it was played with"


def check_files(recorded: Mapping[str, str], present: Mapping[str, str], where: str) -> None:
    """Raise InputError unless the files are those that a record names.

    Parameters
    ----------
    recorded, present
        Name -> SHA-256, hexadecimal.

    Examples
    --------
    >>> check_files({"cards.csv": "a" * 64}, {}, "x.jsonl line 1")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected the data file cards.csv of the record
    (aaaaaaaaaaaa), got none (x.jsonl line 1)
    Tip: --data DIR names the folder with the files that it was played with
    """
    for name in sorted({*recorded, *present}):
        if name not in recorded:
            raise InputError(f"expected a record played with your own {name}, got none ({where})")
        if recorded[name] != present.get(name):
            got = present[name][:SHOWN] if name in present else "none"
            wanted = f"the data file {name} of the record ({recorded[name][:SHOWN]})"
            raise InputError(f"expected {wanted}, got {got} ({where})", TIP)
