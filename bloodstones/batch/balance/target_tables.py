"""The tables of a balance study on its targets: figures, distances, the front."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.balance.claims import part_of
from bloodstones.batch.balance.confirm import Confirmed
from bloodstones.batch.balance.figures import SettingFigure, SettingFigures
from bloodstones.batch.balance.finished import (
    DISTANCES,
    FIGURES,
    FRONT,
    TRIED_TARGETS,
    Setting,
    text_of,
)
from bloodstones.batch.balance.search import FINALIST, SearchResult
from bloodstones.batch.balance.settings import SearchedNumbers
from bloodstones.batch.balance.targets import SKILL, WIN_RATE

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


Lines = Sequence[Mapping[str, Any]]


def target_tables(
    knobs: SearchedNumbers, searched: SearchResult, confirmed: Confirmed
) -> dict[str, Lines]:
    """Return the tables on targets by file name.

    Parameters
    ----------
    knobs
        What could change.
    searched
        What the search tried and found.
    confirmed
        What the confirming games gave.

    Returns
    -------
    dict
        The figures of settings other than win rates, which have a table of their own; all figures
        of the arms, each with its goal; distances from the targets; the front.
    """
    return {
        TRIED_TARGETS: _tried(searched),
        FIGURES: [
            {"arm": arm, **line}
            for arm, sampled in confirmed.arms.items()
            for _, line in _figures(sampled.measured)
        ],
        DISTANCES: list(distance_lines(confirmed)),
        FRONT: front_lines(knobs, searched),
    }


def _tried(searched: SearchResult) -> Lines:
    """Return the figures of every setting but its win rates, with what it shifts."""
    lines = []
    bases: dict[bool, SettingFigures] = {}  # the printed rules come first, on either luck
    for place, each in enumerate(searched.tried):
        base = bases.setdefault(each.stage == FINALIST, each.measured)
        shifts, _ = each.measured.shift(base)
        for number, line in _figures(each.measured):
            if line["target"] != WIN_RATE:
                shift = float(shifts[number]) / each.measured.outputs.every[number].scale
                lines.append({"setting": place, **line, "shift": round(shift, DIGITS)})
    return lines


def _figures(measured: SettingFigures) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the place of every output with its line."""
    outputs = measured.outputs
    gaps, rates, variances = outputs.outside(measured.gaps), measured.rates, measured.variances
    for number, output in enumerate(outputs.every):
        yield (
            number,
            {
                **_keys(output),
                "n": len(measured.values[number]),
                "value": round(float(rates[number]), DIGITS),
                "error": round(float(np.sqrt(variances[number])), DIGITS),
                "goal_low": round(output.goal[0] / output.scale, DIGITS),
                "goal_high": round(output.goal[1] / output.scale, DIGITS),
                "gap": round(float(gaps[number]), DIGITS),
                "share": round(float(outputs.shares[number]), DIGITS),
            },
        )


def _keys(output: SettingFigure) -> dict[str, Any]:
    names = ("target", "level", "players", "role")
    return {name: getattr(output, name) for name in names}


def distance_lines(confirmed: Confirmed) -> Iterator[dict[str, Any]]:
    """Yield the distances from the targets of every arm: at all, and of each part.

    Parameters
    ----------
    confirmed
        What the confirming games gave.

    Yields
    ------
    dict
        `arm`, `by_level`, `level`, `players`, `target`, `games`, `distance`, `low`, `high`. Without
        `by_level` all levels are meant, duels among them; with players 0 all numbers of players;
        with a target of "" all targets.
    """
    every = confirmed.outputs.every
    levels = list(dict.fromkeys(each.level for each in every if each.target != SKILL))
    sizes = sorted({each.players for each in every})
    targets = list(dict.fromkeys(each.target for each in every))
    groups: list[tuple[str | None, int, str]] = [
        *((None, size, "") for size in (0, *sizes)),
        *((level, size, "") for level in levels for size in sizes),
        *((None, size, target) for target in targets for size in (0, *sizes)),
    ]
    for arm, sampled in confirmed.arms.items():
        for level, size, target in groups:
            wanted = [
                level in (None, each.level)
                and size in (0, each.players)
                and target in ("", each.target)
                for each in every
            ]
            if any(wanted):
                ends = sampled.distance(part_of(confirmed.outputs, wanted))
                yield {
                    "arm": arm,
                    "by_level": level is not None,
                    "level": level or "",
                    "players": size,
                    "target": target,
                    "games": _games(confirmed, wanted),
                    **dict(zip(("distance", "low", "high"), ends, strict=True)),
                }


def _games(confirmed: Confirmed, wanted: Sequence[bool]) -> int:
    """Return the playthroughs that some outputs are measured in."""
    cells = {
        cell
        for seats, mine in zip(confirmed.outputs.seats, wanted, strict=True)
        if mine
        for cell, _ in seats
    }
    return sum(confirmed.games[cell] for cell in cells)
