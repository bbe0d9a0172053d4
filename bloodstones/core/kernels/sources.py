"""The sources that compiled kernels are made of, and a hash of them for each room of the house.

Numba's own file cache does not see a change in a *called* module: the folder of that cache is
keyed by such a hash. It takes in every module of the room that defines a kernel and all that such
a module imports, and no other. A room is what all games share (`core`, `odds`, `kit`) or one game
with all that games share, since shared kernels are compiled for its state
(`core.kernels.dispatch`). So a change compiles what depends on it: a change in one game compiles
nothing of another.

A kernel outside of the house, of somebody's own game, is keyed by its file and all that this
imports, one by the other, of what lies beside it and of the house; what shared kernels compile for
its state, by the files of all kernels bound to that and by what games share.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
SHARED_FOLDERS = ("core", "odds", "kit")
GAMES = "games"
GAME_DEPTH = 2  # of the folder of a game, below the package
SHARED = "shared"
EVERYTHING = "all"
OUTSIDE = ""
KERNEL_IMPORTS = (
    "from bloodstones.core.kernels.kernel import",
    "from bloodstones.core.kernels.dispatch import",
)
DIGEST_BYTES = 8

INSTALLED = ("site-packages", "dist-packages")  # where other packages lie beside a game

FROM = re.compile(r"^\s*from (\.*[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
IMPORT = re.compile(r"^\s*import ([\w., ]+)", re.MULTILINE)
NAMED_IMPORT = re.compile(r"import_module\(\"([\w.]+)\"\)")
NAME = re.compile(r"[\w.]+")


def room_of(file: Path, package: Path = PACKAGE) -> str:
    """Return the room of a source: `SHARED`, the folder of a game, else `EVERYTHING`.

    A source that lies outside of the house is in no room, `OUTSIDE`.

    Parameters
    ----------
    file
        Of the source.
    package
        The folder of the package.

    Examples
    --------
    >>> room_of(PACKAGE / "odds" / "bag.py"), room_of(PACKAGE / "games" / "chess" / "board.py")
    ('shared', 'chess')
    >>> room_of(PACKAGE / "games" / "registry.py"), room_of(Path("elsewhere.py"))
    ('all', '')
    """
    try:
        parts = file.resolve().relative_to(package).parts
    except ValueError:
        return OUTSIDE
    if parts[0] in SHARED_FOLDERS:
        return SHARED
    if parts[0] == GAMES and len(parts) > GAME_DEPTH:
        return parts[1]
    return EVERYTHING


def sources_digest(room: str = EVERYTHING, package: Path = PACKAGE) -> str:
    """Return a hash of the sources that the kernels of a room are made of (16 hex digits).

    Parameters
    ----------
    room
        `SHARED`, the folder of a game, or `EVERYTHING`.
    package
        The folder of the package.
    """
    texts = {
        path: path.read_text(encoding="utf-8")
        for folder in _folders(room)
        for path in sorted((package / folder).rglob("*.py"))
    }
    roots = {
        path
        for path, text in texts.items()
        if any(each in text for each in KERNEL_IMPORTS)
        and (room == EVERYTHING or room_of(path, package) in (room, SHARED))
    }
    kept = with_imports(roots, texts, package)
    return _digest({path: texts[path] for path in texts if path in kept}, package)


def _digest(texts: dict[Path, str], root: Path) -> str:
    """Return a hash of sources and of where they lie below a folder."""
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for path, text in texts.items():
        digest.update(os.path.relpath(path, root).encode())
        digest.update(text.encode())
    return digest.hexdigest()


def outside_digest(file: Path, module: str) -> str:
    """Return a hash of what the kernels of a file outside of the house are made of.

    Parameters
    ----------
    file
        Of a kernel.
    module
        Its dotted name.
    """
    return _digest(outside_sources(file, module), _root_of(file, module))


def bound_digest(places: Iterable[tuple[Path, str]]) -> str:
    """Return a hash of what shared kernels are made of for a state outside of the house.

    `places`: files and modules of the kernels that are bound to the state.
    """
    digest = hashlib.blake2b(sources_digest(SHARED).encode(), digest_size=DIGEST_BYTES)
    for file, module in sorted(set(places)):
        digest.update(outside_digest(file, module).encode())
    return digest.hexdigest()


@cache
def outside_sources(file: Path, module: str) -> dict[Path, str]:
    """Return a file outside of the house and all that it imports, one by the other.

    Parameters
    ----------
    module
        Its dotted name, which gives the folder that imports are seen from.

    Returns
    -------
    dict
        Path -> text, in the order of the paths.
    """
    root, top = _root_of(file, module), module.partition(".")[0]
    texts: dict[Path, str] = {}
    unread = [file.resolve()]
    seen = set(unread)
    while unread:
        path = unread.pop()
        texts[path], imports = _read(path, root, top, path.stat().st_mtime_ns)
        for imported in imports:
            if imported not in seen:
                unread.append(imported)
            seen.add(imported)
    return dict(sorted(texts.items()))


@cache
def _read(path: Path, root: Path, top: str, _changed: int) -> tuple[str, tuple[Path, ...]]:
    """Return the text of a source and the files that it imports, read once for all that need it.

    `_changed`: when the file changed last, in nanoseconds.
    """
    text = path.read_text(encoding="utf-8", errors="replace")
    imports = dict.fromkeys(_imported(path, text, (root, PACKAGE.parent)))
    return text, tuple(each for each in imports if _counts(each, root, top))


def _counts(file: Path, root: Path, top: str) -> bool:
    """Whether a file is of the house, or lies beside a game and is no other installed package."""
    if not file.is_relative_to(PACKAGE):
        if not file.is_relative_to(root):
            return False
        if root.name in INSTALLED and file.relative_to(root).parts[0].removesuffix(".py") != top:
            return False
    return file.is_file()


def _root_of(file: Path, module: str) -> Path:
    """Return the folder above a module's topmost package, or its own folder if it has none.

    >>> _root_of(Path("/own/race/engine/turn.py"), "race.engine.turn").as_posix()
    '/own'
    >>> _root_of(Path("/own/race/turn.py"), "__main__").as_posix()
    '/own/race'
    """
    file = file.resolve()
    place = file.parent if file.name == "__init__.py" else file.with_suffix("")
    names = module.split(".")
    if place.parts[-len(names) :] == tuple(names):
        return place.parents[len(names) - 1]
    return file.parent


def _folders(room: str) -> tuple[str, ...]:
    """Return the folders in which the kernels of a room and what they import can be."""
    if room == SHARED:
        return SHARED_FOLDERS
    return (*SHARED_FOLDERS, GAMES if room == EVERYTHING else f"{GAMES}/{room}")


def with_imports(roots: set[Path], texts: dict[Path, str], package: Path) -> set[Path]:
    """Return files with all those of `texts` that they import, one by the other.

    Parameters
    ----------
    roots
        The files to begin with.
    texts
        Path -> text of all files that may be imported.
    package
        The folder of the package that imports name.
    """
    reached = set(roots)
    unread = list(roots)
    while unread:
        at = unread.pop()
        for path in _imported(at, texts[at], (package.parent,), package.name):
            if path in texts and path not in reached:
                reached.add(path)
                unread.append(path)
    return reached


def _imported(path: Path, text: str, roots: Sequence[Path], top: str = "") -> Iterator[Path]:
    """Yield the files that the import lines of a source may mean: modules and what they hold.

    `top`: the only package whose modules are meant, "" for any.
    """
    plain = [name for names in IMPORT.findall(text) for name in NAME.findall(names)]
    named = [(module, "") for module in (*plain, *NAMED_IMPORT.findall(text))]
    for module, names in (*FROM.findall(text), *named):
        if not module.startswith((top, ".")):
            continue
        inner = module.lstrip(".")
        up = len(module) - len(inner)
        for root in (path.parents[up - 1],) if up else roots:
            base = root.joinpath(*inner.split("."))
            yield base.parent / f"{base.name}.py"
            yield base / "__init__.py"
            for name in NAME.findall(names):
                yield base / f"{name}.py"
