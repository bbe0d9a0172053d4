"""Parts of a whole: a bar a line whose parts sum to 100 %, each with its figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bloodstones.plots.style import INK, PAGE_WIDTH, is_dark, new_figure, per_cent, styled
from bloodstones.stats.inference.rounding import PERCENT

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ROW: Final = 0.55  # inches, of a bar
FOOT: Final = 1.1
THICK: Final = 0.62  # of a row
LEAST: Final = 0.05  # a part that is smaller has no figure
KEY_SIZE: Final = 8.5
COLUMNS: Final = 3  # of the key
# Told apart in grey as well: from dark to light, the last one hatched.
COLOURS: Final = ("#1b4a6b", "#d55e00", "#e69f00", "#0072b2", "#56b4e9", "#cccccc")
LIGHT: Final = "#ffffff"


@styled
def draw_stacked(
    table: pd.DataFrame, lines: Mapping[object, str], parts: Mapping[object, str]
) -> Figure:
    """Draw shares that sum to 1.

    Parameters
    ----------
    table
        `line`, `part` and `share`; `shown` is the figure that a part gets, in per cent.
    lines, parts
        What to write for their values, in their order; the last part is hatched.
    """
    figure = new_figure(PAGE_WIDTH, len(lines) * ROW + FOOT)
    axes = figure.subplots()
    left = dict.fromkeys(lines, 0.0)
    for colour, (part, label) in zip(COLOURS, parts.items(), strict=False):
        hatch = "//" if part == list(parts)[-1] else ""
        rows = table[table["part"] == part]
        for number, (line, share, shown) in enumerate(
            zip(rows["line"], rows["share"], rows["shown"], strict=True)
        ):
            place = list(lines).index(line)
            axes.barh(
                place,
                share,
                THICK,
                left[line],
                color=colour,
                edgecolor=LIGHT,
                hatch=hatch,
                label=label if not number else "_",
            )
            if share >= LEAST:
                ink = LIGHT if is_dark(colour) else INK
                middle = left[line] + share / 2
                axes.text(middle, place, f"{shown} %", ha="center", va="center", color=ink)
            left[line] += share
    axes.set_yticks(range(len(lines)), list(lines.values()))
    axes.set_ylim(len(lines) - 1 / 2, -1 / 2)
    axes.set_xlim(0.0, 1.0)
    axes.xaxis.set_major_formatter(per_cent())
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    figure.legend(loc="outside lower center", ncols=COLUMNS, fontsize=KEY_SIZE)
    return figure


def whole_percents(shares: list[float]) -> list[int]:
    """Return shares that sum to 1 as whole per cent that sum to 100 (largest remainders).

    >>> whole_percents([0.333, 0.333, 0.334]), whole_percents([0.005, 0.005, 0.99])
    ([33, 33, 34], [1, 0, 99])
    """
    scaled = [max(0.0, share) * PERCENT for share in shares]
    total = sum(scaled) or 1.0
    scaled = [each * PERCENT / total for each in scaled]
    floors = [int(each) for each in scaled]
    order = sorted(range(len(scaled)), key=lambda i: (floors[i] - scaled[i], i))
    for place in order[: PERCENT - sum(floors)]:
        floors[place] += 1
    return floors
