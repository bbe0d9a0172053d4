"""Charts for narrow pages: as narrow as their labels allow, and the figure as it was."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from bloodstones.plots.style import (
    PAGE_WIDTH,
    PHONE,
    WIDTHS,
    at_narrow_width,
    collisions,
    new_figure,
    to_svg,
)


def bars(words: str, number: int = 2) -> Figure:
    """A chart of bars with names beside and a title over each panel."""
    figure = new_figure(PAGE_WIDTH, 2)
    for axes in figure.subplots(1, number, sharey=True):
        axes.barh([words], [1])
        axes.set_title(words)
    return figure


def width_drawn(figure: Figure) -> float | None:
    """Width at which a figure is drawn for a phone, None if it stays as it is."""
    widths = []

    def write(one: Figure) -> str:
        widths.append(one.get_figwidth())
        assert collisions(one) == 0
        return "drawn"

    told = at_narrow_width(figure, write)
    assert figure.get_figwidth() == PAGE_WIDTH
    return widths[0] if told else None


def test_short_labels_let_a_chart_be_as_narrow_as_a_phone() -> None:
    assert width_drawn(bars("Corsairs")) == pytest.approx(PHONE)


def test_longer_labels_ask_for_more() -> None:
    wide = width_drawn(bars("Corsairs, tuned"))
    assert wide is not None
    assert PHONE < wide <= WIDTHS[-1] * PHONE


def test_a_chart_whose_labels_need_the_page_stays_as_it_is() -> None:
    assert width_drawn(bars("The Corsairs, well tuned")) is None


def test_a_chart_is_drawn_again_and_a_board_is_not() -> None:
    assert to_svg(bars("Corsairs")).narrow.startswith("<?xml")
    assert to_svg(new_figure(PAGE_WIDTH, 2, fitted=False)).narrow == ""
