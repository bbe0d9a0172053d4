"""Pages that are full: tables in parts of less than a page, and how much of a page is blank."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

MOST_ROWS: Final = 24  # of a part of a table; a page holds twice as many
HALF: Final = 0.5
# Where the body of a page begins and ends, in its height: between the running head and the foot.
BODY: Final = (0.075, 0.915)
PAPER: Final = 235  # of 255: what is lighter is blank

Row = Sequence[str]


def in_parts(table: Mapping[str, Any], most: int = MOST_ROWS) -> list[dict[str, Any]]:
    """Return a table in parts of at most so many rows, parted between groups where it can be.

    A group that is parted tells its first cells again.

    Parameters
    ----------
    table
        `model.Table` as a mapping.

    Examples
    --------
    >>> rows = (("a", "1"), ("", "2"), ("b", "3"), ("", "4"))
    >>> table = {"rows": rows, "first_of_group": (0, 2)}
    >>> [part["rows"] for part in in_parts(table, 2)]
    [[('a', '1'), ('', '2')], [('b', '3'), ('', '4')]]
    >>> [part["rows"] for part in in_parts(table, 3)]  # a little more than fits stays whole
    [[('a', '1'), ('', '2'), ('b', '3'), ('', '4')]]
    """
    rows, starts = list(table["rows"]), set(table["first_of_group"])
    if len(rows) <= most + most // 2:
        most = len(rows)
    parts = []
    for first, last in _cuts(len(rows), starts, most):
        own = rows[first:last]
        if first and first not in starts and starts:
            own[0] = _told_again(rows, first, max(each for each in starts if each < first))
        groups = [each - first for each in sorted(starts) if first <= each < last]
        parts.append({**table, "rows": own, "first_of_group": groups})
    return parts


def _cuts(size: int, starts: set[int], most: int) -> Iterator[tuple[int, int]]:
    """Yield where parts begin and end: where a group does, unless that leaves little in a part."""
    first = 0
    while first < size:
        last = min(first + most, size)
        inside = [each for each in starts if first + most // 2 <= each <= last]
        if last < size and inside:
            last = max(inside)
        yield first, last
        first = last


def _told_again(rows: Sequence[Row], place: int, start: int) -> tuple[str, ...]:
    """Return a row with the empty cells before its first text filled from that of its group."""
    row, head = rows[place], rows[start]
    named = next((number for number, cell in enumerate(row) if cell), 0)
    return (*head[:named], *row[named:])


def blank_share(page: bytes) -> float:
    """Return the longest blank stretch of a page, top to foot, as a share of its body.

    Parameters
    ----------
    page
        A PNG picture of it.
    """
    import numpy as np
    from PIL import Image

    grey = np.asarray(Image.open(io.BytesIO(page)).convert("L"))
    top, foot = (int(share * len(grey)) for share in BODY)
    inked = np.flatnonzero((grey[top:foot] < PAPER).any(axis=1))
    edges = np.concatenate(([-1], inked, [foot - top]))
    return float((np.diff(edges).max() - 1) / (foot - top))


def half_blank(pages: Sequence[bytes], most: float = HALF) -> list[int]:
    """Return the numbers, from 1, of the pages more than half, or `most`, of which is blank."""
    return [number for number, page in enumerate(pages, 1) if blank_share(page) > most]
