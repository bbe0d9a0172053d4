"""The section on ends: the full board, the fifth city, and how long it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from bloodstones.games.battalia.engine.state import Ending
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import NO_BREAK
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.stats.inference.intervals import wilson_interval
from bloodstones.stats.inference.rounding import show_percent

SHARES: Final = "ends"
TABLE: Final = "several plans"
KINDS: Final = (Ending.BOARD_FULL.id, Ending.FIFTH_CITY.id, Ending.TURN_LIMIT.id)
LEFT, RIGHT = "left", "right"
FIGURES: Final = 7  # columns behind the strategy


def find(played: PlayedStudy) -> Tables:
    """Return how often each end ended games, by players and the strategy of all seats."""
    rows = played.base
    games = rows.groupby(["cell", "replicate"], sort=False).agg(
        players=("players", "first"),
        strategy=("strategy", "first"),
        several=("strategy", "nunique"),
        end=("end_reason", "first"),
        turns=("game_turns", "first"),
        dead=("dead_squares", "first"),
        best=("score", "max"),
    )
    games.loc[games["several"] > 1, "strategy"] = TABLE
    lines = []
    kinds: Any = games.groupby(["players", "strategy"])
    for (players, strategy), group in kinds:
        n = len(group)
        shares = []
        for kind in KINDS:
            share = int((group["end"] == kind).sum())
            shares += [share / n, *wilson_interval(share, n)]
        means = group["turns"].mean() / players, group["dead"].mean(), group["best"].mean()
        lines.append((players, strategy, n, *shares, *map(float, means)))
    columns = [f"{kind}{tail}" for kind in KINDS for tail in ("", "_low", "_high")]
    names = ["players", "strategy", "games", *columns, "rounds", "dead", "best"]
    return {SHARES: pd.DataFrame(lines, columns=names)}


@dataclass(frozen=True)
class Ends(Finding):
    """How often each end ended games, and how long these took."""

    shares: pd.DataFrame

    def table(self) -> Table:
        """Return the shares of ends as a table."""
        every: Any = self.shares.itertuples()
        header = (
            *("players", "strategy", "games", "full board", "fifth city", "unfinished"),
            *("rounds", "dead squares", "points"),
        )
        rows = [
            (
                str(row.players),
                str(row.strategy),
                f"{row.games:,}",
                *(_share(row, kind) for kind in KINDS),
                f"{row.rounds:.1f}",
                f"{row.dead:.1f}",
                f"{row.best:.1f}",
            )
            for row in every
        ]
        return Table.grouped("", header, (RIGHT, LEFT, *(RIGHT,) * FIGURES), rows)


def ends_of(findings: StudyFindings) -> Ends:
    """Return how games end."""
    return Ends(findings.named[SHARES])


def _share(row: Any, kind: str) -> str:
    """Return a share with its interval."""
    share, low, high = (getattr(row, f"{kind}{tail}") for tail in ("", "_low", "_high"))
    return show_percent(share, low, high, places=0).replace(" ", NO_BREAK)


ENDS: Final = topic("ends", "Which end ends games?", ends_of, find=find)
