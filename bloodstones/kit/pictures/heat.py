"""Circles whose surface is a value: their sizes, their colours, the values in their key."""

from __future__ import annotations

from math import floor, log10, sqrt
from typing import Final

LARGEST: Final = 0.046  # radius of the largest circle, board widths
COLOURS: Final = ((246, 210, 169), (222, 107, 91), (143, 31, 91), (63, 13, 63))
KEY_CIRCLES: Final = 3
ROUND_STEPS: Final = (1, 2, 5)


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
