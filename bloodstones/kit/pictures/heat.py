"""Circles whose surface is a value, as parts of an SVG: sizes, colours, values of the key."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, log10, sqrt
from typing import Final

from bloodstones.kit.pictures.elements import BASELINE, UNIT, num
from bloodstones.kit.pictures.ground import landmark_parts
from bloodstones.kit.pictures.scene import Scene

LARGEST: Final = 0.046  # radius of the largest circle, board widths
COLOURS: Final = ((246, 210, 169), (222, 107, 91), (143, 31, 91), (63, 13, 63))
KEY_CIRCLES: Final = 3
ROUND_STEPS: Final = (1, 2, 5)
LARGE_FONT: Final = 30.0  # of the key, in a small picture
NUMBER_SHARE: Final = 0.83  # the font on a circle, of the key's
NUMBERED: Final = 0.68  # circles with a number: their radius, of the key's font
HEAT_EDGE, HEAT_INK = "#2b0a2b", "#ffffff"
DARK_FROM: Final = 0.35  # of the largest value: light letters


def radius_of(share: float) -> float:
    """Return the radius of a circle in board widths; `share`: its value, of the largest one."""
    return LARGEST * sqrt(share)


def heat_colour(share: float) -> str:
    """Return the colour of a circle; `share`: its value, of the largest one.

    >>> heat_colour(0.0), heat_colour(1.0)
    ('#f6d2a9', '#3f0d3f')
    """
    place = min(share, 1.0) * (len(COLOURS) - 1)
    lower = min(int(place), len(COLOURS) - 2)
    pairs = zip(COLOURS[lower], COLOURS[lower + 1], strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (place - lower)):02x}" for a, b in pairs)


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
    steps = (step * 10.0**p for p in (power - 1, power) for step in ROUND_STEPS)
    return [float(f"{step:.1g}") for step in steps if step <= largest][-KEY_CIRCLES:]


def heat_parts(scene: Scene, font: float) -> Iterator[str]:
    """Yield a circle an area, the large ones with their area's number, and the landmarks."""
    assert scene.heat is not None
    spots = {area.id: area.middle for area in scene.areas}
    values = scene.heat.values
    largest = max(values.values(), default=0.0)
    size = font * NUMBER_SHARE
    for area in sorted(values, key=lambda area: (-values[area], area)):
        if values[area] <= 0 or area not in spots:
            continue
        share = values[area] / largest
        x, y = (UNIT * part for part in spots[area])
        yield circle(x, y, share)
        if radius_of(share) * UNIT > NUMBERED * font:
            ink = HEAT_INK if share > DARK_FROM else HEAT_EDGE
            yield (
                f'<text class="number" x="{num(x)}" y="{num(y + BASELINE * size)}" '
                f'text-anchor="middle" '
                f'font-size="{num(size)}" style="font-weight:700;fill:{ink}">{area}</text>'
            )
    for place in scene.areas:
        yield from landmark_parts(place, named=font <= LARGE_FONT)


def circle(x: float, y: float, share: float) -> str:
    """Return a circle.

    Parameters
    ----------
    x, y
        Its middle, in thousandths of a board's width.
    share
        Its value, of the largest one.
    """
    radius = num(radius_of(share) * UNIT)
    return (
        f'<circle class="heat" cx="{num(x)}" cy="{num(y)}" r="{radius}" '
        f'style="fill:{heat_colour(share)};stroke:{HEAT_EDGE};stroke-width:2"/>'
    )
