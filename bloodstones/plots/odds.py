"""How likely the attacker wins, against the difference of modifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.ticker import FuncFormatter, MultipleLocator

from bloodstones.plots.style import PAGE_WIDTH, RULE, new_figure, per_cent, styled
from bloodstones.stats.inference.rounding import with_sign

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

HEIGHT = 2.9
MARK_SIZE = 5.0
MARGIN = 0.4
# Greys: colours are kept for verdicts; curves differ by dashes and markers.
STYLES = (
    ("#111111", "-", "D"),
    ("#111111", "-", "o"),
    ("#777777", "--", "s"),
    ("#444444", "-.", "^"),
    ("#777777", ":", "v"),
)


@styled
def draw_odds(table: pd.DataFrame) -> Figure:
    """Draw the win probability of the attacker.

    Parameters
    ----------
    table
        Columns `tiles` (a label such as "4 v 3", one curve each, at most five), `difference`
        (attacker's minus defender's modifier, whole numbers) and `win` (0 to 1).
    """
    figure = new_figure(PAGE_WIDTH, HEIGHT)
    axes = figure.subplots()
    axes.axhline(1 / 2, color=RULE, linewidth=1)
    axes.axvline(0, color=RULE, linewidth=1)
    curves = [
        (name, group.sort_values("difference"))
        for name, group in table.groupby("tiles", sort=False)
    ]
    middle = table["difference"].median()
    at = {name: float(g.loc[g["difference"] >= middle, "win"].iloc[0]) for name, g in curves}
    curves.sort(key=lambda curve: -at[curve[0]])
    for (name, group), (colour, dashes, marker) in zip(curves, STYLES, strict=False):
        axes.plot(
            group["difference"],
            group["win"],
            color=colour,
            linestyle=dashes,
            marker=marker,
            markersize=MARK_SIZE,
            label=str(name),
        )
    axes.legend(loc="upper left", title="tiles drawn, attacker v defender")
    axes.yaxis.set_major_formatter(per_cent())
    axes.xaxis.set_major_locator(MultipleLocator(1))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: with_sign(value)))
    axes.set_xlim(table["difference"].min() - MARGIN, table["difference"].max() + MARGIN)
    axes.set_ylim(0, 1)
    axes.set_xlabel("attacker's modifier minus defender's")
    axes.set_ylabel("the attacker wins")
    axes.grid(axis="y")
    return figure
