"""The documents of a report that was written."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any


class Documents(tuple[Path, ...]):
    """The paths of the documents, the first one to be opened first.

    Examples
    --------
    >>> len(Documents([Path("fair.pdf"), Path("fair.html")]))
    2
    """

    __slots__ = ()

    @property
    def sizes(self) -> dict[str, int]:
        """The bytes of each document, by its path."""
        return {str(path): path.stat().st_size for path in self}

    def data(self) -> dict[str, Any]:
        """Return what `bloodstones report --json` prints."""
        sizes = self.sizes
        first = str(self[0])
        return {"report": first, "bytes": sizes[first], "documents": sizes}

    def _repr_html_(self) -> str:
        """Return links to the documents for a notebook."""
        return " ".join(
            f'<a href="{escape(path.as_posix(), quote=True)}">{escape(path.name)}</a>'
            for path in self
        )
