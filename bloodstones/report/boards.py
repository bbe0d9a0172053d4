"""Boards in a report: how they look, and pictures side by side."""

from __future__ import annotations

from bloodstones.plots.board_style import BoardLooks, plain_looks
from bloodstones.report.findings import Findings
from bloodstones.report.model import Block, Pair, Picture


def looks_of(findings: Findings) -> BoardLooks:
    """Return how the game's boards look, plain where it does not say."""
    terrains = (str(name) for areas in findings.maps.values() for name in areas["terrain"])
    return findings.own.looks or plain_looks(terrains)


def side_by_side(pictures: list[Picture]) -> list[Block]:
    """Return pictures in pairs; the last of an odd number stands alone."""
    pairs = zip(pictures[::2], pictures[1::2], strict=False)
    found: list[Block] = [Pair(pair) for pair in pairs]
    return [*found, *pictures[len(found) * 2 :]]
