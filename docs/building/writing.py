"""Generated pages: written only when they change, so that a second build reads little."""

from __future__ import annotations

import re
from pathlib import Path

SPECIAL = re.compile(r"([\\*_<\[\]#|{}$])")
CODE = re.compile(r"(`[^`]*`)")


class Pages:
    """The folder of generated pages.

    Parameters
    ----------
    folder
        Where they go; pages of an earlier build that are not written again are removed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.written: set[Path] = set()

    def write(self, name: str, text: str) -> None:
        """Write a page, `name` below the folder."""
        path = self.place(name)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")

    def place(self, name: str) -> Path:
        """Return where something else than text goes, in a folder that is there."""
        path = self.folder / name
        self.written.add(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def finish(self) -> None:
        """Remove what is left of earlier builds."""
        for path in self.folder.rglob("*.*"):
            if path not in self.written:
                path.unlink()


def plain(text: str) -> str:
    """Return text in which Markdown sees no marks but code between backticks.

    >>> plain("a *star* and `a_b*`")
    'a \\\\*star\\\\* and `a_b*`'
    """
    return "".join(
        part if part.startswith("`") else SPECIAL.sub(r"\\\1", part) for part in CODE.split(text)
    )
