"""Verdicts on win rates, counted and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import pandas as pd

from bloodstones.report.language.terms import type_of
from bloodstones.stats.balance import BOOTSTRAP, ONE_ORDER, SPANNING, SPANNING_BOOTSTRAP, WILSON
from bloodstones.stats.inference.rounding import MOST_DECIMALS
from bloodstones.stats.table_verdicts import OnAverage, Tables
from bloodstones.stats.verdicts import Verdict

SINGLE: Final = 1


class Hold(StrEnum):
    """How far a claim holds."""

    UNFAIR = "unfair at every level"
    FAIR = "fair at every level"
    ONLY_ON_AVERAGE = OnAverage.ONLY.value
    ON_AVERAGE = OnAverage.UNDECIDED.value
    SIDED = "on the same side at every level"
    FLIPS = "flips by level"
    DIFFERS = "differs by level"
    OPEN = "open"


CONTRADICTING: Final = (Hold.FLIPS, Hold.DIFFERS)


@dataclass(frozen=True, slots=True)
class Spread:
    """Win rates of a role over its line-ups, of which a rate is the mean.

    Attributes
    ----------
    line_ups
        How many were played and compared; 0 where no table has the rates of each.
    least, most, least_against, most_against
        The lowest and the highest rate, and the opponents there.
    verdict
        What they say together, one of `stats.table_verdicts.Tables`.
    """

    line_ups: int
    least: float
    most: float
    least_against: str
    most_against: str
    verdict: str


@dataclass(frozen=True, slots=True)
class LevelRate:
    """A rate with one player type: the strategy's name, and the figures of `win_rates`.

    Attributes
    ----------
    tables
        The rates of single line-ups; None where it is a rate at one line-up, or of no role.
    """

    level: str
    rate: float
    low: float
    high: float
    fair_share: float
    seats: int
    verdict: str
    tables: Spread | None = None

    @property
    def type(self) -> str:
        """The player type."""
        return type_of(self.level)

    @property
    def only_on_average(self) -> bool:
        """Whether it is fair on average, and not at single line-ups."""
        unfair = self.tables is not None and self.tables.verdict == Tables.UNFAIR.value
        return unfair and self.verdict == Verdict.FAIR.value

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
class RateClaim:
    """What one faction, place or pair wins at one number of players, by player type.

    Attributes
    ----------
    players, key
        Which table, and of whom: values of the columns that were asked for.
    lines
        One a level, from plain to skilled.
    """

    players: int
    key: tuple[object, ...]
    lines: tuple[LevelRate, ...]

    @property
    def hold(self) -> Hold:
        """How far it holds: a verdict only where every level gives it, on the same side.

        Levels differ where one calls the rate fair and another unfair; a level with too few games
        contradicts none.
        """
        verdicts = {line.verdict for line in self.lines}
        sides = {line.side for line in self.lines}
        if {1, -1} <= sides:
            return Hold.FLIPS
        if verdicts == {Verdict.UNFAIR.value}:
            return Hold.UNFAIR
        if verdicts == {Verdict.FAIR.value}:
            return self._fair
        if len(self.lines) > SINGLE and sides in ({1}, {-1}):
            return Hold.SIDED
        if {Verdict.FAIR.value, Verdict.UNFAIR.value} <= verdicts:
            return Hold.DIFFERS
        return Hold.OPEN

    @property
    def _fair(self) -> Hold:
        """How fair it is, if it is fair on average with every player type."""
        if any(line.only_on_average for line in self.lines):
            return Hold.ONLY_ON_AVERAGE
        tables = {line.tables.verdict for line in self.lines if line.tables is not None}
        return Hold.ON_AVERAGE if Tables.OPEN.value in tables else Hold.FAIR

    @property
    def types(self) -> Mapping[str, tuple[LevelRate, ...]]:
        """The lines of each player type, from plain to skilled; several are its spread."""
        return {
            kind: tuple(line for line in self.lines if line.type == kind)
            for kind in dict.fromkeys(line.type for line in self.lines)
        }

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
    def extremes(self) -> tuple[LevelRate, LevelRate]:
        """The levels with the lowest and the highest rate."""
        ordered = sorted(self.lines, key=lambda line: line.rate)
        return ordered[0], ordered[-1]


Spreads = Mapping[tuple[object, ...], Spread]


def claims_of(
    table: pd.DataFrame,
    keys: Sequence[str],
    levels: Sequence[str],
    names: Mapping[str, str],
    spreads: Spreads | None = None,
) -> tuple[RateClaim, ...]:
    """Return the claims of a table of win rates by `players`, `strategy` and `keys`.

    A table without the column `strategy` has one level without a name.

    Parameters
    ----------
    levels, names
        The strategies from plain to skilled, and what they are called.
    spreads
        Players, the values of `keys` and strategy -> rates over line-ups.
    """
    order = {name: place for place, name in enumerate(levels)}
    claims = []
    for key, group in table.groupby(["players", *keys], sort=True):
        players, *rest = key if isinstance(key, tuple) else (key,)
        rows = [row for _, row in group.iterrows()]
        rows.sort(key=lambda row: order.get(str(row.get("strategy", "")), -1))
        lines = tuple(
            replace(
                _line(row, names),
                tables=(spreads or {}).get(
                    (int(str(players)), *rest, str(row.get("strategy", "")))
                ),
            )
            for row in rows
        )
        claims.append(RateClaim(int(str(players)), tuple(rest), lines))
    return tuple(claims)


def _line(row: pd.Series, names: Mapping[str, str]) -> LevelRate:
    level = str(row.get("strategy", ""))
    rate, low, high, fair = (float(row[name]) for name in ("rate", "low", "high", "fair_share"))
    named = names.get(level, level)
    return LevelRate(named, rate, low, high, fair, int(row["seats"]), str(row["verdict"]))


LEAST_P = 0.001
FAMILY_ERROR = 0.05  # chance of any false star in a table

ORDER: Final = (  # in which a sentence counts verdicts
    Verdict.FAIR.value,
    Hold.ONLY_ON_AVERAGE.value,
    Hold.ON_AVERAGE.value,
    Verdict.UNFAIR.value,
    Verdict.BORDERLINE.value,
    Verdict.TOO_FEW.value,
    Verdict.TOO_FEW_ORDERS.value,
)


def verdict_counts(table: pd.DataFrame) -> list[tuple[str, int]]:
    """Return the verdicts of a table of win rates with their counts, in the order of a sentence.

    >>> verdict_counts(pd.DataFrame({"verdict": ["unfair", "fair", "unfair"]}))
    [('fair', 1), ('unfair', 2)]
    """
    counts = table["verdict"].value_counts()
    return [(verdict, int(counts[verdict])) for verdict in ORDER if verdict in counts]


@dataclass(frozen=True, slots=True)
class Need:
    """How many more games or seating orders would decide what is open.

    Attributes
    ----------
    verdict
        Of what: `Verdict.BORDERLINE` and so on.
    rates
        How many rates more of them would decide.
    most
        How many the rate needs that needs most, to two figures.
    least
        How many the rate needs that needs fewest.
    edges
        How many rates lie on an edge of the band, so that no number decides.
    """

    verdict: str
    rates: int
    least: int
    most: int
    edges: int = 0


def needs_of(table: pd.DataFrame) -> list[Need]:
    """Return how many more games or orders would decide what is open; empty where nothing is."""
    needs = []
    for verdict in (Verdict.BORDERLINE.value, Verdict.TOO_FEW.value):
        wanted = table.loc[table["verdict"] == verdict, "more_games"]
        needed = wanted[wanted > 0]
        edges = int((wanted < 0).sum())
        if len(needed) or edges:
            ends = (int(needed.min()), _round(int(needed.max()))) if len(needed) else (0, 0)
            needs.append(Need(verdict, len(needed), *ends, edges))
    orders = table.loc[table["verdict"] == Verdict.TOO_FEW_ORDERS.value, "more_orders"]
    wanted = orders[orders > 0]
    if len(wanted):
        verdict = Verdict.TOO_FEW_ORDERS.value
        needs.append(Need(verdict, len(wanted), int(wanted.min()), int(orders.max())))
    return needs


def _round(number: int) -> int:
    """Return a number of games to two figures.

    >>> _round(12_345), _round(7)
    (12000, 7)
    """
    return int(float(f"{number:.2g}"))


@dataclass(frozen=True, slots=True)
class Intervals:
    """Which intervals a table of win rates has.

    Attributes
    ----------
    kinds
        "Wilson", "bootstrap" or both.
    widened
        Whether some are wider for the seating orders that were not played.
    one_order
        Whether some are of one seating order; `others`: whether some are not.
    """

    kinds: tuple[str, ...]
    widened: bool
    one_order: bool
    others: bool


def intervals_of(table: pd.DataFrame) -> Intervals:
    """Return which intervals a table has.

    Parameters
    ----------
    table
        From `stats.balance.win_rates`.

    Examples
    --------
    >>> intervals_of(pd.DataFrame({"interval": ["Wilson", "Wilson"]})).kinds
    ('Wilson',)
    """
    made = set(table["interval"])
    wilson = ("Wilson",) if made & {WILSON, SPANNING, ONE_ORDER} else ()
    bootstrap = ("bootstrap",) if made & {BOOTSTRAP, SPANNING_BOOTSTRAP} else ()
    widened = bool(made & {SPANNING, SPANNING_BOOTSTRAP})
    return Intervals((*wilson, *bootstrap), widened, ONE_ORDER in made, len(made) > 1)


def p_text(p_value: float) -> str:
    """Return a p-value in words.

    >>> p_text(0.0000001), p_text(0.0312)
    ('p < 0.001', 'p = 0.031')
    """
    return "p < 0.001" if p_value < LEAST_P else f"p = {p_value:.3f}"
