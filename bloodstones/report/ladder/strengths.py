"""The section on the ladder itself: the strengths of the strategies rated together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Table
from bloodstones.report.ladder.findings import RATINGS, LadderFindings
from bloodstones.report.ladder.first_page import ladder_part
from bloodstones.report.language.wording import SURE
from bloodstones.stats.inference.rounding import PERCENT, decimals_for
from bloodstones.stats.ratings.ladder import ratings

LEFT, RIGHT = "left", "right"


def find(findings: LadderFindings) -> Tables:
    """Return the strengths of the strategies."""
    return {RATINGS: ratings(findings.rated, seed=findings.seed)}


def make(findings: LadderFindings) -> Content:
    """Write the strengths of the strategies rated together; the first page draws them."""
    rows = []
    rated = findings.table(RATINGS)[np.isfinite(findings.table(RATINGS)["strength"])]
    places = decimals_for(float(((rated["high"] - rated["low"]) / 2).median()))
    for players, group in findings.table(RATINGS).groupby("players"):
        for _, row in group.iterrows():
            finite = np.isfinite(row["strength"])
            strength = _strength(row, places) if finite else "always last"
            rows.append(
                (
                    str(players),
                    findings.name(row["strategy"]),
                    f"{row['games']:,}",
                    strength,
                    _lead(row, places),
                    f"{row['rate'] * PERCENT:.1f} %",
                )
            )
    blocks: list[Block] = [
        Paragraph(
            "Strategies met at tables drawn by lot and were rated by the order in which they "
            "finished, for each number of players by itself (Plackett-Luce). A strength is a "
            "logarithm: a difference of 1 makes the stronger finish before the weaker one 2.7 "
            "times as often as the other way round. Differences count, not the zero, which is "
            "the mean of those rated."
        ),
        Table.grouped(
            "Strengths by number of players: log strength with 95 % interval (bootstrap by luck), "
            "the lead over the next line, and the share of wins at these tables.",
            ("players", "strategy", "games", "strength", "lead", "wins"),
            (LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT),
            rows,
        ),
        Paragraph(_neighbours(findings.table(RATINGS))),
    ]
    return blocks, {}


def _strength(row: pd.Series, places: int) -> str:
    """Return a strength with its interval, with so many decimals."""
    return _between(row, ("strength", "low", "high"), places)


def _lead(row: pd.Series, places: int) -> str:
    """Return the lead over the next with its interval and a star if it is sure; "" without one."""
    if np.isnan(row["lead"]):
        return ""
    star = SURE if row["sure"] else ""
    return _between(row, ("lead", "lead_low", "lead_high"), places) + star


def _between(row: pd.Series, names: Sequence[str], places: int) -> str:
    """Return a number of a row with its interval, with so many decimals."""
    ends = (round(float(row[name]), places) + 0.0 for name in names)
    value, low, high = (f"{each:.{places}f}" for each in ends)
    return f"{value} ({low} to {high})".replace("-", "−")


def _neighbours(ratings: pd.DataFrame) -> str:
    """Say how many neighbours are told apart, and what the star means."""
    leads = ratings[ratings["lead"].notna()]
    sure = int(leads["sure"].sum())
    return (
        f"Neighbours told apart: {sure} of {len(leads)}, those with a star, at 5 %, after Holm's "
        "correction over those of a table size. The order of the others may be luck."
    )


STRENGTHS: Final = Section("ladder", "The ladder", make, find, front=ladder_part)
