"""Page breaks: which rows of a table stay together, and how much of a page is blank."""

from __future__ import annotations

import io
import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Final

MOST_KEPT: Final = 8  # rows of a group that stays whole
FEWEST: Final = 3  # rows of a group at the foot of a page, or at the head of one
HALF: Final = 0.5
# Where the body of a page begins and ends, in its height: between the running head and the foot.
BODY: Final = (0.075, 0.915)
PAPER: Final = 235  # of 255: what is lighter is blank

Row = Sequence[str]


def kept_rows(table: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return the blocks of rows of a table that stay on one page, as their first row and the end.

    Groups of a few rows are blocks; of a longer one, the first and the last rows are. No less than
    that stays behind or goes overleaf alone.

    Parameters
    ----------
    table
        `model.Table` as a mapping.

    Examples
    --------
    >>> kept_rows({"rows": [("a",)] * 13, "first_of_group": (0, 4)})
    [(0, 4), (4, 7), (7, 8), (8, 9), (9, 10), (10, 13)]
    >>> kept_rows({"rows": [("a",)] * 8, "first_of_group": (0, 1)})
    [(0, 8)]
    """
    size = len(table["rows"])
    edges = sorted({0, *table["first_of_group"], size})
    blocks = []
    for first, end in itertools.pairwise(edges):
        if end - first <= MOST_KEPT:
            blocks.append((first, end))
            continue
        inner = range(first + FEWEST, end - FEWEST)
        blocks.append((first, inner.start))
        blocks += [(row, row + 1) for row in inner]
        blocks.append((inner.stop, end))
    heads = [0, *(first for first, _ in blocks if FEWEST <= first <= size - FEWEST)]
    return list(itertools.pairwise([*heads, size]))


def repeated_words(table: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return for each row of a table the cells of its group that a page beginning with it repeats.

    >>> repeated_words({"rows": (("a", "1"), ("", "2"), ("b", "3")), "first_of_group": (0, 2)})
    [(), ('a',), ()]
    """
    rows: Sequence[Row] = table["rows"]
    starts = set(table["first_of_group"])
    heads: list[tuple[str, ...]] = []
    head: Row = ()
    for number, row in enumerate(rows):
        head = row if number in starts else head
        named = next((place for place, cell in enumerate(row) if cell), 0)
        heads.append(tuple(head[:named]))
    return heads


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
