"""Kernels by Numba's public interface alone: slower to compile and to run, with the same results.

It has the functions of `numba_internals` and is used in its place with `BLOODSTONES_PLAIN_NUMBA=1`,
and where the installed Numba is none that `numba_internals` knows. Numba's own cache keeps what is
compiled. That cache does not see which kernels an entry has taken in, so that all entries of the
package share a folder that any change of its sources replaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast
from warnings import filterwarnings

from numba import njit
from numba.core import config as _config
from numba.core.errors import NumbaWarning

from bloodstones.core.kernels.kernel_cache import cache_folder, can_keep, folder_of, place_of
from bloodstones.core.kernels.sources import (
    DIGEST_BYTES,
    OUTSIDE,
    bound_digest,
    room_of,
    sources_digest,
)

config = cast(Any, _config)

_entries: list[Any] = []  # of the package
_bound: set[str] = set()  # hashes of the games from elsewhere

# What is handed a kernel cannot be kept.
filterwarnings("ignore", "Cannot cache compiled function", NumbaWarning)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that other kernels call."""
    return cast(Any, njit)(nogil=True, error_model="numpy")(function)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python code calls, too, and keep it in the cache."""
    dispatcher = kernel(function)
    file, _ = place_of(function)
    if not file.is_file() or not can_keep():
        return dispatcher
    if room_of(file) == OUTSIDE:
        _keep_in(folder_of(function).with_name(f"plain-{folder_of(function).name}"), dispatcher)
    else:
        _entries.append(dispatcher)
        _keep_in(_folder(frozenset(_bound)), dispatcher)
    return dispatcher


def is_kept(_entry: Any, _args: Iterable[Any]) -> bool:
    """Return True: Numba does not tell, and what is missing is compiled when it is called."""
    return True


def bind(_state: object, kernels: Iterable[Callable[..., Any]]) -> None:
    """Keep entries in another folder from now on if they may take in kernels from elsewhere."""
    places = [place_of(each) for each in kernels]
    if room_of(places[0][0]) == OUTSIDE:
        _bound.add(bound_digest(places))
        for each in _entries:
            _keep_in(_folder(frozenset(_bound)), each)


@cache
def _folder(bound: frozenset[str]) -> Path:
    """Return the folder of the entries of the package, with these games from elsewhere."""
    digest = blake2b(sources_digest().encode(), digest_size=DIGEST_BYTES)
    digest.update("".join(sorted(bound)).encode())
    return cache_folder("plain", digest.hexdigest())


def _keep_in(folder: Path, dispatcher: Any) -> None:
    """Let Numba keep what a function compiles to in a folder, which it reads from its settings."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        dispatcher.enable_caching()
    finally:
        config.CACHE_DIR = before
