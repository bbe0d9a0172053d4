"""The picture of one battle: every bar, distinct without colour, in the same bytes."""

from __future__ import annotations

import pandas as pd
import pytest

from bloodstones.plots.battle import OUTCOMES, SIDES, draw_battle
from bloodstones.plots.style import to_svg

STRENGTHS = pd.DataFrame(
    [("attacker", 12, 0.25), ("attacker", 13, 0.75), ("defender", 11, 1.0)],
    columns=["side", "strength", "p"],
)
MARGINS = pd.DataFrame(
    [(-1, 0.1, "the defender wins"), (0, 0.2, "fought again"), (1, 0.7, "the attacker wins")],
    columns=["margin", "p", "outcome"],
)


def test_every_chance_is_a_bar_of_its_height() -> None:
    left, right = draw_battle(STRENGTHS, MARGINS, "A battle").axes
    assert [bar.get_height() for bar in left.patches] == [0.25, 0.75, 1.0]
    assert sorted(bar.get_height() for bar in right.patches) == [0.1, 0.2, 0.7]
    middles = sorted(bar.get_x() + bar.get_width() / 2 for bar in right.patches)
    assert middles == pytest.approx([-1, 0, 1])


def test_the_words_say_how_often_each_side_wins() -> None:
    svg = to_svg(draw_battle(STRENGTHS, MARGINS, "A battle"))
    for text in ("A battle", "the defender wins (10.0 %)", "fought again (20.0 %)", "the attacker"):
        assert text in svg
    assert svg == to_svg(draw_battle(STRENGTHS, MARGINS, "A battle"))


def test_an_outcome_that_cannot_come_has_no_entry() -> None:
    shield = MARGINS[MARGINS["outcome"] != "fought again"]
    assert "fought again" not in to_svg(draw_battle(STRENGTHS, shield, "A battle"))


def test_sides_differ_without_colour() -> None:
    assert len({hatch for _, _, hatch in SIDES.values()}) == len(SIDES)
    assert OUTCOMES["the defender wins"][1] != OUTCOMES["the attacker wins"][1]
