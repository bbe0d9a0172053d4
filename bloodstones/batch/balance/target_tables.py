"""The tables of a balance study on its targets: figures, distances, the front."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from bloodstones.batch.balance.confirm import Confirmed
from bloodstones.batch.balance.figures import Output
from bloodstones.batch.balance.finished import DISTANCES, FIGURES, FRONT, TRIED_TARGETS
from bloodstones.batch.balance.front import front_lines
from bloodstones.batch.balance.measured import Measured
from bloodstones.batch.balance.precision import part_of
from bloodstones.batch.balance.search import FINALIST, SearchResult
from bloodstones.batch.balance.settings import SearchedNumbers
from bloodstones.batch.balance.targets import SKILL, WIN_RATE

DIGITS: Final = 6
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
    bases: dict[bool, Measured] = {}  # the printed rules come first, on either luck
    for place, each in enumerate(searched.tried):
        base = bases.setdefault(each.stage == FINALIST, each.measured)
        shifts, _ = each.measured.shift(base)
        for number, line in _figures(each.measured):
            if line["target"] != WIN_RATE:
                shift = float(shifts[number]) / each.measured.outputs.every[number].scale
                lines.append({"setting": place, **line, "shift": round(shift, DIGITS)})
    return lines


def _figures(measured: Measured) -> Iterator[tuple[int, dict[str, Any]]]:
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


def _keys(output: Output) -> dict[str, Any]:
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
