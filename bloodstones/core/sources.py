"""The sources that compiled kernels are made of, and a hash of them for each room of the house.

Numba's own file cache does not see a change in a *called* module: the folder of that cache is
keyed by such a hash. It takes in every module of the room that defines a kernel and all that such
a module imports, and no other. A room is what all games share (`core`, `odds`, `kit`) or one game
with all that games share, since shared kernels are compiled for its state (`core.dispatch`). So a
change compiles what depends on it: a change in one game compiles nothing of another.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
SHARED_FOLDERS = ("core", "odds", "kit")
GAMES = "games"
KERNEL_FOLDERS = (*SHARED_FOLDERS, GAMES)
GAME_DEPTH = 2  # of the folder of a game, below the package
SHARED = "shared"
EVERYTHING = "all"
KERNEL_IMPORT = "from bloodstones.core.kernel import"
DISPATCH_IMPORT = "from bloodstones.core.dispatch import"
DIGEST_BYTES = 8

IMPORT = re.compile(r"^\s*from (bloodstones[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
NAMED_IMPORT = re.compile(r"import_module\(\"(bloodstones[\w.]*)\"\)")
NAME = re.compile(r"\w+")


def room_of(file: Path, package: Path = PACKAGE) -> str:
    """Return the room of a source: `SHARED`, the folder of a game, else `EVERYTHING`.

    >>> room_of(PACKAGE / "odds" / "bag.py"), room_of(PACKAGE / "games" / "chess" / "board.py")
    ('shared', 'chess')
    >>> room_of(PACKAGE / "games" / "registry.py"), room_of(Path("elsewhere.py"))
    ('all', 'all')
    """
    try:
        parts = file.resolve().relative_to(package).parts
    except ValueError:
        return EVERYTHING
    if parts[0] in SHARED_FOLDERS:
        return SHARED
    if parts[0] == GAMES and len(parts) > GAME_DEPTH:
        return parts[1]
    return EVERYTHING


def sources_digest(room: str = EVERYTHING, package: Path = PACKAGE) -> str:
    """Return a hash of the sources that the kernels of a room are made of (16 hex digits)."""
    texts = {
        path: path.read_text(encoding="utf-8")
        for folder in _folders(room)
        for path in sorted((package / folder).rglob("*.py"))
    }
    roots = {
        path
        for path, text in texts.items()
        if (KERNEL_IMPORT in text or DISPATCH_IMPORT in text)
        and (room == EVERYTHING or room_of(path, package) in (room, SHARED))
    }
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    kept = with_imports(roots, texts, package)
    for path in texts:
        if path in kept:
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(texts[path].encode())
    return digest.hexdigest()


def _folders(room: str) -> tuple[str, ...]:
    """Return the folders in which the kernels of a room and what they import can be."""
    if room == SHARED:
        return SHARED_FOLDERS
    return (*SHARED_FOLDERS, GAMES if room == EVERYTHING else f"{GAMES}/{room}")


def with_imports(roots: set[Path], texts: dict[Path, str], package: Path) -> set[Path]:
    """Return files with all those of `texts` that they import, one by the other."""
    found = set(roots)
    unread = list(roots)
    while unread:
        for path in _imported(texts[unread.pop()], package):
            if path in texts and path not in found:
                found.add(path)
                unread.append(path)
    return found


def _imported(text: str, package: Path) -> Iterator[Path]:
    """Yield the files that the import lines of a source may mean: modules and what they hold."""
    named = [(module, "") for module in NAMED_IMPORT.findall(text)]
    for module, names in (*IMPORT.findall(text), *named):
        base = package.parent.joinpath(*module.split("."))
        yield base.with_suffix(".py")
        yield base / "__init__.py"
        for name in NAME.findall(names):
            yield (base / name).with_suffix(".py")
