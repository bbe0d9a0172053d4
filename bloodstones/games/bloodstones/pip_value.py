"""What a pip spent on a swap is worth, in win probability: numbers and presets with a reason."""

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
