"""Results as tables for a notebook: what their `_repr_html_` returns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape

PERCENT = 100
LONGEST = 17  # characters of an exact fraction that is shown beside its value


def html_table(caption: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as HTML, all texts escaped.

    >>> html_table("a < b", ["x"], [["1"]])
    '<table><caption>a &lt; b</caption><tr><th>x</th></tr><tr><td>1</td></tr></table>'
    """
    lines = [_line("th", header), *(_line("td", row) for row in rows)]
    return f"<table><caption>{escape(caption)}</caption>{''.join(lines)}</table>"


def _line(tag: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"


def chance_text(chance: Fraction | float) -> str:
    """Return a chance in per cent, and as it is if it is a short exact fraction.

    >>> chance_text(Fraction(219, 245)), chance_text(0.5)
    ('89.4 % = 219/245', '50.0 %')
    """
    shown = f"{float(chance) * PERCENT:.1f} %"
    exact = str(chance)
    short = isinstance(chance, Fraction) and len(exact) <= LONGEST
    return f"{shown} = {exact}" if short else shown


def mean_text(mean: Fraction | float) -> str:
    """Return a mean with two decimals.

    >>> mean_text(Fraction(7, 3))
    '2.33'
    """
    return f"{float(mean):.2f}"


def words(name: str) -> str:
    """Return an id in words.

    >>> words("red_army")
    'red army'
    """
    return name.replace("_", " ")
