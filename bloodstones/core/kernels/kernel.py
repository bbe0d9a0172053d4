"""Compiled kernels: the decorators that make them, see `kernel_cache` for how they are kept."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import config as _config
from numba.core.dispatcher import Dispatcher

from bloodstones.core.kernels import compiling
from bloodstones.core.kernels.kernel_cache import KernelCache

F = TypeVar("F", bound=Callable[..., Any])

JIT = not cast(Any, _config).DISABLE_JIT


if JIT:
    import_module("bloodstones.core.kernels.compiled_names")


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

    Other compiled functions call it where it stands, unless it is small (see `libraries`).

    >>> @entry
    ... def twice(x: int) -> int:
    ...     return 2 * x
    >>> twice(21)
    42
    """
    if not JIT:
        return function
    dispatcher: Any = compiled(function, pipeline_class=compiling.EntryCompiler)
    dispatcher.__class__ = compiling.Entry  # Python's numbers go by the versions for wide ones
    if Path(function.__code__.co_filename).is_file():
        dispatcher._cache = KernelCache(function)
    return cast(F, dispatcher)
