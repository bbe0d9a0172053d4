"""Findings that fill the first page where the subject has fewer: points, length and players."""

from __future__ import annotations

from typing import Final

from bloodstones.report.blocks.rate_table import used_sources
from bloodstones.report.front.page import Finding, Part
from bloodstones.report.language.terms import speak
from bloodstones.report.language.wording import count, listing, rate_text, tight
from bloodstones.report.sections.factions import points_text
from bloodstones.report.study.findings import Findings

POINTS: Final = "points"  # the section


def strategies(findings: Findings) -> Part | None:
    """Say who is stronger where strategies meet; None where they do not."""
    met = findings.strategies
    if met.empty:
        return None
    texts, parts = findings.definition.strategies, []
    for players, group in met.groupby("players", sort=True):
        row = group.iloc[int(group["rate"].to_numpy().argmax())]
        parts.append(
            f"{texts[row['strategy']].name} {rate_text(row)} with "
            f"{count(int(str(players)), 'player')}"
        )
    return Part((Finding(f"Where strategies meet, most is won by {listing(parts)}."),))


def points(findings: Findings) -> Part | None:
    """Say where points come from; None in a report that has no section on it."""
    if POINTS not in findings.definition.sections or not used_sources(findings):
        return None
    return Part((Finding(points_text(findings)),))


def length(findings: Findings) -> Part | None:
    """Say how long a game lasts; None where turns are not counted."""
    table = findings.lengths
    if table.empty:
        return None
    rounds = speak("rounds", findings.own.words.terms)
    parts = [
        f"{row['median']:.0f} {rounds} with {count(int(row['players']), 'player')} (nine in ten "
        f"games {row['short']:.0f} to {row['long']:.0f}, n = {int(row['games']):,})"
        for _, row in table.iterrows()
    ]
    return Part((Finding(tight(f"A game lasts {listing(parts)}, at the median.")),))
