"""The Pareto front: settings that no other one beats in distance, number and size of changes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.balance.finished import Setting, text_of
from bloodstones.batch.balance.search import FINALIST, SearchResult
from bloodstones.batch.balance.settings import SearchedNumbers

DIGITS: Final = 6


def pareto(points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which points no other one beats: at most as large in all, smaller in one.

    Parameters
    ----------
    points
        Shape (points, measures), each the better the smaller.

    Examples
    --------
    >>> pareto(np.array([[0.0, 3.0], [1.0, 1.0], [2.0, 1.0], [2.0, 0.5]])).tolist()
    [True, True, False, True]
    """
    others, mine = points[None], points[:, None]
    beaten = np.all(others <= mine, axis=2) & np.any(others < mine, axis=2)
    return np.asarray(~np.any(beaten, axis=1))


def front_lines(knobs: SearchedNumbers, searched: SearchResult) -> list[dict[str, Any]]:
    """Return every setting of the search once, with its place and whether it is on the front.

    Parameters
    ----------
    knobs
        What could be changed.
    searched
        What was tried, with the distance that the surrogate gives each setting.

    Returns
    -------
    list of dict
        `change`, `changes`, `size` (in ranges), `distance` (smoothed) and `front`.
    """
    smoothed: dict[Setting, float] = {}
    for each, distance in zip(searched.tried, searched.smoothed, strict=True):
        if each.stage != FINALIST:
            smoothed.setdefault(each.setting, round(distance, DIGITS))
    points = [
        (distance, len(setting), round(knobs.size(setting), DIGITS))
        for setting, distance in smoothed.items()
    ]
    kept = pareto(np.array(points, float))
    return [
        {
            "change": text_of(setting),
            "changes": changes,
            "size": size,
            "distance": distance,
            "front": bool(on_front),
        }
        for setting, (distance, changes, size), on_front in zip(smoothed, points, kept, strict=True)
    ]
