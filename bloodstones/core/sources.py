"""The sources that compiled kernels are made of, and one hash of them all.

Numba's own file cache does not see a change in a *called* module: the folder of that cache is
keyed by this hash. It takes in every module that defines a kernel and all that such a module
imports, and no other, so that the rest of the package changes without a new compile.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_FOLDERS = ("core", "odds", "kit", "games")
KERNEL_IMPORT = "from bloodstones.core.kernel import"
DIGEST_BYTES = 8

IMPORT = re.compile(r"^\s*from (bloodstones[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
NAME = re.compile(r"\w+")


def sources_digest(package: Path = PACKAGE) -> str:
    """Return a hash of the sources that the package's kernels are made of (16 hex digits)."""
    texts = {
        path: path.read_text(encoding="utf-8")
        for folder in KERNEL_FOLDERS
        for path in sorted((package / folder).rglob("*.py"))
    }
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    kept = kernel_sources(texts, package)
    for path in texts:
        if path in kept:
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(texts[path].encode())
    return digest.hexdigest()


def kernel_sources(texts: dict[Path, str], package: Path) -> set[Path]:
    """Return the files that import the kernel decorators, with all the files that they import."""
    found = {path for path, text in texts.items() if KERNEL_IMPORT in text}
    unread = list(found)
    while unread:
        for path in _imported(texts[unread.pop()], package):
            if path in texts and path not in found:
                found.add(path)
                unread.append(path)
    return found


def _imported(text: str, package: Path) -> Iterator[Path]:
    """Yield the files that the import lines of a source may mean: modules and what they hold."""
    for module, names in IMPORT.findall(text):
        base = package.parent.joinpath(*module.split("."))
        yield base.with_suffix(".py")
        yield base / "__init__.py"
        for name in NAME.findall(names):
            yield (base / name).with_suffix(".py")
