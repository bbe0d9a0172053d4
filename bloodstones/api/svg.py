"""A picture as SVG: shown by notebooks, saved to a file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from bloodstones.api.saving import save
from bloodstones.core import svg


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
            If the file exists and is not to be replaced, or cannot be written.
        """
        return save(path, self.text, replace=replace)
