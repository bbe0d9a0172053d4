"""How many decimals a number may show: none beyond its error."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor, isfinite, log10

MOST_DECIMALS = 6
PERCENT = 100


def decimals_for(error: float) -> int:
    """Return the decimals that a number with this error may show.

    The last digit shown is the first significant digit of the error; a number without error
    (0, exact) shows none, whatever it is.

    >>> [decimals_for(error) for error in (12, 3.2, 0.4, 0.04, 0)]
    [0, 0, 1, 2, 0]
    """
    if error <= 0 or not isfinite(error):
        return 0
    return min(max(0, -floor(log10(error))), MOST_DECIMALS)


def common_decimals(errors: Iterable[float]) -> int:
    """Return the decimals of a column: those that the number with the largest error may show.

    Numbers without error say nothing of it.

    >>> common_decimals([3.2, 0.4]), common_decimals([0.04, 0, 0.3]), common_decimals([])
    (0, 1, 0)
    """
    return min((decimals_for(error) for error in errors if error > 0), default=0)


def show(value: float, low: float, high: float) -> str:
    """Return a value with its interval, no decimal beyond the error.

    >>> show(23.456, 23.1, 23.9)
    '23.5 (23.1–23.9)'
    """
    places = decimals_for((high - low) / 2)
    return f"{value:,.{places}f} ({low:,.{places}f}–{high:,.{places}f})"


def show_percent(rate: float, low: float, high: float, places: int | None = None) -> str:
    """Return a rate with its interval in per cent, no decimal beyond the error.

    `places` are the decimals of a column whose cells have the same.

    >>> show_percent(0.41234, 0.38, 0.44)
    '41 % (38–44 %)'
    """
    low, high = low * PERCENT, high * PERCENT
    places = decimals_for((high - low) / 2) if places is None else places
    return f"{rate * PERCENT:.{places}f} % ({low:.{places}f}–{high:.{places}f} %)"


def with_sign(number: float, places: int = 0) -> str:
    """Return a number with its sign, which a nought has not.

    >>> with_sign(-0.6), with_sign(-0.04, 1), with_sign(2)
    ('−1', '0.0', '+2')
    """
    rounded = round(number, places)
    return f"{rounded:+.{places}f}".replace("-", "−") if rounded else f"{0:.{places}f}"


def show_difference(value: float, low: float, high: float) -> str:
    """Return a difference with its interval, signed, no decimal beyond the error.

    >>> show_difference(4.12, -1, 9.24)
    '+4 (−1 to +9)'
    """
    places = decimals_for((high - low) / 2)
    return "{} ({} to {})".format(*(with_sign(each, places) for each in (value, low, high)))
