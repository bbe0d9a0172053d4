"""Findings that fill the first page where the subject has fewer: points, length and players."""

from __future__ import annotations

from typing import Final

from bloodstones.report.front.part import Finding, Part
from bloodstones.report.language.terms import speak
from bloodstones.report.language.wording import count, listing, percent_text, rate_text, tight
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable

POINTS: Final = "points"  # the section


def strategies(findings: StudyFindings) -> Part | None:
    """Say who is stronger where strategies meet; None where they do not."""
    met = findings.table(StudyTable.STRATEGIES)
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


def points(findings: StudyFindings) -> Part | None:
    """Say where points come from; None in a report that has no section on it."""
    if POINTS not in findings.definition.sections or not findings.used_sources():
        return None
    return Part((Finding(points_text(findings)),))


def length(findings: StudyFindings) -> Part | None:
    """Say how long a game lasts; None where turns are not counted."""
    table = findings.table(StudyTable.LENGTHS)
    if table.empty:
        return None
    rounds = speak("rounds", findings.game.words.terms)
    parts = [
        f"{row['median']:.0f} {rounds} with {count(int(row['players']), 'player')} (nine in ten "
        f"games {row['short']:.0f} to {row['long']:.0f}, n = {int(row['games']):,})"
        for _, row in table.iterrows()
    ]
    return Part((Finding(tight(f"A game lasts {listing(parts)}, at the median.")),))


def points_text(findings: StudyFindings) -> str:
    """Say what share of the points each source gives over all factions."""
    sources = findings.used_sources()
    total = findings.rows[list(sources)].sum()
    share = (total / total.sum()).sort_values(ascending=False)
    parts = [
        f"{percent_text(float(value))} from {sources[str(name)]}" for name, value in share.items()
    ]
    return f"Of all points scored in {findings.games_text}, {listing(parts)}."
