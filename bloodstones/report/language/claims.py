"""Claims at several levels of play: which hold at all of them, and which depend on the play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import pandas as pd

from bloodstones.stats.inference.rounding import MOST_DECIMALS
from bloodstones.stats.verdicts import Verdict

SINGLE: Final = 1


class Hold(StrEnum):
    """How far a claim holds."""

    UNFAIR = "unfair at every level"
    FAIR = "fair at every level"
    SIDED = "on the same side at every level"
    FLIPS = "flips by level"
    DIFFERS = "differs by level"
    OPEN = "open"


CONTRADICTING: Final = (Hold.FLIPS, Hold.DIFFERS)


@dataclass(frozen=True, slots=True)
class Line:
    """A rate at one level of play: the strategy's name, and the figures of `win_rates`."""

    level: str
    rate: float
    low: float
    high: float
    fair_share: float
    seats: int
    verdict: str

    @property
    def side(self) -> int:
        """1 if significantly above the fair share, -1 if below, 0 without a verdict."""
        return (self.low > self.fair_share) - (self.high < self.fair_share)

    @property
    def off(self) -> float:
        """From the fair share, as a part of all games."""
        return round(self.rate - self.fair_share, MOST_DECIMALS)

    @property
    def distance(self) -> float:
        """From the fair share, as a part of it; two shares of a half are off by the same."""
        return round((self.rate - self.fair_share) / self.fair_share, MOST_DECIMALS)


@dataclass(frozen=True, slots=True)
class Claim:
    """What one faction, place or pair wins at one number of players, by level of play.

    Attributes
    ----------
    players, key
        Which table, and of whom: values of the columns that were asked for.
    lines
        One a level, from plain to skilled.
    """

    players: int
    key: tuple[object, ...]
    lines: tuple[Line, ...]

    @property
    def hold(self) -> Hold:
        """How far it holds: a verdict only where every level gives it, on the same side.

        Levels differ where one calls the rate fair and another unfair; a level whose games are too
        few to tell contradicts none.
        """
        verdicts = {line.verdict for line in self.lines}
        sides = {line.side for line in self.lines}
        if {1, -1} <= sides:
            return Hold.FLIPS
        if verdicts == {Verdict.UNFAIR.value}:
            return Hold.UNFAIR
        if verdicts == {Verdict.FAIR.value}:
            return Hold.FAIR
        if len(self.lines) > SINGLE and sides in ({1}, {-1}):
            return Hold.SIDED
        if {Verdict.FAIR.value, Verdict.UNFAIR.value} <= verdicts:
            return Hold.DIFFERS
        return Hold.OPEN

    @property
    def disagree(self) -> bool:
        """Whether levels contradict one another."""
        return self.hold in CONTRADICTING

    @property
    def least(self) -> float:
        """The smallest distance from the fair share at any level."""
        return min(abs(line.distance) for line in self.lines)

    @property
    def range(self) -> float:
        """How far the levels are apart, as a part of the fair share."""
        rates = [line.distance for line in self.lines]
        return max(rates) - min(rates)

    @property
    def fair_share(self) -> float:
        """The rate of a fair game."""
        return self.lines[0].fair_share

    @property
    def above(self) -> bool:
        """Whether it is above its share at the last level."""
        return self.lines[-1].distance > 0

    @property
    def extremes(self) -> tuple[Line, Line]:
        """The levels with the lowest and the highest rate."""
        ordered = sorted(self.lines, key=lambda line: line.rate)
        return ordered[0], ordered[-1]


def claims_of(
    table: pd.DataFrame, keys: Sequence[str], levels: Sequence[str], names: Mapping[str, str]
) -> tuple[Claim, ...]:
    """Return the claims of a table of win rates by `players`, `strategy` and `keys`.

    A table without the column `strategy` has one level without a name.

    Parameters
    ----------
    levels, names
        The strategies from plain to skilled, and what they are called.
    """
    order = {name: place for place, name in enumerate(levels)}
    claims = []
    for key, group in table.groupby(["players", *keys], sort=True):
        players, *rest = key if isinstance(key, tuple) else (key,)
        rows = [row for _, row in group.iterrows()]
        rows.sort(key=lambda row: order.get(str(row.get("strategy", "")), -1))
        lines = tuple(_line(row, names) for row in rows)
        claims.append(Claim(int(str(players)), tuple(rest), lines))
    return tuple(claims)


def _line(row: pd.Series, names: Mapping[str, str]) -> Line:
    level = str(row.get("strategy", ""))
    rate, low, high, fair = (float(row[name]) for name in ("rate", "low", "high", "fair_share"))
    named = names.get(level, level)
    return Line(named, rate, low, high, fair, int(row["seats"]), str(row["verdict"]))
