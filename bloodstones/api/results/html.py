"""What the objects of the front door show in a notebook: a heading, tables, a picture, a note.

It has the style of answers (`core.questions.html`), in light and dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.questions.html import STYLE

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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


MOST_ROWS: Final = 40


def section(title: str, heading: str, parts: Iterable[str], note: str = "") -> str:
    """Return a fragment of HTML with its style.

    Parameters
    ----------
    title, heading, note
        Texts, which are escaped.
    parts
        HTML as it is.
    """
    below = f"<p class=note>{escape(note)}</p>" if note else ""
    return (
        f"<style>{STYLE}</style><section class=answer><h3>{escape(title)}</h3>"
        f"<p>{escape(heading)}</p>{''.join(parts)}{below}</section>"
    )


def table_html(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table, all texts escaped; of a long one the first rows, and how many there are.

    >>> table_html(["a"], [["<1>"]])
    '<div class=wide><table><thead><tr><th scope=col>a</th></tr></thead>\
<tr><td>&lt;1&gt;</td></tr></table></div>'
    """
    head = "".join(f"<th scope=col>{escape(each)}</th>" for each in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
        for row in rows[:MOST_ROWS]
    )
    more = f"<p class=note>{MOST_ROWS} of {len(rows):,} rows</p>" if len(rows) > MOST_ROWS else ""
    return f"<div class=wide><table><thead><tr>{head}</tr></thead>{body}</table></div>{more}"


def picture_html(figure: Figure, words: str) -> str:
    """Return a figure as an image embedded in the page.

    Parameters
    ----------
    words
        Alternative text.
    """
    from base64 import b64encode

    from bloodstones.plots.style import to_svg

    data = b64encode(to_svg(figure).encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(words)}">'
