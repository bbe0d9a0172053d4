"""Compiled kernels: one decorator, and a cache folder that notices every change of the sources.

Numba's own file cache does not see a change in a *called* module, so the folder is keyed by a hash
of the sources that kernels come from.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numba
from numba import njit

F = TypeVar("F", bound=Callable[..., object])

JIT = not numba.config.DISABLE_JIT
PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_FOLDERS = ("core", "odds", "games")
DIGEST_BYTES = 8


def sources_digest() -> str:
    """Return a hash of all sources that kernels are made of (16 hexadecimal digits)."""
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for folder in KERNEL_FOLDERS:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


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
    numba.config.CACHE_DIR = str(cache_folder())


def kernel(function: F) -> F:
    """Compile `function` (nogil, cached on disk); with `NUMBA_DISABLE_JIT=1` return it as it is.

    Kernels only fill what they are given and never raise: they set a status.

    >>> @kernel
    ... def twice(x: int) -> int:
    ...     return 2 * x
    >>> twice(21)
    42
    """
    if not JIT:
        return function
    compiled: F = njit(nogil=True, cache=True)(function)
    return compiled
