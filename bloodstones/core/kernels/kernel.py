"""Compiled kernels: the decorators that make them, see `kernel_cache` for how they are kept."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeVar, cast

import numba
from numba.core import config as _config

F = TypeVar("F", bound=Callable[..., Any])

JIT: Final = not cast(Any, _config).DISABLE_JIT
PLAIN: Final = "BLOODSTONES_PLAIN_NUMBA"  # 1: never `numba_internals`; 0: with any Numba
OLDEST, TOO_NEW = (0, 68), (0, 70)  # versions whose internals are known, as in pyproject.toml


def _compiler() -> Any:
    """Return what compiles: `numba_internals`, or `plain_numba` where that is asked for or needed.

    Where it is needed, one line on standard error says why.
    """
    wanted = os.environ.get(PLAIN, "")
    reason = ""
    if wanted == "0" or (not wanted and _is_known(numba.__version__)):
        try:
            return import_module("bloodstones.core.kernels.numba_internals")
        except (ImportError, AttributeError) as error:
            reason = str(error)
    elif not wanted:
        reason = "this version of bloodstones supports Numba 0.68 to 0.69"
    if reason:
        print(
            f"Games run more slowly with Numba {numba.__version__}, with the same results: "
            f"{reason}.",
            file=sys.stderr,
        )
    return import_module("bloodstones.core.kernels.plain_numba")


def _is_known(version: str) -> bool:
    """Whether the internals of a version of Numba are known.

    >>> [_is_known(each) for each in ("0.67.1", "0.68.0", "0.69.0rc1", "0.70.0dev0", "1.0.0")]
    [False, True, True, False, False]
    """
    major, minor = re.findall(r"\d+", version)[:2]
    return OLDEST <= (int(major), int(minor)) < TOO_NEW


COMPILER: Any = _compiler() if JIT else None


def kernel(function: F) -> F:
    """Compile `function` for calls from other kernels; with `NUMBA_DISABLE_JIT=1` leave it alone.

    Kernels only fill what they are given and never raise: they set a status. Python code calls an
    `entry` instead.
    """
    return cast(F, COMPILER.kernel(function)) if JIT else function


def entry(function: F) -> F:
    """Compile `function` as a kernel that Python code may call; its room's cache folder keeps it.

    Other compiled functions call it where it stands, unless it is small (see `numba_internals`).

    >>> @entry
    ... def twice(x: int) -> int:
    ...     return 2 * x
    >>> twice(21)
    42
    """
    return cast(F, COMPILER.entry(function)) if JIT else function
