"""Compiled kernels: two decorators, and a cache folder that notices every change of the sources."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import config as _config
from numba.core.dispatcher import Dispatcher

from bloodstones.core import compiling
from bloodstones.core.sources import EVERYTHING, OUTSIDE, outside_digest, room_of, sources_digest

F = TypeVar("F", bound=Callable[..., Any])

config = cast(Any, _config)
JIT = not config.DISABLE_JIT


def cache_folder(room: str = EVERYTHING, digest: str = "") -> Path:
    """Return the folder for compiled kernels of a room (see `core.sources`), made when absent.

    It is under the user's cache or, failing that, a temporary one. `BLOODSTONES_CACHE` names
    another place for it. `digest`: the hash of the sources of a room that is none of the house.
    """
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    root = Path(os.environ.get("BLOODSTONES_CACHE") or Path(home) / "bloodstones")
    folder = root / f"kernels-{room}-{digest or sources_digest(room)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="bloodstones-kernels-"))
    return folder


@cache
def _folder_of(room: str) -> str:
    """Return the cache folder of a room; its sources are read once a process."""
    return str(cache_folder(room))


@cache
def _folder_outside(file: Path, module: str) -> str:
    """Return the cache folder of a file that is none of the house."""
    return str(cache_folder(module, outside_digest(file, module)))


@contextmanager
def _caching_in(folder: str) -> Iterator[None]:
    """Let Numba, which reads the folder as it sets up the cache of a function, see this one."""
    before = config.CACHE_DIR
    config.CACHE_DIR = folder
    try:
        yield
    finally:
        config.CACHE_DIR = before


if JIT:
    import_module("bloodstones.core.compiled_names")


def compiled(function: F, **options: object) -> Dispatcher[F]:
    """Return the lazily compiled function, without the GIL and without C callbacks."""
    compiler = cast(Any, njit)
    habits = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    habits[compiling.COUNTED] = False
    dispatcher: Dispatcher[F] = compiler(**habits, **options)(function)
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
    """Compile `function` as a kernel that Python code may call; its room's cache folder keeps it.

    >>> @entry
    ... def twice(x: int) -> int:
    ...     return 2 * x
    >>> twice(21)
    42
    """
    return _cached(function)


def loop(function: F) -> F:
    """Compile `function` as an entry that goes round other entries and does little else.

    It takes them in as they are; optimizing them once more costs much and gains nothing.

    >>> @loop
    ... def twice(x: int) -> int:
    ...     return 2 * x
    >>> twice(21)
    42
    """
    return _cached(function, pipeline_class=compiling.LoopCompiler)


def _cached(function: F, **options: object) -> F:
    """Compile for calls from Python too; code of a file is kept in the folder of its room."""
    if not JIT:
        return function
    source = Path(function.__code__.co_filename)
    if not source.is_file():
        return cast(F, _entry(compiled(function, **options)))
    room = room_of(source)
    outside = room == OUTSIDE
    with _caching_in(_folder_outside(source, function.__module__) if outside else _folder_of(room)):
        return cast(F, _entry(compiled(function, cache=True, **options)))


def _entry(dispatcher: Any) -> Any:
    """Let Python's numbers go by the versions compiled for wide ones, see `compiling`."""
    dispatcher.__class__ = compiling.Entry
    return dispatcher
