"""How much each number of the rules moves an outcome: bars with their noise, a panel an outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bloodstones.plots.style import ABOVE, BELOW, GREY, INK, PAGE_WIDTH, new_figure, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

COLUMNS = 3
BAR_HEIGHT = 0.19
PANEL_HEADING = 0.45
FOOT = 0.5
UNSURE = "#d9d9d9"
LOOKED_AT = ("above_noise", "effect", "both")
THICKNESS = 0.7
EDGE_WIDTH = 0.5
NOISE_WIDTH = 1.2
LABEL_SIZE = 8.5


@styled
def draw_sensitivity(
    table: pd.DataFrame, panels: Mapping[object, str], numbers: Mapping[object, str], unit: str
) -> Figure:
    """Draw the effects of rule numbers.

    Parameters
    ----------
    table
        One row a panel and number: `panel`, `knob`, `effect`, `low`, `high` (these three
        negative for a number that lowers the outcome), `noise` and `above_noise`; perhaps
        `both`: it goes now up, now down, and has neither colour.
    panels, numbers
        What to write for the values of `panel` and `knob`, in their order.
    unit
        Of the effects.
    """
    columns = min(COLUMNS, -(-len(panels) // -(-len(panels) // COLUMNS)))
    rows = -(-len(panels) // columns)
    height = rows * (len(numbers) * BAR_HEIGHT + PANEL_HEADING) + FOOT
    figure = new_figure(PAGE_WIDTH, height)
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    for axes in grid.flat[len(panels) :]:
        axes.set_visible(False)
    names, signed = list(numbers), bool((table["effect"] < 0).any())
    for (panel, heading), axes in zip(panels.items(), grid.flat, strict=False):
        effects = table[table["panel"] == panel].set_index("knob").loc[names]
        effects = effects if "both" in effects else effects.assign(both=False)
        colours = [
            UNSURE if not sure else GREY if both else ABOVE if effect > 0 else BELOW
            for sure, effect, both in zip(*(effects[name] for name in LOOKED_AT), strict=True)
        ]
        places = range(len(names))
        axes.barh(
            places,
            effects["effect"],
            THICKNESS,
            color=colours,
            edgecolor=GREY,
            linewidth=EDGE_WIDTH,
        )
        axes.hlines(places, effects["low"], effects["high"], color=INK, linewidth=1)
        noise = float(effects["noise"].mean())
        for end in (noise, -noise) if signed else (noise,):
            axes.axvline(end, color=GREY, linestyle=":", linewidth=NOISE_WIDTH)
        axes.axvline(0, color=INK, linewidth=EDGE_WIDTH)
        axes.set_title(heading)
        axes.set_yticks(places, list(numbers.values()), fontsize=LABEL_SIZE)
        axes.tick_params(axis="y", length=0)
    grid[0, 0].invert_yaxis()
    if not signed:
        grid[0, 0].set_xlim(left=0)
    figure.supxlabel(unit, fontsize=LABEL_SIZE)
    return figure
