"""What holds for every role of a game: plans that win, what beats each, what all lose without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pandas as pd

from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.document.model import Block, Paragraph, Table
from bloodstones.report.language.phrases import (
    count,
    least_to_most,
    listing,
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


def boards(reports: Sequence[Shipped], who: str) -> Table | None:
    """Return the boards on which a role wins most and least, with all types; None without boards.

    Of several reports the one with most games counts. A board counts where the interval is on the
    same side of the fair share with every player type.
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
    caption = (
        "Boards on which it wins most and least: the range of its win rate over "
        f"{'all player types' if by_board['strategy'].nunique() > 1 else 'one player type'}, "
        "of boards where every interval is on one side of the fair share "
        f"(n = {least_to_most(by_board['games'])} games a win rate)."
    )
    header = ("players", "fair", "wins most on", "wins least on")
    return Table(tight(caption), header, (LEFT, RIGHT, LEFT, LEFT), tuple(rows))


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
    return tight("; ".join(texts)) or "none for certain"


def worth(reports: Sequence[Shipped], who: str, by: str = FACTION) -> Table | Paragraph | None:
    """Return what a role loses without a thing, the most first; None without a significant loss.

    A single thing becomes a sentence; of reports with the same thing, the one of most pairs counts.

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
    players = sorted(set(table["players"]))
    cells = {(row["thing"], row["players"]): _lost(row) for _, row in table.iterrows()}
    rows = tuple(
        (title(str(thing)).lower(), *(cells.get((thing, each), "–") for each in players))
        for thing in shown
    )
    pairs = least_to_most(table["pairs"])
    if len(shown) == 1:
        losses = [
            f"{cells[shown[0], each].removeprefix('+')} points with {count(int(each), 'player')}"
            for each in players
        ]
        return Paragraph(
            tight(
                f"What it wins by: without its {rows[0][0]} a seat loses {listing(losses)} of its "
                f"win rate (95 %, n = {pairs} pairs of games); nothing else is significant."
            )
        )
    caption = (
        "What it wins by: percentage points of win rate that a seat loses without the thing, with "
        "half of the 95 % interval, of what is significant; below zero what harms "
        f"who takes it (n = {pairs} pairs of games)."
    )
    header = ("without", *(players_text(int(each)) for each in players))
    return Table(tight(caption), header, (LEFT, *(RIGHT for _ in players)), rows)


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


def for_all(reports: Sequence[Shipped]) -> list[Block]:
    """Return the blocks on plans and on all roles together; empty without any."""
    plans = _mixes(reports)
    if plans is None and not any(FACTION in one.table(MIX) for one in reports):
        plans = _rated(reports)  # no profile tells of plans either
    lost = worth(reports, ALL, ALL)
    return [each for each in (plans, lost) if each is not None]


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
    caption = (
        "Plans that do best whatever they play: their shares of the mix that loses least to any "
        "field of opponents (Nash average), and what beats each most: percentage points by which a "
        "seat of it wins more."
    )
    header = ("players", "plan", "of the mix", "beaten most by", "games")
    return Table.grouped(tight(caption), header, (LEFT, LEFT, RIGHT, LEFT, RIGHT), rows)


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
    caption = (
        "Plans that do best whatever they play: wins at tables where all met, and which are rated "
        "above each."
    )
    header = ("players", "plan", "wins", "rated below", "games")
    return Table.grouped(caption, header, (LEFT, LEFT, RIGHT, LEFT, RIGHT), rows)
