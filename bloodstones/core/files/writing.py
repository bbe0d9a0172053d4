"""Writing files so that nothing is ever half-written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from bloodstones.core.errors import DamagedFileError, InputError, expected, unwritable

READ_AND_WRITE = 0o666  # for everyone, less the umask
REPLACE_TIP = "write over it with --replace, or choose another name"


def write_atomically(path: Path, content: bytes) -> None:
    """Write `content` beside `path` and put it in place in one step.

    Parameters
    ----------
    path
        Of the file; its folder must exist.
    content
        All of it.

    Raises
    ------
    WriteError
        If the folder does not exist or cannot be written; an old file stays as it was.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise unwritable("a file", error, path) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(READ_AND_WRITE & ~umask)
        Path(name).replace(path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise unwritable("a file", error, path) from error


def read_bytes(path: Path, what: str, most: int, tip: str | None = None) -> bytes:
    """Return what a file holds.

    Parameters
    ----------
    what
        What it should be, for the error.
    most
        Bytes that it may have; no more of it is read.

    Raises
    ------
    InputError
        There is none.
    DamagedFileError
        It is no file, cannot be read, or has more bytes.
    """
    try:
        is_file = path.is_file()  # to open a pipe would wait for whoever writes to it
        there = is_file or path.exists()
    except (OSError, ValueError) as error:  # a path that no file can have
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise InputError(f"expected {what}, got {reason} ({path})", tip) from error
    if not there:
        raise InputError(f"expected {what}, got none ({path})", tip)
    if not is_file:
        raise DamagedFileError(f"expected {what}, got something that is no file ({path})", tip)
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise DamagedFileError(f"expected {what}, got {reason} ({path})", tip) from error
    if len(content) > most:
        raise DamagedFileError(f"expected {what} of at most {most} bytes, got more ({path})", tip)
    return content


def is_folder(name: str) -> bool:
    """Whether there is a folder of that name, which may be none that any folder can have."""
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):
        return False


def is_file(name: str | Path) -> bool:
    """Whether there is a file of that name, which may be none that any file can have."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def check_new(path: Path, where: str, *, replace: bool = False) -> Path:
    """Return the path of a file that is to be written, seen to be a new one in a known folder.

    Parameters
    ----------
    where
        The argument that names it.
    replace
        Whether a file that is there already may be written over.

    Raises
    ------
    InputError
        It names no file, a folder or device, a file that may not be replaced, or one in no folder.
    """
    try:
        there, regular, folder = path.exists(), path.is_file(), path.parent.is_dir()
    except OSError as error:
        raise unwritable("a file", error, path) from error
    if not path.name or (there and not regular):
        raise expected("a file", str(path), where)
    if there and not replace:
        raise InputError(f"expected a new file, got one that exists ({where} {path})", REPLACE_TIP)
    if not folder:
        raise expected("a file in an existing folder", str(path), where)
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise unwritable("a file", "Permission denied", path)
    return path
