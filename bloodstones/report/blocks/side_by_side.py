"""Pictures side by side, such as those of a board."""

from __future__ import annotations

from bloodstones.report.document.model import Block, Pair, Picture


def side_by_side(pictures: list[Picture]) -> list[Block]:
    """Return pictures in pairs; the last of an odd number stands alone."""
    pairs = zip(pictures[::2], pictures[1::2], strict=False)
    blocks: list[Block] = [Pair(pair) for pair in pairs]
    return [*blocks, *pictures[len(blocks) * 2 :]]
