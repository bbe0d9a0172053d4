"""What holds for every role of a game: plans that win, what beats each, what all lose without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pandas as pd

from bloodstones.report.document.model import Block, Table
from bloodstones.report.language.groups import ALL, FACTION
from bloodstones.report.language.wording import tight
from bloodstones.report.summary.assets import worth
from bloodstones.report.summary.phrases import whole
from bloodstones.report.summary.shelf import Shipped
from bloodstones.stats.inference.rounding import PERCENT

LEFT, RIGHT = "left", "right"
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
