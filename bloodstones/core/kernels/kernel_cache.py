"""Where compiled kernels are kept on disk: in folders that notice every change of the sources.

A file holds one version of one entry: a checksum, then the code. The checksum covers the key of
that version as well. A file that was cut, changed, or put in the place of another one does not
match: it is removed, and the entry is compiled again. A file appears under its name only when it is
complete, so that several processes may write to a folder at once.
"""

from __future__ import annotations

import logging
import os
import platform
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from bloodstones.core.kernels.sources import (
    EVERYTHING,
    OUTSIDE,
    bound_digest,
    outside_digest,
    room_of,
    sources_digest,
)

CHECK_BYTES: Final = 16
ADDRESS: Final = " at 0x"  # in the description of a type that no other process has

LOG = logging.getLogger(__name__)

_folder_of_state: dict[object, Path] = {}
_refused: set[Path] = set()


def cache_folder(room: str = EVERYTHING, digest: str = "") -> Path:
    """Return the folder for compiled kernels, see `core.kernels.sources`; it may not exist yet.

    It is below the folder that `BLOODSTONES_CACHE` names, by default below the user's cache.

    Parameters
    ----------
    room
        See `sources.room_of`, or the module of a game elsewhere.
    digest
        Of the sources of a game elsewhere; "" to take that of the room.
    """
    return cache_root() / f"kernels-{room}-{digest or sources_digest(room)}"


def cache_root() -> Path:
    """Return the folder above all of `cache_folder`; it may not exist yet."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("BLOODSTONES_CACHE") or Path(home) / "bloodstones")


@cache
def _folder_of_room(room: str) -> Path:
    """Return the cache folder of a room; its sources are read once a process."""
    return cache_folder(room)


@cache
def _folder_outside(file: Path, module: str) -> Path:
    """Return the cache folder of a file that is none of the house."""
    return cache_folder(module, outside_digest(file, module))


def place_of(function: Any) -> tuple[Path, str]:
    """Return the file and the module of a function, compiled or not."""
    written = getattr(function, "py_func", function)
    return Path(written.__code__.co_filename), written.__module__


def folder_of(function: Callable[..., Any]) -> Path:
    """Return the folder in which what a function compiles to is kept."""
    file, module = place_of(function)
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
    places = [place_of(each) for each in kernels]
    file, module = places[0]
    room = room_of(file)
    if room == OUTSIDE:
        folder = cache_folder(f"{module}-bound", bound_digest(places))
    else:
        folder = _folder_of_room(room)
    _folder_of_state[state] = folder


def _parts_of(kinds: Iterable[Any]) -> Iterator[Any]:
    """Yield the types of arguments, of what tuples hold and what arrays are made of."""
    for kind in kinds:
        yield kind
        yield getattr(kind, "dtype", None)
        yield from _parts_of(getattr(kind, "types", ()))


def folder_for(kinds: Iterable[Any], default: Path) -> Path:
    """Return the folder for what is compiled for types: of the one state among them, if any."""
    folders = {_folder_of_state.get(kind, default) for kind in _parts_of(kinds)} - {default}
    return folders.pop() if len(folders) == 1 else default


def read_checked(path: Path, key: str) -> bytes | None:
    """Return what was kept in a file under a key.

    Returns
    -------
    bytes or None
        None if there is no such file, or it is damaged; a damaged one is removed.
    """
    try:
        if not path.is_file():
            return None
        content = path.read_bytes()
    except OSError as error:
        LOG.info("%s cannot be read (%s); it is compiled again", path, error.strerror)
        return None
    payload = content[CHECK_BYTES:]
    if content[:CHECK_BYTES] == _checksum(key, payload):
        return payload
    LOG.info("%s is damaged; it is compiled again", path)
    _remove(path)
    return None


def keep(path: Path, key: str, payload: bytes) -> None:
    """Write a file for `read_checked`, all of it or nothing.

    Where it cannot be written, one line on standard error says so, once a process.
    """
    part = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.stem}.", suffix=".part")
        part = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(_checksum(key, payload) + payload)
        part.replace(path)
    except OSError as error:
        if part is not None:
            _remove(part)
        _say_once(path.parent.parent, error)


def can_keep() -> bool:
    """Whether files can be written below `cache_root`; if not, standard error has said so."""
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError as error:
        _say_once(root, error)
        return False
    return True


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        LOG.info("%s cannot be removed (%s)", path, error.strerror)


def _checksum(key: str, payload: bytes) -> bytes:
    digest = blake2b(key.encode(), digest_size=CHECK_BYTES)
    digest.update(payload)
    return digest.digest()


def _say_once(folder: Path, error: OSError) -> None:
    """Say on standard error that nothing can be kept, once a process."""
    if not _refused:
        print(
            f"Cannot save compiled code in {folder} ({error.strerror}), so every run compiles it "
            "again; set BLOODSTONES_CACHE to a folder that you can write to.",
            file=sys.stderr,
        )
    _refused.add(folder)


class EntryFiles:
    """The files of the compiled versions of one entry.

    Parameters
    ----------
    function
        The entry, not compiled.
    made_by
        Versions of what compiles it.

    Attributes
    ----------
    folder
        Where versions without a state of a game are.
    """

    def __init__(self, function: Any, made_by: tuple[str, ...]) -> None:
        self.folder = folder_of(function)
        name = f"{function.__module__.rpartition('.')[-1]}.{function.__qualname__}"
        self._name = f"{re.sub('[<>]', '', name)}-{function.__code__.co_firstlineno}"
        self._function = function
        self._made_by = (*made_by, platform.python_version())

    def read(self, kinds: Iterable[Any], machine: tuple[object, ...]) -> bytes | None:
        """Return what is kept for types of arguments and a machine, see `read_checked`."""
        key = self._key(kinds, machine)
        return read_checked(self._path(kinds, key), key) if key else None

    def keep(self, kinds: Iterable[Any], machine: tuple[object, ...], payload: bytes) -> None:
        """Write what `read` returns; nothing for types that no other process has."""
        key = self._key(kinds, machine)
        if key:
            keep(self._path(kinds, key), key, payload)

    def _path(self, kinds: Iterable[Any], key: str) -> Path:
        digest = blake2b(key.encode(), digest_size=CHECK_BYTES).hexdigest()
        return folder_for(kinds, self.folder) / f"{self._name}.{digest}.nbc"

    def _key(self, kinds: Iterable[Any], machine: tuple[object, ...]) -> str:
        """Return what tells a version from all others; "" where another process may have others."""
        types = [str(kind) for kind in kinds]
        if self._function.__closure__ or any(ADDRESS in each for each in types):
            return ""
        place = self._function.__module__, self._name, self._function.__code__.co_code
        return repr((place, types, machine, self._made_by))


@dataclass(frozen=True)
class EntryPlace:
    """Where an entry is, and for which types of arguments it was compiled.

    A call fetches its machine code, from the cache on disk or by compiling it: code in the cache
    that calls the entry does not contain it.
    """

    module: str
    name: str
    args: tuple[Any, ...]

    def __call__(self) -> None:
        """Make sure that the machine code is in the process."""
        getattr(import_module(self.module), self.name).compile(self.args)


def entry_place(function: Any, args: Iterable[Any]) -> EntryPlace | None:
    """Return the place of a version of an entry; None if it cannot be found by its name."""
    module, name = function.__module__, function.__name__
    found = getattr(sys.modules.get(module), name, None)
    found_it = getattr(found, "py_func", None) is function
    return EntryPlace(module, name, tuple(args)) if found_it else None
