"""Compiled kernels: two decorators, and a cache folder that notices every change of the sources."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import config as _config
from numba.core.dispatcher import Dispatcher

from bloodstones.core import compiling
from bloodstones.core.sources import sources_digest

F = TypeVar("F", bound=Callable[..., Any])

config = cast(Any, _config)
JIT = not config.DISABLE_JIT


def cache_folder() -> Path:
    """Return the folder for compiled kernels, under the user's cache or, failing that, a temp one.

    `BLOODSTONES_CACHE` names another place for it.
    """
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    root = Path(os.environ.get("BLOODSTONES_CACHE") or Path(home) / "bloodstones")
    folder = root / f"kernels-{sources_digest()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="bloodstones-kernels-"))
    return folder


if JIT:
    config.CACHE_DIR = str(cache_folder())
    import_module("bloodstones.core.compiled_names")


def compiled(function: F, **options: object) -> Dispatcher[F]:
    """Return the lazily compiled function, without the GIL and without C callbacks."""
    compiler = cast(Any, njit)
    dispatcher: Dispatcher[F] = compiler(
        nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options
    )(function)
    return dispatcher


def kernel(function: F) -> F:
    """Compile `function` for calls from other kernels; with `NUMBA_DISABLE_JIT=1` leave it alone.

    Kernels only fill what they are given and never raise: they set a status. They have no wrapper
    for Python, which halves the time to compile them; Python code calls an `entry` instead.
    """
    if not JIT:
        return function
    options = {"no_cpython_wrapper": True, "pipeline_class": compiling.InnerCompiler}
    dispatcher = compiled(function, **options)
    cast(Any, dispatcher).__class__ = compiling.Inner
    return cast(F, dispatcher)


def entry(function: F) -> F:
    """Compile `function` as a kernel that Python code may call; kept in the cache folder.

    >>> @entry
    ... def twice(x: int) -> int:
    ...     return 2 * x
    >>> twice(21)
    42
    """
    if not JIT:
        return function
    on_disk = Path(function.__code__.co_filename).is_file()
    dispatcher = compiled(function, cache=on_disk)
    cast(Any, dispatcher).__class__ = compiling.Entry
    return cast(F, dispatcher)
