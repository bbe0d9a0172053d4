"""The tests of what changed: `python -m tests.changed [COMMIT]` prints the files, for `make check`.

A changed test stands for itself, a changed module for the test file that mirrors it and its own
doctests. Files that are not under version control yet count as changed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEAD = "HEAD"


def changed(since: str) -> list[Path]:
    """Return the Python files that changed since a commit and are still there."""
    listed = [["diff", "--name-only", since], ["ls-files", "--others", "--exclude-standard"]]
    names = [
        name
        for arguments in listed
        for name in subprocess.run(
            ["git", *arguments], cwd=ROOT, capture_output=True, check=True, text=True
        ).stdout.splitlines()
    ]
    return [Path(name) for name in names if name.endswith(".py") and (ROOT / name).is_file()]


def mirrors_of(path: Path) -> list[Path]:
    """Return the tests of a file: itself, or its doctests and the file that mirrors it.

    >>> [path.as_posix() for path in mirrors_of(Path("bloodstones/core/names.py"))]
    ['bloodstones/core/names.py']
    >>> [path.as_posix() for path in mirrors_of(Path("bloodstones/core/files/writing.py"))]
    ['bloodstones/core/files/writing.py', 'tests/core/files/test_writing.py']
    """
    if path.parts[0] == "tests":
        return [path] if path.name.startswith("test_") else []
    if path.parts[0] != "bloodstones":
        return []
    mirror = Path("tests", *path.parts[1:-1], f"test_{path.name}")
    return [path, *([mirror] if (ROOT / mirror).is_file() else [])]


def main(since: str = HEAD) -> None:
    """Print the tests, a line each."""
    found = {test.as_posix(): None for path in changed(since) for test in mirrors_of(path)}
    print("\n".join(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
