"""The section on start corners: who wins from which, beside who chooses first."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.games.battalia.rules.boards import square_name
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Table
from bloodstones.report.language.phrases import count as count_of
from bloodstones.report.language.phrases import listing, percent_text, tight, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.stats.inference.intervals import wilson_interval
from bloodstones.stats.inference.rounding import PERCENT, show_percent

RATES: Final = "start_corners"
LEFT, RIGHT = "left", "right"


def find(played: PlayedStudy) -> Tables:
    """Return win rates by players, strategy and start square where one strategy plays all seats."""
    rows = played.base
    alike = rows.groupby(["cell", "replicate"])["strategy"].transform("nunique") == 1
    lines = []
    keys = ["players", "strategy", "start_square"]
    groups: Any = rows[alike].groupby(keys)
    for (players, strategy, square), group in groups:
        n, won = len(group), float(group["win_credit"].sum())
        low, high = wilson_interval(won, n)
        first = float(group["turn_order"].mean()) + 1
        lines.append((players, strategy, square_name(square), n, won / n, low, high, first))
    names = ["players", "strategy", "square", "n", "rate", "low", "high", "order"]
    return {RATES: pd.DataFrame(lines, columns=names)}


def uneven_text(table: pd.DataFrame) -> str:
    """Say how many corners are away from an even share of wins, and which the furthest."""
    uneven = table[(table["low"] * table["players"] > 1) | (table["high"] * table["players"] < 1)]
    if uneven.empty:
        return "No corner is away from an even share of wins beyond its interval of 95 %."
    share = (uneven["rate"] * uneven["players"]).to_numpy()
    ends = dict.fromkeys((int(share.argmax()), int(share.argmin())))
    corners = [_corner(uneven.iloc[end]) for end in ends]
    return (
        f"Of {count_of(len(table), 'share')} {count_of(len(uneven), 'is', 'are')} away from an "
        f"even one beyond the interval, furthest {listing(corners)}; "
        "with as many intervals of 95 % one or two may be so by chance."
    )


def _corner(row: Any) -> str:
    """Name a corner with its share; an id of one word is made a name here, others by the report."""
    players = count_of(int(row["players"]), "player")
    plan = row["strategy"] if "_" in row["strategy"] else title(row["strategy"])
    shown = show_percent(row["rate"], row["low"], row["high"], places=0)[:-1]
    even = percent_text(1 / row["players"])
    text = f"{shown}, n = {row['n']:,}) where {even} is even"
    return tight(f"{row['square']} with {players} when all play {plan}, {text}")


def make(findings: StudyFindings) -> Content:
    """Return the table of rates and which corners differ from an even share."""
    tables = findings.named
    table = tables[RATES]
    every: Any = table.itertuples()
    words = uneven_text(table)
    blocks: list[Block] = [
        Paragraph(
            "Squares are written as column and row from the upper left. The player who chose its "
            "faction last chooses its start city first. Plans take the first that is listed, so "
            "that the corner goes together with the place in turn order unless the study turns the "
            "list round: the last column tells the mean place of those in a corner. " + words
        ),
        Table.grouped(
            "Share of wins by start corner.",
            ("players", "strategy", "corner", "seats", "wins", "95 % interval", "place in turn"),
            (RIGHT, LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT),
            [
                (
                    str(row.players),
                    str(row.strategy),
                    str(row.square),
                    f"{row.n:,}",
                    percent_text(row.rate),
                    f"{row.low * PERCENT:.0f}–{percent_text(row.high)}",
                    f"{row.order:.1f}",
                )
                for row in every
            ],
            named=2,
        ),
    ]
    return blocks, {}


CORNERS: Final = Section("corners", "Does the start corner matter?", make, find)
