"""Writing files so that nothing is ever half-written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from bloodstones.core.errors import InputError

READ_AND_WRITE = 0o666  # for everyone, less the umask


def write_atomically(path: Path, content: bytes) -> None:
    """Write `content` beside `path` and put it in place in one step.

    Raises
    ------
    InputError
        If the folder does not exist or cannot be written; an old file stays as it was.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise _unwritable(path, error) from error
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
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> InputError:
    reason = error.strerror or type(error).__name__
    return InputError(f"expected a file that can be written, got {str(path)!r} ({reason})")
