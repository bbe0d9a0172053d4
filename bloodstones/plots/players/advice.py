"""The chances that advice is measured by, hint by hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bloodstones.plots.style import (
    GREY,
    INK,
    PAGE_WIDTH,
    RULE,
    give_slack,
    new_figure,
    per_cent,
    styled,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ROW = 0.155
GAP = 0.5  # rows between two hints
FOOT = 0.7
DOT = 5.0
BOUND = 11.0
# By the verdict on the hint.
STYLES = {
    "holds": ("#0072b2", "o"),
    "holds in part": ("#009e73", "s"),
    "does not hold": ("#d55e00", "D"),
}
MARGIN = 0.03


@styled
def draw_advice(table: pd.DataFrame) -> Figure:
    """Draw one dot a number, in groups, with the bounds that decide.

    Parameters
    ----------
    table
        Columns `hint` (a heading; rows of a hint are together), `label`, `value` (0 to 1),
        `verdict` (on the hint: "holds", "holds in part" or "does not hold") and `bound` (0 to 1
        where the number decides by one, else nan).
    """
    places, labels, headings = [], [], []
    place = 0.0
    before = None
    for hint, label in zip(table["hint"], table["label"], strict=True):
        if hint != before:
            place += GAP + 1 if before is not None else 1
            headings.append((place - 1, hint))
            before = hint
        places.append(place)
        labels.append(label)
        place += 1
    figure = new_figure(PAGE_WIDTH, ROW * place + FOOT)
    give_slack(figure)
    axes = figure.subplots()
    drawn = table.assign(place=places)
    axes.hlines(drawn["place"], 0, drawn["value"], color=RULE, linewidth=1)
    for verdict, (colour, marker) in STYLES.items():
        part = drawn[drawn["verdict"] == verdict]
        if not part.empty:
            (dots,) = axes.plot(part["value"], part["place"], marker, markersize=DOT, color=colour)
            dots.set_label(f"the hint {verdict}")
    bounds = drawn[drawn["bound"].notna()]
    (ticks,) = axes.plot(bounds["bound"], bounds["place"], "|", markersize=BOUND, color=INK)
    ticks.set_label("a bound that decides")
    for at, text in headings:
        axes.text(0, at, text, color=GREY, va="center", fontstyle="italic")
    axes.set_yticks(places, labels)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(place, -1)
    axes.set_xlim(0, 1 + MARGIN)
    axes.xaxis.set_major_formatter(per_cent())
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")
    figure.legend(loc="outside upper right", ncols=len(STYLES) + 1)
    return figure
