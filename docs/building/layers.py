"""The picture of the layers: what each contains, and which layers import which."""

from __future__ import annotations

import math
from collections import Counter

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from bloodstones.plots.style import GREY, INK, new_figure, styled, to_svg
from building.modules import TITLES
from building.pictures import with_letters
from building.writing import Pages
from tests import house

NAME = "pictures/layers.svg"
WIDTH, HEIGHT = 9.0, 6.4  # inches
BOX, GAP = 6.4, 0.16  # width of a layer, and between two
ARROWS, TEXT, SMALL = 2.0, 10.0, 7.5  # space for arrows; sizes of text in points
FACES = ("#e6ecf2", "#f2efe6")
BEND, THIN = 0.55, 0.25


def layers() -> list[tuple[str, str, str, Counter[str]]]:
    """Return the layers from the lowest: name, contents, figures, and imports."""
    found = []
    for layer in house.ORDER:
        wings = [wing for wing in house.wings() if wing.name.partition(".")[0] == layer]
        arrows: Counter[str] = Counter()
        for wing in wings:
            for target, count in wing.arrows.items():
                if house.ORDER.index(target.partition(".")[0]) < house.ORDER.index(layer):
                    arrows[target.partition(".")[0]] += count
        size = (
            f"{sum(wing.lines for wing in wings):,} lines · "
            f"{sum(wing.modules for wing in wings)} modules · "
            f"{sum(wing.rooms for wing in wings)} packages · depth {max(w.floors for w in wings)}"
        )
        found.append((layer, TITLES[layer], size, arrows))
    return found


@styled
def draw() -> Figure:
    """Draw the layers as boxes, the lowest at the bottom, and imports as arcs beside them."""
    rows = layers()
    figure = new_figure(WIDTH, HEIGHT)
    axes = figure.add_subplot()
    for place, (name, about, size, _) in enumerate(rows):
        box = FancyBboxPatch(
            (0, place + GAP / 2), BOX, 1 - GAP, boxstyle="round,pad=0,rounding_size=0.06"
        )
        box.set(facecolor=FACES[place % 2], edgecolor=GREY, linewidth=THIN * 2)
        axes.add_patch(box)
        middle = place + 1 / 2
        axes.text(GAP, middle + GAP, name, size=TEXT, weight="bold", color=INK, va="center")
        axes.text(BOX - GAP, middle + GAP, size, size=SMALL, color=GREY, va="center", ha="right")
        axes.text(GAP, middle - GAP, about, size=SMALL, color=INK, va="center")
    index = {name: place for place, (name, *_) in enumerate(rows)}
    for place, (*_, arrows) in enumerate(rows):
        for target, count in arrows.items():
            arrow = FancyArrowPatch(
                (BOX, place + 1 / 2 - GAP), (BOX, index[target] + 1 / 2 + GAP), arrowstyle="-|>"
            )
            arrow.set(connectionstyle=f"arc3,rad=-{BEND}", mutation_scale=TEXT / 2)
            arrow.set(color=INK, alpha=1 / 2, linewidth=THIN + math.log10(count) / 2)
            axes.add_patch(arrow)
    axes.set(xlim=(0, BOX + ARROWS), ylim=(0, len(rows)))
    axes.set_axis_off()
    return figure


def write(pages: Pages) -> None:
    """Draw the picture."""
    with mpl.rc_context():
        pages.write(NAME, with_letters(to_svg(draw())))
