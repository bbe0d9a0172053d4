"""Compiled kernels: two decorators, and a cache folder that notices every change of the sources."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import caching
from numba.core import config as _config
from numba.core.dispatcher import Dispatcher

from bloodstones.core import compiling
from bloodstones.core.sources import EVERYTHING, room_of, sources_digest

F = TypeVar("F", bound=Callable[..., Any])

config = cast(Any, _config)
FunctionCache: Any = cast(Any, caching).FunctionCache
JIT = not config.DISABLE_JIT


def cache_folder(room: str = EVERYTHING) -> Path:
    """Return the folder for compiled kernels of a room (see `core.sources`), made when absent.

    It is under the user's cache or, failing that, a temporary one. `BLOODSTONES_CACHE` names
    another place for it.
    """
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    root = Path(os.environ.get("BLOODSTONES_CACHE") or Path(home) / "bloodstones")
    folder = root / f"kernels-{room}-{sources_digest(room)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="bloodstones-kernels-"))
    return folder


@cache
def _folder_of(room: str) -> str:
    """Return the cache folder of a room; its sources are read once a process."""
    return str(cache_folder(room))


def keep_in_room(state: object, source: Path) -> None:
    """Keep what shared entries compile for a state's type with the game in whose room it stands."""
    _room_of_state[state] = room_of(source)


_room_of_state: dict[object, str] = {}


def _parts_of(kinds: Iterable[Any]) -> Iterator[Any]:
    """Yield the types of arguments, of what tuples hold and what arrays are made of."""
    for kind in kinds:
        yield getattr(kind, "dtype", kind)
        yield from _parts_of(getattr(kind, "types", ()))


class RoomCache(FunctionCache):  # type: ignore[misc]
    """Keeps what an entry compiles: for a game's state in that game's room, else in its own."""

    def __init__(self, function: Callable[..., Any], room: str) -> None:
        with _caching_in(_folder_of(room)):
            super().__init__(function)
        self._room = room
        self._elsewhere: dict[str, RoomCache] = {}

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what is kept for a signature, None if nothing is."""
        cache = self._cache_for(sig)
        return cast(Any, FunctionCache).load_overload(cache, sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for a signature."""
        cast(Any, FunctionCache).save_overload(self._cache_for(sig), sig, data)

    def _cache_for(self, sig: Any) -> RoomCache:
        """Return the cache of the room whose state is among the arguments."""
        rooms = {_room_of_state.get(kind, self._room) for kind in _parts_of(sig)} - {self._room}
        if len(rooms) != 1:
            return self
        (room,) = rooms
        if room not in self._elsewhere:
            self._elsewhere[room] = RoomCache(self._py_func, room)
        return self._elsewhere[room]


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
    dispatcher: Any = _entry(compiled(function, **options))
    dispatcher._cache = RoomCache(function, room_of(source))
    return cast(F, dispatcher)


def _entry(dispatcher: Any) -> Any:
    """Let Python's numbers go by the versions compiled for wide ones, see `compiling`."""
    dispatcher.__class__ = compiling.Entry
    return dispatcher
