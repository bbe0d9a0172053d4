"""What holds at every level of play: win rates of one role over all reports, set-up by set-up.

A set-up is one report's games in which one strategy plays every seat. A finding holds if it is true
in every set-up; where two set-ups contradict each other, it depends on how one plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import pandas as pd

from bloodstones.report.language.groups import SEAT, TURN_ORDER
from bloodstones.report.language.terms import PLACES
from bloodstones.report.language.wording import ORDINALS, capital
from bloodstones.report.summary.shelf import Shipped
from bloodstones.stats.table import BASE
from bloodstones.stats.verdicts import BAND

RANDOM: Final = "random"
KEYS: Final = ("game", "players", "who")
TABLE: Final = "win_rates_by_strategy_and_faction"
BALANCE_TABLE: Final = "win_rates_by_level"  # of a balance study, by arm
SEATS: Final = "win_rates_by_turn_order"
COLUMNS: Final = (
    *("game", "report", "level", "players", "who", "games"),
    *("rate", "low", "high", "fair_share"),
)
SEATED: Final = tuple(f"{capital(place)} seat" for place in ORDINALS)
# At so many levels a finding that holds at each has high confidence.
MANY_LEVELS: Final = 3
FEWEST_GAMES: Final = 100  # of a set-up that is looked at


class Holds(StrEnum):
    """The joint verdict of the set-ups of a role."""

    ABOVE = "stronger"
    BELOW = "weaker"
    EVEN = "fair"
    DEPENDS = "depends on play"
    OPEN = "open"


class Confidence(StrEnum):
    """How far a finding that holds can be relied on."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding on a role, or on a place at the table, at a number of players.

    Attributes
    ----------
    who
        Id of the role, or the words for the place.
    lowest, highest
        Win rates, of the set-up where it is least and most.
    at_lowest, at_highest
        The names of their strategies.
    levels, reports, games
        How many strategies, reports and games (those of each set-up counted once) tell it.
    beyond
        Whether all intervals lie outside of the band about the fair share.
    place
        Whether it is a place at the table and no role.
    """

    game: str
    players: int
    who: str
    holds: Holds
    fair_share: float
    lowest: float
    highest: float
    at_lowest: str
    at_highest: str
    levels: int
    reports: int
    games: int
    beyond: bool
    place: bool = False

    @property
    def confidence(self) -> Confidence:
        """High: many levels, all intervals beyond the band or in it; low: one level only."""
        if self.levels < len(("one", "more")):
            return Confidence.LOW
        sure = self.beyond or self.holds is Holds.EVEN
        return Confidence.HIGH if sure and self.levels >= MANY_LEVELS else Confidence.MEDIUM

    @property
    def distance(self) -> float:
        """How far from the fair share the set-up nearest to it is, in fair shares."""
        off = [abs(rate / self.fair_share - 1) for rate in (self.lowest, self.highest)]
        return min(off) if self.holds in (Holds.ABOVE, Holds.BELOW) else max(off)


def set_ups(shelf: Sequence[Shipped]) -> pd.DataFrame:
    """Return the win rates of every role in every set-up.

    Returns
    -------
    DataFrame
        `game`, `report`, `level` (the strategy's name), `players`, `who`, `games`, `rate`, `low`,
        `high`, `fair_share`. Reports of changed rules, of rates that are not by role, and
        random play are left out, and so are reports whose players have other aims than to win.
    """
    tables = []
    for one in shelf:
        table = one.table(TABLE)
        if table.empty or not (one.tells_roles and one.as_printed):
            continue
        table = table[(table["strategy"] != RANDOM) & table["faction"].notna()]
        table = table[table["games"] >= FEWEST_GAMES]
        level = [one.level(str(strategy)) for strategy in table["strategy"]]
        renamed = table.assign(game=one.game, report=one.id, level=level)
        tables.append(renamed.rename(columns={"faction": "who"}))
    tables += [_of_balance(one) for one in shelf if one.tells_roles and one.as_printed]
    filled = [table[list(COLUMNS)] for table in tables if not table.empty]
    return pd.concat(filled, ignore_index=True) if filled else pd.DataFrame(columns=list(COLUMNS))


def _of_balance(one: Shipped) -> pd.DataFrame:
    """Return the set-ups of a balance study: the rules as printed, a set-up a level of play."""
    table = one.table(BALANCE_TABLE)
    if table.empty:
        return table
    table = table[(table["arm"] == BASE) & (table["games"] >= FEWEST_GAMES)]
    level = [f"{one.level(str(name))}, mixed" for name in table["level"]]
    renamed = table.assign(game=one.game, report=one.id, level=level)
    return renamed.rename(columns={"faction": "who"})


def seat_set_ups(shelf: Sequence[Shipped]) -> pd.DataFrame:
    """Return the win rates of every place at the table, likewise; a level is a report's games."""
    tables = []
    for one in shelf:
        table = one.table(SEATS)
        if table.empty or one.apart or not one.as_printed:
            continue
        table = table[table["games"] >= FEWEST_GAMES]
        places = table[TURN_ORDER] if TURN_ORDER in table else table[SEAT]
        words = PLACES if TURN_ORDER in table else SEATED
        who = [words[int(place)] for place in places]
        tables.append(table.assign(game=one.game, report=one.id, level=one.title, who=who))
    filled = [table[list(COLUMNS)] for table in tables if not table.empty]
    return pd.concat(filled, ignore_index=True) if filled else pd.DataFrame(columns=list(COLUMNS))


def findings(table: pd.DataFrame, *, place: bool = False) -> tuple[Finding, ...]:
    """Return what holds for each role and number of players, furthest from fair first.

    Parameters
    ----------
    table
        As of `set_ups`.
    place
        Whether they are places at the table.
    """
    groups = table.groupby(list(KEYS), sort=True)
    listed = [_finding(group, place) for _, group in groups]
    return tuple(sorted(listed, key=lambda one: (-one.distance, one.game, one.players, one.who)))


def _finding(group: pd.DataFrame, place: bool) -> Finding:
    rates = group["rate"].to_numpy()
    least, most = group.iloc[int(rates.argmin())], group.iloc[int(rates.argmax())]
    fair = group["fair_share"]
    outside = (group["low"] > fair * (1 + BAND)) | (group["high"] < fair * (1 - BAND))
    return Finding(
        game=str(least["game"]),
        players=int(least["players"]),
        who=str(least["who"]),
        holds=holds_of(group),
        fair_share=float(least["fair_share"]),
        lowest=float(least["rate"]),
        highest=float(most["rate"]),
        at_lowest=str(least["level"]),
        at_highest=str(most["level"]),
        levels=int(group["level"].nunique()),
        reports=int(group["report"].nunique()),
        games=int(group["games"].sum()),
        beyond=bool(outside.all()),
        place=place,
    )


def holds_of(group: pd.DataFrame) -> Holds:
    """Return the joint verdict of all set-ups."""
    fair = group["fair_share"]
    above, below = group["low"] > fair, group["high"] < fair
    inside = (group["low"] >= fair * (1 - BAND)) & (group["high"] <= fair * (1 + BAND))
    if inside.all():
        return Holds.EVEN
    if above.all():
        return Holds.ABOVE
    if below.all():
        return Holds.BELOW
    return Holds.DEPENDS if above.any() and below.any() else Holds.OPEN
