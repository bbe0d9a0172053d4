"""What the reports of a game leave open: assumed values, levels of play, maps, open verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pandas as pd

from bloodstones.report.blocks.assumed_values import assumed_values
from bloodstones.report.summary.shelf import Shipped
from bloodstones.report.summary.standing import Finding, Holds

SENSITIVITY: Final = "rule_sensitivity"
MAPS: Final = ("maps", "map")


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is not known of a game.

    Attributes
    ----------
    reports, games
        Reports of it, and games played for them.
    maps
        How many boards were played on.
    assumed
        Values that no public source gives, the most of any report.
    mattering, turned
        Of the assumed values that were turned, those that move a win rate above the noise.
    counts
        How many roles at how many tables each answer was found for.
    """

    game: str
    reports: int
    games: int
    maps: int
    assumed: int
    mattering: int
    turned: int
    counts: dict[Holds, int]


def unknown(shelf: Sequence[Shipped], findings: Sequence[Finding]) -> tuple[Unknown, ...]:
    """Return what is not known of every game of the reports."""
    return tuple(
        _unknown(
            game,
            [one for one in shelf if one.game == game],
            [one for one in findings if one.game == game],
        )
        for game in dict.fromkeys(one.game for one in shelf)
    )


def _unknown(game: str, reports: Sequence[Shipped], findings: Sequence[Finding]) -> Unknown:
    assumed = [sum(map(len, assumed_values(one.provenance).values())) for one in reports]
    turned = [one.table(SENSITIVITY) for one in reports if assumed_values(one.provenance)]
    tables = [table for table in turned if not table.empty]
    numbers: pd.Series[bool] = pd.Series(dtype=bool)
    if tables:
        every = pd.concat(tables, ignore_index=True)
        numbers = every.groupby("knob")["above_noise"].any()
    return Unknown(
        game=game,
        reports=len(reports),
        games=sum(one.games for one in reports),
        maps=len({name for one in reports for name in _maps_of(one)}),
        assumed=max(assumed, default=0),
        mattering=int(numbers.sum()),
        turned=len(numbers),
        counts={holds: sum(one.holds is holds for one in findings) for holds in Holds},
    )


def _maps_of(one: Shipped) -> set[str]:
    """Return the ids of the boards that a report's games were played on."""
    boards: set[str] = set()
    for key in MAPS:
        played = one.provenance.get(key)
        names = played.values() if isinstance(played, dict) else played
        boards |= {names} if isinstance(names, str) else set(map(str, names or ()))
    return boards
