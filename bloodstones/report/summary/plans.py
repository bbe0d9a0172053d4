"""What holds for every role of a game: plans that win, what beats each, what all lose without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import pandas as pd

from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.contract.topic import Finding
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import (
    least_to_most,
    percent_text,
    players_text,
    tight,
    title,
)
from bloodstones.report.language.terms import ALL, FACTION
from bloodstones.report.summary.phrases import span, whole
from bloodstones.report.summary.shelf import Shipped
from bloodstones.report.topics.worth import lines_of
from bloodstones.stats.balance import PAIR
from bloodstones.stats.inference.rounding import PERCENT, with_sign

LEFT, RIGHT = "left", "right"
ON_MAPS: Final = "win_rates_on_maps"
BY_ROLE: Final = "win_rates_by_faction"
WORTH: Final = "worth"
SURE: Final = 0.05
NAMED: Final = 3
MOST_LINES: Final = 8  # of what a role wins by


@dataclass(frozen=True)
class OnBoards:
    """The boards on which a role wins most and least with any strategy.

    Attributes
    ----------
    table
        By number of players.
    several
        Whether several strategies played all seats.
    games
        How many games a win rate rests on, from the fewest to the most.
    """

    table: Table
    several: bool
    games: str


def boards(reports: Sequence[Shipped], who: str) -> OnBoards | None:
    """Return the boards on which a role wins most and least with any strategy; None without boards.

    Of several reports the one with most games counts. A board counts where the interval is on the
    same side of the fair share with every strategy.
    """
    best: tuple[Shipped, pd.DataFrame] | None = None
    for one in reports:
        by_board = _by_boards(one, who)
        if len(by_board) and (best is None or by_board["games"].sum() > best[1]["games"].sum()):
            best = one, by_board
    if best is None:
        return None
    one, by_board = best
    rows = []
    for players, group in by_board.groupby("players", sort=True):
        each = group.groupby("map").agg(
            least=("rate", "min"),
            most=("rate", "max"),
            low=("low", "min"),
            high=("high", "max"),
            fair=("fair_share", "first"),
        )
        good = each[each["low"] > each["fair"]].sort_values("least", ascending=False)
        bad = each[each["high"] < each["fair"]].sort_values("most")
        lists = (_boards(one, part.head(NAMED)) for part in (good, bad))
        if len(good) or len(bad):
            rows.append((str(players), percent_text(float(each["fair"].iloc[0])), *lists))
    if not rows:
        return None
    header = ("players", "fair", "wins most on", "wins least on")
    table = Table("", header, (LEFT, RIGHT, LEFT, LEFT), tuple(rows))
    return OnBoards(table, by_board["strategy"].nunique() > 1, least_to_most(by_board["games"]))


def _by_boards(one: Shipped, who: str) -> pd.DataFrame:
    """Return a role's win rates by board; for the second of two, one minus the first's.

    Where only two roles meet each other, the table lists one of them.
    """
    table = one.table(ON_MAPS)
    if table.empty or not one.as_printed:
        return pd.DataFrame()
    tabled, met = set(table["faction"]), one.table(BY_ROLE)
    alone = len(tabled) == 1 and (table["players"] == PAIR).all()
    if who in tabled or not alone or met.empty or who not in set(met["faction"]):
        return table[table["faction"] == who]
    return table.assign(rate=1 - table["rate"], low=1 - table["high"], high=1 - table["low"])


def _boards(one: Shipped, part: pd.DataFrame) -> str:
    texts = [
        f"{one.name(str(name))} ({span(row['least'], row['most'])})"
        for name, row in part.iterrows()
    ]
    return tight("; ".join(texts)) or "none"


@dataclass(frozen=True)
class Lost:
    """What a role loses without a thing, of what is significant.

    Attributes
    ----------
    things
        The things, the one that is worth most first.
    players
        The numbers of players.
    cells
        Thing and number of players -> the points lost and half of the interval, as text.
    pairs
        How many pairs of games a figure rests on, from the fewest to the most.
    """

    things: Sequence[str]
    players: Sequence[int]
    cells: Mapping[tuple[str, int], str]
    pairs: str

    @property
    def single(self) -> str:
        """The only thing; "" where there are several."""
        return _thing(self.things[0]) if len(self.things) == 1 else ""

    @property
    def losses(self) -> Sequence[tuple[int, str]]:
        """What a seat loses without the first thing, by number of players."""
        return [(each, self.cells[self.things[0], each].removeprefix("+")) for each in self.players]

    def table(self) -> Table:
        """Return all of it as a table."""
        rows = tuple(
            (_thing(thing), *(self.cells.get((thing, each), "–") for each in self.players))
            for thing in self.things
        )
        header = ("without", *(players_text(int(each)) for each in self.players))
        return Table("", header, (LEFT, *(RIGHT for _ in self.players)), rows)


def _thing(name: str) -> str:
    return title(name).lower()


def worth(reports: Sequence[Shipped], who: str, by: str = FACTION) -> Lost | None:
    """Return what a role loses without a thing, the most first; None without a significant loss.

    Of reports with the same thing, the one of most pairs counts.

    Parameters
    ----------
    by
        What the reports show (`report.language.terms.GROUPS`): `who` may be all roles.
    """
    tables = [
        lines_of(table, one.strategy)
        for one in reports
        if one.by == by and len(table := one.table(WORTH))
    ]
    parts = [part[(part["faction"] == who) & (part["holm"] <= SURE)] for part in tables]
    table = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()
    if table.empty:
        return None
    ranked = table.sort_values("pairs", kind="stable")
    table = ranked.drop_duplicates(["thing", "players"], keep="last").sort_index()
    most = table.groupby("thing")["difference"].mean().sort_values(ascending=False)
    harm = most[most < 0]
    shown = [*most[most >= 0].index[: MOST_LINES - min(len(harm), NAMED)], *harm.index[-NAMED:]]
    return Lost(
        list(map(str, shown)),
        sorted(set(map(int, table["players"]))),
        {(str(row["thing"]), int(row["players"])): _lost(row) for _, row in table.iterrows()},
        least_to_most(table["pairs"]),
    )


def _lost(row: Any) -> str:
    half = (row["high"] - row["low"]) / 2 * PERCENT
    return f"{with_sign(row['difference'] * PERCENT)} ± {max(1, round(half))}"


def profile_tables(reports: Sequence[Shipped], game: str, who: str) -> list[Table]:
    """Return the tables of these reports that a game wants in the profile of a role.

    See `report.contract.game_report.Profiled`.
    """
    profiles = []
    for name, profile in game_report_of(game).profiled.items():
        tables = [table for one in reports if len(table := one.table(name))]
        of_role = tables[0][tables[0]["faction"] == who] if tables else pd.DataFrame()
        if of_role.empty:
            continue
        ranked = of_role.sort_values(
            profile.order, ascending=False, kind="stable", na_position="last"
        )
        rows = tuple(profile.line(row) for _, row in ranked.iterrows())
        align = (LEFT, *(RIGHT for _ in profile.header[1:]))
        profiles.append(Table(profile.caption, profile.header, align, rows))
    return profiles


MIX: Final = "meta_game"
PAIRINGS: Final = "pairings"
RATINGS: Final = "ratings"
MOST_PLANS: Final = 4
NOBODY: Final = "none of them"


@dataclass(frozen=True)
class Every(Finding):
    """What holds for every role of a game: its plans, and what all lose without.

    Attributes
    ----------
    reports
        Those of the game.
    """

    reports: Sequence[Shipped]

    @cached_property
    def mix(self) -> Table | None:
        """The plans that lose least to any field, and what beats each most."""
        return _mixes(self.reports)

    @cached_property
    def rated(self) -> Table | None:
        """The strongest plans, where no profile and no mix shows plans."""
        if self.mix is not None or any(FACTION in one.table(MIX) for one in self.reports):
            return None
        return _rated(self.reports)

    @cached_property
    def lost(self) -> Lost | None:
        """What all roles lose without a thing."""
        return worth(self.reports, ALL, ALL)


def _largest(
    reports: Sequence[Shipped], name: str, lacks: str
) -> tuple[Shipped, pd.DataFrame] | None:
    """Return the report of most games that has a table of this name without a column."""
    tables = [(one, one.table(name)) for one in reports]
    filled = [(one, table) for one, table in tables if len(table) and lacks not in table]
    return max(filled, key=lambda each: each[0].games, default=None)


def _mixes(reports: Sequence[Shipped]) -> Table | None:
    """Return the plans that lose least to any field, and what beats each most."""
    largest = _largest(reports, MIX, FACTION)
    if largest is None:
        return None
    one, table = largest
    met = one.table(PAIRINGS)
    rows = []
    for players, group in table.groupby("players", sort=True):
        best = group.sort_values(["nash", "skill"], ascending=False, kind="stable")
        for _, row in best.head(MOST_PLANS).iterrows():
            meetings = met[(met["players"] == players) & (met["strategy"] == row["strategy"])]
            rows.append(
                (
                    str(players),
                    one.name(str(row["strategy"])),
                    f"{whole(row['nash'])} %",
                    _beaten(one, meetings),
                    f"{row['games']:,}",
                )
            )
    header = ("players", "plan", "of the mix", "beaten most by", "games")
    return Table.grouped("", header, (LEFT, LEFT, RIGHT, LEFT, RIGHT), rows)


def _beaten(one: Shipped, met: pd.DataFrame) -> str:
    """Name the opponent that beats a plan by most, if any difference is significant."""
    lost = met[met["high"] < 0] if len(met) else met
    if lost.empty:
        return NOBODY
    row = lost.iloc[int(lost["payoff"].to_numpy().argmin())]
    return f"{one.name(str(row['opponent']))} (by {-row['payoff'] * PERCENT:.0f})"


def _rated(reports: Sequence[Shipped]) -> Table | None:
    """Return the strongest plans of a ladder in which all met, where no mix was worked out."""
    largest = _largest(reports, RATINGS, FACTION)
    if largest is None:
        return None
    one, table = largest
    rows = []
    for players, group in table.groupby("players", sort=True):
        best = group.sort_values("strength", ascending=False, kind="stable").head(MOST_PLANS)
        above: list[str] = []
        for _, row in best.iterrows():
            rows.append(
                (
                    str(players),
                    one.name(str(row["strategy"])),
                    f"{whole(row['rate'])} %",
                    "; ".join(above) or NOBODY,
                    f"{row['games']:,}",
                )
            )
            above.append(one.name(str(row["strategy"])))
    header = ("players", "plan", "wins", "rated below", "games")
    return Table.grouped("", header, (LEFT, LEFT, RIGHT, LEFT, RIGHT), rows)
