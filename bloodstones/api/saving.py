"""A picture as SVG: shown by notebooks, saved to a file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bloodstones.core import svg
from bloodstones.core.arguments import path_of, switch_of
from bloodstones.core.errors import InputError
from bloodstones.core.files.writing import REPLACE_TIP, check_new, write_atomically

TIP: Final = "write over it with replace=True, or choose another name"


def save(path: str | os.PathLike[str], content: str, *, replace: bool = False) -> Path:
    """Write a text to a file, and return its path.

    Raises
    ------
    InputError
        If the file exists and must not be replaced, or cannot be written.
    """
    wanted = Path(path_of(path, "path=", "the path of a file"))
    try:
        file = check_new(wanted, "path=", replace=switch_of(replace, "replace="))
    except InputError as error:
        raise type(error)(error.message, TIP if error.tip == REPLACE_TIP else error.tip) from None
    write_atomically(file, content.encode())
    return file


@dataclass(frozen=True, slots=True, repr=False)
class Svg(svg.Svg):
    """A picture as SVG.

    Attributes
    ----------
    text
        The SVG.
    """

    def save(self, path: str | os.PathLike[str], *, replace: bool = False) -> Path:
        """Write it to a file, and return its path.

        Raises
        ------
        InputError
            If the file exists and must not be replaced, or cannot be written.
        """
        return save(path, self.text, replace=replace)
