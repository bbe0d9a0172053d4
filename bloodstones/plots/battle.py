"""How likely the attacker wins, against the difference of modifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bloodstones.plots.style import PAGE_WIDTH, RULE, new_figure, per_cent, styled
from bloodstones.stats.inference.rounding import with_sign

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


HEIGHT = 3.4
BAR = 0.42
WIDE_BAR = 0.85
SIDES = {"attacker": ("#d55e00", -BAR / 2, ""), "defender": ("#0072b2", BAR / 2, "////")}
OUTCOMES = {
    "the defender wins": ("#0072b2", "////"),
    "fought again": ("#bbbbbb", ""),
    "the attacker wins": ("#d55e00", ""),
}
ABOVE = (-0.02, 1.0)  # lower left corner of a legend above its picture


@styled
def draw_battle(strengths: pd.DataFrame, margins: pd.DataFrame, title: str) -> Figure:
    """Draw the first fight of a battle: strengths on the left, margins on the right.

    Parameters
    ----------
    strengths
        Columns `side` ("attacker" or "defender"), `strength` (whole numbers) and `p` (0 to 1).
    margins
        Columns `margin` (the attacker's strength less the defender's), `p` (0 to 1) and `outcome`
        ("the attacker wins", "the defender wins" or "fought again").
    title
        What battle it is, in one line.
    """
    figure = new_figure(PAGE_WIDTH, HEIGHT)
    figure.suptitle(title)
    left, right = figure.subplots(1, 2)
    for side, (colour, shift, hatch) in SIDES.items():
        part = strengths[strengths["side"] == side]
        _bars(left, part["strength"] + shift, part["p"], BAR, (colour, hatch, f"the {side}"))
    left.set_xlabel("strength in the first fight")
    _finish(left)
    margins_on(right, margins)
    left.set_ylabel("chance")
    return figure


@styled
def margins_on(axes: Axes, margins: pd.DataFrame) -> Axes:
    """Draw by how much the attacker is ahead on given axes, and return these.

    Parameters
    ----------
    axes
        Where to draw.
    margins
        As of `draw_battle`.
    """
    from matplotlib.ticker import FuncFormatter

    for outcome, (colour, hatch) in OUTCOMES.items():
        part = margins[margins["outcome"] == outcome]
        if part.empty:
            continue
        label = f"{outcome} ({part['p'].sum():.1%})".replace("%", " %")
        _bars(axes, part["margin"], part["p"], WIDE_BAR, (colour, hatch, label))
    axes.set_xlabel("attacker's strength minus defender's")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: with_sign(value)))
    _finish(axes)
    return axes


def _finish(axes: Axes) -> None:
    """Set what both panels have."""
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(per_cent())
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    axes.legend(loc="lower left", bbox_to_anchor=ABOVE)


def _bars(
    axes: Axes, at: pd.Series[float], p: pd.Series[float], width: float, look: tuple[str, str, str]
) -> None:
    """Draw bars; `look`: colour, hatch, label."""
    colour, hatch, label = look
    axes.bar(at, p, width=width, color=colour, hatch=hatch, edgecolor="white", label=label)


ODDS_HEIGHT = 2.9
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
    from matplotlib.ticker import FuncFormatter, MultipleLocator

    figure = new_figure(PAGE_WIDTH, ODDS_HEIGHT)
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
