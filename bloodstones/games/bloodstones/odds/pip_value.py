"""What a pip spent on a swap is worth, in win probability: numbers and presets with a reason.

The preset `played` is measured, the others are stated. In games of four `warlord_tuned` on three
maps, one seat valued a pip differently in all that it does (9,120 games for each worth, the same
luck). It won most often at 0.3 VP a pip: 16.5 % of games at 0, 18.8 % at 0.1, 24.9 % at 0.206, as
it is tuned, 27.1 % at 0.3 and 24.0 % at 0.5; the gain from 0.206 to 0.3 is 2.2 +- 0.9 points. By
its own estimate the two sides of a battle have 7.6 VP at stake on average (6,564 swaps in 126
games), and 0.3 / 7.6 is 0.04. Other players, and a few large battles, may value a pip otherwise.
"""

from __future__ import annotations

from math import isfinite
from types import MappingProxyType
from typing import Final, NamedTuple

from bloodstones.core.errors import expected, near_matches

MOST_PIP_VALUE = 1.0


class Preset(NamedTuple):
    """A worth of a pip under a name, and when it is the right one."""

    value: float
    reason: str


PIP_VALUES: Final = MappingProxyType(
    {
        "free": Preset(0.0, "no other use for a tile: the last battle"),
        "spare": Preset(0.01, "a 5 for 5 points of win chance: tiles abound"),
        "scarce": Preset(0.03, "a 5 for 15 points: the pips would move an army"),
        "played": Preset(0.04, "measured: with it warlord_tuned wins most games"),
        "dear": Preset(0.06, "a 5 for 30 points: wanted in the next battle"),
    }
)


def read_pip_value(text: str, where: str) -> float:
    """Return the worth of a pip from a number or the name of a preset.

    Raises
    ------
    InputError
        If it is neither, or not from 0 to 1.

    Examples
    --------
    >>> read_pip_value("0.02", "--pip-value"), read_pip_value("scarce", "--pip-value")
    (0.02, 0.03)
    """
    if text in PIP_VALUES:
        return PIP_VALUES[text].value
    try:
        number = float(text)
    except ValueError:
        tip = near_matches(text, PIP_VALUES) or f"known: {', '.join(PIP_VALUES)}"
        raise expected("a worth of a pip like 0.02", text, where, tip) from None
    return check_pip_value(number, where)


def check_pip_value(number: float, where: str) -> float:
    """Return the worth of a pip, or raise InputError unless it is from 0 to 1.

    >>> check_pip_value(0.5, "pip_value")
    0.5
    """
    if not (isfinite(number) and 0 <= number <= MOST_PIP_VALUE):
        raise expected(f"a worth of a pip from 0 to {MOST_PIP_VALUE:g}", number, where)
    return float(number)
