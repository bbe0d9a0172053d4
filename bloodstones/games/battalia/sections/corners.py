"""The section on start corners: who wins from which, beside who chooses first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from bloodstones.games.battalia.rules.boards import square_name
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import count as count_of
from bloodstones.report.language.phrases import percent_text, tight, title
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


@dataclass(frozen=True)
class Corners(Finding):
    """Win rates by start corner where one strategy plays all seats."""

    rates: pd.DataFrame

    @property
    def uneven(self) -> pd.DataFrame:
        """The corners whose share of wins is away from an even one beyond the interval."""
        table = self.rates
        apart = (table["low"] * table["players"] > 1) | (table["high"] * table["players"] < 1)
        return table[apart]

    @property
    def ends(self) -> list[str]:
        """Those of them with the largest and the smallest share, in words."""
        share = (self.uneven["rate"] * self.uneven["players"]).to_numpy()
        ends = dict.fromkeys((int(share.argmax()), int(share.argmin())))
        return [_corner(self.uneven.iloc[end]) for end in ends]

    def table(self) -> Table:
        """Return the rates as a table."""
        every: Any = self.rates.itertuples()
        rows = [
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
        ]
        header = (
            *("players", "strategy", "corner", "seats", "wins", "95 % interval"),
            "place in turn",
        )
        align = (RIGHT, LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT)
        return Table.grouped("", header, align, rows, named=2)


def corners_of(findings: StudyFindings) -> Corners:
    """Return the win rates by start corner."""
    return Corners(findings.named[RATES])


def _corner(row: Any) -> str:
    """Name a corner with its share; an id of one word is made a name here, others by the report."""
    players = count_of(int(row["players"]), "player")
    plan = row["strategy"] if "_" in row["strategy"] else title(row["strategy"])
    shown = show_percent(row["rate"], row["low"], row["high"], places=0)[:-1]
    even = percent_text(1 / row["players"])
    text = f"{shown}, n = {row['n']:,}) where {even} is even"
    return tight(f"{row['square']} with {players} when all play {plan}, {text}")


CORNERS: Final = topic("corners", "Does the start corner matter?", corners_of, find=find)
