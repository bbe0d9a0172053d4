"""What callers in Python hand over, checked: paths, ids, names, counts, numbers, switches, tables.

Each check returns the value, a number of NumPy as one of Python, and names the parameter in its
fault, before anything is imported, played or written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Parameter, signature
from math import isfinite
from numbers import Integral, Real
from pathlib import PurePath
from typing import Any, Final, TypeVar, cast

from bloodstones.core.errors import expected
from bloodstones.core.faults import nearest

SELF: Final = "self"

F = TypeVar("F", bound=Callable[..., Any])


def spelled_out(defaults: Mapping[str, Any]) -> Callable[[F], F]:
    """Show the parameters of `**settings` in the signature, and refuse others.

    Parameters
    ----------
    defaults
        The parameters in their order, with their defaults.

    Examples
    --------
    >>> @spelled_out({"games": 10})
    ... def play(game, **settings): ...
    >>> str(signature(play))
    '(game, *, games=10)'
    """

    def with_signature(function: F) -> F:
        plain = signature(function)
        shown = [
            each for each in plain.parameters.values() if each.kind is not Parameter.VAR_KEYWORD
        ]
        shown += [
            Parameter(name, Parameter.KEYWORD_ONLY, default=default)
            for name, default in defaults.items()
        ]
        full = plain.replace(parameters=shown)

        @wraps(function)
        def checked(*args: Any, **named: Any) -> Any:
            refuse_unknown(function.__name__, named, full.parameters)
            return function(*args, **named)

        checked.__signature__ = full  # type: ignore[attr-defined]
        return cast(F, checked)

    return with_signature


def refuse_unknown(function: str, named: Iterable[str], parameters: Iterable[str]) -> None:
    """Raise TypeError for a keyword that a function does not take, with the nearest it does.

    Parameters
    ----------
    function
        Its name.
    named
        The keywords that it was called with.
    parameters
        Those that it takes.

    Examples
    --------
    >>> refuse_unknown("play", ["gmaes"], ["self", "games"])
    Traceback (most recent call last):
    TypeError: play() got an unexpected keyword argument 'gmaes'; did you mean games?
    """
    known = [name for name in parameters if name != SELF]
    for name in named:
        if name not in known:
            what = f"{function}() got an unexpected keyword argument"
            raise TypeError(f"{what} {name!r}; {nearest(name, known)}")


LONGEST_PATH: Final = 4095  # bytes, on Linux; of one name in it
LONGEST_NAME: Final = 255
MOST_JOBS: Final = 1024
NO_STRINGS: Final = (str, bytes, bytearray, Mapping)  # iterable, but no list of names


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
    >>> path_of("a\\x00b", "file=", "the path of a study")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected the path of a study, got 'a\\x00b' (file=)
    """
    path = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if isinstance(path, str) and is_path(path):
        return path
    raise expected(what, value, where)


def is_path(text: str) -> bool:
    """Whether a file system can have a path of that text.

    >>> is_path("maps/isle.toml"), is_path("a\\x00b"), is_path("x" * 5000), is_path("\\ud800")
    (True, False, False, False)
    """
    try:
        encoded = os.fsencode(text)
        longest = max((len(os.fsencode(part)) for part in PurePath(text).parts), default=0)
    except (UnicodeError, ValueError):
        return False
    return b"\0" not in encoded and len(encoded) <= LONGEST_PATH and longest <= LONGEST_NAME


def is_text(text: str) -> bool:
    r"""Whether a text can be written as UTF-8, and has no zero byte.

    >>> is_text("Zwölf"), is_text("\ud800"), is_text("\x00")
    (True, False, False)
    """
    try:
        return b"\0" not in text.encode()
    except UnicodeError:
        return False


def real_of(value: Any, where: str, what: str = "a number") -> float:
    """Return a finite number unchanged.

    >>> real_of("x", "seconds=")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a number, got 'x' (seconds=)
    """
    if not isinstance(value, bool) and isinstance(value, Real) and is_finite(value):
        return value  # type: ignore[return-value]
    raise expected(what, value, where)


def is_finite(value: Any) -> bool:
    """Whether a number is finite as a float; a whole number may be too large for one."""
    try:
        return isfinite(value)
    except OverflowError:
        return False


def whole_of(
    value: Any,
    where: str,
    what: str = "a whole number",
    least: int | None = None,
    most: int | None = None,
) -> int:
    """Return a whole number; one of NumPy is one, too.

    Parameters
    ----------
    where, what
        As of `path_of`.
    least, most
        Its bounds, both allowed.

    Examples
    --------
    >>> whole_of(2.5, "games=")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a whole number, got 2.5 (games=)
    >>> whole_of(0, "games=", "a whole number of at least 1", least=1)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a whole number of at least 1, got 0 (games=)
    """
    if not isinstance(value, bool) and isinstance(value, Integral):
        number = int(value)
        if (least is None or number >= least) and (most is None or number <= most):
            return number
    raise expected(what, value, where)


def jobs_of(value: Any, where: str) -> int | None:
    """Return a number of workers, None for one a core."""
    if value is None:
        return None
    jobs = whole_of(value, where, "at least 1 job", 1)
    if jobs > MOST_JOBS:
        raise expected(f"at most {MOST_JOBS:,} jobs", value, where)
    return jobs


def name_of(value: Any, where: str, what: str) -> str:
    """Return a name unchanged.

    >>> name_of(3, "strategy=", "a strategy")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a strategy, got 3 (strategy=)
    """
    if isinstance(value, str):
        return str(value)
    raise expected(what, value, where)


def names_of(value: Any, where: str, what: str) -> tuple[str, ...]:
    """Return names as a tuple: of a list, or of a text in which commas part them; () for None.

    Parameters
    ----------
    where, what
        As of `path_of`; `what` in the plural.

    Examples
    --------
    >>> names_of("a, b", "roles=", "roles"), names_of(["a"], "roles=", "roles")
    (('a', 'b'), ('a',))
    >>> names_of(["a", 3], "roles=", "roles")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected roles, got ['a', 3] (roles=)
    """
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(",") if name.strip())
    if isinstance(value, Iterable) and not isinstance(value, NO_STRINGS):
        names = tuple(value)
        if all(isinstance(name, str) for name in names):
            return tuple(map(str, names))
    raise expected(what, value, where)


def table_of(value: Any, where: str) -> dict[str, Any]:
    """Return values by name as a dict, {} for None.

    >>> table_of([1], "set=")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a dict: name -> value, got [1] (set=)
    """
    if value is None:
        return {}
    if isinstance(value, Mapping) and all(isinstance(name, str) for name in value):
        return {name: plain(each) for name, each in value.items()}
    raise expected("a dict: name -> value", value, where)


def plain(value: Any) -> Any:
    """Return a number of NumPy as one of Python, anything else unchanged."""
    if hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
        return value.item()
    return value


def switch_of(value: Any, where: str) -> bool:
    """Return True or False unchanged.

    >>> switch_of("yes", "resume=")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected True or False, got 'yes' (resume=)
    """
    if isinstance(value, bool):
        return value
    raise expected("True or False", value, where)
