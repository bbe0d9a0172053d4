"""Strengths of a ladder: ratings, duels between neighbours, several pools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Table
from bloodstones.report.ladder.findings import DUELS, RATES, RATINGS, LadderFindings, PlayedLadder
from bloodstones.report.ladder.first_page import ladder_part
from bloodstones.report.language.phrases import SURE, more, percent_text, title
from bloodstones.stats.inference.rounding import (
    PERCENT,
    common_decimals,
    decimals_for,
    show_percent,
)
from bloodstones.stats.ratings.ladder import duels, pool_rates, ratings

LEFT, RIGHT = "left", "right"


def find(played: PlayedLadder) -> Tables:
    """Return the strengths of the strategies."""
    return {RATINGS: ratings(played.rated, seed=played.seed)}


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


def find_duels(played: PlayedLadder) -> Tables:
    """Return the win rate of the first of each pair that the ladder names."""
    pools = [
        pool
        for pool in played.study_file["pools"]
        if "pairs" in pool and pool["name"] != played.definition.meta
    ]
    pairs = [(str(pair[0]), str(pair[1])) for pool in pools for pair in pool["pairs"]]
    rows = played.rows[played.rows["pool"].isin([pool["name"] for pool in pools])]
    return {DUELS: duels(rows, pairs, seed=played.seed)}


def make_duels(findings: LadderFindings) -> Content:
    """The win rate of the first of each pair."""
    if findings.table(DUELS).empty:
        return [], {}
    places = common_decimals(
        (findings.table(DUELS)["high"] - findings.table(DUELS)["low"]) / 2 * PERCENT
    )
    rows = tuple(
        (
            findings.name(row["first"]),
            findings.name(row["second"]),
            f"{row['games']:,}",
            f"{row['rate'] * PERCENT:.{places}f} %",
            f"{row['low'] * PERCENT:.{places}f}–{row['high'] * PERCENT:.{places}f} %",
        )
        for _, row in findings.table(DUELS).iterrows()
    )
    return [
        Paragraph(
            "Each pair played every deal twice, with seats and factions swapped."
            f"{more(findings.game.words.duels)}"
        ),
        Table(
            "Win rate of the first of each pair in mirrored games of two players.",
            ("strategy", "against", "games", "win rate", "95 % interval"),
            (LEFT, LEFT, RIGHT, RIGHT, RIGHT),
            rows,
        ),
    ], {}


DUELS_SECTION: Final = Section("duels", "Two players, mirrored", make_duels, find_duels)


def find_pools(played: PlayedLadder) -> Tables:
    """Return the win rates in every pool."""
    return {RATES: pool_rates(played.rows, seed=played.seed)}


def make_pools(findings: LadderFindings) -> Content:
    """Win rates in pools that are neither rated together nor pairs of duels: the searchers."""
    shown = findings.table(RATES)[findings.table(RATES)["pool"].str.startswith("search")]
    places = common_decimals((shown["high"] - shown["low"]) / 2 * PERCENT)
    rows = []
    for (pool, players), group in shown.groupby(["pool", "players"]):
        for _, row in group.iterrows():
            rows.append(
                (
                    title(str(pool)),
                    str(players),
                    findings.name(row["strategy"]),
                    f"{row['games']:,}",
                    show_percent(row["rate"], row["low"], row["high"], places),
                    percent_text(row["fair_share"]),
                )
            )
    if not rows:
        return [], {}
    return [
        Paragraph(
            "Searching players take far longer over a game, so they met the best scripted ones at "
            "fewer tables. The number after a name is its budget in simulations for a decision."
        ),
        Table.grouped(
            "Win rates of searching and scripted strategies at the same tables.",
            ("pool", "players", "strategy", "games", "win rate, 95 %", "fair share"),
            (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT),
            rows,
            named=2,
        ),
    ], {}


POOLS: Final = Section("pools", "Everybody who met", make_pools, find_pools)
