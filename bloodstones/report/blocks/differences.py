"""Differences of win rates in percentage points, with their intervals, for sections."""

from __future__ import annotations

from typing import Any

from bloodstones.stats.inference.rounding import PERCENT, decimals_for, with_sign


def signed(row: Any) -> str:
    """Return a difference in percentage points with its sign, no decimal beyond its error.

    >>> signed({"difference": 0.042, "low": 0.02, "high": 0.064})
    '+4'
    """
    return _points(float(row["difference"]), row)


def ends(row: Any) -> str:
    """Return the interval of a difference in percentage points."""
    return f"{_points(float(row['low']), row)} to {_points(float(row['high']), row)}"


def _points(share: float, row: Any) -> str:
    places = decimals_for((row["high"] - row["low"]) / 2 * PERCENT)
    return with_sign(share * PERCENT, places)
