"""The heat layer of a map: circles whose surface is a value, and their key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor, log10, sqrt
from typing import TYPE_CHECKING

from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Circle

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

KEY_HEIGHT = 0.12  # of the board's width
KEY_GAP = 0.01
KEY_LEFT = 0.05
KEY_DIGIT = 0.0128  # of a figure in a picture as wide as a map stands alone
LETTER = 1.13  # of a figure's width, at most
KEY_SIZE = 9
NUMBER_SIZE = 7.5
LARGEST_CIRCLE = 0.046  # radius, board widths
ROOM_FOR_NUMBER = 0.085  # radius, inches
HEAT_COLOURS = ("#f6d2a9", "#de6b5b", "#8f1f5b", "#3f0d3f")
HEAT_EDGE = "#2b0a2b"
DARK_FROM = 0.35
LIGHT_INK = "#ffffff"
KEY_CIRCLES = 3
ROUND_STEPS = (1, 2, 5)
TEN = 10
LAYERS = {
    "shallows": 1,
    "land": 2,
    "marks": 3,
    "border": 4,
    "coast": 5,
    "arrow": 6,
    "circle": 7,
    "text": 8,
}


@dataclass(frozen=True, slots=True)
class Heat:
    """A value an area, shown as circles.

    Attributes
    ----------
    values
        Area number -> value, at least 0; an area left out has 0.
    label
        What a circle says, such as "battles a game".
    """

    values: Mapping[int, float]
    label: str


def write_number(
    axes: Axes, area: int, point: tuple[float, float], ink: str, size: float = NUMBER_SIZE
) -> Text:
    """Write an area's number at its point.

    Parameters
    ----------
    area
        The number.
    point
        Where it stands, in board widths.
    ink
        Its colour.
    size
        In points.
    """
    return axes.text(
        *point,
        str(area),
        ha="center",
        va="center_baseline",
        fontsize=size,
        fontweight="bold",
        color=ink,
        zorder=LAYERS["text"],
    )


def draw_circles(
    axes: Axes, points: Mapping[int, tuple[float, float]], heat: Heat, width: float
) -> None:
    """Draw a circle an area, its surface in proportion to the value; number the large ones.

    Parameters
    ----------
    points
        Area -> its point, in board widths.
    heat
        Values by area, and what they are.
    width
        Of the picture, in inches.
    """
    largest = max(heat.values.values(), default=0.0)
    for area in sorted(heat.values, key=lambda area: (-heat.values[area], area)):
        if heat.values[area] <= 0:
            continue
        share = heat.values[area] / largest
        radius = LARGEST_CIRCLE * sqrt(share)
        _circle(axes, points[area], radius, share)
        if radius * width > ROOM_FOR_NUMBER:
            ink = LIGHT_INK if share > DARK_FROM else HEAT_EDGE
            write_number(axes, area, points[area], ink)


def _circle(axes: Axes, centre: tuple[float, float], radius: float, share: float) -> None:
    colours = LinearSegmentedColormap.from_list("heat", HEAT_COLOURS)
    circle = Circle(centre, radius, facecolor=colours(share), edgecolor=HEAT_EDGE)
    circle.set_zorder(LAYERS["circle"])
    axes.add_patch(circle)


def draw_heat_key(axes: Axes, top: float, heat: Heat, gaps: float) -> float:
    """Draw a strip under the board: circles of known value, and what they count.

    Parameters
    ----------
    top
        Where the strip begins, in board widths.
    heat
        The values of the board.
    gaps
        Size of gaps and letters, 1 in a picture of the usual width.

    Returns
    -------
    float
        Where the words end on the right, in board widths.
    """
    largest = max(heat.values.values(), default=0.0)
    x, y = KEY_LEFT, top + KEY_HEIGHT / 2
    for value in round_values(largest):
        share = value / largest
        radius = LARGEST_CIRCLE * sqrt(share)
        x += radius
        _circle(axes, (x, y), radius, share)
        x += radius + KEY_GAP * gaps
        axes.text(x, y, f"{value:g}", va="center_baseline", fontsize=KEY_SIZE)
        x += (KEY_DIGIT * len(f"{value:g}") + KEY_GAP) * gaps
    left = x + KEY_GAP * gaps
    label = heat.label
    letter = KEY_DIGIT * LETTER * gaps
    if letter * len(label) > 1 - left:  # two lines of the same size as that of any other key
        label = in_two(label)
    width = letter * max(map(len, label.splitlines()))
    smaller = min(1.0, (1 - left) / width)
    axes.text(left, y, label, va="center", fontsize=KEY_SIZE * smaller)
    return left + width * smaller


def in_two(text: str) -> str:
    r"""Return a text in two lines of about the same length, or as it is if it is one word.

    >>> in_two("towns taken in 100 games"), in_two("towns")
    ('towns taken\nin 100 games', 'towns')
    """
    gaps = [place for place, letter in enumerate(text) if letter == " "]
    if not gaps:
        return text
    middle = min(gaps, key=lambda place: abs(2 * place + 1 - len(text)))
    return f"{text[:middle]}\n{text[middle + 1 :]}"


def round_values(largest: float) -> list[float]:
    """Return up to three round values not above `largest`, ascending (1, 2, 5 times powers of 10).

    >>> round_values(3.2), round_values(0.07), round_values(0)
    ([0.5, 1.0, 2.0], [0.01, 0.02, 0.05], [])
    """
    if largest <= 0:
        return []
    power = floor(log10(largest))
    steps = (step * float(TEN) ** p for p in (power - 1, power) for step in ROUND_STEPS)
    return [float(f"{step:.1g}") for step in steps if step <= largest][-KEY_CIRCLES:]
