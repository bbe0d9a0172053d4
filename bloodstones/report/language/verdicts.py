"""Verdicts on win rates, counted and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import pandas as pd

from bloodstones.report.language.phrases import count, listing
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
class Line:
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
class Claim:
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
    lines: tuple[Line, ...]

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
    def types(self) -> Mapping[str, tuple[Line, ...]]:
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
    def extremes(self) -> tuple[Line, Line]:
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
) -> tuple[Claim, ...]:
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
        claims.append(Claim(int(str(players)), tuple(rest), lines))
    return tuple(claims)


def _line(row: pd.Series, names: Mapping[str, str]) -> Line:
    level = str(row.get("strategy", ""))
    rate, low, high, fair = (float(row[name]) for name in ("rate", "low", "high", "fair_share"))
    named = names.get(level, level)
    return Line(named, rate, low, high, fair, int(row["seats"]), str(row["verdict"]))


LEAST_P = 0.001
FEW = 10  # more games, which are too few for a figure
FAMILY_ERROR = 0.05  # chance of any false star in a table

OPENLY = {
    Verdict.FAIR: "fair",
    Verdict.UNFAIR: "unfair",
    Verdict.BORDERLINE: "borderline",
    Verdict.TOO_FEW: "open for want of games",
    Verdict.TOO_FEW_ORDERS: "open for want of orders round the table",
}


def verdict_listing(table: pd.DataFrame) -> str:
    """Return the verdicts with their counts: 'two are fair, one is unfair and …'."""
    words = {
        Verdict.FAIR.value: ("is fair", "are fair"),
        Hold.ONLY_ON_AVERAGE.value: ("is fair only on average", "are fair only on average"),
        Hold.ON_AVERAGE.value: ("is fair on average", "are fair on average"),
        Verdict.UNFAIR.value: ("is unfair", "are unfair"),
        Verdict.BORDERLINE.value: ("is borderline", "are borderline"),
        Verdict.TOO_FEW.value: ("needs more games to tell", "need more games to tell"),
        Verdict.TOO_FEW_ORDERS.value: ("needs more orders to tell", "need more orders to tell"),
    }
    counts = table["verdict"].value_counts()
    found = {verdict: int(counts[verdict]) for verdict in words if verdict in counts}
    if max(found.values()) == len(table) > 1:
        return next(f"all {words[verdict][1]}" for verdict in found)
    return listing([count(n, *words[verdict]) for verdict, n in found.items()])


def more_games_text(table: pd.DataFrame) -> str:
    """Say how many more games or orders would settle what is open; "" where nothing is."""
    names = {Verdict.BORDERLINE: "borderline ones", Verdict.TOO_FEW: "those with too few games"}
    parts = []
    for verdict, what in names.items():
        wanted = table.loc[table["verdict"] == verdict.value, "more_games"]
        needed = wanted[wanted > 0]
        if len(needed):
            parts.append(f"{what} would take {_games_text(needed)} more games each")
        if (wanted < 0).any():
            parts.append(f"{count(int((wanted < 0).sum()), 'rate lies', 'rates lie')} on an edge")
    orders = table.loc[table["verdict"] == Verdict.TOO_FEW_ORDERS.value, "more_orders"]
    if (orders > 0).any():
        least, most = int(orders[orders > 0].min()), int(orders.max())
        number = f"{most:,}" if least == most else f"up to {most:,}"
        parts.append(f"those with too few orders would take {number} more orders each")
    return f" If the rates stay where they are, {listing(parts)}." if parts else ""


def _games_text(needed: pd.Series) -> str:
    """Return how many more games some rates need: never a figure that says too much.

    >>> _games_text(pd.Series([1, 930])), _games_text(pd.Series([3])), _games_text(pd.Series([930]))
    ('up to about 930', 'a few', 'about 930')
    """
    most = _round(int(needed.max()))
    if most < FEW:
        return "a few"
    return f"about {most:,}" if len(needed) == 1 else f"up to about {most:,}"


def _round(number: int) -> int:
    """Return a number of games to two figures.

    >>> _round(12_345), _round(7)
    (12000, 7)
    """
    return int(float(f"{number:.2g}"))


def interval_words(table: pd.DataFrame) -> str:
    """Return which intervals a table of win rates has.

    Parameters
    ----------
    table
        From `stats.balance.win_rates`.

    Examples
    --------
    >>> interval_words(pd.DataFrame({"interval": ["Wilson", "Wilson"]}))
    '95 % Wilson intervals'
    """
    made = set(table["interval"])
    kinds = []
    if made & {WILSON, SPANNING, ONE_ORDER}:
        kinds.append("Wilson")
    if made & {BOOTSTRAP, SPANNING_BOOTSTRAP}:
        kinds.append("bootstrap")
    words = f"95 % {listing(kinds)} intervals"
    if made & {SPANNING, SPANNING_BOOTSTRAP}:
        words += ", widened by the orders round the table that were not played"
    if ONE_ORDER in made:
        words += f"{',' if len(made) > 1 else ''} of one order round the table"
        words += " where a line-up has no more" if len(made) > 1 else ""
    return words


def joint_text(table: pd.DataFrame, who: str) -> str:
    """Return a sentence on the joint tests of some tables; "" without any.

    Parameters
    ----------
    table
        From `stats.joint.joint_tests`, of one strategy.
    who
        What is compared, such as "factions".
    """
    parts = [
        f"with {count(int(row['players']), 'player')} chi-square {row['chi_square']:,.0f} with "
        f"{count(int(row['freedom']), 'degree')} of freedom, {p_text(float(row['p_value']))}"
        for _, row in table.iterrows()
    ]
    return f" All {who} of a table tested at once: {listing(parts)}." if parts else ""


def p_text(p_value: float) -> str:
    """Return a p-value in words.

    >>> p_text(0.0000001), p_text(0.0312)
    ('p < 0.001', 'p = 0.031')
    """
    return "p < 0.001" if p_value < LEAST_P else f"p = {p_value:.3f}"
