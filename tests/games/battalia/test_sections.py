"""What the sections of reports on Battalia say is what their tables hold."""

from __future__ import annotations

import pandas as pd

from bloodstones.games.battalia.sections.corners import CORNERS, RATES
from bloodstones.report.document.model import Paragraph
from tests.report.findings import only


def corners(*rows):
    names = ["players", "strategy", "square", "n", "rate", "low", "high", "order"]
    return pd.DataFrame([(*row, 1.0) for row in rows], columns=names)


def told_of(table):
    """What the section says of these rates, with plain blanks."""
    blocks, _ = CORNERS.make(only({RATES: table}))
    text = " ".join(block.text for block in blocks if isinstance(block, Paragraph))
    return text.replace("\u00a0", " ")


def test_the_corners_furthest_from_an_even_share_are_named():
    told = told_of(
        corners(
            (3, "greedy", "1.7", 900, 0.40, 0.37, 0.43),
            (3, "greedy", "7.1", 900, 0.33, 0.30, 0.36),
            (4, "bold_tuned", "1.1", 800, 0.20, 0.17, 0.23),
            (4, "bold_tuned", "7.7", 800, 0.28, 0.26, 0.31),
        )
    )
    assert "Three of four shares are away from an even one beyond the interval" in told
    assert "1.7 with three players when all play Greedy, 40 % (37–43 %, n = 900)" in told
    assert "1.1 with four players when all play bold_tuned, 20 % (17–23 %, n = 800)" in told
    assert "7.7" not in told


def test_even_corners_are_shown_as_even():
    told = told_of(corners((2, "greedy", "2.2", 900, 0.50, 0.47, 0.53)))
    assert "No corner is away from an even share" in told
