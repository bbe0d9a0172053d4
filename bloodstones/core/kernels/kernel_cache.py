"""Where compiled kernels are kept on disk: in folders that notice every change of the sources."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, cast

from numba.core import caching
from numba.core import config as _config

from bloodstones.core.kernels.sources import (
    EVERYTHING,
    OUTSIDE,
    bound_digest,
    outside_digest,
    room_of,
    sources_digest,
)

config = cast(Any, _config)
FunctionCache: Any = cast(Any, caching).FunctionCache

_folder_of_state: dict[object, str] = {}


def cache_folder(room: str = EVERYTHING, digest: str = "") -> Path:
    """Return the folder for compiled kernels (see `core.kernels.sources`), made when absent.

    It is under the user's cache or, failing that, a temporary one. `BLOODSTONES_CACHE` names
    another place for it.

    Parameters
    ----------
    room
        See `sources.room_of`, or the module of a game elsewhere.
    digest
        Of the sources of a game elsewhere; "" to take that of the room.
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
def _folder_of_room(room: str) -> str:
    """Return the cache folder of a room; its sources are read once a process."""
    return str(cache_folder(room))


@cache
def _folder_outside(file: Path, module: str) -> str:
    """Return the cache folder of a file that is none of the house."""
    return str(cache_folder(module, outside_digest(file, module)))


def _place_of(function: Any) -> tuple[Path, str]:
    """Return the file and the module of a function, compiled or not."""
    written = getattr(function, "py_func", function)
    return Path(written.__code__.co_filename), written.__module__


def folder_of(function: Callable[..., Any]) -> str:
    """Return the folder in which what a function compiles to is kept."""
    file, module = _place_of(function)
    room = room_of(file)
    return _folder_outside(file, module) if room == OUTSIDE else _folder_of_room(room)


def keep_together(state: object, kernels: Iterable[Callable[..., Any]]) -> None:
    """Keep what shared kernels compile for a state's type with the game that has these kernels.

    Parameters
    ----------
    state
        The layout, or its type in compiled code.
    kernels
        Those that the game binds, at least one; the first one says which game it is.
    """
    places = [_place_of(each) for each in kernels]
    file, module = places[0]
    room = room_of(file)
    if room == OUTSIDE:
        folder = str(cache_folder(f"{module}-bound", bound_digest(places)))
    else:
        folder = _folder_of_room(room)
    _folder_of_state[state] = folder


def _parts_of(kinds: Iterable[Any]) -> Iterator[Any]:
    """Yield the types of arguments, of what tuples hold and what arrays are made of."""
    for kind in kinds:
        yield kind
        yield getattr(kind, "dtype", None)
        yield from _parts_of(getattr(kind, "types", ()))


@contextmanager
def _caching_in(folder: str) -> Iterator[None]:
    """Let Numba, which reads the folder as it sets up the cache of a function, see this one."""
    before = config.CACHE_DIR
    config.CACHE_DIR = folder
    try:
        yield
    finally:
        config.CACHE_DIR = before


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Keeps what a function compiles to: for a game's state with that game, else in its folder."""

    def __init__(self, function: Callable[..., Any], folder: str) -> None:
        with _caching_in(folder):
            super().__init__(function)
        self._folder = folder
        self._elsewhere: dict[str, KernelCache] = {}

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what is kept for a signature, None if nothing is."""
        cache = self._cache_for(sig)
        return cast(Any, FunctionCache).load_overload(cache, sig, target_context)

    def keeps(self, sig: Any, target_context: Any) -> bool:
        """Whether something is kept for a signature."""
        cache = cast(Any, self._cache_for(sig))
        key = cache._index_key(sig, target_context.codegen())
        return key in cache._cache_file._load_index()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for a signature."""
        cast(Any, FunctionCache).save_overload(self._cache_for(sig), sig, data)

    def _cache_for(self, sig: Any) -> KernelCache:
        """Return the cache of the folder of the state among the arguments."""
        folders = {_folder_of_state.get(kind, self._folder) for kind in _parts_of(sig)}
        folders.discard(self._folder)
        if len(folders) != 1:
            return self
        (folder,) = folders
        if folder not in self._elsewhere:
            self._elsewhere[folder] = KernelCache(self._py_func, folder)
        return self._elsewhere[folder]
