"""What callers in Python hand over, checked: paths, numbers, switches, names.

Each check returns the value and names the parameter in its fault, before anything is imported,
played or written.
"""

from __future__ import annotations

import os
from math import isfinite
from numbers import Integral, Real
from typing import Any

from bloodstones.core.errors import expected


def path_of(value: Any, where: str, what: str = "a path") -> str:
    """Return a path as a text.

    Parameters
    ----------
    where
        The parameter that it comes from, for the error.
    what
        What it is the path of, with its article.

    Examples
    --------
    >>> from pathlib import Path
    >>> path_of(Path("a") / "b", "file="), path_of("c", "file=")
    ('a/b', 'c')
    >>> path_of(3, "file=", "the path of a study")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected the path of a study, got 3 (file=)
    """
    if isinstance(value, str | os.PathLike):
        path = os.fspath(value)
        if isinstance(path, str):
            return path
    raise expected(what, value, where)


def real_of(value: Any, where: str, what: str = "a number") -> float:
    """Return a finite number unchanged.

    >>> real_of("x", "seconds=")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a number, got 'x' (seconds=)
    """
    if not isinstance(value, bool) and isinstance(value, Real) and isfinite(value):
        return value  # type: ignore[return-value]
    raise expected(what, value, where)


def whole_of(value: Any, where: str, what: str = "a whole number") -> int:
    """Return a whole number unchanged; one of NumPy is one, too.

    >>> whole_of(2.5, "games=")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a whole number, got 2.5 (games=)
    """
    if not isinstance(value, bool) and isinstance(value, Integral):
        return int(value)
    raise expected(what, value, where)


def name_of(value: Any, where: str, what: str) -> str:
    """Return a name unchanged.

    >>> name_of(3, "strategy=", "a strategy")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a strategy, got 3 (strategy=)
    """
    if isinstance(value, str):
        return value
    raise expected(what, value, where)


def switch_of(value: Any, where: str) -> bool:
    """Return True or False unchanged.

    >>> switch_of("yes", "resume=")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected True or False, got 'yes' (resume=)
    """
    if isinstance(value, bool):
        return value
    raise expected("True or False", value, where)
